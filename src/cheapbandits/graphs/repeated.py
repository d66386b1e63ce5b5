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

__all__ = ["find_repeated"]

#: How far off such a number is, compared with the rest: below zero where all others are not, below
#: them, and above them, where true values may lie far out too.
_OTHER_SIGN, _BELOW, _ABOVE = 5.0, 10.0, 100.0
#: A hot place is what campaigns look for: above the others a mark is also large by itself.
_LARGE = 1_000.0
#: With fewer others nobody can tell what is far, nor, of a smaller number, with fewer different
#: ones; there may be several such numbers.
_FEWEST, _MOST_ENDS, _USUAL = 3, 3, 50.0


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
    found = []
    places = np.arange(len(kinds))
    for k in {*places[:_MOST_ENDS].tolist(), *places[-_MOST_ENDS:].tolist()}:
        value = float(kinds[k])
        if counts[k] > 1 and value:
            for rest in (numbers[numbers > value], numbers[numbers < value]):
                if _is_far(value, rest):
                    first = int(np.flatnonzero(given == value)[0])
                    ends = float(rest.min()), float(rest.max())
                    found.append(Mark(value, first, int(counts[k]), numbers.size, *ends))
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
