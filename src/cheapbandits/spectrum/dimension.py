"""The effective dimension of Definition 1.

The largest ``d`` with ``(d - 1) Lambda_d <= T / log(1 + T / ridge)``, where ``Lambda_d`` is the
``d``-th smallest eigenvalue of ``L + ridge I``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse.linalg import ArpackError

from cheapbandits.checks import finite
from cheapbandits.engines.dissection.cuts import FILLED_NODES, plan_of
from cheapbandits.engines.threads import for_size
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.progress import Progress
from cheapbandits.spectrum.bracket import bracket
from cheapbandits.spectrum.inertia import count_eigenvalues_below, counts_sparsely
from cheapbandits.spectrum.lanczos import lanczos
from cheapbandits.spectrum.quadrature import estimate_dimension

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["dimension_bounds", "dimension_key", "effective_dimension"]

#: Up to this many nodes all eigenvalues cost less than a guess by Lanczos and its proof.
DENSE_NODES = 600
#: How many eigenvalues Lanczos is asked for. Asking for many takes longer than all of them densely.
N_GUESSED = 12
#: By how much low degrees exceed low eigenvalues on the paper's random graphs.
DEGREE_EXCESS = 1.35
#: Up to this many nodes a dense eigenvalue solver beats a bisection by dense counts.
COUNTING_NODES = 4000
#: Up to this many nodes the exact number costs little; one percent of it changes nothing.
EXACT_NODES = 200_000
#: Operations a node of a count that takes longer than 160 products with the Laplacian.
LONG_COUNT = 1e5


def effective_dimension(graph: Graph, *, horizon: int, ridge: float = 0.01) -> int:
    """Return the effective dimension ``d`` of a graph for ``T`` rounds.

    Exact up to 8,000 nodes, and up to 200,000 on graphs that few nodes cut in two; beyond, the
    upper of two close bounds: see :func:`dimension_bounds`.

    A guess is proved by counting eigenvalues (Sylvester's inertia). It comes from the degrees for
    small graphs and from Lanczos for larger ones; where it fails, all eigenvalues or bisection by
    counting decide.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> triangle_pairs = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    >>> effective_dimension(Graph.from_edges(triangle_pairs), horizon=10, ridge=0.01)
    2
    """
    return dimension_bounds(graph, horizon=horizon, ridge=ridge)[1]


def dimension_bounds(graph: Graph, *, horizon: int, ridge: float = 0.01) -> tuple[int, int]:
    """Return bounds on the effective dimension; the same number twice where it is exact.

    On graphs that few nodes cut in two eigenvalues are counted: exactly up to 200,000 nodes, to
    within one percent beyond. On larger graphs without such cuts Lanczos quadrature estimates, and
    the bounds are two standard errors away. :func:`effective_dimension` returns the upper bound,
    which errs on the cautious side.
    """
    check_graph(graph)
    rounds, ridge = finite(horizon, "horizon", least=1), finite(ridge, "ridge", above=0)
    if math.isinf(rounds / ridge):
        raise ParameterError(f"ridge is too small for a horizon of {rounds:g}, got {ridge:g}")
    budget = rounds / math.log1p(rounds / ridge)
    return graph.keep(dimension_key(rounds, ridge), lambda: _bounds(graph, budget, ridge))


def dimension_key(horizon: float, ridge: float) -> tuple[str, float, float]:
    """Return the name under which a graph keeps its bounds."""
    return "effective dimension", horizon, ridge


def _bounds(graph: Graph, budget: float, ridge: float) -> tuple[int, int]:
    n = graph.n_nodes
    if n <= COUNTING_NODES:
        return (_of_small_graph(graph, budget, ridge),) * 2
    if plan_of(graph) is None and n > FILLED_NODES:
        return estimate_dimension(graph, budget, ridge)
    with Progress("effective dimension") as progress:

        def count(threshold: float) -> int:
            advance = progress.part("counting eigenvalues", 1 / 3)  # three counts, mostly
            found = count_eigenvalues_below(graph, threshold)
            advance(1.0)
            return found

        return _bracketed(graph, count, budget, ridge)


def _bracketed(
    graph: Graph, count: Callable[[float], int], budget: float, ridge: float
) -> tuple[int, int]:
    return bracket(
        count,
        budget=budget,
        ridge=ridge,
        n_nodes=graph.n_nodes,
        n_parts=graph.n_parts,
        tolerance=0.0 if graph.n_nodes <= EXACT_NODES else 0.01,
        first=_rough(graph, budget, ridge),
    )


def _rough(graph: Graph, budget: float, ridge: float) -> int | None:
    """Return about where ``d`` is, where looking there first saves counts that take long."""
    plan = plan_of(graph) if graph.n_nodes > COUNTING_NODES else None
    if plan is None or plan.factor_work < LONG_COUNT * graph.n_nodes:
        return None
    return sum(estimate_dimension(graph, budget, ridge, n_vectors=2, n_steps=80)) // 2


def _of_small_graph(graph: Graph, budget: float, ridge: float) -> int:
    if graph.n_nodes > DENSE_NODES:
        return _of_middling_graph(graph, budget, ridge)
    near = _near_degrees(graph, budget, ridge)
    if near is not None:
        return near
    return _from_eigenvalues(_eigenvalues(graph) + ridge, budget)


def _of_middling_graph(graph: Graph, budget: float, ridge: float) -> int:
    guess = _lanczos_guess(graph, budget, ridge)
    if guess >= N_GUESSED and counts_sparsely(graph):
        return _bracketed(graph, lambda x: count_eigenvalues_below(graph, x), budget, ridge)[1]
    if guess >= N_GUESSED:
        return _from_eigenvalues(_eigenvalues(graph) + ridge, budget)
    return _by_counting(graph, guess, budget, ridge)


def _near_degrees(graph: Graph, budget: float, ridge: float) -> int | None:
    """Look for ``d`` where the degrees put it, with three counts; ``None`` if it is elsewhere.

    On graphs without geometry the low eigenvalues follow the low degrees, a little below them;
    three counts take half the time of a tridiagonal reduction.
    """
    guess = _from_eigenvalues(np.sort(graph.degrees) / DEGREE_EXCESS + ridge, budget)
    low, high = 1, graph.n_nodes + 1
    for _ in range(3):
        if _fits(graph, guess, budget, ridge):
            low, guess = guess, guess + 1
        else:
            high, guess = guess, guess - 1
        if high - low == 1:
            return low
    return None


def _fits(graph: Graph, d: int, budget: float, ridge: float) -> bool:
    """Whether ``(d - 1) Lambda_d`` is within the budget: ``d`` eigenvalues are small enough."""
    return d == 1 or (
        d <= graph.n_nodes and count_eigenvalues_below(graph, budget / (d - 1) - ridge) >= d
    )


def _eigenvalues(graph: Graph) -> NDArray[np.float64]:
    """Return all eigenvalues, by a dense solver."""
    with for_size(graph.n_nodes):
        return np.maximum(np.linalg.eigvalsh(graph.laplacian.toarray()), 0.0)


def _from_eigenvalues(eigenvalues: NDArray[np.float64], budget: float) -> int:
    """Return the largest ``d`` among the given, increasing ``Lambda_1, Lambda_2, ...``."""
    orders = np.arange(len(eigenvalues))  # d - 1
    return int(np.flatnonzero(orders * eigenvalues <= budget)[-1]) + 1


def _by_counting(graph: Graph, guess: int, budget: float, ridge: float) -> int:
    """Find the last ``d`` that fits; ``(d - 1) Lambda_d`` never falls, so bisection is exact."""
    low, high = guess, guess + 1
    while high <= graph.n_nodes and _fits(graph, high, budget, ridge):
        low, high = high, min(2 * high, graph.n_nodes + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _fits(graph, middle, budget, ridge) else (low, middle)
    return low


def _lanczos_guess(graph: Graph, budget: float, ridge: float) -> int:
    """Return a ``d`` that surely fits: Ritz values never lie below their eigenvalues."""
    try:
        values = lanczos(graph, N_GUESSED, max_restarts=30)[0]
    except ArpackError:
        return 1
    # A margin keeps rounding of the Ritz values from claiming too much.
    return _from_eigenvalues(np.maximum(values, 0.0) * (1 + 1e-9) + ridge, budget)
