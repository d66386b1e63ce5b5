"""Sites in two parts that lie far from each other: two systems of coordinates, perhaps.

Metres of two systems, or of two zones of one, look alike: nothing but where the sites lie tells
them apart. Two islands lie so too, and so this is a note. Degrees among metres are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.globe import WGS84
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

    Points = NDArray[np.float64]

__all__ = ["degrees_among_metres", "two_parts"]

#: So many times as far from each other as the larger part is wide.
FAR = 50.0
#: From here on a number is no place of a plot within its field, but of a map.
_OF_MAPS = 1e5


def two_parts(graph: Graph, points: Points) -> str | None:
    """Return what to say of sites that lie in two parts; ``None`` where they do not.

    Parameters
    ----------
    graph
        The sites.
    points
        Where they lie, so that distances can be taken: in metres where they are degrees.
    """
    split = _split(points)
    if split is None:
        return None
    there, gap, width = split
    scale, unit = (1e-3, " km") if graph.crs == WGS84 else (1.0, "")
    fewer = there if 2 * there.sum() <= there.size else ~there
    first = shown(graph.name(int(np.argmax(fewer))))
    apart, wide = (f"{_number(length * scale)}{unit}" for length in (gap, width))
    return (
        f"the sites lie in two parts far from each other ({there.size - fewer.sum()} and "
        f"{fewer.sum()}, {apart} apart, each at most {wide} wide; '{first}' is of the smaller): "
        "two systems of coordinates, or a decimal point in the wrong place?"
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if 10 <= value < 1e15 else f"{value:.2g}"


def _split(points: Points) -> tuple[NDArray[np.bool_], float, float] | None:
    """Return which points are of the second part, the gap between, and the width of the larger."""
    best: tuple[NDArray[np.bool_], float, float] | None = None
    for axis in points.T:
        order = np.sort(axis)
        steps = np.diff(order)
        at = int(np.argmax(steps))
        gap = float(steps[at])
        if gap == 0:
            continue
        there = axis > order[at]
        width = max(float(np.ptp(points[part], axis=0).max()) for part in (there, ~there))
        if 0 < FAR * width < gap and (best is None or gap > best[1]):
            best = there, gap, width
    return best


def degrees_among_metres(points: Points) -> int | None:
    """Return the first row in degrees, where others are in metres of a map; ``None`` if none is.

    Degrees have more than two decimals, and every other row lies where only maps have numbers.

    Examples
    --------
    >>> degrees_among_metres(np.array([(690000, 5640000), (5.71344, 50.98474)]))
    1
    >>> degrees_among_metres(np.array([(690000, 5640000), (12.5, 40)]))
    """
    small = (np.abs(points) <= (180, 90)).all(axis=1)
    fine = (np.round(points, 2) != points).any(axis=1)
    large = (np.abs(points) >= _OF_MAPS).any(axis=1)
    degrees = small & fine
    if not degrees.any() or degrees.all() or not (degrees | large).all():
        return None
    return int(np.argmax(degrees))
