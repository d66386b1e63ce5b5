"""The matrix of each front: its own entries, and what the fronts inside it pass on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection import card

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.tree import Tree

    Values = NDArray[np.float64]

__all__ = ["assemble"]

#: Columns of a symmetric matrix added at a time, from their diagonal down.
BLOCK = 128


def assemble(
    matrix: sp.csr_array, tree: Tree, passed: dict[int, Values]
) -> Iterator[tuple[int, Values, Values, Values]]:
    """Yield each front ``t`` with ``F_oo``, ``F_ob`` and ``F_bb``, from the last to the first.

    Large ones are the :mod:`card`'s, where there is one. Only the lower triangles of ``F_oo`` and
    ``F_bb`` are filled. Whoever eliminates a front puts what it passes on to its parent into
    ``passed[t]``; it is taken out again there.
    """
    row_of, column_of, order, begins = tree.entries(matrix)
    values = matrix.data[order]
    n_own, n_border = (sizes.tolist() for sizes in tree.sizes)
    for t in range(len(tree) - 1, -1, -1):
        o, b = n_own[t], n_border[t]
        arrays = card.arrays_for(o + b)
        own = np.zeros((o, o), order="F")
        tie = np.zeros((o, b), order="F")
        border = arrays.zeros((b, b), order="F")
        here = slice(begins[t], begins[t + 1])
        row, column, value = row_of[here], column_of[here], values[here]
        inside = column >= b
        own[row[inside], column[inside] - b] = value[inside]
        tie[row[~inside], column[~inside]] = value[~inside]
        own, tie = arrays.asarray(own), arrays.asarray(tie)
        add = _add if arrays is np else card.add
        for child in tree.children[t]:
            update = passed.pop(child, None)
            if update is not None:
                add(card.moved(update, arrays), tree.where[child], own, tie, border)
        yield t, own, tie, border


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
