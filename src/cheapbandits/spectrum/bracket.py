"""The effective dimension of a large graph, between two bounds that close in.

``d`` fits when at least ``d`` eigenvalues lie below ``x_d = B / (d - 1) - ridge``, with
``B = T / log(1 + T / ridge)``. Each count ``c`` of the eigenvalues below ``x_d`` tells on both
sides, because ``x_d`` falls as ``d`` grows: if ``d`` fits then nothing above ``c`` does, and if it
does not then ``c`` itself does.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

__all__ = ["bracket"]

#: Bounds this close are halved.
NEAR = 6


def bracket(
    count: Callable[[float], int],
    *,
    budget: float,
    ridge: float,
    n_nodes: int,
    n_parts: int,
    tolerance: float,
    first: int | None = None,
) -> tuple[int, int]:
    """Return bounds ``low <= d <= high`` with ``high - low <= tolerance * high``.

    Parameters
    ----------
    count
        How many eigenvalues of ``L`` lie below a threshold.
    budget, ridge
        ``B`` and the ridge.
    n_nodes, n_parts
        ``N``, and how many connected parts there are: eigenvalues that are zero.
    tolerance
        Zero for the exact ``d``.
    first
        Where to look first; in the middle when left out.
    """
    # Every eigenvalue of L + ridge I is at least the ridge, and n_parts of them are no more.
    high = max(1, min(n_nodes, int(budget / ridge) + 1))
    low = max(1, min(n_parts, high))
    power, last = 1.0, None  # counts grow like a power of the threshold: 1 in the plane
    guess = (low + high + 1) // 2 if first is None else first
    while high - low > tolerance * high:
        guess = min(max(guess, low + 1), high)
        threshold = budget / (guess - 1) - ridge
        found = count(threshold)
        if found >= guess:
            low, high = guess, max(guess, min(high, found))
        else:
            low, high = max(low, found), guess - 1
        if last is not None and found > 0 and last[1] > 0 and found != last[1]:
            power = _power((threshold, found), last)
        last = (threshold, found)
        guess = (low + high + 1) // 2  # counts are steps: a law does not help among a few
        if high - low > NEAR:
            guess = _crossing(last, power, low, high, budget, ridge)
    return low, high


def _power(one: tuple[float, int], other: tuple[float, int]) -> float:
    slope = log(one[1] / other[1]) / log(one[0] / other[0])
    return min(max(slope, 0.1), 10.0)


def _crossing(
    known: tuple[float, int], power: float, low: int, high: int, budget: float, ridge: float
) -> int:
    """Return where ``d`` meets the count that a power law through one known count predicts."""
    threshold, found = known
    while high - low > 1:
        middle = (low + high) // 2
        predicted = found * (max(budget / (middle - 1) - ridge, 0.0) / threshold) ** power
        low, high = (middle, high) if predicted >= middle else (low, middle)
    return high
