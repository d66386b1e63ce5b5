"""Coarse graphs: what lets conjugate gradients see far on a graph without a spectral gap.

Nodes are joined to the neighbour they hang on most strongly; each group becomes one node of a
coarser graph ``A_c = P'AP``, ``P`` the groups' indicators, again and again. An expander (a random
graph, a graph with hubs) hardly gets cheaper by that and does not need it, so there it stops at
once and the diagonal alone remains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Single = NDArray[np.float32]

__all__ = ["Coarse"]

#: A coarser level is kept when it has at most this share of the entries of the finer one.
SHRINK = 0.5
#: Below this many nodes a level is inverted; above, where no level is cheaper, it is only damped.
SMALL = 1000
#: Damping of the diagonal steps between the levels.
DAMPING = 0.6


class Level(NamedTuple):
    """A matrix ``(n, n)``, its inverse diagonal, and the way to the next coarser level."""

    matrix: sp.csr_array
    inverse_diagonal: Single
    spread: sp.csr_array  # (n, n_coarse), P
    gather: sp.csr_array  # (n_coarse, n), P'


class Coarse:
    """An approximate inverse of a symmetric diagonally dominant matrix, single precision.

    Parameters
    ----------
    matrix
        ``(N, N)`` sparse, ``L + ridge I``.
    """

    def __init__(self, matrix: sp.csr_array) -> None:
        self._levels: list[Level] = []
        while matrix.shape[0] > SMALL:
            spread, coarser = _join(matrix)
            if not self._levels:  # a wider first stride: the finest coarse level costs the most
                further, coarser = _join(coarser)
                spread = sp.csr_array(spread @ further)
            gather = sp.csr_array(spread.T)
            if coarser.nnz > SHRINK * matrix.nnz:
                break
            self._levels.append(Level(matrix, 1 / matrix.diagonal(), spread, gather))
            matrix = coarser
        self._last: Single = 1 / matrix.diagonal()
        self._last_inverse: Single | None = None
        if self._levels and matrix.shape[0] <= SMALL:
            exact = np.linalg.inv(matrix.toarray().astype(float))
            self._last_inverse = exact.astype(np.float32)

    @property
    def sizes(self) -> list[int]:
        """How many nodes each coarser level has."""
        return [level.spread.shape[1] for level in self._levels]

    def apply(self, right: Single) -> Single:
        """Return about ``A^-1 b`` for ``(N,)`` or ``(N, b)``: the diagonal plus the coarse part.

        Adding the two, and not correcting one by the other, spares two products with ``A``; the
        coarse levels are cheap, so between them the correction is made.
        """
        if not self._levels:
            return _times(self._last, right)
        level = self._levels[0]
        result = np.asarray(level.spread @ self._cycle(1, level.gather @ right))
        result += _times(level.inverse_diagonal, right)
        return result

    def _cycle(self, depth: int, right: Single) -> Single:
        """Smooth, correct by the coarser level, smooth: symmetric, so that CG may use it."""
        if depth == len(self._levels):
            if self._last_inverse is None:
                return _times(self._last, right)
            return np.asarray(self._last_inverse @ right)
        level = self._levels[depth]
        weights = np.float32(DAMPING) * level.inverse_diagonal
        result = _times(weights, right)
        left = right - level.matrix @ result
        result += level.spread @ self._cycle(depth + 1, level.gather @ left)
        result += _times(weights, right - level.matrix @ result)
        return result


def _join(matrix: sp.csr_array) -> tuple[sp.csr_array, sp.csr_array]:
    """Return ``P``, ``(n, n_coarse)``, and ``P'AP``."""
    groups = strongest_groups(matrix)
    spread = sp.csr_array((np.ones(len(groups), np.float32), groups, np.arange(len(groups) + 1)))
    return spread, sp.csr_array(spread.T @ matrix @ spread)


def strongest_groups(matrix: sp.csr_array) -> NDArray[np.int32]:
    """Return ``(n,)`` labels: nodes joined with the neighbour of largest ``w / sqrt(d_i d_j)``.

    Equal links are told apart by chance, the same from both ends: else a regular graph would
    become one long chain.
    """
    n = matrix.shape[0]
    rows = np.repeat(np.arange(n), np.diff(matrix.indptr))
    scale = 1 / np.sqrt(matrix.diagonal())
    chance = np.random.default_rng(n).random(n)
    strength = -matrix.data * scale[rows] * scale[matrix.indices]
    strength *= 1 + 0.2 * ((chance[rows] + chance[matrix.indices]) % 1)
    strength[rows == matrix.indices] = -1
    best = np.maximum.reduceat(strength, matrix.indptr[:-1])
    chosen = np.flatnonzero((strength == best[rows]) & (strength > 0))
    links = (np.ones(len(chosen), np.int8), (rows[chosen], matrix.indices[chosen]))
    groups = connected_components(sp.csr_array(links, shape=(n, n)), directed=False)[1]
    return np.asarray(groups, dtype=np.int32)


def _times(weights: Single, signals: Single) -> Single:
    """Return ``diag(w) x`` for ``(n,)`` or ``(n, b)``."""
    return np.asarray(weights[:, None] * signals if signals.ndim == 2 else weights * signals)
