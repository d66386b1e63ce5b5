"""How far a node may be from the average around it: Proposition 2, (10), Cauchy-Schwarz.

With unit weights Proposition 2 holds on every graph, gap of eigenvalues or not, but adds nothing:
the terms of ``f'Lf`` on the group's own edges give ``gap <= c sqrt(w - 1) / w <= c / 2``, and since
``lambda_(d+1) <= 2 kappa`` its bound ``c' d / lambda_(d+1)`` is never below ``28 sqrt(2 kappa) d
c``. For weighted graphs, to which the paper says that it extends, it can fail, in two ways:

- The sides scale differently: when all weights and the ridge are multiplied by ``x`` the gap stays
  and the bound is multiplied by ``x``. The proof uses ``theta(G_l) >= phi(G_l)``, which asks for
  degrees of at least 1.
- The proof takes the group to lie in one part of the partition. A weak edge into another part puts
  a node of a quite different value into the group at almost no cost in ``c``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from cheapbandits.graphs import Graph
from cheapbandits.spectrum import effective_dimension, laplacian_eigenvalues
from cheapbandits.theory.bounds import averaging_constant
from cheapbandits.theory.parameters import check_not_negative, check_rounds

__all__ = [
    "EigenvalueGap",
    "cauchy_schwarz_bound",
    "eigenvalue_gap",
    "proposition2_bound",
    "weak_local_smoothness_bound",
]


@dataclass(frozen=True, slots=True)
class EigenvalueGap:
    """Proposition 2's assumption, ``lambda_(d+1) / lambda_d >= O(d^2)``, in numbers.

    Attributes
    ----------
    dimension
        ``d``, the effective dimension.
    low, high
        ``lambda_d`` and ``lambda_(d+1)`` of ``L``; the latter infinite when ``d = N``.
    """

    dimension: int
    low: float
    high: float

    @property
    def ratio(self) -> float:
        """``lambda_(d+1) / lambda_d``; infinite when ``lambda_d`` is 0."""
        return self.high / self.low if self.low > 0 else math.inf

    @property
    def required(self) -> float:
        """``d^2``, with 1 for the constant that the paper leaves open."""
        return float(self.dimension**2)

    @property
    def holds(self) -> bool:
        """Whether the ratio reaches ``d^2``."""
        return self.ratio >= self.required


def eigenvalue_gap(graph: Graph, *, horizon: int, ridge: float = 0.01) -> EigenvalueGap:
    """Return the eigenvalues of ``L`` on either side of the effective dimension.

    Examples
    --------
    >>> from cheapbandits.graphs import disjoint_cliques
    >>> gap = eigenvalue_gap(disjoint_cliques(3, 8), horizon=50)
    >>> gap.dimension, round(gap.high, 9), gap.ratio, gap.holds
    (3, 8.0, inf, True)
    """
    d = effective_dimension(graph, horizon=horizon, ridge=ridge)
    values = laplacian_eigenvalues(graph, min(d + 1, graph.n_nodes))
    # An eigenvalue that is 0 but for rounding: there are as many as connected parts.
    values[: graph.n_parts] = 0.0
    high = float(values[d]) if d < graph.n_nodes else math.inf
    return EigenvalueGap(d, float(values[d - 1]), high)


def proposition2_bound(
    graph: Graph, *, smoothness: float, horizon: int, ridge: float = 0.01
) -> float:
    """Return ``c' d / lambda_(d+1)``, the right side of (8) and (9), Proposition 2.

    ``c' = 56 kappa sqrt(2 kappa) c``. Infinite, for it says nothing, when ``d = N``. Whether the
    proposition's assumption is met says :func:`eigenvalue_gap`.

    Examples
    --------
    >>> from cheapbandits.graphs import disjoint_cliques
    >>> proposition2_bound(disjoint_cliques(2, 3), smoothness=1.0, horizon=10)
    149.33...
    """
    gap = eigenvalue_gap(graph, horizon=horizon, ridge=ridge)
    return _over_next_eigenvalue(graph, gap, smoothness, gap.dimension)


def weak_local_smoothness_bound(
    graph: Graph, *, smoothness: float, horizon: int, width: int, ridge: float = 0.01
) -> float:
    """Return ``c' sqrt(T) w / lambda_(d+1)``, the right side of (10).

    The paper assumes it for graphs without the eigenvalue gap. Infinite when ``d = N``.

    Examples
    --------
    >>> from cheapbandits.graphs import disjoint_cliques
    >>> weak_local_smoothness_bound(disjoint_cliques(2, 3), smoothness=1.0, horizon=9, width=2)
    448.0...
    """
    gap = eigenvalue_gap(graph, horizon=horizon, ridge=ridge)
    w = float(check_rounds("width", width))
    return _over_next_eigenvalue(graph, gap, smoothness, math.sqrt(horizon) * w)


def cauchy_schwarz_bound(graph: Graph, *, smoothness: float, node: int = 0) -> float:
    """Return ``c / sqrt(lambda_2)``, with ``lambda_2`` of the connected part around ``node``.

    ``e_i - s`` sums to 0 and stays in the part, so ``|f(i) - s'f| <= ||e_i - s|| sqrt(f'Lf /
    lambda_2)``. Its norm is ``sqrt(1 - 1/w)``; the supplement prints ``1 - 1/w``, which is smaller.
    Infinite for an isolated node.

    Examples
    --------
    >>> from cheapbandits.graphs import disjoint_cliques
    >>> round(cauchy_schwarz_bound(disjoint_cliques(2, 4), smoothness=1.0), 9)
    0.5
    """
    c = check_not_negative("smoothness", smoothness)
    part = np.flatnonzero(graph.parts == graph.parts[node])
    if len(part) == 1:
        return math.inf
    lambda_2 = laplacian_eigenvalues(Graph(graph.weights[part][:, part]), 2)[1]
    return c / math.sqrt(float(lambda_2))


def _over_next_eigenvalue(
    graph: Graph, gap: EigenvalueGap, smoothness: float, factor: float
) -> float:
    """Return ``c' factor / lambda_(d+1)``; infinite when that is missing or 0."""
    if not 0 < gap.high < math.inf:
        return math.inf
    return averaging_constant(float(graph.degrees.max()), smoothness) * factor / gap.high
