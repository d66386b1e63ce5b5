"""A number that is far from all others: a unit or a point may be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

__all__ = ["odd_reading"]

#: So many times as far from the middle as any other reading.
FAR = 20.0
_FEWEST = 5


def odd_reading(reading: float, others: Sequence[float]) -> str | None:
    """Return what is odd about a reading among others, or ``None``.

    Examples
    --------
    >>> odd_reading(120.0, [1.1, 0.9, 1.3, 1.0, 1.2])
    '120 is far from all 5 others, which are from 0.9 to 1.3'
    >>> odd_reading(2.0, [1.1, 0.9, 1.3, 1.0, 1.2])
    """
    if len(others) < _FEWEST:
        return None
    middle, low, high = median(others), min(others), max(others)
    reach = max(high - middle, middle - low, abs(middle) / FAR)
    if reach == 0 or abs(reading - middle) <= FAR * reach:
        return None
    return f"{reading:g} is far from all {len(others):,} others, which are from {low:g} to {high:g}"
