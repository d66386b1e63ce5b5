"""Groups of nodes sorted by the front that holds them whole, and their variances there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection import Tree

__all__ = ["Groups"]


class Groups:
    """The rows of ``S`` by front: where their nodes stand in it, and how they count.

    Parameters
    ----------
    matrix
        ``(m, N)`` the groups.
    tree
        The fronts.
    """

    def __init__(self, matrix: sp.csr_array, tree: Tree) -> None:
        counts = np.diff(matrix.indptr)
        rows = np.repeat(np.arange(len(counts)), counts)
        places = tree.place[matrix.indices]
        # The front eliminated first among a group's nodes is the innermost: it holds the others.
        innermost = np.maximum.reduceat(tree.front[places], matrix.indptr[:-1])
        where = tree.locate(innermost[rows], places)
        self.complete = bool((where >= 0).all())
        # Shorter groups are filled up with nodes that count nothing.
        width = int(counts.max())
        slot = np.arange(matrix.nnz) - np.repeat(matrix.indptr[:-1], counts)
        table = np.zeros((len(counts), width), dtype=np.int64)
        shares = np.zeros((len(counts), width))
        table[rows, slot], shares[rows, slot] = where, matrix.data
        self._order = np.argsort(innermost, kind="stable")
        self._table, self._shares = table[self._order], shares[self._order]
        ends = np.searchsorted(innermost[self._order], np.arange(len(tree) + 1))
        self._begins: list[int] = ends.tolist()

    def fill(self, t: int, inverse: NDArray[np.float64], variances: NDArray[np.float64]) -> None:
        """Write ``s'Ks`` of the groups that front ``t`` holds into ``(m,)`` variances."""
        here = slice(self._begins[t], self._begins[t + 1])
        table, shares = self._table[here], self._shares[here]
        if table.shape[1] == 1:
            variances[self._order[here]] = inverse[table[:, 0], table[:, 0]]
            return
        total = np.zeros(len(table))
        for i in range(table.shape[1]):
            total += shares[:, i] ** 2 * inverse[table[:, i], table[:, i]]
            for j in range(i):
                pair = inverse[table[:, i], table[:, j]]
                total += 2 * shares[:, i] * shares[:, j] * pair
        variances[self._order[here]] = total
