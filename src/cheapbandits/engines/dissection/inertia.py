"""Count negative eigenvalues along a dissection (Sylvester's law of inertia).

Eliminating a front turns the matrix into ``F_oo`` beside what is passed on, and the negative
eigenvalues of the whole are those of the parts, front by front (Haynsworth).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.linalg.blas import dsyrk, dtrsm
from scipy.linalg.lapack import dgesv, dpotrf, dsytrf, dsytrf_lwork

from cheapbandits.engines.dissection import card
from cheapbandits.engines.dissection.assembly import assemble
from cheapbandits.engines.dissection.elimination import peel_off
from cheapbandits.engines.threads import by_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.plan import Plan
    from cheapbandits.engines.dissection.tree import Tree

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
    count = 0
    passed: dict[int, NDArray[np.float64]] = {}
    with by_size() as threads:
        for t, own, tie, border in assemble(matrix, tree, passed):
            threads(sum(tie.shape))
            # Small shifts leave nearly all fronts positive definite: Cholesky first.
            if not isinstance(own, np.ndarray):
                done = card.eliminate(own, tie, border)
                if done is not None:
                    passed[t] = done[2]
                    continue
                own, tie, border = map(card.host, (own, tie, border))
            root, info = dpotrf(own, lower=1, clean=0)
            if info == 0:
                half = dtrsm(1.0, root, tie, lower=1, overwrite_b=1)
                if half.shape[1]:
                    passed[t] = dsyrk(
                        -1.0, half, beta=1.0, c=border, trans=1, lower=1, overwrite_c=1
                    )
                continue
            negative, update = _indefinite(own, tie, border)
            if negative is None:
                return None
            count += negative
            passed[t] = update
    return count


def _indefinite(
    own: NDArray[np.float64], tie: NDArray[np.float64], border: NDArray[np.float64]
) -> tuple[int | None, NDArray[np.float64]]:
    """Eliminate a front by Bunch and Kaufman's factorisation, which bears negative pivots."""
    workspace = int(dsytrf_lwork(len(own), lower=1)[0])
    factor, pivots, info = dsytrf(own, lower=1, lwork=workspace)
    diagonal, single = factor.diagonal(), pivots > 0
    sizes = np.abs(diagonal[single])
    if info or (sizes.size and sizes.min() < SINGULAR * np.abs(diagonal).max()):
        return None, border
    # A 2 x 2 block (marked by negative pivots) holds one eigenvalue of each sign.
    negative = int((diagonal[single] < 0).sum() + (~single).sum() // 2)
    if tie.shape[1]:
        # Its own solve takes one column at a time: elimination with row exchanges is quicker.
        whole = np.tril(own) + np.tril(own, -1).T
        solved = dgesv(whole, tie, overwrite_a=1)[2]
        for j in range(0, len(border), BLOCK):
            border[j:, j : j + BLOCK] -= (solved[:, j : j + BLOCK].T @ tie[:, j:]).T
    return negative, border
