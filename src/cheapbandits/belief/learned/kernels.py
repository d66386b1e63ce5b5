"""Prior covariances on a graph: smooth powers, low-frequency bands, and their correlation forms.

With ``delta`` the median weighted degree, a smooth kernel is ``(L + rho delta I)^-p`` and a band is
the projection on the ``m`` lowest frequencies. The constant is projected out (the mean is learned
apart, with a flat prior) and the mean of the diagonal is 1. A correlation form divides by the
square roots of the diagonal, so that isolated and loosely tied nodes vary no more than others.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.linalg.blas import dsyrk
from scipy.linalg.lapack import dpotrf, dpotri
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = [
    "BANDS",
    "CORRELATIONS",
    "SMOOTH",
    "DenseKernel",
    "Kernel",
    "LowRankKernel",
    "in_range",
    "kernels",
]

#: ``(rho, p)`` of the smooth kernels.
SMOOTH: tuple[tuple[float, int], ...] = (
    (0.03, 1),
    (0.3, 1),
    (0.03, 2),
    (0.3, 2),
    (0.3, 4),
)
#: Numbers of lowest frequencies of the bands.
BANDS: tuple[int, ...] = (6, 12, 24)
#: Smooth kernels that also come as correlations.
CORRELATIONS: tuple[tuple[float, int], ...] = ((0.3, 1), (0.3, 2))
#: Rows and columns mirrored at a time; a block of this size stays in the cache.
BLOCK = 256
#: Below this many nodes all eigenvectors cost less than an iteration for a few.
FEW = 200
#: Degrees below this are brought to about 1; the least median degree, as a share of the largest.
SMALL, LEAST = 1e-100, 1e-9
#: Frequencies that differ by less than this share of themselves are one.
SAME = 1e-6
#: Products that the iteration takes, about; restarts after which it is left (ten are usual); how
#: many vectors that it may have missed are looked for at once.
PRODUCTS, RESTARTS, MISSED = 250, 100, 2


@dataclass(frozen=True, eq=False)
class Kernel(ABC):
    """A covariance ``K`` of ``N`` nodes that gives columns; ``diagonal`` is ``(N,)``."""

    name: str
    diagonal: NDArray[np.float64]

    @abstractmethod
    def column(self, nodes: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ``K s``, ``(N,)``, of the probe with these nodes and weights."""

    @abstractmethod
    def entries(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``K_ij`` of many pairs."""

    @abstractmethod
    def rows(self, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the rows ``K[nodes]``."""

    @abstractmethod
    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n, N)`` fields drawn from ``N(0, K)``."""


@dataclass(frozen=True, eq=False)
class Root:
    """How to draw from a kernel: ``scale x matrix @ x``.

    ``x`` is white; where a graph is given, of covariance ``L + shift I``: white noise on the edges
    and the nodes.
    """

    matrix: NDArray[np.float64]
    graph: Graph | None = None
    shift: float = 0.0
    scale: float = 1.0

    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n, N)`` draws."""
        white = rng.standard_normal((len(self.matrix), n))
        if self.graph is not None:
            pairs, weights = self.graph.edges()
            flows = np.sqrt(weights)[:, None] * rng.standard_normal((len(pairs), n))
            ends = np.arange(len(pairs))
            signs = np.ones(len(pairs))
            shape = (len(self.matrix), len(pairs))
            white *= np.sqrt(self.shift)
            white += sp.csr_array((signs, (pairs[:, 0], ends)), shape=shape) @ flows
            white -= sp.csr_array((signs, (pairs[:, 1], ends)), shape=shape) @ flows
        return np.ascontiguousarray((self.scale * (self.matrix @ white)).T)


