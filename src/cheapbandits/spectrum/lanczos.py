"""The low end of a large spectrum, by Lanczos iteration with deflation.

Lanczos from one starting vector sees one direction of a repeated eigenvalue. So what is known is
projected out and the iteration run again, until nothing lower turns up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

    Pairs = tuple[NDArray[np.float64], NDArray[np.float64]]

__all__ = ["lanczos", "lowest_eigenpairs"]


def lowest_eigenpairs(graph: Graph, k: int) -> Pairs:
    """Return the ``k`` smallest eigenvalues of ``L``, with repetitions, and their vectors."""
    values, vectors = _null_space(graph)
    while True:
        new_values, new_vectors = lanczos(graph, k, known=vectors)
        enough = len(values) >= k and new_values.min() > values[k - 1] - 1e-9 * graph.degrees.max()
        values = np.concatenate([values, new_values])
        order = np.argsort(values, kind="stable")
        values, vectors = values[order], np.hstack([vectors, new_vectors])[:, order]
        if enough:
            return values[:k], vectors[:, :k]


def lanczos(
    graph: Graph,
    k: int,
    *,
    known: NDArray[np.float64] | None = None,
    max_restarts: int | None = None,
) -> Pairs:
    """Return the ``k`` smallest eigenvalues that Lanczos finds beside the known vectors."""
    n, laplacian = graph.n_nodes, graph.laplacian
    # A shift keeps the relative accuracy ARPACK stops at away from 0 / 0; known vectors are lifted
    # above the whole spectrum.
    shift = max(float(graph.degrees.mean()), 1e-300)
    lift = 2.0 * float(graph.degrees.max()) + shift
    basis = np.empty((n, 0)) if known is None else known

    def product(x: NDArray[np.float64]) -> NDArray[np.float64]:
        x = x.ravel()
        return np.asarray(laplacian @ x + shift * x + lift * (basis @ (basis.T @ x)))

    start = np.random.default_rng(basis.shape[1]).standard_normal(n)
    operator = LinearOperator((n, n), matvec=product, dtype=float)
    n_basis = min(n, max(4 * k, 32))
    values, vectors = eigsh(operator, k, which="SA", v0=start, ncv=n_basis, maxiter=max_restarts)
    order = np.argsort(values)
    return values[order] - shift, vectors[:, order]


def _null_space(graph: Graph) -> Pairs:
    """Return the eigenvalue 0 as often as there are parts, with each part's indicator."""
    parts = graph.parts
    sizes = np.bincount(parts)
    vectors = np.zeros((graph.n_nodes, len(sizes)))
    vectors[np.arange(graph.n_nodes), parts] = 1.0 / np.sqrt(sizes)[parts]
    return np.zeros(len(sizes)), vectors
