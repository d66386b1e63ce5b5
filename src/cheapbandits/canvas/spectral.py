"""A layout for graphs that have no place on a map: the two lowest nonconstant frequencies.

Each connected part is laid out on its own, because one part's eigenvectors are constant on the
others, and the parts stand beside each other as squares of an area in proportion to their nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs import Graph
from cheapbandits.spectrum import fourier_basis
from cheapbandits.spectrum.lanczos import lowest_eigenpairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["spectral_layout"]

#: Up to this size all eigenvectors come in no time; above, only the three that are needed.
DENSE_NODES = 400
#: Part of a square that stays empty, as the gap to the next.
GAP = 0.15


def spectral_layout(graph: Graph) -> NDArray[np.float64]:
    """Return ``(N, 2)`` positions; the graph keeps them, because it is drawn many times."""
    return graph.keep("spectral layout", lambda: _laid_out(graph))


def _laid_out(graph: Graph) -> NDArray[np.float64]:
    sizes = np.bincount(graph.parts)
    corners = _shelves(np.sqrt(sizes))
    positions = np.empty((graph.n_nodes, 2))
    members = np.split(np.argsort(graph.parts, kind="stable"), np.cumsum(sizes)[:-1])
    for corner, nodes in zip(corners, members, strict=True):
        side = np.sqrt(len(nodes)) * (1 - GAP)
        positions[nodes] = corner + side * _one_part(graph, nodes)
    positions.setflags(write=False)
    return positions


def _one_part(graph: Graph, nodes: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return positions in the unit square."""
    n = len(nodes)
    if n == 1:
        return np.full((1, 2), 0.5)
    if n == 2:
        return np.array([[0.0, 0.5], [1.0, 0.5]])
    from scipy.stats import rankdata  # half of what a server would import, and few graphs need it

    part = graph if n == graph.n_nodes else Graph(graph.weights[nodes][:, nodes])
    find = fourier_basis if n <= DENSE_NODES else lowest_eigenpairs
    vectors = find(part, 3)[1][:, 1:]
    # Eigenvectors crowd most nodes together and throw a few far out; ranks spread them evenly.
    # Half of each keeps the shape and stays readable.
    span = np.ptp(vectors, axis=0)
    values = (vectors - vectors.min(axis=0)) / np.where(span > 0, span, 1.0)
    ranks = (rankdata(vectors.round(12), axis=0) - 1) / (n - 1)
    return np.asarray((values + ranks) / 2)


def _shelves(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the lower left corners of squares put on shelves, the largest first."""
    corners = np.empty((len(sides), 2))
    width = max(float(sides.max()), 1.2 * float(np.sqrt((sides**2).sum())))
    x = y = height = 0.0
    for i in np.argsort(-sides, kind="stable"):
        if x + sides[i] > width * (1 + 1e-9):
            x, y, height = 0.0, y - height, 0.0
        height = height or float(sides[i])
        corners[i] = x, y - sides[i]
        x += float(sides[i])
    return corners