@dataclass(frozen=True, eq=False)
class DenseKernel(Kernel):
    """``K = D M D`` with an ``(N, N)`` array ``M`` and a diagonal ``D``, where there is one."""

    matrix: NDArray[np.float64]
    root: Root
    scaling: NDArray[np.float64] | None = None

    def column(self, nodes: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.scaling is None:
            return np.asarray(weights @ self.matrix[nodes])
        return np.asarray((weights * self.scaling[nodes]) @ self.matrix[nodes] * self.scaling)

    def entries(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.float64]:
        found = self.matrix[i, j]
        return found if self.scaling is None else found * self.scaling[i] * self.scaling[j]

    def rows(self, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        found = self.matrix[nodes]
        if self.scaling is not None:
            found = found * self.scaling[nodes, None] * self.scaling
        return found

    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.float64]:
        fields = self.root.draw(n, rng)
        return fields if self.scaling is None else fields * self.scaling


@dataclass(frozen=True, eq=False)
class LowRankKernel(Kernel):
    """``K = U U'`` with an ``(N, r)`` array ``U``."""

    root: NDArray[np.float64]

    def column(self, nodes: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(self.root @ (weights @ self.root[nodes]))

    def entries(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.asarray(np.einsum("er,er->e", self.root[i], self.root[j]))

    def rows(self, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.asarray(self.root[nodes] @ self.root.T)

    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.float64]:
        return np.asarray(rng.standard_normal((n, self.root.shape[1])) @ self.root.T)


def kernels(
    graph: Graph,
    *,
    smooth: Sequence[tuple[float, int]] = SMOOTH,
    bands: Sequence[int] = BANDS,
    correlations: Sequence[tuple[float, int]] = CORRELATIONS,
    advance: Callable[[float], None] = lambda _: None,
) -> list[Kernel]:
    """Return the kernels of a graph that fits in memory as an array, ``8 N^2`` bytes each.

    ``advance`` is told, again and again, what share of the work was done since.
    """
    graph = in_range(graph)
    laplacian = graph.laplacian.toarray(order="F")
    delta = _typical(graph.degrees) if graph.n_edges else 1.0
    found: dict[tuple[float, int], DenseKernel] = {}
    for rho, power in sorted(set(smooth), key=lambda key: (key[1], key[0])):
        shift = rho * delta
        if power == 1:
            matrix = _without_constant(_inverse(laplacian, shift), shift)
            root = Root(matrix, graph, shift)
        else:  # A^2 = A A' by a symmetric product
            below = found[rho, power // 2].matrix
            matrix, root = _mirrored(dsyrk(1.0, below, lower=1)), Root(below)
        level = float(matrix.diagonal().mean()) or 1.0
        matrix /= level
        root = replace(root, scale=root.scale * (level**0.5 if power == 1 else level**-0.5))
        found[rho, power] = DenseKernel(
            f"({rho:g},{power})", matrix.diagonal().copy(), matrix, root
        )
        advance(0.5 / len(set(smooth)))
    made: list[Kernel] = list(found.values())
    made += [_correlation(found[key]) for key in correlations]
    if bands and graph.n_nodes > 2:
        vectors, ends = _lowest(graph, laplacian, next(iter(found.values())), max(bands), advance)
        made += [_band(graph, vectors, m) for m in _whole(bands, ends, graph.n_parts)]
    return made


def in_range(graph: Graph) -> Graph:
    """Return the graph with weights whose inverses are finite: only their ratios count here."""
    most = float(graph.degrees.max()) if graph.n_edges else 1.0
    if most >= SMALL:
        return graph
    return type(graph)(graph.weights * 2.0 ** min(-math.frexp(most)[1], 1023))


def _typical(degrees: NDArray[np.float64]) -> float:
    """Return the median degree; not so far below the largest that nothing can be inverted."""
    return max(float(np.median(degrees[degrees > 0])), LEAST * float(degrees.max()))


def _inverse(laplacian: NDArray[np.float64], shift: float) -> NDArray[np.float64]:
    array = laplacian.copy(order="F")
    np.einsum("ii->i", array)[:] += shift
    factor, _ = dpotrf(array, lower=1, overwrite_a=1)
    inverse, _ = dpotri(factor, lower=1, overwrite_c=1)
    return _mirrored(inverse)


def _without_constant(inverse: NDArray[np.float64], shift: float) -> NDArray[np.float64]:
    """Project the constant out: it is an eigenvector of ``(L + shift)^-1``, of value 1/shift."""
    inverse -= 1 / (shift * len(inverse))
    return inverse


def _mirrored(lower: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the symmetric matrix whose lower triangle is given, written over it, in C order."""
    n = len(lower)
    for start in range(0, n, BLOCK):
        stop = min(start + BLOCK, n)
        corner = lower[start:stop, start:stop]
        corner[:] = np.tril(corner) + np.tril(corner, -1).T
        for below in range(stop, n, BLOCK):
            rows = slice(below, min(below + BLOCK, n))
            lower[start:stop, rows] = lower[rows, start:stop].T
    return lower.T if lower.flags.f_contiguous else lower


def _correlation(kernel: DenseKernel) -> DenseKernel:
    scaling = 1.0 / np.sqrt(np.maximum(kernel.diagonal, 1e-12))
    ones = np.ones_like(scaling)
    return DenseKernel(f"corr{kernel.name}", ones, kernel.matrix, kernel.root, scaling)


def _lowest(
    graph: Graph,
    laplacian: NDArray[np.float64],
    smooth: DenseKernel,
    m: int,
    advance: Callable[[float], None],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return eigenvectors of the lowest frequencies above zero, and where a band of them may end.

    Returns
    -------
    vectors, ends
        ``(N, m)``, lowest first, and how many of them are the whole of all their frequencies. What
        shares a frequency has no order and no basis of its own: a part of it would be as a solver
        happens to find it, by how the nodes are numbered.
    """
    n, parts = graph.n_nodes, graph.n_parts
    wanted = min(m + 1, n - parts)  # one more shows whether a band ends before it
    small = n <= FEW or wanted > (n - parts) // 4
    found = None if small else _iterated(graph, smooth, wanted, advance)
    if found is None:
        # All of them, by divide and conquer: solvers for some fail where most are one (a star).
        values, vectors = np.linalg.eigh(laplacian)
        found = values[parts : parts + wanted], vectors[:, parts : parts + wanted]
    values, vectors = found
    size = np.maximum(np.abs(values[:-1]), np.abs(values[1:]))
    ends = np.flatnonzero(np.abs(np.diff(values)) > SAME * size) + 1
    if wanted == n - parts:
        ends = np.append(ends, values.size)
    return np.asarray(vectors), ends


def _iterated(
    graph: Graph, smooth: DenseKernel, k: int, advance: Callable[[float], None]
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return the ``k`` largest eigenvalues of a kernel beside the parts' levels, and their vectors.

    An iteration from one vector may miss some of what shares a frequency. So levels are projected
    out, which are known, and then what was found, until nothing larger turns up. ``None`` where
    frequencies are so alike that the iteration does not end.
    """
    parts, sizes = graph.parts, np.bincount(graph.parts)
    known, vectors = np.empty(0), np.empty((graph.n_nodes, 0))

    def product(x: NDArray[np.float64]) -> NDArray[np.float64]:
        advance(0.5 / PRODUCTS)
        y = smooth.matrix @ x.ravel()
        y -= (np.bincount(parts, y) / sizes)[parts]
        return np.asarray(y - vectors @ (vectors.T @ y))

    operator = LinearOperator((graph.n_nodes, graph.n_nodes), matvec=product, dtype=float)
    rng = np.random.default_rng(0)
    while True:
        start = rng.standard_normal(graph.n_nodes)
        more = k if not known.size else MISSED
        try:
            values, found = eigsh(
                operator, k=more, which="LA", v0=start, ncv=2 * k + 1, maxiter=RESTARTS
            )
        except ArpackError:
            return None
        enough = known.size and values.max() <= known[k - 1] * (1 + SAME)
        known, vectors = np.append(known, values), np.hstack([vectors, found])
        order = np.argsort(-known, kind="stable")
        known, vectors = known[order], vectors[:, order]
        if enough:
            return known[:k], vectors[:, :k]


def _whole(bands: Sequence[int], ends: NDArray[np.int64], parts: int) -> list[int]:
    """Return how many frequencies the bands have, each cut back to where it may end.

    Where so many share the lowest that no band ends, only the levels of the parts are left.
    """
    found = {int(max(ends[ends <= m], default=0)) for m in bands}
    return sorted(found if parts > 1 else found - {0})


def _band(graph: Graph, vectors: NDArray[np.float64], m: int) -> LowRankKernel:
    """Return the projection on ``m`` frequencies; with several parts, each has a level too."""
    root = vectors[:, :m]
    if m:
        root = root / np.sqrt((root**2).sum() / graph.n_nodes)
    if graph.n_parts > 1:
        levels = np.eye(graph.n_parts)[graph.parts]
        root = np.hstack([root, levels])
    return LowRankKernel(f"band{m}", (root**2).sum(axis=1), root)
