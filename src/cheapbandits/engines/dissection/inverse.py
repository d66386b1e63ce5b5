"""The entries of the inverse that a dissection gives away: those between nodes of one front.

From the top down, with ``K = A^-1`` known on a front's border:

    K_ob = -X K_bb,      K_oo = F_oo^-1 + X K_bb X'.

The rest of the inverse is never computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg.lapack import dpotri

from cheapbandits.engines.dense import mirror
from cheapbandits.engines.dissection import card
from cheapbandits.engines.threads import by_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.factor import Factor

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["inverse_at", "inverse_by_front"]

#: Columns of a symmetric product computed at a time, from their diagonal down.
BLOCK = 256


def inverse_at(
    factor: Factor,
    rows: Indices,
    columns: Indices,
    advance: Callable[[float], object] = float,
) -> tuple[Values, Values]:
    """Return the inverse at all nodes, and at pairs that are neighbours in the tree's pattern."""
    tree = factor.tree
    # Of a pair the later place belongs to the front inside.
    one, other = tree.place[rows], tree.place[columns]
    row_of, column_of, order, begins = tree.positions(
        np.maximum(one, other), np.minimum(one, other, out=one)
    )
    diagonal, found = np.empty(len(tree.nodes)), np.empty(len(rows))
    n_border = tree.sizes[1].tolist()
    for t, across, own in inverse_by_front(factor):
        here = slice(begins[t], begins[t + 1])
        row, column = row_of[here], column_of[here] - n_border[t]
        values = card.at(own, row, np.maximum(column, 0))
        outside = np.flatnonzero(column < 0)
        values[outside] = card.at(across, row[outside], column[outside])
        found[order[here]] = values
        diagonal[tree.start[t] : tree.start[t + 1]] = card.host(own.diagonal())
        advance(1 / len(tree))
    return diagonal[tree.place], found


def inverse_by_front(factor: Factor) -> Iterator[tuple[int, Values, Values]]:
    """Yield each front ``t`` with ``K_ob`` and ``K_oo``, of which only the lower triangle counts.

    Depth first, so that only the fronts around the present one are held.
    """
    tree = factor.tree
    stack = [(t, np.empty((0, 0))) for t in np.flatnonzero(tree.parent < 0).tolist()]
    with by_size() as threads:
        while stack:
            t, border = stack.pop()
            tie = factor.ties[t]
            threads(sum(tie.shape))
            large = card.arrays_for(sum(tie.shape)) is not np
            border = border if large else card.host(border)
            across, own = (card.extend if large else _extend)(border, factor.root(t), tie)
            yield t, across, own
            if not tree.children[t]:
                continue
            if large:
                inverse = card.whole(border, across, own)
                inside = [card.block(inverse, tree.where[child]) for child in tree.children[t]]
            else:
                mirror(own.T)
                inside = [_block(border, across, own, tree.where[c]) for c in tree.children[t]]
            stack.extend(zip(tree.children[t], inside, strict=True))


def _extend(border: Values, root: Values, tie: Values) -> tuple[Values, Values]:
    """Return ``K_ob`` and ``K_oo`` from ``K_bb``."""
    # Symmetric matrices may be transposed freely: all arrays here lie column by column.
    across = -(border @ tie.T).T
    own = dpotri(root, lower=1)[0]
    for j in range(0, len(own), BLOCK):
        own[j:, j : j + BLOCK] -= (tie[j : j + BLOCK] @ across[j:].T).T
    return across, own


def _block(border: Values, across: Values, own: Values, where: Indices) -> Values:
    """Return the inverse at some of a front's nodes (border, then own; increasing)."""
    split = int(np.searchsorted(where, len(border)))
    outer, inner = where[:split], where[split:] - len(border)
    block = np.empty((len(where), len(where)), order="F")
    block[:split, :split] = border[outer[:, None], outer]
    block[split:, :split] = across.T[outer[:, None], inner].T
    block[:split, split:] = block[split:, :split].T
    block[split:, split:] = own.T[inner[:, None], inner]
    return block
