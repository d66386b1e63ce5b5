"""The paper's probes: a node with its strongest neighbours (Section 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.checks import one_of
from cheapbandits.probes.family import NestedFamily

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["StrongestNeighbors"]

Cap = Literal["smallest", "own"]


class StrongestNeighbors(NestedFamily):
    """Node ``i`` with its ``w - 1`` neighbours of largest edge weight; ties: lowest index.

    Parameters
    ----------
    graph
        ``N`` nodes.
    cap
        ``"smallest"`` (the paper's supplement): no group is wider than the smallest closed
        neighbourhood of the graph, so one isolated node brings every width down to 1.
        ``"own"``: each node's group stops at its own closed neighbourhood.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2)], weights=[1.0, 5.0])
    >>> StrongestNeighbors(path).at(2).members
    array([[0, 1],
           [1, 2],
           [2, 1]])
    """

    def __init__(self, graph: Graph, *, cap: Cap = "smallest") -> None:
        one_of(cap, ("smallest", "own"), "cap")
        closed = graph.neighbor_counts + 1
        super().__init__(graph.n_nodes, int(closed.min() if cap == "smallest" else closed.max()))
        self._weights = graph.weights
        self._cap = cap
        self._of = graph.fingerprint

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return f"strongest({self._cap}, {self._of})"

    def nearness(self, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weights of the edges to the centre."""
        return edges_to(self._weights, center, nodes)

    def _grow(self, width: int) -> NDArray[np.int64]:
        table = np.full((self.n_nodes, width), -1, dtype=np.int64)
        table[:, 0] = np.arange(self.n_nodes)
        place, rows, nodes = strongest_first(self._weights)
        chosen = place < width - 1
        table[rows[chosen], place[chosen] + 1] = nodes[chosen]
        return table


def strongest_first(
    weights: sp.csr_array,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Rank each row's entries by weight, ties by index.

    Returns
    -------
    place, rows, nodes
        For every stored entry: its rank within its row from 0, its row, its column.
    """
    counts = np.diff(weights.indptr)
    rows = np.repeat(np.arange(len(counts)), counts)
    if weights.nnz and weights.data.min() == weights.data.max():
        nodes = weights.indices
    else:
        order = np.lexsort((-weights.data, rows))  # stable: indices within a row are sorted
        nodes = weights.indices[order]
    place = np.arange(weights.nnz) - np.repeat(weights.indptr[:-1], counts)
    return place, rows, nodes.astype(np.int64)


def edges_to(weights: sp.csr_array, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the weights of the edges between one node and some others; 0 where there is none."""
    row = slice(*weights.indptr[center : center + 2])
    _, place, at = np.intersect1d(
        nodes, weights.indices[row], assume_unique=True, return_indices=True
    )
    found = np.zeros(len(nodes))
    found[place] = weights.data[row][at]
    return found


def strongest_neighbors(graph: Graph) -> StrongestNeighbors:
    """Return the paper's family of a graph, shared between the policies that use it."""
    return graph.keep("strongest neighbours", lambda: StrongestNeighbors(graph))
