"""The entries of the inverse that a dissection gives away: those between nodes of one front.

From the top down, with ``K = A^-1`` known on a front's border:

    K_ob = -X K_bb,      K_oo = F_oo^-1 + X K_bb X'.

The rest of the inverse is never computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg.lapack import dpotri

from cheapbandits.engines.threads import by_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.factor import Factor

__all__ = ["inverse_by_front"]


def inverse_by_front(factor: Factor) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield each front and the inverse on it, ``(b + o, b + o)``, border first.

    Depth first, so that only the fronts around the present one are held.
    """
    tree = factor.tree
    stack = [(t, np.empty((0, 0))) for t in np.flatnonzero(tree.parent < 0).tolist()]
    with by_size() as threads:
        while stack:
            t, border = stack.pop()
            threads(sum(factor.ties[t].shape))
            inverse = _extend(border, factor.roots[t], factor.ties[t])
            yield t, inverse
            for child in tree.children[t]:
                where = tree.where[child]
                stack.append((child, inverse[where[:, None], where]))


def _extend(
    border: NDArray[np.float64], root: NDArray[np.float64], tie: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the inverse on border and own nodes from the inverse on the border."""
    o, b = tie.shape
    inverse = np.empty((b + o, b + o))
    across = -(tie @ border)
    inverse[:b, :b] = border
    inverse[b:, :b] = across
    inverse[:b, b:] = across.T
    lower = dpotri(root, lower=1)[0]  # above its diagonal nothing but zeros, as in the root
    own = np.add(lower, lower.T, out=inverse[b:, b:])
    own -= across @ tie.T
    np.einsum("ii->i", own)[:] -= lower.diagonal()
    return inverse
