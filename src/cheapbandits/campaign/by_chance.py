"""New readings that have the place and value of stored ones more often than chance would have it.

Rules tell the same reading by what stands beside it, and programs rewrite what stands there in more
ways than there are rules for: numbers of records made anew, columns renamed, months in another
language. This asks for none of that. Where rows that count as new, of no other date, repeat what is
stored at their places, and values do not come again like that at other places, it is said.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from cheapbandits.campaign.key_says import said_which
from cheapbandits.campaign.month_words import month_of
from cheapbandits.campaign.said_dates import may_be_one
from cheapbandits.campaign.stored_readings import fits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cheapbandits.campaign.stored_readings import Given, Place, Stored

__all__ = ["not_by_chance"]

#: So many times as many as chance brings are told.
_TIMES = 3.0
#: A value that was seen nowhere else is taken to have been seen so often.
_BEFORE = 0.5
#: Of how many readings of one place it is asked.
_MOST = 100


def not_by_chance(stored: Iterable[Stored], rows: Sequence[Given]) -> str | None:
    """Return what to say of new rows that may be stored readings; ``None`` if chance explains them.

    A row that finds a reading of its place finds its own value there by chance as often as that
    value stands at other places.

    Parameters
    ----------
    stored
        What the campaign has from files; what a row has met is not asked for.
    rows
        What is new in the file, and was not told to be alike by other rules.
    """
    places: dict[Place, list[Stored]] = defaultdict(list)
    values = Counter(row.reading for row in rows)
    for one in stored:
        if one.counts:
            values[one.reading] += 1
            if not one.met:
                places[one.place].append(one)
    found, expected, taken = 0, 0.0, set()
    for row in rows:
        near = [
            one
            for one in islice(places.get(row.place, ()), _MOST)
            if id(one) not in taken
            and fits(one.column, row.column)
            and not _told_apart(one.says, row.says)
        ]
        here = next((one for one in near if one.reading == row.reading), None)
        elsewhere = values[row.reading] - 1 - (here is not None)
        expected += len(near) * (elsewhere + _BEFORE) / values.total()
        if here is not None:
            taken.add(id(here))
            found += 1
    if not found or found <= _TIMES * expected:
        return None
    return (
        f"{found} of the {len(rows)} new readings have the place and value of stored ones, and no "
        "other date: are they the same, with something beside them written otherwise? If so, "
        "strike the new ones"
    )


def _told_apart(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings say of themselves that they are two: by date, or by which it is."""
    first, second = one.get("when", ""), other.get("when", "")
    days = bool(first and second) and _parts(first) != _parts(second)
    return (days and not may_be_one(first, second)) or said_which(one, other)


def _parts(text: str) -> list[str | int | None]:
    """Return the numbers of a date, and its months whatever their language; other words are one."""
    words = re.findall(r"[0-9]+|[^\W0-9_]+", text)
    return [word if word.isdigit() else month_of(word) for word in words]
