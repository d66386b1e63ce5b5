"""New readings whose numbers are stored already: rounded, at other places, or under other dates.

A number of three digits and more comes again by chance now and then, but not in most rows of a
file. A report that is sent again with fewer decimals has the readings that it had; a table of which
one column was sorted by itself has them, too, each at the site of another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import islice

from cheapbandits.campaign.key_says import otherwise, same
from cheapbandits.campaign.stored_readings import Given, Place, Stored, fits

__all__ = ["Rounded", "numbers_again"]

#: Fewer digits come again by chance.
_DIGITS = 3
#: Of so many of the new readings, and of no fewer, it is told.
_MOST_OF, _FEWEST = 0.8, 5
#: Of how many readings of one place it is asked.
_MOST = 100


class Rounded:
    """Readings from files that no row has met: a row may be one of them, rounded."""

    def __init__(self, stored: Iterable[Stored]) -> None:
        self._places: dict[Place, list[Stored]] = defaultdict(list)
        for one in stored:
            if one.counts and not one.met:
                self._places[one.place].append(one)

    def has(self, row: Given) -> bool:
        """Tell whether a row may be a stored reading with fewer decimals, or with more.

        Its date is the same, or one of the two has none. Each stored reading is met once.
        """
        for one in islice(self._places.get(row.place, ()), _MOST):
            free = not one.met and fits(one.column, row.column)
            if not free or not _is_rounded(one.reading, row.reading):
                continue
            if same(one.says, row.says) or otherwise(one.says, row.says):
                one.met = True
                return True
        return False


def numbers_again(stored: Iterable[Stored], rows: Sequence[Given]) -> str | None:
    """Return what to say where most numbers of a file are stored, but not as readings of these.

    Parameters
    ----------
    stored
        What the campaign has from files. A number that stands there several times tells nothing.
    rows
        What is new in the file.
    """
    where: dict[float, list[Place]] = defaultdict(list)
    for one in stored:
        if one.counts:
            where[one.reading].append(one.place)
    often = Counter(row.reading for row in rows)
    found = [
        where[row.reading][0] == row.place
        for row in rows
        if often[row.reading] == len(where.get(row.reading, ())) == 1
        and _digits(row.reading) >= _DIGITS
    ]
    here, elsewhere = sum(found), len(found) - sum(found)
    least = max(_FEWEST, _MOST_OF * len(rows))
    if elsewhere >= least:
        return (
            f"{elsewhere} of the {len(rows)} new readings are stored to the last digit, but at "
            "other places: are rows shifted, or was a column sorted by itself? If so, strike the "
            "new ones"
        )
    if here >= least:
        return (
            f"{here} of the {len(rows)} new readings are stored at the same places to the last "
            "digit, with another date, sample or name: are they the same? If so, strike the new "
            "ones"
        )
    return None


def _is_rounded(one: float, other: float) -> bool:
    """Tell whether one of two numbers is the other with fewer decimals, and three digits or more.

    Examples
    --------
    >>> _is_rounded(271.123, 271.12), _is_rounded(479.6, 480.0), _is_rounded(3.46, 3.5)
    (True, True, False)
    """
    fine, coarse = sorted((Decimal(repr(one)), Decimal(repr(other))), key=_exponent)
    exponent = _exponent(coarse)
    if _exponent(fine) == exponent or abs(coarse.scaleb(-exponent)) < 10 ** (_DIGITS - 1):
        return False
    return abs(fine - coarse) * 2 <= Decimal(1).scaleb(exponent)


def _exponent(number: Decimal) -> int:
    """Return the place of the last decimal, as a power of ten; 0 of a whole number."""
    return min(0, int(number.normalize().as_tuple().exponent))


def _digits(number: float) -> int:
    """Return how many digits a number has, but for noughts before and behind."""
    return len(Decimal(repr(number)).normalize().as_tuple().digits)
