"""The effective dimension of Definition 1.

The largest ``d`` with ``(d - 1) Lambda_d <= T / log(1 + T / ridge)``, where ``Lambda_d`` is the
``d``-th smallest eigenvalue of ``L + ridge I``.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import ArpackNoConvergence

from cheapbandits.errors import ParameterError
from cheapbandits.spectrum.inertia import count_eigenvalues_below
from cheapbandits.spectrum.lanczos import lanczos

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["effective_dimension"]

#: Up to this many nodes all eigenvalues cost less than a guess and its proof.
DENSE_NODES = 600
#: How many eigenvalues are asked for first. Asking for many takes longer than all of them densely.
N_GUESSED = 12
#: Up to this many nodes a dense eigenvalue solver beats a bisection by counting.
COUNTING_NODES = 4000


@lru_cache(maxsize=16)
def effective_dimension(graph: Graph, *, horizon: int, ridge: float = 0.01) -> int:
    """Return the effective dimension ``d`` of a graph for ``T`` rounds, exactly.

    Small graphs: from all eigenvalues. Larger ones: Lanczos guesses ``d``, and eigenvalue counts
    (Sylvester's inertia) prove it, or find it by bisection where Lanczos missed a repeated one.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> triangle_pairs = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    >>> effective_dimension(Graph.from_edges(triangle_pairs), horizon=10, ridge=0.01)
    2
    """
    if horizon < 1:
        raise ParameterError(f"horizon must be at least 1 round, got {horizon}")
    if not ridge > 0:
        raise ParameterError(f"ridge must be positive, got {ridge}")
    budget = horizon / math.log1p(horizon / ridge)
    if graph.n_nodes <= DENSE_NODES:
        guess = _from_eigenvalues(_eigenvalues(graph, N_GUESSED) + ridge, budget)
        if guess < N_GUESSED:
            return guess
    else:
        guess = _lanczos_guess(graph, budget, ridge)
    if guess >= N_GUESSED and graph.n_nodes <= COUNTING_NODES:
        return _from_eigenvalues(_eigenvalues(graph) + ridge, budget)
    return _by_counting(graph, guess, budget, ridge)


def _eigenvalues(graph: Graph, k: int | None = None) -> NDArray[np.float64]:
    """Return the ``k`` smallest eigenvalues, or all, by a dense solver."""
    dense = graph.laplacian.toarray(order="F")
    if k is None or k >= graph.n_nodes:
        values = np.linalg.eigvalsh(dense)
    else:
        few: dict[str, Any] = {"subset_by_index": [0, k - 1], "check_finite": False}
        values = eigh(dense, eigvals_only=True, overwrite_a=True, **few)
    return np.maximum(values, 0.0)


def _from_eigenvalues(eigenvalues: NDArray[np.float64], budget: float) -> int:
    """Return the largest ``d`` among the given, increasing ``Lambda_1, Lambda_2, ...``."""
    orders = np.arange(len(eigenvalues))  # d - 1
    return int(np.flatnonzero(orders * eigenvalues <= budget)[-1]) + 1


def _by_counting(graph: Graph, guess: int, budget: float, ridge: float) -> int:
    """Find the last ``d`` that fits; ``(d - 1) Lambda_d`` never falls, so bisection is exact."""

    def fits(d: int) -> bool:
        return d == 1 or count_eigenvalues_below(graph, budget / (d - 1) - ridge) >= d

    low, high = guess, guess + 1
    while high <= graph.n_nodes and fits(high):
        low, high = high, min(2 * high, graph.n_nodes + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _lanczos_guess(graph: Graph, budget: float, ridge: float) -> int:
    """Return a ``d`` that surely fits: Ritz values never lie below their eigenvalues."""
    try:
        values = lanczos(graph, N_GUESSED, max_restarts=30)[0]
    except ArpackNoConvergence:
        return 1
    # A margin keeps rounding of the Ritz values from claiming too much.
    return _from_eigenvalues(np.maximum(values, 0.0) * (1 + 1e-9) + ridge, budget)
