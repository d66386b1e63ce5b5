"""Random choices among very many pairs, in time proportional to what is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import got
from cheapbandits.errors import CapacityError, ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "check_count",
    "check_probability",
    "check_size",
    "successes",
    "triangle_pairs",
    "uniforms",
]


#: The most nodes, and the most edges: beyond, indices take twice the room, and so does all else.
MOST = 2**31 - 1


def check_count(name: str, value: int, low: int, high: int | None = None) -> int:
    """Return a whole number within its bounds, or refuse it by name."""
    bounds = f"at least {low}" if high is None else f"from {low} to {high}"
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        raise ParameterError(f"{name} must be a whole number, {bounds}; got {got(value)}")
    return int(value)


def check_size(n_nodes: int, n_edges: float = 0) -> None:
    """Refuse a graph that no machine holds, before anything is drawn."""
    if n_nodes > MOST or n_edges > MOST:
        what = "nodes" if n_nodes > MOST else "edges"
        raise CapacityError(f"a graph has at most {MOST:,} {what}; ask for a smaller one")


def check_probability(name: str, value: float) -> float:
    """Return a number from 0 to 1, or refuse it by name."""
    number = float(value) if isinstance(value, int | float | np.integer | np.floating) else -1.0
    if not 0 <= number <= 1:
        raise ParameterError(f"{name} must be a probability, from 0 to 1; got {got(value)}")
    return number


def successes(trials: int, probability: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return which of ``trials`` independent trials succeed, in increasing order.

    Draws the gaps between successes, which are geometric, instead of every trial.
    """
    if trials == 0 or probability == 0:
        return np.empty(0, dtype=np.int64)
    found, last = [], -1
    while last < trials:
        expected = (trials - last) * probability
        gaps = rng.geometric(probability, size=int(expected + 4 * np.sqrt(expected)) + 8)
        # A gap past the end ends the draw whatever its length; cut, the sum cannot overflow.
        places = last + np.cumsum(np.minimum(gaps, trials + 1))
        found.append(places)
        last = int(places[-1])
    chosen = np.concatenate(found)
    return chosen[chosen < trials]


def triangle_pairs(places: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Turn places in the list (1, 0), (2, 0), (2, 1), (3, 0), ... into the pairs ``i > j``."""
    i = ((1 + np.sqrt(1 + 8 * places.astype(float))) / 2).astype(np.int64)
    # The square root of a large place may be off by one either way.
    i -= i * (i - 1) // 2 > places
    i += i * (i + 1) // 2 <= places
    return i, places - i * (i - 1) // 2


def uniforms(rng: np.random.Generator, block: int) -> Iterator[float]:
    """Yield U[0, 1) numbers one by one at the price of drawing them in blocks."""
    while True:
        yield from rng.random(block).tolist()
