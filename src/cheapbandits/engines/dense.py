"""The dense engine: ``K`` as an array, by one Cholesky factorisation of its inverse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.linalg.lapack import dpotrf, dpotri

from cheapbandits.engines.engine import ExactVariances
from cheapbandits.engines.explanation import Explanation
from cheapbandits.engines.kept import KeptBySet
from cheapbandits.engines.threads import for_size
from cheapbandits.errors import ParameterError
from cheapbandits.locks import fork_safe_lock
from cheapbandits.probes import UniformProbes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.engine import Row, Variances
    from cheapbandits.probes import ProbeSet

__all__ = ["DenseEngine", "mirror"]

#: Rows and columns mirrored at a time; a block of this size stays in the cache.
BLOCK = 256


class DenseEngine:
    """A covariance held as an ``(N, N)`` array, computed from its sparse inverse.

    Parameters
    ----------
    precision
        ``(N, N)`` symmetric positive definite matrix.
    ridge
        Added to its diagonal: ``K^-1 = precision + ridge I``.
    """

    name, local = "dense", False

    def __init__(self, precision: sp.csr_array, ridge: float = 0.0) -> None:
        self._given, self._ridge = precision, ridge
        self._lock = fork_safe_lock()
        self._inverse: tuple[NDArray[np.float64], float] | None = None
        self._root: NDArray[np.float64] | None = None
        self._variances: KeptBySet[NDArray[np.float64]] = KeptBySet()

    def __reduce__(self) -> tuple[type[DenseEngine], tuple[sp.csr_array, float]]:
        """Keep what the rest is computed from: the dense array need not travel."""
        return DenseEngine, (self._given, self._ridge)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return int(self._given.shape[0])

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Leave it for later: a policy that is restored from many readings needs none of it."""

    def explain(self) -> Explanation:
        """Say that the covariance is an array."""
        size = 8 * self.n_nodes**2
        return Explanation(
            "dense",
            f"{self.n_nodes:,} nodes are few enough for the whole covariance as an array",
            {"memory": f"{size / 2**20:,.0f} MiB", "variances": "exact, to rounding"},
        )

    @property
    def matrix(self) -> NDArray[np.float64]:
        """``(N, N)`` the covariance ``K``, computed when first needed."""
        return self._ready()[0]

    @property
    def log_determinant(self) -> float:
        """``log det K^-1``."""
        return self._ready()[1]

    def _ready(self) -> tuple[NDArray[np.float64], float]:
        if self._inverse is None:
            with self._lock, for_size(self.n_nodes):
                if self._inverse is None:
                    # Fortran order lets LAPACK work in place; symmetric, so nothing else changes.
                    array = self._given.toarray(order="F")
                    np.einsum("ii->i", array)[:] += self._ridge
                    self._inverse = inverse(array)
        return self._inverse

    def column(self, row: Row) -> NDArray[np.float64]:
        """Return ``K s``."""
        nodes, weights = row
        matrix = self._ready()[0]
        if weights is not None:
            return np.asarray(np.array(weights) @ matrix[list(nodes)])
        if len(nodes) == 1:
            return np.array(matrix[nodes[0]])
        column: NDArray[np.float64] = matrix[nodes[0]] + matrix[nodes[1]]
        for node in nodes[2:]:
            column += matrix[node]
        column /= len(nodes)
        return column

    def variances(self, probes: ProbeSet) -> Variances:
        """Return ``s'Ks`` of every probe; kept, because all policies on a graph ask the same."""
        return ExactVariances(self._quadratic(probes))

    def _quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        return self._variances.get(probes, lambda: quadratic(self.matrix, probes))

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return draws ``R'z`` with ``K = R'R``."""
        normal = rng.standard_normal((n_samples, self.n_nodes))
        with for_size(self.n_nodes):
            return np.asarray(normal @ self._upper_factor())

    def _upper_factor(self) -> NDArray[np.float64]:
        with self._lock:
            if self._root is None:
                factor, info = dpotrf(self.matrix, lower=0, clean=1)
                if info != 0:
                    raise ParameterError(
                        "the covariance is too close to singular to draw samples from"
                    )
                self._root = np.asarray(factor)
            return self._root

    def precision(self) -> sp.csr_array:
        """Return ``K^-1``."""
        return sp.csr_array(self._given + self._ridge * sp.eye_array(self.n_nodes))

    def absorb(self, matrix: sp.csr_array) -> DenseEngine:
        """Return the dense covariance of ``K^-1 + S'S``."""
        return DenseEngine(sp.csr_array(self.precision() + matrix.T @ matrix))


def quadratic(matrix: NDArray[np.float64], probes: ProbeSet) -> NDArray[np.float64]:
    """Return ``s'Ks`` of every probe of a set, ``(m,)``, from the ``(N, N)`` array ``K``."""
    if isinstance(probes, UniformProbes):
        places = np.ascontiguousarray(probes.members.T)
        total = np.zeros(len(probes))
        for i, rows in enumerate(places):
            total += matrix[rows, rows]
            for columns in places[:i]:
                total += 2 * matrix[rows, columns]
        return total / len(places) ** 2
    s = probes.matrix
    return np.asarray(s.multiply(s @ matrix).sum(axis=1)).ravel()


def inverse(array: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return the inverse of a symmetric positive definite matrix, by Cholesky, in its place.

    And the logarithm of the matrix's determinant, which the factor's diagonal holds.
    """
    factor, info = dpotrf(array, lower=1, overwrite_a=1, clean=0)
    log_determinant = 2 * float(np.log(factor.diagonal()).sum()) if info == 0 else 0.0
    if info == 0:
        factor, info = dpotri(factor, lower=1, overwrite_c=1)
    if info != 0:
        raise ParameterError(
            "the precision matrix is not positive definite in floating point; raise the ridge "
            "or scale the weights down"
        )
    mirror(factor.T)
    return np.asarray(factor.T), log_determinant


def mirror(matrix: NDArray[np.float64]) -> None:
    """Copy the upper triangle of a C-ordered array onto the lower, block by block."""
    n = len(matrix)
    below = np.tri(min(n, BLOCK), k=-1, dtype=bool)
    for i in range(0, n, BLOCK):
        rows = slice(i, i + BLOCK)
        block = matrix[rows, rows]
        np.copyto(block, block.T, where=below[: len(block), : len(block)])
        for j in range(i + BLOCK, n, BLOCK):
            columns = slice(j, j + BLOCK)
            matrix[columns, rows] = matrix[rows, columns].T
