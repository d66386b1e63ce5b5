"""The beginning of a series for ``K s``, of many probes at once, and what it leaves.

With ``t_j = (W D^-1)^j s`` and the moments ``mu_j = s'D^-1 t_j``, so that ``t_i'D^-1 t_j`` is
``mu_(i+j)``, look at ``x = sum_j c_j D^-1 t_j`` and its residual ``r = s - A x``:

    s'x + x'r   =  2 m'c - c'Gc,            m_j = mu_j,       G_ij = mu_(i+j) - mu_(i+j+1)
    r'D^-1 r    =  mu_0 - 2 d'c + c'Hc,     d = mu_j - mu_(j+1),   H = second differences.

The ``c`` taken makes the first, with ``r'D^-1 r / kappa`` added, as small as can be: the lowest
bound above that a spectral gap of ``kappa`` gives; without one, the highest below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System

    Values = NDArray[np.float64]

__all__ = ["begin", "residuals"]


def begin(
    system: System, rows: sp.csr_array, k: int, kappa: float
) -> tuple[Values, Values, list[sp.csr_array]]:
    """Return ``s'x + x'r``, ``(m,)``, the factors ``(m, k + 1)`` of ``t_j`` in ``r``, and these."""
    terms, inverse = system.terms(rows, k), 1 / system.diagonal
    pairs = [(terms[j // 2], terms[j - j // 2]) for j in range(2 * k + 1)]
    mu = np.stack([_moment(a, b, inverse) for a, b in pairs], axis=1)
    places = np.add.outer(np.arange(k), np.arange(k))
    first, second = -np.diff(mu, axis=1), np.diff(mu, n=2, axis=1)
    m, d, g, h = mu[:, :k], first[:, :k], first[:, places], second[:, places]
    steps = _solve(h / kappa - g, d / kappa - m)
    known = 2 * np.einsum("ij,ij->i", m, steps) - np.einsum("ij,ijk,ik->i", steps, g, steps)
    # r = s - sum_j c_j (t_j - t_(j+1))
    return known, -np.diff(steps, axis=1, prepend=1.0, append=0.0), terms


def residuals(factors: Values, terms: list[sp.csr_array]) -> sp.csr_array:
    """Return ``(m, N)`` the residuals themselves."""
    total = sp.csr_array(terms[0].shape)
    for factor, term in zip(factors.T, terms, strict=True):
        data = term.data * np.repeat(factor, np.diff(term.indptr))
        total = total + sp.csr_array((data, term.indices, term.indptr), shape=term.shape)
    return total


def _moment(a: sp.csr_array, b: sp.csr_array, weights: Values) -> Values:
    """Return ``(m,)`` ``a'diag(w) b`` of each row."""
    # Squaring the entries in place is far quicker than matching those of two matrices.
    product = a.power(2) if a is b else a.multiply(b)
    return np.asarray(product @ weights)


def _solve(matrices: Values, rights: Values) -> Values:
    """Solve ``(m, k, k)`` systems, nearly: any ``c`` gives a bound, a huge one a rounded one."""
    k = rights.shape[1]
    size = np.abs(np.einsum("ijj->i", matrices))[:, None, None] + 1e-300
    return np.asarray(
        np.linalg.solve(matrices - 1e-9 * size * np.eye(k), rights[:, :, None])[:, :, 0]
    )
