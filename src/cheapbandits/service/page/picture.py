"""A graph as a browser draws it: cells, nodes with links, dots, or nothing but how many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.spatial import cKDTree

from cheapbandits.service.page.cells import MOST_CELLS, cells_of, regions_of
from cheapbandits.service.page.flat import WORLD, flat_of
from cheapbandits.service.page.packed import MOST_DOTS, pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.graphs.outlines import Outlines
    from cheapbandits.service.page.flat import Flat

    Points = NDArray[np.float64]

__all__ = ["picture_of"]

#: Links are drawn where they can be seen.
MOST_LINKS = 20_000


def picture_of(graph: Graph) -> bytes:
    """Return the packed picture; kept with the graph, as it never changes."""
    return graph.keep("page picture", lambda: _picture(graph))


def _picture(graph: Graph) -> bytes:
    flat = flat_of(graph)
    head: dict[str, Any] = {
        "n": graph.n_nodes,
        "links": graph.n_edges,
        "parts": graph.n_parts,
        "neighbours": int(np.median(graph.neighbor_counts)),
        "named": graph.names is not None,
        "mapped": flat.mapped,
        "outlined": graph.outlines is not None,
        "width": flat.width,
        "height": flat.height,
        "insets": flat.insets,
    }
    if graph.n_nodes > MOST_DOTS:
        return pack(
            {**head, "kind": "bins", "radius": 0.4 * WORLD / float(np.sqrt(graph.n_nodes))}, {}
        )
    arrays: dict[str, NDArray[Any]] = {
        "x": _whole(flat.points[:, 0]),
        "y": _whole(flat.points[:, 1]),
    }
    if flat.corners is not None and graph.outlines is not None and graph.n_nodes <= MOST_CELLS:
        arrays |= _outlined(graph.outlines, flat.corners, graph.n_nodes)
        return pack({**head, "kind": "cells", "radius": _radius(flat)}, arrays)
    shapes = None
    if flat.mapped and graph.n_nodes <= MOST_CELLS:
        shapes = cells_of(flat, regions_of(graph.names))
    if shapes is not None:
        polygons, borders = shapes
        sizes = np.cumsum([0, *(len(shape) for shape in polygons)])
        arrays |= {
            "start": sizes.astype(np.uint32),
            "corners": _whole(np.concatenate(polygons).ravel()),
            "borders": _whole(borders.ravel()),
        }
        return pack({**head, "kind": "cells", "radius": _radius(flat)}, arrays)
    if graph.n_edges <= MOST_LINKS:
        arrays["pairs"] = graph.edges()[0].ravel().astype(np.uint32)
    kind = "nodes" if graph.n_nodes <= MOST_CELLS else "dots"
    return pack({**head, "kind": kind, "radius": _radius(flat)}, arrays)


def _outlined(lines: Outlines, corners: Points, n: int) -> dict[str, NDArray[Any]]:
    """Return the user's polygons as cells: ``first`` marks the corners where a ring begins."""
    whose = np.repeat(lines.owner, np.diff(lines.start))
    first = np.zeros(len(corners), dtype=np.uint8)
    first[lines.start[:-1]] = 1
    return {
        "start": np.searchsorted(whose, np.arange(n + 1)).astype(np.uint32),
        "corners": _whole(corners.ravel()),
        "first": first,
        "borders": np.zeros(0, dtype=np.uint16),
    }


def _radius(flat: Flat) -> float:
    """Return how large a node may be drawn: about half way to its nearest, for most."""
    n = len(flat.points)
    if n < 2:
        return 0.1 * WORLD
    gaps = cKDTree(flat.points).query(flat.points, k=2)[0][:, 1]
    fair = 0.5 * float(np.sqrt(flat.width * flat.height / n))
    return float(np.clip(0.52 * np.quantile(gaps, 0.4), 0.2 * fair, 0.02 * WORLD))


def _whole(values: NDArray[np.float64]) -> NDArray[np.uint16]:
    return np.rint(np.clip(values, 0, WORLD)).astype(np.uint16)
