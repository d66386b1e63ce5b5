"""Counting eigenvalues by Lanczos quadrature, for graphs nobody can cut: an estimate and its error.

A random vector ``v`` of signs weighs every eigenvalue alike on average, and ``k`` Lanczos steps
from it give a Gauss rule ``(theta_j, tau_j)`` for those weights: ``N sum tau_j`` over the
``theta_j < x`` estimates how many eigenvalues lie below ``x``. The scatter over several vectors is
the error.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import eigh_tridiagonal
from scipy.linalg.blas import daxpy, ddot

from cheapbandits.engines.rows import Rows
from cheapbandits.engines.threads import on_one_thread
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["estimate_dimension"]

#: Random vectors, and Lanczos steps from each: 900 products with the Laplacian in all.
N_VECTORS, N_STEPS = 6, 150
#: The bounds are this many standard errors from the estimate.
N_ERRORS = 2.0

Rule = tuple["NDArray[np.float64]", "NDArray[np.float64]"]


@on_one_thread
def estimate_dimension(
    graph: Graph,
    budget: float,
    ridge: float,
    n_vectors: int = N_VECTORS,
    n_steps: int = N_STEPS,
) -> tuple[int, int]:
    """Return bounds on the effective dimension, two standard errors below and above its estimate.

    Parameters
    ----------
    graph
        ``N`` nodes.
    budget
        ``B = T / log(1 + T / ridge)``.
    ridge
        Added to every eigenvalue.
    n_vectors, n_steps
        At least two random vectors, and Lanczos steps from each.
    """
    rng = np.random.default_rng(0)  # the answer must not change from call to call
    rules = []
    with Progress("effective dimension") as progress:
        advance = progress.part("counting eigenvalues from random vectors", 1.0)
        for _ in range(n_vectors):
            rules.append(_rule(graph, rng, n_steps))
            advance(1 / n_vectors)
    highest = max(1, min(graph.n_nodes, int(budget / ridge) + 1))

    def largest(errors: float) -> int:
        """Return the last ``d`` for which ``d`` eigenvalues are counted below ``B/(d-1) - ridge``.

        The count is taken that many standard errors off its mean.
        """
        low, high = max(1, min(graph.n_parts, highest)), highest
        while high > low:
            middle = (low + high + 1) // 2
            counts = _counts(rules, graph.n_parts, budget / (middle - 1) - ridge)
            error = float(counts.std(ddof=1)) / math.sqrt(n_vectors)
            fits = counts.mean() + errors * error >= middle
            low, high = (middle, high) if fits else (low, middle - 1)
        return low

    return largest(-N_ERRORS), largest(N_ERRORS)


def _counts(rules: list[Rule], n_parts: int, threshold: float) -> NDArray[np.float64]:
    """Return each rule's count of the eigenvalues below a threshold."""
    positive = [np.interp(threshold, nodes, counted, left=0.0) for nodes, counted in rules]
    return n_parts + np.array(positive)


def _rule(graph: Graph, rng: np.random.Generator, n_steps: int) -> Rule:
    """Return the nodes of a Gauss rule and how many positive eigenvalues it counts up to each."""
    start = rng.choice([-1.0, 1.0], graph.n_nodes)
    # The zero eigenvalues are known, one for each part: they are taken out and counted exactly.
    sums = np.bincount(graph.parts, weights=start)
    start -= (sums / np.bincount(graph.parts))[graph.parts]
    weight = float(start @ start)
    if weight == 0.0:  # nothing but isolated nodes
        return np.array([0.0]), np.array([0.0])
    diagonal, beside = _lanczos(graph, start / math.sqrt(weight), n_steps)
    nodes, vectors = eigh_tridiagonal(diagonal, beside)
    weights = weight * vectors[0] ** 2
    # At a node itself half of its weight lies below.
    return nodes, np.cumsum(weights) - weights / 2


def _lanczos(
    graph: Graph, vector: NDArray[np.float64], n_steps: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the tridiagonal matrix of ``k`` steps; quadrature bears the loss of orthogonality."""
    diagonal, beside, laplacian = [], [0.0], Rows(graph.laplacian)
    before = np.zeros_like(vector)
    for _ in range(min(n_steps, graph.n_nodes)):
        following = laplacian @ vector
        daxpy(before, following, a=-beside[-1])
        diagonal.append(ddot(following, vector))
        daxpy(vector, following, a=-diagonal[-1])
        beside.append(math.sqrt(ddot(following, following)))
        if beside[-1] <= 1e-10 * max(diagonal):  # the vector has no more directions to give
            break
        following /= beside[-1]
        before, vector = vector, following
    return np.array(diagonal), np.array(beside[1 : len(diagonal)])
