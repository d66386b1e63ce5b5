"""The best bounds on ``s'Ks`` from a few moments of a probe.

With ``t_j = (W D^-1)^j s`` and the moments ``mu_j = s'D^-1 t_j``, so that ``t_i'D^-1 t_j`` is
``mu_(i+j)``, look at ``x = sum_j c_j D^-1 t_j`` and its residual ``r = s - A x``:

    s'x + x'r   =  2 m'c - c'Gc,            m_j = mu_j,       G_ij = mu_(i+j) - mu_(i+j+1)
    r'D^-1 r    =  mu_0 - 2 d'c + c'Hc,     d = mu_j - mu_(j+1),   H = second differences.

The first is a bound below whatever ``c``; with ``r'D^-1 r / kappa`` added it is one above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System

    Values = NDArray[np.float64]

__all__ = ["from_above", "from_below", "moments"]


def moments(system: System, rows: sp.csr_array, k: int) -> tuple[Values, float]:
    """Return ``(m, 2 k + 1)`` ``mu_0 .. mu_2k`` of the rows ``s``, and the work."""
    terms, inverse = system.terms(rows, k), 1 / system.diagonal
    pairs = [(terms[j // 2], terms[j - j // 2]) for j in range(2 * k + 1)]
    mu = np.stack([_moment(a, b, inverse) for a, b in pairs], axis=1)
    return mu, system.terms_work(terms)


def from_below(mu: Values) -> tuple[Values, Values]:
    """Return the highest bound below ``s'Ks``, ``(m,)``, and its ``c``, ``(m, k)``."""
    m, _, g, _ = _forms(mu)
    steps = _solve(g, m)
    return 2 * _dot(m, steps) - _form(g, steps), steps


def from_above(mu: Values, kappa: float) -> tuple[Values, Values, Values]:
    """Return, for the lowest bound above, ``s'x + x'r``, ``r'D^-1 r`` and ``c``."""
    m, d, g, h = _forms(mu)
    steps = _solve(h / kappa - g, d / kappa - m)
    known = 2 * _dot(m, steps) - _form(g, steps)
    return known, mu[:, 0] - 2 * _dot(d, steps) + _form(h, steps), steps


def _forms(mu: Values) -> tuple[Values, Values, Values, Values]:
    """Return ``m``, ``d``, ``(m, k)``, and ``G``, ``H``, ``(m, k, k)``."""
    k = mu.shape[1] // 2
    places = np.add.outer(np.arange(k), np.arange(k))
    first, second = -np.diff(mu, axis=1), np.diff(mu, n=2, axis=1)
    return mu[:, :k], first[:, :k], first[:, places], second[:, places]


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
        np.linalg.solve(matrices + 1e-9 * size * np.eye(k), rights[:, :, None])[:, :, 0]
    )


def _dot(a: Values, b: Values) -> Values:
    return np.asarray(np.einsum("ij,ij->i", a, b))


def _form(a: Values, b: Values) -> Values:
    return np.asarray(np.einsum("ij,ijk,ik->i", b, a, b))
