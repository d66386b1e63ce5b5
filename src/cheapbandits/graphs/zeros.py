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
#: How far above negative values zero lies: in ranges of these; and where it comes again, in the
#: widest step between two of them, and at least in their range.
_OFF, _STEPS, _PART = 1.0, 2.0, 0.25


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
    reach = high - low
    if low > 0:
        return count >= THIRD and low > THIRD_OFF * reach
    quarter, three = np.percentile(others, [25, 75])
    steps = max(_STEPS * float(np.diff(kinds).max()), float(three - quarter), _PART * reach)
    return -high > _OFF * reach or (count >= THIRD and -high > steps)
