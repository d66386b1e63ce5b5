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
        places = tree.place[matrix.indices]
        width = int(counts.max())
        # Shorter groups are filled up with their first node, which then counts nothing.
        table = np.repeat(places[matrix.indptr[:-1]], width).reshape(-1, width)
        shares = np.zeros((len(counts), width))
        slots = np.arange(width) < counts[:, None]
        table[slots], shares[slots] = places, matrix.data
        # The front eliminated first among a group's nodes is the innermost: it holds the others.
        innermost = tree.front[table.max(axis=1)]
        self._order = np.argsort(innermost, kind="stable")
        self._table, self._shares = table[self._order], shares[self._order]
        self._begins = np.searchsorted(innermost[self._order], np.arange(len(tree) + 1)).tolist()
        self._tree = tree
        self.variances = np.empty(len(counts))
        self.complete = True  # until a group is found that no front holds whole

    def fill(self, t: int, inverse: NDArray[np.float64]) -> None:
        """Write ``s'Ks`` of the groups that front ``t`` holds into the variances."""
        here = slice(self._begins[t], self._begins[t + 1])
        if here.start == here.stop:
            return
        table, shares = self._where(t, self._table[here]), self._shares[here]
        if table.shape[1] == 1:
            found = inverse[table[:, 0], table[:, 0]]
        else:
            blocks = inverse[table[:, :, None], table[:, None, :]]
            found = np.einsum("gi,gij,gj->g", shares, blocks, shares)
        self.variances[self._order[here]] = found

    def _where(self, t: int, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where places stand in a front: in its border, or among its own behind that."""
        border, start = self._tree.borders[t], self._tree.start[t]
        own = places >= start
        where = places - start + len(border)
        if not own.all():
            others = places[~own]
            found = np.minimum(np.searchsorted(border, others), max(len(border) - 1, 0))
            self.complete &= bool(len(border)) and bool((border[found] == others).all())
            where[~own] = found
        return np.asarray(where)
