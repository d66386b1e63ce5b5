"""Probes that grow ring by ring past the direct neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.graphs.check import check_graph
from cheapbandits.probes.family import NestedFamily
from cheapbandits.probes.rounding import to_nine_digits
from cheapbandits.probes.strongest import edges_to, strongest_first

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["Hops"]


class Hops(NestedFamily):
    """Node ``i``, then its neighbours, then theirs, until the group is wide enough.

    Within a ring the nodes most strongly tied to the ring before (by total edge weight) come first;
    ties: lowest index. On roads and grids, where neighbourhoods are small, these are the probes to
    use. A node whose whole connected part is too small has that part as its group.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2), (2, 3)])
    >>> Hops(path).at(3).members
    array([[0, 1, 2],
           [1, 0, 2],
           [2, 1, 3],
           [3, 2, 1]])
    """

    def __init__(self, graph: Graph) -> None:
        check_graph(graph)
        super().__init__(graph.n_nodes, int(np.bincount(graph.parts).max()))
        self._weights = graph.weights
        self._of = graph.fingerprint

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return f"hops({self._of})"

    def nearness(self, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ring and tie to the ring before, as the group itself has them.

        All rings of a group but the last are whole, so that no node outside counts.
        """
        within = np.stack([edges_to(self._weights, node, nodes) for node in nodes.tolist()])
        near = np.zeros((len(nodes), 2))
        ring, left = nodes == center, nodes != center
        while ring.any():
            hops, ties = near[ring, 0].max() + 1, to_nine_digits(within[ring].sum(axis=0))
            ring = left & (ties > 0)
            near[ring, 0], near[ring, 1] = hops, ties[ring]
            left &= ~ring
        near[left] = np.inf
        return near

    def _grow(self, width: int) -> NDArray[np.int64]:
        n = self.n_nodes
        table = np.full((n, width), -1, dtype=np.int64)
        table[:, 0] = np.arange(n)
        filled = np.ones(n, dtype=np.int64)
        open_rows = np.arange(n)
        seen = ring = sp.csr_array(sp.eye_array(n))
        while open_rows.size:
            ring = _next_ring(ring, seen, self._weights)
            place, rows, nodes = strongest_first(_without_rounding(ring))
            column = filled[open_rows][rows] + place
            fits = column < width
            table[open_rows[rows[fits]], column[fits]] = nodes[fits]
            found = np.diff(ring.indptr)
            filled[open_rows] += found
            goes_on = (filled[open_rows] < width) & (found > 0)
            seen = sp.csr_array(seen + _indicator(ring))[goes_on]
            ring, open_rows = ring[goes_on], open_rows[goes_on]
        return table


def _next_ring(ring: sp.csr_array, seen: sp.csr_array, weights: sp.csr_array) -> sp.csr_array:
    """Return who is one hop further out, with the total weight that ties them to the ring."""
    reached = sp.csr_array(_indicator(ring) @ weights)
    # x - x is exactly zero: what is known already drops out, whatever its weight.
    known = sp.csr_array(reached.multiply(_indicator(seen)))
    fresh = sp.csr_array(reached - known)
    fresh.eliminate_zeros()
    fresh.sort_indices()
    return fresh


def _without_rounding(ring: sp.csr_array) -> sp.csr_array:
    """Return the totals as far as they can be trusted: sums in another order tie."""
    return sp.csr_array((to_nine_digits(ring.data), ring.indices, ring.indptr), shape=ring.shape)


def _indicator(matrix: sp.csr_array) -> sp.csr_array:
    ones = np.ones_like(matrix.data)
    return sp.csr_array((ones, matrix.indices, matrix.indptr), shape=matrix.shape)
