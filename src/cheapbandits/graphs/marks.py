"""Numbers that stand for 'no value' in many files: -9999, 1e20 and their like.

Programs write them where a sensor was silent. Taken for values, a single one moves every mean, and
the coldest or hottest place is one that nobody measured. Nobody can tell for sure, so such a number
is asked about where it stands apart from all others, and taken where it may well be one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "KNOWN",
    "Mark",
    "Nodata",
    "are_number",
    "check_nodata",
    "find_mark",
    "may_mean_none",
    "nodata_of",
]

#: What stands for 'no value': a number, ``False`` where none does, ``None`` where nobody said.
Nodata = float | Literal[False] | None

#: Of nines: how many before the point and after it. Two before it are a mark below zero only.
_NINES = [(k, m) for k in range(2, 7) for m in range(3) if k + m <= 6]
_ROUND = (1e20, 1e30, 1e31, 1e33, 1e34, 1e35, 1e36, 1e37, 9.96921e36, 1.70141e38, 3.402823e38)
_LONG = (32_768, 2**31, 2**32 - 1, *(10**k - 1 for k in range(7, 10)))
#: So far apart, relatively, are a number and what single precision, or few digits, make of it.
_SAME = 1e-6
#: How far off a mark stands, compared with how far the others reach: a single one, and several.
_APART, _APART_OF_MANY = 0.5, 0.1


def _known_marks() -> NDArray[np.float64]:
    nines = [float(f"{'9' * k}.{'9' * m}0") for k, m in _NINES]
    above = [nine for nine in nines if nine >= 999] + [*_LONG, *_ROUND, 32_767, 65_535, 2**31 - 1]
    return np.array(sorted({*above, *(-mark for mark in (*nines, *above))}))


#: All of them; bands of bytes have further ones.
KNOWN = _known_marks()


@dataclass(frozen=True)
class Mark:
    """A number that may mean 'no value', where it stands first, how often, and what else there is.

    ``low`` and ``high`` are the ends of all others; ``nan`` where there are none.
    """

    value: float
    first: int
    count: int
    of: int
    low: float
    high: float

    def asked(self, what: str = "rows") -> str:
        """Return the question, with both answers."""
        alone = np.isnan(self.low)
        others = "" if alone else f", far from all others ({self.low:g} to {self.high:g})"
        value = f"{self.value:.10g}"  # as many digits as it takes to be told as nodata
        if not isfinite(float(value)):  # the largest number there is, rounded up
            value = repr(self.value)
        return (
            f"{value} stands in {self.count:,} of {self.of:,} {what}{others}: does it mean "
            f"'no value'? If so, leave it empty or say --nodata {value} (nodata="
            f"{value} in Python and over HTTP); if it is a true value, --nodata none "
            "(nodata=False; over HTTP nodata=none)"
        )


def find_mark(values: ArrayLike, also: NDArray[np.float64] | None = None) -> Mark | None:
    """Return the first number that may mean 'no value', or ``None``; a missing value is none.

    Parameters
    ----------
    values
        What stands there.
    also
        Further numbers that may mean it here, as 255 does among bytes.

    Examples
    --------
    >>> find_mark([1.5, -9999.0, 2.5]).value
    -9999.0
    >>> find_mark([950.0, 999.0, 1020.0])  # pressures
    """
    given = np.asarray(values, dtype=float).ravel()
    numbers = given[np.isfinite(given)]
    if not numbers.size:
        return None
    known = KNOWN if also is None else np.concatenate([KNOWN, also])
    ends = _ends(numbers, known)
    if not ends:
        return None
    rest = _without_ends(numbers, known)
    found = [mark for mark in (_standing(given, end, rest) for end in ends) if mark is not None]
    return min(found, key=lambda mark: mark.first, default=None)


def may_mean_none(number: float, others: ArrayLike) -> bool:
    """Tell whether a single number may mean 'no value', among others that may hold it too."""
    if not are_number(KNOWN, number).any():
        return False
    rest = _without_ends(np.asarray(others, dtype=float), KNOWN)
    return _standing(np.array([number]), number, rest) is not None


def _without_ends(numbers: NDArray[np.float64], known: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers without the marks at their ends, of which there may be several."""
    while numbers.size and (ends := _ends(numbers, known)):
        numbers = numbers[~np.logical_or.reduce([are_number(numbers, end) for end in ends])]
    return numbers


def _ends(numbers: NDArray[np.float64], known: NDArray[np.float64]) -> list[float]:
    """Return which of the smallest and the largest are marks."""
    ends = (float(numbers.min()), float(numbers.max()))
    return [end for end in ends if are_number(known, end).any()]


def _standing(given: NDArray[np.float64], end: float, rest: NDArray[np.float64]) -> Mark | None:
    """Return a number as a mark, if it stands apart from the rest."""
    places = np.flatnonzero(are_number(given, end))
    of = int(np.isfinite(given).sum())
    first, count, value = int(places[0]), int(places.size), float(end)
    if not rest.size:
        return Mark(value, first, count, of, np.nan, np.nan)
    low, high = float(rest.min()), float(rest.max())
    gap = max(low - value, value - high)
    reach = max(high - low, abs(float(np.median(rest))))
    if gap <= (_APART_OF_MANY if count > 1 else _APART) * reach:
        return None
    return Mark(value, first, count, of, low, high)


def are_number(values: NDArray[np.float64], number: float) -> NDArray[np.bool_]:
    """Tell which values are a number, as far as single precision and a few digits can tell."""
    return np.asarray(np.abs(values - number) <= _SAME * abs(number))


def check_nodata(nodata: object) -> Nodata:
    """Return what stands for 'no value', if it can."""
    if nodata is None or nodata is False:
        return nodata
    if isinstance(nodata, bool) or not isinstance(nodata, int | float | np.number):
        raise ParameterError(
            f"nodata must be a number, or False where all are true values; got {nodata!r}"
        )
    return float(nodata)


def nodata_of(text: str | None) -> Nodata:
    """Return what was typed: a number, or ``none``."""
    if text is None:
        return None
    if text.strip().lower() == "none":
        return False
    number = parse_number(text)
    if number is None or not np.isfinite(number):
        raise ParameterError(f"--nodata must be a number or none, got '{shown(text)}'")
    return number
