"""The isoperimetric number ``theta(G)`` (supplement, Definition 3) and its spectral bounds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cheapbandits.spectrum import laplacian_eigenvalues
from cheapbandits.theory.subsets import check_enumerable, cuts, sums

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["Interval", "isoperimetric_bounds", "isoperimetric_number"]

#: 2^18 subsets are a tenth of a second; each node more doubles it.
MAX_NODES = 18


class Interval(NamedTuple):
    """Where a number lies: ``lower <= number <= upper``."""

    lower: float
    upper: float


def isoperimetric_number(graph: Graph) -> float:
    """Return ``theta(G) = min |dX| / |X|`` over all ``X`` with ``1 <= |X| <= N/2``, exactly.

    ``|dX|`` is the weight of the edges that leave ``X``. The paper prints ``|X| <= X/2``. Looks at
    every subset: at most 18 nodes.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph, disjoint_cliques
    >>> isoperimetric_number(Graph.from_edges([(0, 1), (1, 2), (2, 3)]))
    0.5
    >>> isoperimetric_number(disjoint_cliques(1, 6)), isoperimetric_number(disjoint_cliques(2, 3))
    (3.0, 0.0)
    """
    check_enumerable(graph, MAX_NODES, "the isoperimetric number", "isoperimetric_bounds")
    sizes = sums(np.ones(graph.n_nodes))
    small = (sizes >= 1) & (2 * sizes <= graph.n_nodes)
    return float((cuts(graph)[small] / sizes[small]).min())


def isoperimetric_bounds(graph: Graph) -> Interval:
    """Return ``lambda_2 / 2 <= theta(G) <= sqrt(2 kappa lambda_2)``, the supplement's (15).

    ``kappa`` is the largest (weighted) degree, ``lambda_2`` of the Laplacian ``L``.

    Examples
    --------
    >>> from cheapbandits.graphs import disjoint_cliques
    >>> bounds = isoperimetric_bounds(disjoint_cliques(1, 6))
    >>> round(bounds.lower, 9), round(bounds.upper, 3)
    (3.0, 7.746)
    """
    second = float(laplacian_eigenvalues(graph, 2)[1]) if graph.n_parts == 1 else 0.0
    return Interval(second / 2, math.sqrt(2 * float(graph.degrees.max()) * second))
