"""Variances from a piece of the graph around a probe.

On the nodes ``B`` near the probe, ``A_BB x = s`` is solved and ``x`` is zero elsewhere. For any
``x``, with ``r = s - A x``,

    s'Ks  =  s'x + x'r  +  r'Kr,

and here ``r`` lives on the rim of ``B``, so little is left for the sketch to bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.iterative.system import conjugate_gradients
from cheapbandits.graphs.csr import distinct, row_entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System

    Nodes = NDArray[np.int64]
    Values = NDArray[np.float64]

__all__ = ["Ball", "Numbering"]

#: Residual inside a ball, beside the probe's weights; its rim counts far more.
TOLERANCE = 1e-3
#: What the calls cost, in entries of a matrix that could have been worked through.
CALLS = 1e6


class Numbering:
    """Places of nodes within a few of them. It holds scratch: whoever made it uses it alone."""

    def __init__(self, n_nodes: int) -> None:
        self._numbers = np.full(n_nodes, -1, dtype=np.int32)

    def of(self, nodes: Nodes, asked: Nodes) -> NDArray[np.int32]:
        """Return the place of each asked node within ``nodes``, -1 where it is not among them."""
        self._numbers[nodes] = np.arange(len(nodes), dtype=np.int32)
        places = self._numbers[asked]
        self._numbers[nodes] = -1
        return places


class Ball:
    """Up to ``size`` nodes around a probe, the nearest first; other probes may lie in it as well.

    Attributes
    ----------
    nodes
        ``(k,)`` the ball and its rim: where a residual may differ from zero.
    """

    def __init__(self, system: System, places: Numbering, seeds: Nodes, size: int) -> None:
        inside, rim = grow(system, places, seeds, size)
        self._system, self._places, self._inside = system, places, inside
        # The whole part is in the ball when there is no rim: then any place is as good.
        self._core = inside[: len(inside) // 4] if len(rim) else inside
        self.nodes = np.concatenate([inside, rim])
        rows = system.matrix[inside]
        local = places.of(self.nodes, rows.indices)
        shape = (len(inside), len(self.nodes))
        self._matrix = sp.csr_array((rows.data, local, rows.indptr), shape=shape)
        self._within = _within(self._matrix)

    def holds(self, probes: sp.csr_array) -> NDArray[np.bool_]:
        """Return which rows ``s`` lie far enough inside to be solved here."""
        outside = self._places.of(self._core, probes.indices) < 0
        marked = sp.csr_array((outside * 1.0, probes.indices, probes.indptr), shape=probes.shape)
        return np.asarray(marked.sum(axis=1) == 0).ravel()

    def solve(self, probes: sp.csr_array) -> tuple[Values, sp.csr_array, float]:
        """Return ``s'x + x'r``, ``(m,)``, ``r``, ``(m, N)``, and the work."""
        count, size = probes.shape[0], len(self._inside)
        right = np.zeros((len(self.nodes), count))
        entries = sp.coo_array(probes)
        right[self._places.of(self.nodes, entries.coords[1]), entries.coords[0]] = entries.data
        inverse = 1 / self._system.diagonal[self._inside][:, None]
        solution, steps = conjugate_gradients(
            self._within, inverse.__mul__, right[:size].copy(), TOLERANCE
        )
        left = right - self._matrix.T @ solution
        known = np.einsum("ij,ij->j", solution, (right + left)[:size])
        pointers = len(self.nodes) * np.arange(count + 1)
        rows = (left.T.ravel(), np.tile(self.nodes, count), pointers)
        # Measured: finding the ball costs as much as some fifty products with it, and the calls.
        work = 0.7 * (steps * count + 50) * self._matrix.nnz + CALLS
        return known, sp.csr_array(rows, shape=probes.shape), work / self._system.matrix.nnz


def grow(system: System, places: Numbering, seeds: Nodes, size: int) -> tuple[Nodes, Nodes]:
    """Return about ``size`` nodes, those within so many hops of the seeds, and their rim.

    Of the last hop those are taken that have most of their links inwards. Seeds that are more than
    ``size`` are all there is.
    """
    weights, counts = system.graph.weights, system.graph.neighbor_counts
    inside = shell = np.unique(seeds)
    while True:
        links = weights.indices[row_entries(weights.indptr, shell)]
        found, inwards = np.unique(links, return_counts=True)
        new = places.of(inside, found) < 0
        found, inwards = found[new], inwards[new]
        room = max(size - len(inside), 0)
        if len(found) > room:
            break
        if not len(found):
            return inside, found
        shell = found
        inside = np.concatenate([inside, shell])
    nearest = np.argpartition(-inwards / counts[found], room)[:room]
    inside = np.concatenate([inside, found[nearest]])
    beyond = distinct(weights.indices[row_entries(weights.indptr, inside)])
    return inside, beyond[places.of(inside, beyond) < 0]


def _within(matrix: sp.csr_array) -> sp.csr_array:
    """Return ``A_BB``: the entries whose column is among the rows themselves."""
    size = matrix.shape[0]
    kept = matrix.indices < size
    pointers = np.concatenate([[0], np.cumsum(kept)])[matrix.indptr]
    return sp.csr_array((matrix.data[kept], matrix.indices[kept], pointers), shape=(size, size))
