"""Readings that are stored under the date with day and month in each other's place.

A spreadsheet of another country reads 5/6 as the 6th of May and writes it so; day 20 it cannot
change. Such a row is a new reading, as it may well be, and that it may be a stored one is told.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from cheapbandits.campaign.key_says import moment_of, same
from cheapbandits.campaign.moments import moment_in
from cheapbandits.campaign.stored_readings import Given, Place, Stored, fits

__all__ = ["ChangedOver", "changed_over", "of_changed_date"]

#: A date with the year first, and one whose month was a word, see :mod:`.moments`.
_YEAR_FIRST = re.compile(r"(?<![0-9])[0-9]{4}([-/.])([0-9]{1,2})\1([0-9]{1,2})(?![0-9])")
_NAMED = re.compile(r"()([0-9]{1,2}) month ([0-9]{1,2}) ")
_MONTHS = 12
_MOST_LISTED = 4


def changed_over(text: str) -> str | None:
    """Return a date with day and month in each other's place; ``None`` where there is no other.

    Examples
    --------
    >>> changed_over("2024-05-06T10:30:00"), changed_over("5 month 6 2024")
    ('2024-06-05T10:30:00', '6 month 5 2024')
    >>> changed_over("2024-05-20"), changed_over("2024-05-05")
    (None, None)
    """
    found = _YEAR_FIRST.search(text) or _NAMED.match(text)
    if found is None:
        return None
    one, other = found[2], found[3]
    both = {int(one), int(other)}
    if len(both) == 1 or min(both) < 1 or max(both) > _MONTHS:
        return None
    between = text[found.end(2) : found.start(3)]
    return f"{text[: found.start(2)]}{other}{between}{one}{text[found.end(3) :]}"


class ChangedOver:
    """Stored readings that no row has met, by place, value and moment; each is met once."""

    def __init__(self, stored: Iterable[Stored]) -> None:
        self._stored: dict[tuple[Place, float, str], list[Stored]] = defaultdict(list)
        for one in stored:
            moment = moment_of(one.says)
            if moment and one.counts and not one.met:
                self._stored[one.place, one.reading, moment].append(one)

    def among(self, rows: Sequence[Given]) -> dict[int, int]:
        """Return which rows are stored under the other date, and the numbers of these."""
        found: dict[int, int] = {}
        for k, row in enumerate(rows):
            if (one := self._other(row)) is not None:
                one.met, found[k] = True, one.number
        return found

    def _other(self, row: Given) -> Stored | None:
        when = row.says.get("when", "")
        # An offset may move the day: what the file says is changed over, and then counted in.
        said, counted = changed_over(when), changed_over(moment_of(row.says))
        words = [said and moment_in(said), counted]
        for moment in dict.fromkeys(filter(None, words)):
            for one in self._stored.get((row.place, row.reading, moment), ()):
                free = not one.met and fits(one.column, row.column)
                if free and same({**one.says, "when": when}, row.says):
                    return one
        return None


def of_changed_date(numbers: Sequence[int], new: int) -> str | None:
    """Return what to say of new readings that are stored under the other date."""
    if not numbers:
        return None
    listed = ", ".join(map(str, numbers[:_MOST_LISTED])) + ", ..." * (len(numbers) > _MOST_LISTED)
    return (
        f"{len(numbers)} of the {new} new readings have the place and value of stored ones, and "
        "their date with day and month changed over, as a spreadsheet of another country writes "
        f"it: if they are the same, strike one of each; stored are observations {listed}"
    )
