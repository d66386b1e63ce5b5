"""The matrix of each front: its own entries, and what the fronts inside it pass on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection import card

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.tree import Tree

    Values = NDArray[np.float64]

__all__ = ["Assembly"]

#: Columns of a symmetric matrix added at a time, from their diagonal down.
BLOCK = 128


class Assembly:
    """The fronts of a matrix.

    Whoever eliminates front ``t`` puts what it passes on to its parent into ``passed[t]``; it is
    taken out again there. Threads may work on fronts that do not lie one inside the other.

    Parameters
    ----------
    matrix, tree
        ``(N, N)`` sparse; its pattern must lie within the tree's.
    """

    def __init__(self, matrix: sp.csr_array, tree: Tree) -> None:
        self.passed: dict[int, Values] = {}
        self._children, self._where = tree.children, tree.where
        self._row, self._column, order, self._begins = tree.entries(matrix)
        self._values = matrix.data[order]
        self._n_own, self._n_border = (sizes.tolist() for sizes in tree.sizes)

    def front(self, t: int) -> tuple[Values, Values, Values]:
        """Return ``F_oo``, ``F_ob`` and ``F_bb``, of which the first and last are lower triangles.

        Large ones are the :mod:`card`'s, where there is one.
        """
        o, b = self._n_own[t], self._n_border[t]
        arrays = card.arrays_for(o + b)
        own = np.zeros((o, o), order="F")
        tie = np.zeros((o, b), order="F")
        border = arrays.zeros((b, b), order="F")
        here = slice(self._begins[t], self._begins[t + 1])
        row, column, value = self._row[here], self._column[here], self._values[here]
        inside = column >= b
        own[row[inside], column[inside] - b] = value[inside]
        tie[row[~inside], column[~inside]] = value[~inside]
        own, tie = arrays.asarray(own), arrays.asarray(tie)
        add = _add if arrays is np else card.add
        for child in self._children[t]:
            update = self.passed.pop(child, None)
            if update is not None:
                add(card.moved(update, arrays), self._where[child], own, tie, border)
        return own, tie, border


def _add(
    update: Values,
    where: NDArray[np.int64],
    own: Values,
    tie: Values,
    border: Values,
) -> None:
    """Add what a child passes on. ``where`` increases, so lower triangles stay lower triangles."""
    b = len(border)
    split = int(np.searchsorted(where, b))
    outer, inner = where[:split], where[split:] - b
    shared, mine = update[:split, :split], update[split:, split:]
    for j in range(0, split, BLOCK):  # of a symmetric block what is above its diagonal is left out
        _add_block(border, outer[j:], outer[j : j + BLOCK], shared[j:, j : j + BLOCK])
    _add_block(tie, inner, outer, update[split:, :split])
    for j in range(0, len(inner), BLOCK):
        _add_block(own, inner[j:], inner[j : j + BLOCK], mine[j:, j : j + BLOCK])


def _add_block(
    target: Values,
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    block: Values,
) -> None:
    """Add to some rows and columns. Runs without a gap, which are common, are added as slices."""
    if not block.size:
        return
    if rows[-1] - rows[0] == len(rows) - 1:
        target = target[rows[0] : rows[-1] + 1]
        if columns[-1] - columns[0] == len(columns) - 1:
            target[:, columns[0] : columns[-1] + 1] += block
        else:
            target.T[columns] += block.T
    else:  # the arrays lie column by column
        target.T[columns[:, None], rows] += block.T
