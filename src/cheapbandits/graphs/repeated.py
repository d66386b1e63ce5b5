"""Numbers that loggers write for 'no value', whatever they are: -888.88, -7999, -127.

Every maker has one, so no list is whole. What they share: the very same number more than once, far
below or above everything else that was measured. A true extreme comes once, or near others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.marks import Mark

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["OTHERS", "THIRD", "THIRD_OFF", "find_repeated"]

#: How far off such a number is, compared with the rest: below zero where all others are not, below
#: them, and above them, where true values may lie far out too.
_OTHER_SIGN, _BELOW, _ABOVE = 5.0, 10.0, 100.0
#: A hot place is what campaigns look for: above the others a mark is also large by itself.
_LARGE = 1_000.0
#: With fewer others nobody can tell what is far, nor, of a smaller number, with fewer different
#: ones; there may be several such numbers.
_FEWEST, _MOST_ENDS, _USUAL = 3, 3, 50.0
#: Nobody writes nines only, again, one range off all others; nor any number a third time, ten off.
#: Below them, of the same sign, it may be a limit of detection.
_NINES_OFF, THIRD_OFF, THIRD, OTHERS = 1.0, 10.0, 3, 5


def find_repeated(values: ArrayLike) -> Mark | None:
    """Return the first number that stands there again and far from all others, or ``None``.

    Examples
    --------
    >>> find_repeated([21.1, -888.88, 20.9, 21.0, -888.88]).value
    -888.88
    >>> find_repeated([21.1, -888.88, 20.9, 21.0])  # once: it gets a note
    >>> find_repeated([0.0, 0.0, 20.9, 21.0, 22.0])  # nothing was found there
    """
    given = np.asarray(values, dtype=float).ravel()
    numbers = given[np.isfinite(given)]
    kinds, counts = np.unique(numbers, return_counts=True)
    places = np.arange(len(kinds))
    ends = {*places[:_MOST_ENDS].tolist(), *places[-_MOST_ENDS:].tolist()}
    again = [k for k in ends if counts[k] > 1 and kinds[k]]
    nines = [kinds[k] for k in again if _are_nines(kinds[k])]
    found = []
    for k in again:
        value, count = float(kinds[k]), int(counts[k])
        for rest in (numbers[numbers > value], numbers[numbers < value]):
            others = rest[~np.isin(rest, nines)]
            odd = _is_odd(value, count, others)
            if odd or _is_far(value, rest):
                first, among = int(np.flatnonzero(given == value)[0]), others if odd else rest
                low, high = float(among.min()), float(among.max())
                found.append(Mark(value, first, count, numbers.size, low, high))
    return min(found, key=lambda mark: mark.first, default=None)


def _is_far(value: float, rest: NDArray[np.float64]) -> bool:
    """Tell whether a number lies far from others that all lie to one side of it."""
    if rest.size < _FEWEST or (np.unique(rest).size < _FEWEST and abs(value) < _USUAL):
        return False
    low, high, middle = float(rest.min()), float(rest.max()), abs(float(np.median(rest)))
    if value > high:
        reach, factor = max(high - low, middle, _LARGE / _ABOVE), _ABOVE
    else:
        # A single hot place among the rest does not make a mark near.
        quarter, three = np.percentile(rest, [25, 75])
        reach = max(3 * float(three - quarter), middle)
        factor = _OTHER_SIGN if value < 0 <= low else _BELOW
    return reach > 0 and max(low - value, value - high) > factor * reach


def _is_odd(value: float, count: int, rest: NDArray[np.float64]) -> bool:
    """Tell whether nines, or what comes a third time, lie off others by more than their range."""
    if rest.size < OTHERS or np.unique(rest).size < _FEWEST:
        return False
    low, high = float(rest.min()), float(rest.max())
    gap, reach = max(low - value, value - high), high - low
    if 0 < value < low:
        return False
    far = count >= THIRD and gap > THIRD_OFF * reach
    return far or (_are_nines(value) and gap > _NINES_OFF * reach)


def _are_nines(value: float) -> bool:
    return {*f"{abs(value):.10g}"} in ({"9"}, {"9", "."})
