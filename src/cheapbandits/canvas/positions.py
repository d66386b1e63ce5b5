"""Where to draw nodes, and a frame that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.canvas.spectral import spectral_layout
from cheapbandits.graphs.globe import WGS84

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["aspect_of", "frame_of", "has_map", "positions_of"]

#: Interquartile ranges beyond the quartiles at which a node lies too far out for the frame.
FENCE = 2.0

Frame = tuple[float, float, float, float]


def has_map(graph: Graph) -> bool:
    """Return whether the nodes have a place in the plane."""
    return graph.coordinates is not None and graph.coordinates.shape[1] == 2


def positions_of(graph: Graph) -> NDArray[np.float64]:
    """Return ``(N, 2)`` positions: the coordinates, or a layout where they are none of a map."""
    if graph.coordinates is not None and has_map(graph):
        return graph.coordinates
    return spectral_layout(graph)


def aspect_of(graph: Graph, frame: Frame) -> float:
    """Return how much longer a step up is to be drawn than a step to the right.

    For degrees ``1 / cos(latitude)`` of the middle, so that shapes look as on a globe. Coordinates
    that cannot be degrees are taken to be lengths.
    """
    places = graph.coordinates
    plane = graph.crs not in (None, WGS84)
    if plane or places is None or not has_map(graph) or (np.abs(places) > (180, 90)).any():
        return 1.0
    middle = min(abs(frame[2] + frame[3]) / 2, 80.0)
    return float(1 / np.cos(np.radians(middle)))


def frame_of(positions: NDArray[np.float64], shown: list[int]) -> Frame:
    """Return left, right, bottom and top; a few far-off nodes are left out, but none ``shown``.

    So Alaska and Hawaii do not squeeze the other states, until something happens there.
    """
    low, high = np.quantile(positions, [0.25, 0.75], axis=0)
    reach = FENCE * (high - low)
    inside = ((positions >= low - reach) & (positions <= high + reach)).all(axis=1)
    if not inside.any() or not inside[shown].all():
        inside[:] = True
    (left, bottom), (right, top) = positions[inside].min(axis=0), positions[inside].max(axis=0)
    # Nodes on one line, or a single one, still get a frame with some room.
    room = 0.03 * max(right - left, top - bottom) or 1.0
    return float(left - room), float(right + room), float(bottom - room), float(top + room)
