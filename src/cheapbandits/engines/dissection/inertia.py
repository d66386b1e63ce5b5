"""Count negative eigenvalues along a dissection (Sylvester's law of inertia).

Eliminating a front turns the matrix into ``F_oo`` beside what is passed on, and the negative
eigenvalues of the whole are those of the parts, front by front (Haynsworth).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection import card, lapack
from cheapbandits.engines.dissection.assembly import Assembly
from cheapbandits.engines.dissection.elimination import peel_off
from cheapbandits.engines.dissection.walk import upward

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.plan import Plan
    from cheapbandits.engines.dissection.tree import Tree

    Values = NDArray[np.float64]

__all__ = ["negative_eigenvalues"]

#: A block this close to singular, beside its largest pivot, has no sign to be trusted.
SINGULAR = 1e-11
#: Columns of a symmetric product computed at a time, from their diagonal down.
BLOCK = 256


def negative_eigenvalues(matrix: sp.csr_array, plan: Plan) -> int | None:
    """Return how many eigenvalues are negative, or ``None`` where some block is nearly singular."""
    pivots, _, rest = peel_off(matrix, plan)
    sizes = np.abs(pivots)
    if not np.isfinite(pivots).all() or (sizes < SINGULAR * sizes.max(initial=0.0)).any():
        return None
    found = _of_fronts(rest, plan.tree)
    return None if found is None else found + int((pivots < 0).sum())


def _of_fronts(matrix: sp.csr_array, tree: Tree) -> int | None:
    counts = [0] * len(tree)
    assembly = Assembly(matrix, tree)

    def visit(t: int) -> None:
        own, tie, border = assembly.front(t)
        if not isinstance(own, np.ndarray):
            done = card.eliminate(own, tie, border)
            if done is not None:
                assembly.passed[t] = done[2]
                return
            own, tie, border = map(card.host, (own, tie, border))
        # Small shifts leave nearly all fronts positive definite: Cholesky first.
        root = own.copy(order="F")
        if lapack.cholesky(root):
            lapack.solve_lower(root, tie)
            lapack.subtract_gram(border, tie)
        else:
            counts[t] = _indefinite(own, tie, border)
        if tie.shape[1]:
            assembly.passed[t] = border

    try:
        upward(tree, visit)
    except _NearlySingular:
        return None
    return sum(counts)


class _NearlySingular(Exception):  # another shift is tried
    """Some block has no sign to be trusted."""


def _indefinite(own: Values, tie: Values, border: Values) -> int:
    """Eliminate a front by Bunch and Kaufman's factorisation, which bears negative pivots.

    Return how many eigenvalues are negative.
    """
    pivots, sound = lapack.signs(own)
    diagonal, single = own.diagonal(), pivots > 0
    sizes = np.abs(diagonal[single])
    if not sound or (sizes.size and sizes.min() < SINGULAR * np.abs(diagonal).max()):
        raise _NearlySingular
    # A 2 x 2 block (marked by negative pivots) holds one eigenvalue of each sign.
    negative = int((diagonal[single] < 0).sum() + (~single).sum() // 2)
    solved = tie.copy(order="F")
    lapack.solve_signed(own, pivots, solved)
    for j in range(0, len(border), BLOCK):  # of a symmetric product what is below its diagonal
        border[j:, j : j + BLOCK] -= (solved[:, j : j + BLOCK].T @ tie[:, j:]).T
    return negative
