"""Prior covariances on a graph: smooth powers, low-frequency bands, and their correlation forms.

With ``delta`` the median weighted degree, a smooth kernel is ``(L + rho delta I)^-p`` and a band is
the projection on the ``m`` lowest frequencies. The constant is projected out (the mean is learned
apart, with a flat prior) and the mean of the diagonal is 1. A correlation form divides by the
square roots of the diagonal, so that isolated and loosely tied nodes vary no more than others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import eigh
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotri
from scipy.sparse.linalg import LinearOperator, eigsh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["BANDS", "CORRELATIONS", "SMOOTH", "DenseKernel", "Kernel", "LowRankKernel", "kernels"]

#: ``(rho, p)`` of the smooth kernels.
SMOOTH: tuple[tuple[float, int], ...] = (
    (0.003, 1),
    (0.03, 1),
    (0.3, 1),
    (2.0, 1),
    (0.03, 2),
    (0.3, 2),
    (0.1, 4),
)
#: Numbers of lowest frequencies of the bands.
BANDS: tuple[int, ...] = (6, 12, 24)
#: Smooth kernels that also come as correlations.
CORRELATIONS: tuple[tuple[float, int], ...] = ((0.03, 1), (0.3, 1), (0.3, 2))
#: Fixed draws that each kernel keeps for sampling.
DRAWS = 32
#: Below this many nodes all eigenvectors cost less than an iteration for a few.
FEW = 200


@dataclass(frozen=True, eq=False)
class Kernel:
    """A covariance ``K`` of ``N`` nodes that gives columns.

    ``diagonal`` is ``(N,)``; ``draws`` are ``(D, N)`` fixed fields drawn from ``N(0, K)``.
    """

    name: str
    diagonal: NDArray[np.float64]
    draws: NDArray[np.float64]

    def column(self, nodes: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ``K s``, ``(N,)``, of the probe with these nodes and weights."""
        raise NotImplementedError

    def entries(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``K_ij`` of many pairs."""
        raise NotImplementedError

    def rows(self, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the rows ``K[nodes]``."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class DenseKernel(Kernel):
    """``K = D M D`` with an ``(N, N)`` array ``M`` and a diagonal ``D`` (``None``: the identity)."""

    matrix: NDArray[np.float64]
    scaling: NDArray[np.float64] | None = None

    def column(self, nodes: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:  # noqa: D102
        if self.scaling is None:
            return np.asarray(weights @ self.matrix[nodes])
        return np.asarray((weights * self.scaling[nodes]) @ self.matrix[nodes] * self.scaling)

    def entries(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.float64]:  # noqa: D102
        found = self.matrix[i, j]
        return found if self.scaling is None else found * self.scaling[i] * self.scaling[j]

    def rows(self, nodes: NDArray[np.int64]) -> NDArray[np.float64]:  # noqa: D102
        found = self.matrix[nodes]
        if self.scaling is not None:
            found = found * self.scaling[nodes, None] * self.scaling
        return found


@dataclass(frozen=True, eq=False)
class LowRankKernel(Kernel):
    """``K = U U'`` with an ``(N, r)`` array ``U``."""

    root: NDArray[np.float64]

    def column(self, nodes: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:  # noqa: D102
        return np.asarray(self.root @ (weights @ self.root[nodes]))

    def entries(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.float64]:  # noqa: D102
        return np.einsum("er,er->e", self.root[i], self.root[j])

    def rows(self, nodes: NDArray[np.int64]) -> NDArray[np.float64]:  # noqa: D102
        return np.asarray(self.root[nodes] @ self.root.T)


def kernels(
    graph: Graph,
    *,
    smooth: Sequence[tuple[float, int]] = SMOOTH,
    bands: Sequence[int] = BANDS,
    correlations: Sequence[tuple[float, int]] = CORRELATIONS,
) -> list[Kernel]:
    """Return the kernels of a graph that fits in memory as an array, ``8 N^2`` bytes each."""
    laplacian = graph.laplacian.toarray(order="F")
    delta = float(np.median(graph.degrees[graph.degrees > 0])) if graph.n_edges else 1.0
    inverses = {rho: _inverse(laplacian, rho * delta) for rho in sorted({r for r, _ in smooth})}
    rng = np.random.default_rng(DRAWS)
    found: dict[tuple[float, int], DenseKernel] = {}
    for rho, power in smooth:
        raw = _power(inverses[rho], power)
        matrix, scale = _normalised(raw)
        draws = _draw(graph, inverses[rho], rho * delta, power, rng)
        draws = (draws - draws.mean(axis=1, keepdims=True)) * scale
        name = f"({rho:g},{power})"
        found[rho, power] = DenseKernel(name, matrix.diagonal().copy(), draws, matrix)
    made: list[Kernel] = list(found.values())
    made += [_correlation(found[key]) for key in correlations]
    if bands and graph.n_nodes > 2:
        anchor = min(inverses, key=lambda rho: abs(np.log(rho / 0.03)))
        vectors = _lowest(graph, laplacian, inverses[anchor], max(bands))
        made += [_band(graph, vectors, m) for m in sorted({min(m, vectors.shape[1]) for m in bands})]
    return made


def _inverse(laplacian: NDArray[np.float64], shift: float) -> NDArray[np.float64]:
    array = laplacian.copy(order="F")
    np.einsum("ii->i", array)[:] += shift
    factor, _ = dpotrf(array, lower=1, overwrite_a=1)
    inverse, _ = dpotri(factor, lower=1, overwrite_c=1)
    return _mirrored(inverse)


def _power(inverse: NDArray[np.float64], power: int) -> NDArray[np.float64]:
    """Return the matrix to a power 1, 2, 4, ...; the square of a symmetric matrix is ``A A'``."""
    result = inverse
    while power > 1:
        result = _mirrored(dsyrk(1.0, result, lower=1))
        power //= 2
    return result


def _draw(
    graph: Graph, inverse: NDArray[np.float64], shift: float, power: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return ``(D, N)`` draws from ``N(0, A^p)``, ``A = (L + shift I)^-1``.

    ``A x`` has covariance ``A`` when ``x`` has ``L + shift I``: white noise on the edges and nodes.
    """
    pairs, weights = graph.edges()
    draws = rng.standard_normal((graph.n_nodes, DRAWS))
    if power == 1:
        draws *= np.sqrt(shift)
        flows = np.sqrt(weights)[:, None] * rng.standard_normal((len(pairs), DRAWS))
        np.add.at(draws, pairs[:, 0], flows)
        np.subtract.at(draws, pairs[:, 1], flows)
    for _ in range(max(1, power // 2)):
        draws = inverse @ draws
    return np.ascontiguousarray(draws.T)


def _mirrored(lower: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the symmetric matrix whose lower triangle is given."""
    result = np.tril(lower)
    result += np.tril(lower, -1).T
    return result


def _normalised(matrix: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return the matrix with the constant projected out and a diagonal of mean 1.

    Also by what its draws are to be multiplied.
    """
    means = matrix.mean(axis=0)
    result = matrix - means
    result -= means[:, None] - means.mean()
    level = float(result.diagonal().mean()) or 1.0
    result /= level
    return np.ascontiguousarray(result), float(1 / np.sqrt(level))


def _correlation(kernel: DenseKernel) -> DenseKernel:
    scaling = 1.0 / np.sqrt(np.maximum(kernel.diagonal, 1e-12))
    ones = np.ones_like(scaling)
    return DenseKernel(
        f"corr{kernel.name}", ones, kernel.draws * scaling, kernel.matrix, scaling
    )


def _lowest(
    graph: Graph, laplacian: NDArray[np.float64], inverse: NDArray[np.float64], m: int
) -> NDArray[np.float64]:
    """Return ``(N, m)`` eigenvectors of the lowest frequencies above zero, lowest first."""
    n, skip = graph.n_nodes, graph.n_parts
    wanted = min(m + skip, n)
    if n <= FEW or wanted > n // 4:
        return np.asarray(eigh(laplacian, subset_by_index=[0, wanted - 1])[1][:, skip:])
    operator = LinearOperator((n, n), matvec=lambda x: inverse @ x, dtype=float)
    start = np.random.default_rng(0).standard_normal(n)
    values, vectors = eigsh(operator, k=wanted, which="LA", v0=start)
    return np.asarray(vectors[:, np.argsort(-values)][:, skip:])


def _band(graph: Graph, vectors: NDArray[np.float64], m: int) -> LowRankKernel:
    """Return the projection on ``m`` frequencies; with several parts, each has a level too."""
    root = vectors[:, :m]
    root = root / np.sqrt((root**2).sum() / graph.n_nodes)
    if graph.n_parts > 1:
        levels = np.eye(graph.n_parts)[graph.parts]
        root = np.hstack([root, levels])
    draws = np.random.default_rng(m).standard_normal((DRAWS, root.shape[1])) @ root.T
    return LowRankKernel(f"band{m}", (root**2).sum(axis=1), draws, root)
