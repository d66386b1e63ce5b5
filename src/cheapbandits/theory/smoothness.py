"""How smooth a field is, over the graph and around one node (Sections 4 and 5.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.fields.check import check_field
from cheapbandits.probes import StrongestNeighbors
from cheapbandits.theory.local_bounds import (
    cauchy_schwarz_bound,
    proposition2_bound,
    weak_local_smoothness_bound,
)
from cheapbandits.theory.parameters import check_not_negative

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.graphs import Graph

__all__ = ["LocalSmoothness", "alpha_norm", "check_local_smoothness", "local_smoothness_gap"]

Statement = Literal["proposition 2", "weak", "cauchy-schwarz"]


@dataclass(frozen=True, slots=True)
class LocalSmoothness:
    """One statement about the group around one node, and whether it holds.

    Attributes
    ----------
    node, width
        The group.
    gap
        ``|f(i) - average over the group|``.
    bound
        What the statement allows; infinite where it says nothing.
    smoothness
        The ``c`` that stands in the bound.
    """

    node: int
    width: int
    gap: float
    bound: float
    smoothness: float

    @property
    def holds(self) -> bool:
        """Whether the gap is within the bound, rounding allowed for."""
        return self.gap <= self.bound * (1 + 1e-9) + 1e-12


def alpha_norm(graph: Graph, field: ArrayLike, *, ridge: float = 0.01) -> float:
    """Return ``||alpha||_Lambda = sqrt(f'(L + ridge I) f)``, the paper's (5), with no eigenbasis.

    The paper says that a constant field has norm 0; it has ``sqrt(ridge N)`` times its value.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2)], weights=[1.0, 3.0])
    >>> alpha_norm(path, [1.0, 0.0, 1.0], ridge=0.0), alpha_norm(path, [1, 0, 1], ridge=2.5)
    (2.0, 3.0)
    """
    f = check_field(field, graph.n_nodes, graph.names)
    pairs, weights = graph.edges()
    rough = weights @ (f[pairs[:, 0]] - f[pairs[:, 1]]) ** 2
    return math.sqrt(float(rough + check_not_negative("ridge", ridge) * (f @ f)))


def local_smoothness_gap(
    graph: Graph, field: ArrayLike, node: int | None = None, width: int | None = None
) -> float:
    """Return ``|f(i) - average over the group|``, the left side of (8) to (10).

    The group is the probe of the paper: the node itself and its ``width - 1`` strongest neighbours.
    Proposition 2 prints the average over the neighbours alone, which is ``w / (w - 1)`` times as
    far from ``f(i)``.

    Parameters
    ----------
    graph, field
        The network and a value a node.
    node
        ``i``; the field's maximum (the first, on ties) when left out.
    width
        ``w``; the whole closed neighbourhood when left out.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> star = Graph.from_edges([(0, 1), (0, 2), (0, 3)], weights=[3.0, 2.0, 1.0])
    >>> f = [1.0, 0.8, 0.6, 0.4]
    >>> round(local_smoothness_gap(star, f), 3), round(local_smoothness_gap(star, f, width=2), 3)
    (0.3, 0.1)
    """
    f = check_field(field, graph.n_nodes, graph.names)
    i, w = _group(graph, f.argmax() if node is None else node, width)
    nodes, _ = StrongestNeighbors(graph, cap="own").at(w).group(i)
    return abs(float(f[i] - f[list(nodes)].mean()))


def check_local_smoothness(
    graph: Graph,
    field: ArrayLike,
    *,
    horizon: int,
    ridge: float = 0.01,
    statement: Statement = "proposition 2",
    smoothness: float | None = None,
    node: int | None = None,
    width: int | None = None,
) -> LocalSmoothness:
    """Compare the gap around a node with one of the paper's bounds.

    Parameters
    ----------
    graph, field, node, width
        As for :func:`local_smoothness_gap`.
    horizon, ridge
        ``T`` and ``lambda``; they decide the effective dimension.
    statement
        ``"proposition 2"``: (9), whose assumption :func:`~cheapbandits.theory.eigenvalue_gap`
        reports; ``"weak"``: (10), which the paper assumes; ``"cauchy-schwarz"``: ``c /
        sqrt(lambda_2)``, always true.
    smoothness
        ``c``; the field's own :func:`alpha_norm` when left out.

    Examples
    --------
    >>> from cheapbandits.graphs import disjoint_cliques
    >>> f = [1.0, 0.9, 0.9, 0.1, 0.0, 0.0]
    >>> check = check_local_smoothness(disjoint_cliques(2, 3), f, horizon=20)
    >>> check.holds, round(check.gap, 3), check.bound > 10
    (True, 0.067, True)
    """
    f = check_field(field, graph.n_nodes, graph.names)
    i, w = _group(graph, f.argmax() if node is None else node, width)
    c = alpha_norm(graph, f, ridge=ridge) if smoothness is None else smoothness
    if statement == "proposition 2":
        bound = proposition2_bound(graph, smoothness=c, horizon=horizon, ridge=ridge)
    elif statement == "weak":
        bound = weak_local_smoothness_bound(
            graph, smoothness=c, horizon=horizon, ridge=ridge, width=w
        )
    elif statement == "cauchy-schwarz":
        bound = cauchy_schwarz_bound(graph, smoothness=c, node=i)
    else:
        known = "'proposition 2', 'weak' or 'cauchy-schwarz'"
        raise ParameterError(f"statement must be {known}, got {statement!r}")
    return LocalSmoothness(i, w, local_smoothness_gap(graph, f, i, w), bound, c)


def _group(graph: Graph, node: int | np.integer, width: int | None) -> tuple[int, int]:
    i = int(node)
    if not 0 <= i < graph.n_nodes:
        raise ParameterError(f"node must be from 0 to {graph.n_nodes - 1}, got {node}")
    widest = int(graph.neighbor_counts[i]) + 1
    w = widest if width is None else width
    if not 1 <= w <= widest:
        raise ParameterError(f"width must be from 1 to {widest} at node {i}, got {width}")
    return i, w
