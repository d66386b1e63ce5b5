"""A number that is far from all others: a unit or a point may be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from sys import float_info

__all__ = ["odd_reading", "odd_readings"]

#: So many times as far from the middle as any other reading.
FAR = 20.0
_FEWEST = 5
#: Several may be odd together, if they are no more than one of so many.
FEW = 5
_MOST = 4
_ROUNDING = 64 * float_info.epsilon


def odd_readings(readings: Sequence[float]) -> list[str]:
    """Return what is odd about the highest and the lowest of some readings, up to a fifth of them.

    Examples
    --------
    >>> odd_readings([1.1, 0.9, 1.3, 1.0, 1.2, 120.0])
    ['120 is far from all 5 others, which are from 0.9 to 1.3']
    >>> odd_readings([1.1, 0.9, 1.3, 1.0, 1.2, 1.1, 0.9, 120.0, 1.3, 110.0])
    ['110 and 120 are far from all 8 others, which are from 0.9 to 1.3']
    >>> odd_readings([])
    []
    """
    found, said = sorted(readings), []
    for ordered in (found, found[::-1]) if found else ():
        for count in range(max(1, len(ordered) // FEW), 0, -1):
            odd = _far(ordered[-count], ordered[:-count])
            if odd is not None:
                said.append(f"{_listed(ordered[-count:])} {'is' if count == 1 else 'are'} {odd}")
                break
    return said


def odd_reading(reading: float, others: Sequence[float]) -> str | None:
    """Return what is odd about a reading among others, or ``None``.

    Examples
    --------
    >>> odd_reading(120.0, [1.1, 0.9, 1.3, 1.0, 1.2])
    '120 is far from all 5 others, which are from 0.9 to 1.3'
    >>> odd_reading(2.0, [1.1, 0.9, 1.3, 1.0, 1.2])
    """
    odd = _far(reading, others)
    return None if odd is None else f"{reading:g} is {odd}"


def _listed(readings: Sequence[float]) -> str:
    listed = [f"{reading:g}" for reading in sorted(readings)]
    first = ", ".join(listed[:-1]) if len(listed) <= _MOST else f"{listed[0]}, ..."
    return f"{first} and {listed[-1]}" if first else listed[-1]


def _far(reading: float, others: Sequence[float]) -> str | None:
    """Return that a reading is far from the others, and where these are; ``None`` if it is not."""
    if len(others) < _FEWEST:
        return None
    middle, low, high = median(others), min(others), max(others)
    # Distances only, no level: whether 20 is odd among 15 and 16 is the same in kelvin. What
    # rounding may have made of equal numbers is none.
    least = _ROUNDING * max(abs(low), abs(high), abs(reading))
    if abs(reading - middle) <= FAR * max(high - middle, middle - low, least):
        return None
    span = f"are all {low:g}" if low == high else f"are from {low:g} to {high:g}"
    return f"far from all {len(others):,} others, which {span}"
