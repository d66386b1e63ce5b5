"""Rows of a file that were entered by hand before: the sheet of a day whose readings were told.

What was typed has no date of its own and no word of who and which, so that place and value are all
there is to compare. They come again by chance: it takes a good part of the rows, and it is only
said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.campaign.same_numbers import Rounded, is_telling
from cheapbandits.campaign.stored_readings import Given, Place, Stored

if TYPE_CHECKING:
    from cheapbandits.campaign.known_readings import Known

__all__ = ["entered_before"]

#: Of the rows that can be compared, so many agree in numbers that hardly come again by chance, ...
_HALF = 0.5
#: ... or so many, in two different numbers and more: nought and nought again says nothing.
_MOST_OF, _FEWEST = 0.8, 2


def entered_before(there: Known, rows: Sequence[Given], new: int) -> str | None:
    """Return what to say of new rows that may be readings which no file of this kind brought.

    Parameters
    ----------
    there
        What the campaign had before.
    rows
        What is new in the file, but for what may be a reading from another file.
    new
        How many are new.
    """
    entered = there.by_hand()
    spots: dict[Place, dict[float, list[Stored]]] = defaultdict(lambda: defaultdict(list))
    for one in entered:
        spots[one.place][one.reading].append(one)
    compared = [row for row in rows if row.place in spots]
    equal: list[Given] = []
    others: list[Given] = []
    for row in compared:
        same = spots[row.place].get(row.reading)
        if same:
            same.pop().met = True  # by one row only
            equal.append(row)
        else:
            others.append(row)
    flags = Rounded(entered).among(others)
    rounded = [row for row, found in zip(others, flags, strict=True) if found]
    if not _is_enough(equal, rounded, len(compared)):
        return None
    return (
        f"{len(equal) + len(rounded)} of the {new} new readings have the place and value of stored "
        "ones that were told or observed, or came with an export: if they are the same, strike the "
        "new ones"
    )


def _is_enough(equal: Sequence[Given], rounded: Sequence[Given], compared: int) -> bool:
    """Tell whether so many rows agree that it is no chance."""
    telling = len(rounded) + sum(is_telling(row.reading) for row in equal)
    if telling and telling >= _HALF * compared:
        return True
    found = {row.reading for row in (*equal, *rounded)}
    return len(found) >= _FEWEST and len(equal) + len(rounded) >= _MOST_OF * compared
