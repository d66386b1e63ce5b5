"""What is in view of a map too large to send: the hottest place of each few pixels, or the places.

The maximum, never the average: an average hides the very place that is looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cheapbandits.service.page.flat import flat_of
from cheapbandits.service.page.packed import pack, quantised

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.service.page.moments import Frame

__all__ = ["FEW", "Box", "in_view", "where"]

#: So many places in view are sent themselves.
FEW = 20_000


class Box(NamedTuple):
    """A part of the world, in its units, and how many bins it is cut into."""

    x0: float
    y0: float
    x1: float
    y1: float
    w: int
    h: int


def in_view(
    graph: Graph, frame: Frame | None, readings: NDArray[np.int_], box: Box, seq: int
) -> bytes:
    """Return the places in a box, or of each bin that holds any its hottest and how many."""
    points = flat_of(graph).points
    x, y = points[:, 0], points[:, 1]
    nodes = np.flatnonzero((x >= box.x0) & (x < box.x1) & (y >= box.y0) & (y < box.y1))
    head = {**box._asdict(), "seq": seq, "count": len(nodes)}
    if len(nodes) <= FEW:
        arrays: dict[str, NDArray[Any]] = {
            "node": nodes.astype(np.uint32),
            "x": x[nodes].astype(np.float32),
            "y": y[nodes].astype(np.float32),
        }
        return _with_values({**head, "kind": "places"}, arrays, nodes, frame, readings)
    cell, hottest, most = _hottest(points[nodes], nodes, frame, readings, box)
    arrays = {"cell": cell.astype(np.uint32), "node": hottest.astype(np.uint32)}
    return _with_values({**head, "kind": "bins"}, arrays, hottest, frame, readings, most)


def _hottest(
    points: NDArray[np.float64],
    nodes: NDArray[np.int64],
    frame: Frame | None,
    readings: NDArray[np.int_],
    box: Box,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int_]]:
    """Return the bins that hold places, the hottest place of each, and its most readings.

    Without a sort of all places: they are written into their bins from the coldest to the hottest,
    and of equal ones from the last to the first, so that the hottest and first stays.
    """
    across = ((points[:, 0] - box.x0) / (box.x1 - box.x0) * box.w).astype(np.int64)
    down = ((points[:, 1] - box.y0) / (box.y1 - box.y0) * box.h).astype(np.int64)
    cell = np.minimum(down, box.h - 1) * box.w + np.minimum(across, box.w - 1)
    top = np.full(box.w * box.h, -1)
    if frame is None:
        top[cell[::-1]] = nodes[::-1]
    else:
        order = frame.coldest_first()
        if len(nodes) < len(order):
            place = np.full(len(order), -1)
            place[nodes] = cell
            cells = place[order]
            order, cells = order[cells >= 0], cells[cells >= 0]
        else:
            cells = cell[order]
        top[cells] = order
    most = np.zeros(box.w * box.h, dtype=readings.dtype)
    read = np.flatnonzero(readings[nodes])
    np.maximum.at(most, cell[read], readings[nodes[read]])
    found = np.flatnonzero(top >= 0)
    return found, top[found], most[found]


def _with_values(
    head: dict[str, Any],
    arrays: dict[str, NDArray[Any]],
    nodes: NDArray[np.int64],
    frame: Frame | None,
    readings: NDArray[np.int_],
    most: NDArray[np.int_] | None = None,
) -> bytes:
    counts = np.minimum(readings[nodes] if most is None else most, 255).astype(np.uint8)
    ends = {"low": 0.0, "high": 0.0, "most": 0.0, "top": int(readings.max(initial=0))}
    arrays = {**arrays, "readings": counts}
    if frame is not None:
        value, deviation = frame.value[nodes].astype(float), frame.deviation[nodes].astype(float)
        ends |= {"low": float(frame.value.min()), "high": float(frame.value.max())}
        ends["most"] = float(frame.deviation.max())
        arrays |= {
            "value": quantised(value, ends["low"], ends["high"], np.uint16),
            "known": frame.known[nodes],
            "deviation": quantised(deviation, 0.0, ends["most"], np.uint8),
        }
    return pack({**head, **ends}, arrays)


def where(graph: Graph, nodes: list[int]) -> dict[str, list[float]]:
    """Return the points of some places, by their numbers."""
    points = flat_of(graph).points
    return {str(k): points[k].tolist() for k in nodes if 0 <= k < graph.n_nodes}
