"""To and from networkx, the type other Python graph tools speak."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.checks import got, instance
from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.graph import Graph

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["from_networkx"]


def from_networkx(graph: nx.Graph[Any], *, weight: str = "weight") -> Graph:
    """Return a :class:`Graph` with the networkx graph's nodes as names."""
    if not all(hasattr(graph, name) for name in ("is_directed", "is_multigraph", "nodes", "edges")):
        raise ParameterError(
            f"from_networkx takes a networkx graph, got {type(graph).__name__}; for a matrix use "
            "Graph(weights), for pairs Graph.from_edges(pairs)"
        )
    instance(weight, str, "weight", "the name of an edge attribute")
    if graph.is_directed():
        raise GraphError("the networkx graph is directed; pass graph.to_undirected()")
    nodes = list(graph.nodes)
    position = {node: i for i, node in enumerate(nodes)}
    triples = [(position[u], position[v], w) for u, v, w in graph.edges(data=weight, default=1.0)]
    pairs = np.array([(u, v) for u, v, _ in triples], dtype=np.int64).reshape(-1, 2)
    try:
        weights = np.array([w for _, _, w in triples], dtype=float)
    except (TypeError, ValueError) as error:
        raise GraphError(f"edge attribute {weight!r} must hold numbers: {error}") from error
    return Graph.from_edges(
        pairs,
        weights,
        n_nodes=len(nodes),
        names=[_label(node) for node in nodes],
        duplicates="sum" if graph.is_multigraph() else "same",
    )


def _label(node: Any) -> str:
    """Return the text of a node: of texts, numbers, and tuples of these, as grids have them."""
    parts = node if isinstance(node, tuple) else (node,)
    if not all(isinstance(part, str | Real) for part in parts):
        raise GraphError(
            f"the node {got(node)} is neither text nor a number, nor a tuple of these; give it a "
            "name by networkx.relabel_nodes"
        )
    return str(node)
