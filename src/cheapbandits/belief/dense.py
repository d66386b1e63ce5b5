"""The dense engine: ``K`` as an array, by one Cholesky factorisation of its inverse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import scipy.sparse as sp
from scipy.linalg.lapack import dpotrf, dpotri

from cheapbandits.belief.explanation import Explanation
from cheapbandits.errors import ParameterError
from cheapbandits.probes import UniformProbes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.belief.covariance import Row
    from cheapbandits.probes import ProbeSet

__all__ = ["DenseCovariance"]

#: Rows and columns mirrored at a time; a block of this size stays in the cache.
BLOCK = 256


class DenseCovariance:
    """A covariance held as an ``(N, N)`` array, computed from its sparse inverse.

    Parameters
    ----------
    precision
        ``(N, N)`` symmetric positive definite matrix.
    ridge
        Added to its diagonal: ``K^-1 = precision + ridge I``.
    """

    def __init__(self, precision: sp.csr_array, ridge: float = 0.0) -> None:
        self._given, self._ridge = precision, ridge
        self._quadratics: WeakKeyDictionary[ProbeSet, NDArray[np.float64]] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type[DenseCovariance], tuple[sp.csr_array, float]]:
        """Keep what the rest is computed from: the dense array need not travel."""
        return DenseCovariance, (self._given, self._ridge)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return int(self._given.shape[0])

    def belief_type(self) -> type[Belief]:
        """Return the belief with whole columns."""
        from cheapbandits.belief.belief import Belief

        return Belief

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Nothing is to be done: everything is computed from the array."""

    def explain(self) -> Explanation:
        """Say that the covariance is an array."""
        size = 8 * self.n_nodes**2
        return Explanation(
            "dense",
            f"{self.n_nodes:,} nodes are few enough for the whole covariance as an array",
            {"memory": f"{size / 2**20:,.0f} MiB", "variances": "exact, to rounding"},
        )

    @cached_property
    def matrix(self) -> NDArray[np.float64]:
        """``(N, N)`` the covariance ``K``, computed when first needed."""
        # Fortran order lets LAPACK work in place; the matrix is symmetric, so nothing else changes.
        array = self._given.toarray(order="F")
        np.einsum("ii->i", array)[:] += self._ridge
        return inverse(array)

    def column(self, row: Row) -> NDArray[np.float64]:
        """Return ``K s``."""
        nodes, weights = row
        if weights is not None:
            return np.asarray(np.array(weights) @ self.matrix[list(nodes)])
        if len(nodes) == 1:
            return np.array(self.matrix[nodes[0]])
        column: NDArray[np.float64] = self.matrix[nodes[0]] + self.matrix[nodes[1]]
        for node in nodes[2:]:
            column += self.matrix[node]
        column /= len(nodes)
        return column

    def quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return ``s'Ks`` of every probe; kept, because all policies on a graph ask the same."""
        if probes not in self._quadratics:
            self._quadratics[probes] = self._quadratic(probes)
        return self._quadratics[probes].copy()

    def _quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        if isinstance(probes, UniformProbes):
            places = np.ascontiguousarray(probes.members.T)
            total = np.zeros(len(probes))
            for i, rows in enumerate(places):
                total += self.matrix[rows, rows]
                for columns in places[:i]:
                    total += 2 * self.matrix[rows, columns]
            return total / len(places) ** 2
        s = probes.matrix
        return np.asarray(s.multiply(s @ self.matrix).sum(axis=1)).ravel()

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return draws ``R'z`` with ``K = R'R``."""
        normal = rng.standard_normal((n_samples, self.n_nodes))
        return np.asarray(normal @ self._upper_factor)

    @cached_property
    def _upper_factor(self) -> NDArray[np.float64]:
        factor, info = dpotrf(self.matrix, lower=0, clean=1)
        if info != 0:
            raise ParameterError("the covariance is too close to singular to draw samples from")
        return np.asarray(factor)

    def precision(self) -> sp.csr_array:
        """Return ``K^-1``."""
        return sp.csr_array(self._given + self._ridge * sp.eye_array(self.n_nodes))


def inverse(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the inverse of a symmetric positive definite matrix, by Cholesky, in its place."""
    factor, info = dpotrf(array, lower=1, overwrite_a=1, clean=0)
    if info == 0:
        factor, info = dpotri(factor, lower=1, overwrite_c=1)
    if info != 0:
        raise ParameterError(
            "the precision matrix is not positive definite in floating point; raise the ridge "
            "or scale the weights down"
        )
    _mirror(factor.T)
    return np.asarray(factor.T)


@cache
def _below_diagonal(size: int) -> NDArray[np.bool_]:
    return np.tri(size, k=-1, dtype=bool)


def _mirror(matrix: NDArray[np.float64]) -> None:
    """Copy the upper triangle of a C-ordered array onto the lower, block by block."""
    n = len(matrix)
    for i in range(0, n, BLOCK):
        rows = slice(i, i + BLOCK)
        block = matrix[rows, rows]
        np.copyto(block, block.T, where=_below_diagonal(len(block)))
        for j in range(i + BLOCK, n, BLOCK):
            columns = slice(j, j + BLOCK)
            matrix[columns, rows] = matrix[rows, columns].T
