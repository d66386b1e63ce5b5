"""Conductance and the k-way expansion constant ``rho(k)`` of the supplement's Definition 2."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.theory.isoperimetry import Interval
from cheapbandits.theory.subsets import check_enumerable, cuts, sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = [
    "conductance",
    "expansion_bounds",
    "expansion_constant",
    "normalized_laplacian_eigenvalues",
]

#: 4^12 pairs of subsets are a tenth of a second; each node more takes four times as long.
MAX_NODES = 12


def conductance(graph: Graph, nodes: Iterable[int]) -> float:
    """Return ``phi(X) = |dX| / vol(X)``: the weight that leaves ``X`` by the sum of its degrees.

    A set of isolated nodes has neither and counts as 0: nothing leaves it.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> round(conductance(Graph.from_edges([(0, 1), (1, 2), (2, 3)]), [0, 1]), 4)
    0.3333
    """
    inside = np.zeros(graph.n_nodes)
    chosen = list(nodes)
    if not chosen or min(chosen) < 0 or max(chosen) >= graph.n_nodes:
        raise ParameterError(f"nodes must be from 0 to {graph.n_nodes - 1}, some; got {chosen}")
    inside[chosen] = 1.0
    volume = float(graph.degrees @ inside)
    leaving = float(inside @ (graph.weights @ (1 - inside)))
    return leaving / volume if volume > 0 else 0.0


def expansion_constant(graph: Graph, k: int) -> float:
    """Return ``rho(k) = min max_i phi(V^i)`` over ``k`` disjoint non-empty sets, exactly.

    The paper asks for an empty intersection of all ``k``; pairwise disjoint is meant (Lee, Gharan
    and Trevisan, 2012). They need not cover the graph. ``rho(1) = 0``, and ``rho(2)`` is Cheeger's
    constant. Looks at every subset: at most 12 nodes.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph, disjoint_cliques
    >>> path = Graph.from_edges([(0, 1), (1, 2), (2, 3)])
    >>> [round(expansion_constant(path, k), 4) for k in (1, 2, 3, 4)]
    [0.0, 0.3333, 1.0, 1.0]
    >>> [expansion_constant(disjoint_cliques(3, 3), k) for k in (3, 4)]
    [0.0, 1.0]
    """
    check_enumerable(graph, MAX_NODES, "the expansion constant", "expansion_bounds")
    _check_k(graph, k)
    phi = _conductances(graph)
    subsets = np.arange(len(phi))
    worst = np.zeros(len(phi))  # worst[M]: the best max phi of so many disjoint sets within M
    for _ in range(k):
        found = np.full(len(phi), np.inf)
        for chosen in subsets[1:]:
            rest = subsets[subsets & chosen == 0]
            union = rest | chosen
            found[union] = np.minimum(found[union], np.maximum(phi[chosen], worst[rest]))
        worst = found
    return float(worst[-1])


def expansion_bounds(graph: Graph, k: int, *, constant: float | None = None) -> Interval:
    """Return ``mu_k / 2 <= rho(k) <= O(k^2) sqrt(mu_k)``, the supplement's (12).

    ``mu_k`` is the ``k``-th eigenvalue of the normalized Laplacian. Both sides hold without the
    theorem's assumption on ``rho(k+1)`` (Lee, Gharan and Trevisan, 2012).

    Parameters
    ----------
    graph
        Any graph.
    k
        From 1 to ``N``.
    constant
        What ``O(k^2)`` is to be read as, times ``k^2``. The paper has no number. Left out: 0 for
        ``k = 1`` and Cheeger's ``sqrt(2 mu_2)`` for ``k = 2``, both proved; beyond, ``phi <= 1``.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2), (2, 3)])
    >>> [round(x, 3) for x in expansion_bounds(path, 2)]
    [0.25, 1.0]
    """
    _check_k(graph, k)
    mu = float(normalized_laplacian_eigenvalues(graph)[k - 1])
    if constant is not None:
        return Interval(mu / 2, constant * k**2 * math.sqrt(mu))
    return Interval(mu / 2, min(1.0, math.sqrt(2 * mu)) if k <= 2 else float(mu > 0))


def normalized_laplacian_eigenvalues(graph: Graph) -> NDArray[np.float64]:
    """Return ``mu_1 <= ... <= mu_N`` of ``D^(-1/2) L D^(-1/2)``; an isolated node adds a 0.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> normalized_laplacian_eigenvalues(Graph.from_edges([(0, 1)], n_nodes=3)).round(9) + 0.0
    array([0., 0., 2.])
    """
    degrees = graph.degrees
    scale = np.divide(1.0, np.sqrt(degrees), out=np.zeros(len(degrees)), where=degrees > 0)
    normalized = scale[:, None] * graph.laplacian.toarray() * scale
    values = np.maximum(np.linalg.eigvalsh(normalized), 0.0)
    values[: graph.n_parts] = 0.0  # exactly as many as connected parts
    return values


def _conductances(graph: Graph) -> NDArray[np.float64]:
    volumes = sums(graph.degrees)
    return np.divide(cuts(graph), volumes, out=np.zeros(len(volumes)), where=volumes > 0)


def _check_k(graph: Graph, k: int) -> None:
    if not 1 <= k <= graph.n_nodes:
        raise ParameterError(f"k must be from 1 to {graph.n_nodes}, got {k}")
