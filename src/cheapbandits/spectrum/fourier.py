"""The graph Fourier transform ``s~ = Q's`` of the paper's Section 3.2, with a sign rule.

Eigenvectors are defined up to sign; ours make the entry of largest magnitude positive (the first
such entry when several tie), so the same graph gives the same basis wherever its eigenvalues are
simple. Within a repeated eigenvalue any orthonormal basis of the eigenspace may come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import whole
from cheapbandits.engines.threads import for_size
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.spectrum.lanczos import lowest_eigenpairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph

__all__ = [
    "fourier_basis",
    "fourier_transform",
    "inverse_fourier_transform",
    "laplacian_eigenvalues",
]

#: Up to this many nodes a dense eigendecomposition is taken: about a second, and no convergence to
#: worry about.
DENSE_NODES = 3000


def laplacian_eigenvalues(graph: Graph, n_frequencies: int | None = None) -> NDArray[np.float64]:
    """Return the smallest eigenvalues of ``L``, in increasing order.

    Parameters
    ----------
    graph
        ``N`` nodes.
    n_frequencies
        How many; all ``N`` when left out.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> laplacian_eigenvalues(Graph.from_edges([(0, 1), (1, 2), (2, 0)])).round(9) + 0.0
    array([0., 3., 3.])
    """
    k = _check_count(n_frequencies, check_graph(graph).n_nodes)
    if _dense_is_best(k, graph.n_nodes):
        with for_size(graph.n_nodes):
            values: NDArray[np.float64] = np.linalg.eigvalsh(graph.laplacian.toarray())[:k]
    else:
        values = lowest_eigenpairs(graph, k)[0]
    return np.maximum(values, 0.0)


def fourier_basis(
    graph: Graph, n_frequencies: int | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ``(k,)`` eigenvalues and the ``(N, k)`` eigenvectors ``Q`` with ``L = Q diag Q'``."""
    k = _check_count(n_frequencies, check_graph(graph).n_nodes)
    if _dense_is_best(k, graph.n_nodes):
        with for_size(graph.n_nodes):
            values, vectors = np.linalg.eigh(graph.laplacian.toarray())
        values, vectors = values[:k], vectors[:, :k]
    else:
        values, vectors = lowest_eigenpairs(graph, k)
    return np.maximum(values, 0.0), _with_fixed_signs(vectors)


def fourier_transform(basis: NDArray[np.float64], signal: ArrayLike) -> NDArray[np.float64]:
    """Return ``s~ = Q's``: the amplitudes of a ``(N,)`` signal, or of the columns of ``(N, m)``."""
    return np.asarray(basis.T @ np.asarray(signal, dtype=float))


def inverse_fourier_transform(
    basis: NDArray[np.float64], amplitudes: ArrayLike
) -> NDArray[np.float64]:
    """Return the signal ``f = Q alpha`` with these amplitudes."""
    return np.asarray(basis @ np.asarray(amplitudes, dtype=float))


def _dense_is_best(k: int, n: int) -> bool:
    return n <= DENSE_NODES or k > n // 10


def _check_count(n_frequencies: int | None, n_nodes: int) -> int:
    k = n_nodes if n_frequencies is None else whole(n_frequencies, "n_frequencies")
    if not 1 <= k <= n_nodes:
        raise ParameterError(f"n_frequencies must be from 1 to {n_nodes}, got {k}")
    return k


def _with_fixed_signs(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    magnitude = np.abs(vectors)
    # Rounding must not decide between entries of equal magnitude: take the first near the top.
    near_top = magnitude >= magnitude.max(axis=0) * (1 - 1e-8)
    rows = near_top.argmax(axis=0)
    signs = np.sign(vectors[rows, np.arange(vectors.shape[1])])
    return np.asarray(vectors * signs)
