"""New readings whose numbers are stored already: rounded, at other places, or under other dates.

A number of three digits and more comes again by chance now and then, but not in most rows of a
file. A report that is sent again with fewer decimals has the readings that it had; a table of which
one column was sorted by itself has them, too, each at the site of another. Fewer digits agree by
chance; where nearly all of several numbers do, they are rounded.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import islice

from cheapbandits.campaign.key_says import otherwise, same
from cheapbandits.campaign.stored_readings import Given, Place, Stored, fits

__all__ = ["Rounded", "is_rounded", "is_telling", "numbers_again"]

#: Fewer digits come again by chance.
_DIGITS = 3
#: Of so many of the new readings, and of no fewer, it is told.
_MOST_OF, _FEWEST = 0.8, 5
#: A program that keeps numbers in four bytes writes 0.1 as 0.10000000149: by so much of it off.
_FOUR_BYTES = Decimal("1e-7")
#: Of how many readings of one place it is asked.
_MOST = 100


class Rounded:
    """Readings from files that no row has met: a row may be one of them, rounded."""

    def __init__(self, stored: Iterable[Stored]) -> None:
        self._places: dict[Place, list[Stored]] = defaultdict(list)
        for one in stored:
            if one.counts and not one.met:
                self._places[one.place].append(one)

    def among(self, rows: Sequence[Given]) -> list[bool]:
        """Tell of each row whether it may be a stored reading with fewer decimals, or with more.

        Its date is the same, or one of the two has none. Each stored reading is met once. A row
        of few digits may be one where nearly all rows that can be compared are.
        """
        found = self._met(enumerate(rows), is_rounded)
        for one in found.values():
            one.met = True
        rest = [(k, row) for k, row in enumerate(rows) if k not in found]
        few = self._met(rest, _is_near)
        compared = len(found) + len(self._met(rest, lambda _one, _other: True))
        both = {**found, **few}
        # Where all sites read about the same, numbers without decimals are the same by chance.
        several = len({_coarser(one.reading, rows[k].reading) for k, one in both.items()})
        if few and several >= _FEWEST and len(both) >= _MOST_OF * compared:
            for one in few.values():
                one.met = True
            found = both
        return [k in found for k in range(len(rows))]

    def _met(
        self, rows: Iterable[tuple[int, Given]], agree: Callable[[float, float], bool]
    ) -> dict[int, Stored]:
        """Return which stored reading each row may be, by the row's number; each only once."""
        met: dict[int, Stored] = {}
        taken: set[int] = set()
        for k, row in rows:
            for one in islice(self._places.get(row.place, ()), _MOST):
                free = not one.met and id(one) not in taken and fits(one.column, row.column)
                if not free or not agree(one.reading, row.reading):
                    continue
                if same(one.says, row.says) or otherwise(one.says, row.says):
                    met[k] = one
                    taken.add(id(one))
                    break
        return met


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
        if often[row.reading] == len(where.get(row.reading, ())) == 1 and is_telling(row.reading)
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


def is_rounded(one: float, other: float) -> bool:
    """Tell whether one of two numbers is the other with fewer decimals, and three digits or more.

    These are digits in which both agree: 0.1 and 0.10000000149 do in more than that.

    Examples
    --------
    >>> is_rounded(271.123, 271.12), is_rounded(479.6, 480.0), is_rounded(3.46, 3.5)
    (True, True, False)
    >>> is_rounded(0.1, 0.10000000149)
    True
    """
    if not _is_near(one, other):
        return False
    fine, coarse = _by_decimals(one, other)
    enough = abs(coarse.scaleb(-_exponent(coarse))) >= 10 ** (_DIGITS - 1)
    return enough or abs(fine - coarse) <= _FOUR_BYTES * abs(coarse)


def is_telling(number: float) -> bool:
    """Tell whether a number has so many digits that it hardly comes again by chance."""
    return len(Decimal(repr(number)).normalize().as_tuple().digits) >= _DIGITS


def _is_near(one: float, other: float) -> bool:
    """Tell whether one of two numbers is the other with fewer decimals, however few digits."""
    if abs(one - other) >= 1:
        return False  # decimals make less; and this is quick
    fine, coarse = _by_decimals(one, other)
    exponent = _exponent(coarse)
    return _exponent(fine) < exponent and abs(fine - coarse) * 2 <= Decimal(1).scaleb(exponent)


def _coarser(one: float, other: float) -> Decimal:
    return _by_decimals(one, other)[1]


def _by_decimals(one: float, other: float) -> tuple[Decimal, Decimal]:
    """Return two numbers, that with more decimals first."""
    fine, coarse = sorted((Decimal(repr(one)), Decimal(repr(other))), key=_exponent)
    return fine, coarse


def _exponent(number: Decimal) -> int:
    """Return the place of the last decimal, as a power of ten; 0 of a whole number."""
    return min(0, int(number.normalize().as_tuple().exponent))
