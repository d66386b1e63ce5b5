"""The price of a unit of cost, so that money lasts to the end and none is left."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MARGIN", "envelope_slope"]

#: The price is this much above the end game's: money is saved until the place is known.
MARGIN = 1.2


def envelope_slope(
    costs: NDArray[np.float64], values: NDArray[np.float64], affordable: float
) -> float:
    """Return the slope, at the affordable cost, of the upper concave envelope of the points.

    This is the dual price of the end game: mix two kinds of probes, at this mean cost, for the
    largest mean value. 0 where the most valuable point can be afforded.

    Examples
    --------
    >>> round(envelope_slope(np.array([0.25, 0.5, 1.0]), np.array([0.5, 0.8, 1.0]), 0.7), 9)
    0.4
    """
    order = np.lexsort((-values, costs))
    hull: list[tuple[float, float]] = []
    for c, v in zip(costs[order].tolist(), values[order].tolist(), strict=True):
        if hull and v <= hull[-1][1]:
            continue
        while len(hull) > 1 and (v - hull[-1][1]) * (hull[-1][0] - hull[-2][0]) >= (
            hull[-1][1] - hull[-2][1]
        ) * (c - hull[-1][0]):
            hull.pop()
        hull.append((c, v))
    for (c0, v0), (c1, v1) in pairwise(hull):
        if affordable < c1:
            return (v1 - v0) / (c1 - c0)
    return 0.0
