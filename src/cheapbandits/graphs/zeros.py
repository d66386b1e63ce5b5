"""Zeros that may mean that nothing was read: a look-up of an empty cell, ``fillna(0)``, a border.

Most zeros are true: nothing was counted, it did not rain. Those are the smallest of values that
reach down to them. A zero is asked about where it comes again far below others that are all alike
(0 among 109 to 115), or above others that are all negative and stay away from it (0 among signals
of -73 to -51 dBm), where it would be the hottest place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.marks import Mark
from cheapbandits.graphs.repeated import OTHERS, THIRD, THIRD_OFF

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["find_zero"]

#: With fewer different others nobody can tell how far they reach.
_KINDS = 3
#: How far above negative values zero lies: in ranges of these, of a few and of some; and where it
#: comes again, in the widest step between two of them, and at least in their range.
_SOME, _OFF_FEW, _OFF, _STEPS, _PART = 10, 2.0, 1.0, 2.0, 0.25
#: Of many values a few lie far out, as cells of rasters do: so much wider than nine tenths of them
#: they reach.
_MANY, _WIDER = 20, 1.6
#: A heap of zeros: so many, and so many times as often as all that lies half way to them.
_HEAP, _TIMES = 10, 20


def find_zero(values: ArrayLike) -> Mark | None:
    """Return zero as a mark, if it may mean 'no value' among these; or ``None``.

    Examples
    --------
    >>> find_zero([109.9, 0, 112.1, 0, 115.0, 0, 110.2, 111.8]).count
    3
    >>> find_zero([-73, -51, 0, -66, -58, -70]).first
    2
    >>> find_zero([0, 0, 0, 1, 2, 5, 4])  # counts
    """
    given = np.asarray(values, dtype=float).ravel()
    zeros = np.flatnonzero(given == 0)
    others = given[np.isfinite(given) & (given != 0)]
    if not zeros.size or others.size < OTHERS or not _is_apart(others, zeros.size):
        return None
    low, high = float(others.min()), float(others.max())
    return Mark(0.0, int(zeros[0]), zeros.size, zeros.size + others.size, low, high)


def _is_apart(others: NDArray[np.float64], count: int) -> bool:
    """Tell whether zero, which stands there ``count`` times, is like none of the others."""
    low, high = float(others.min()), float(others.max())
    if low <= 0 <= high:
        return False
    kinds = np.unique(others)
    if kinds.size < _KINDS:
        return False
    if low > 0:
        return count >= THIRD and low > THIRD_OFF * _reach(others)
    if others.size < _SOME:
        return -high > _OFF_FEW * (high - low)
    return -high > _OFF * (high - low) or (count >= THIRD and _is_above(others, kinds, count))


def _reach(others: NDArray[np.float64]) -> float:
    """Return how far values reach, without the few of many that lie far out."""
    whole = float(np.ptp(others))
    if others.size < _MANY:
        return whole
    ends = np.percentile(others, [5, 95])
    inner = np.unique(others[(others >= ends[0]) & (others <= ends[1])])
    return whole if inner.size < _KINDS else min(whole, _WIDER * float(ends[1] - ends[0]))


def _is_above(others: NDArray[np.float64], kinds: NDArray[np.float64], count: int) -> bool:
    """Tell whether zeros lie off negative values, or are a heap where these have thinned out."""
    gap, steps = -float(kinds[-1]), np.diff(kinds)
    quarter, middle, three = np.percentile(others, [25, 50, 75])
    reach = float(kinds[-1] - kinds[0])
    if gap > max(_STEPS * float(steps.max()), float(three - quarter), _PART * reach):
        return True
    half_way = int((others > middle / 2).sum())
    heap = count >= _HEAP and count > _TIMES * half_way
    return heap and gap > _STEPS * float(np.median(steps))
