"""In which order a graph is eliminated: what is peeled, then the fronts of a dissection."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.order import dissect
from cheapbandits.engines.dissection.peel import Peel, edge_keys, peel
from cheapbandits.engines.dissection.tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Plan", "plan_for"]


def plan_for(pattern: sp.csr_array, most_work: float = np.inf) -> Plan:
    """Return how to eliminate a pattern; see :class:`~.tree.Tree` for ``most_work``."""
    peeled = peel(edge_keys(pattern), pattern.shape[0])
    rest = peeled.rest() if peeled.n_peeled else pattern
    return Plan(peeled, Tree(rest, dissect(rest), most_work=most_work))


class Plan:
    """What is peeled, level by level, and the fronts of the rest.

    Parameters
    ----------
    peel, tree
        The tree's nodes are those that peeling leaves, in their order.
    """

    def __init__(self, peel: Peel, tree: Tree) -> None:
        self.peel, self.tree = peel, tree
        self._kept: tuple[sp.csr_array, NDArray[np.int64], NDArray[np.int64]] | None = None

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return len(self.peel.nodes)

    @property
    def factor_entries(self) -> int:
        """Numbers kept by a factorisation."""
        return self.tree.factor_entries + 3 * self.peel.n_peeled

    @property
    def factor_work(self) -> float:
        """Multiplications and additions of a factorisation."""
        return self.tree.factor_work + 10 * self.peel.n_peeled

    @cached_property
    def turn(self) -> NDArray[np.int64]:
        """``(N,)`` each node's turn."""
        turn = np.empty_like(self.peel.nodes)
        turn[self.peel.nodes] = np.arange(self.n_nodes)
        return turn

    def edges(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of the pattern's edges between nodes, -1 where there is none."""
        keys = self.peel.keys
        wanted = np.minimum(rows, columns) * self.n_nodes + np.maximum(rows, columns)
        if not len(keys):
            return np.full(wanted.shape, -1)
        order = np.argsort(wanted, kind="stable")  # a search in order stays in the cache
        found = np.empty_like(wanted)
        found[order] = np.minimum(np.searchsorted(keys, wanted[order]), len(keys) - 1)
        return np.where(keys[found] == wanted, found, -1)

    def numbers(self, matrix: sp.csr_array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return a matrix as numbers on the turns, ``(N,)``, and on the edges, and a slot more.

        Where its entries stand is kept: counting eigenvalues asks for one pattern again and again.
        """
        kept = self._kept
        if kept is None or not _alike(kept[0], matrix):
            rows = np.repeat(np.arange(self.n_nodes), np.diff(matrix.indptr))
            once = np.flatnonzero(rows < matrix.indices)
            kept = self._kept = (matrix, once, self.edges(rows[once], matrix.indices[once]))
        values = np.zeros(self.peel.n_edges + 1)
        values[kept[2]] = matrix.data[kept[1]]
        return matrix.diagonal()[self.peel.nodes], values

    def rest(self, diagonal: NDArray[np.float64], values: NDArray[np.float64]) -> sp.csr_array:
        """Return what peeling leaves of the numbers, as a matrix."""
        rows, columns, left = self.peel.rows, self.peel.columns, values[self.peel.left]
        m = self.n_nodes - self.peel.n_peeled
        upper = sp.coo_array((left, (rows, columns)), shape=(m, m))
        return sp.csr_array(upper + upper.T + sp.diags_array(diagonal[self.peel.n_peeled :]))


def _alike(one: sp.csr_array, other: sp.csr_array) -> bool:
    return (
        one.nnz == other.nnz
        and np.array_equal(one.indices, other.indices)
        and np.array_equal(one.indptr, other.indptr)
    )
