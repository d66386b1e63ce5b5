"""A layout for networks without a map: springs along links, and places that push each other.

It begins from the spectral layout, so it is the same every time; near means linked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from cheapbandits.canvas.spectral import spectral_layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

    Points = NDArray[np.float64]

__all__ = ["laid_out"]

#: More places, or links, than this keep the spectral layout: springs would take seconds.
MOST_NODES, MOST_EDGES = 6_000, 60_000
STEPS, MANY = 120, 1_000


def laid_out(graph: Graph) -> Points:
    """Return ``(N, 2)`` positions; kept with the graph."""
    return graph.keep("page layout", lambda: _laid_out(graph))


def _laid_out(graph: Graph) -> Points:
    points = np.array(spectral_layout(graph), dtype=float)
    n = graph.n_nodes
    if n < 4 or n > MOST_NODES or graph.n_edges > MOST_EDGES:
        return points
    span = np.maximum(np.ptp(points, axis=0), 1e-9)
    side = np.sqrt(n)  # one place a unit of area
    points = (points - points.min(axis=0)) / span * side
    points += 0.05 * np.random.default_rng(0).standard_normal(points.shape)
    pairs, _ = graph.edges()
    degree = np.maximum(graph.neighbor_counts.astype(float), 1)
    steps = STEPS if n <= MANY else STEPS // 3
    for step in range(steps):
        heat = 0.5 * side / 10 * (1 - step / steps) + 0.02
        force = _pulls(points, pairs, degree) + _pushes(points) + 0.02 * (side / 2 - points)
        size = np.linalg.norm(force, axis=1, keepdims=True)
        points = points + force / np.maximum(size, 1e-9) * np.minimum(size, heat)
    return np.asarray(points)


def _pulls(points: Points, pairs: NDArray[np.int64], degree: NDArray[np.float64]) -> Points:
    """Return how links draw places together; those of many links pull each other less."""
    a, b = pairs.T
    gap = points[b] - points[a]
    share = 0.6 / np.sqrt(np.minimum(degree[a], degree[b]))[:, None]
    return _summed(a, b, gap * share, len(points))


def _pushes(points: Points, reach: float = 3.0) -> Points:
    """Return how places push those within reach away."""
    pairs = cKDTree(points).query_pairs(reach, output_type="ndarray")
    if not len(pairs):
        return np.zeros_like(points)
    a, b = pairs.T
    gap = points[b] - points[a]
    squared = np.maximum((gap**2).sum(axis=1, keepdims=True), 1e-3)
    push = gap / squared * (1 - np.sqrt(squared) / reach).clip(0)
    return _summed(a, b, -push, len(points))


def _summed(a: NDArray[np.int64], b: NDArray[np.int64], force: Points, n: int) -> Points:
    """Return what acts on each place: ``force`` at one end, its opposite at the other."""
    return np.column_stack(
        [np.bincount(a, x, minlength=n) - np.bincount(b, x, minlength=n) for x in force.T]
    )
