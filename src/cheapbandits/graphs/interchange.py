"""To and from networkx, the type other Python graph tools speak."""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.checks import got, instance, is_number
from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.validation import is_label
from cheapbandits.graphs.weight_words import may_weigh
from cheapbandits.text import check_seen_apart

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["LIKE_WEIGHTS", "UNIT", "from_networkx", "is_near"]

#: Data of edges that may be meant for their weight.
LIKE_WEIGHTS = ("distance", "dist", "length", "cost", "strength", "similarity", "value")
#: In place of an attribute: none is the weight, every edge weighs 1.
UNIT = "unit"

_ABSENT = object()


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
    labels = [_label(node) for node in nodes]
    check_seen_apart(labels, GraphError)
    position = {node: i for i, node in enumerate(nodes)}
    edges = list(graph.edges(data=weight, default=_ABSENT))
    pairs = np.array([(position[u], position[v]) for u, v, _ in edges], dtype=np.int64)
    return Graph.from_edges(
        pairs.reshape(-1, 2),
        _weights(graph, edges, weight),
        n_nodes=len(nodes),
        names=labels,
        duplicates="sum" if graph.is_multigraph() else "same",
    )


def is_near(name: str, wanted: str) -> bool:
    """Return whether a name is the one wanted in another spelling."""
    plain, goal = name.strip().casefold(), wanted.strip().casefold()
    return plain in (goal, f"{goal}s") or (goal == "weight" and plain == "w")


def _weights(graph: nx.Graph[Any], edges: list[tuple[Any, Any, Any]], key: str) -> list[float]:
    """Return the edges' weights: all have one, or none has and all weigh 1."""
    lacking = next((edge for edge in edges if edge[2] is _ABSENT), None)
    having = next((edge for edge in edges if edge[2] is not _ABSENT), None)
    if having is None:
        if edges and key != UNIT:
            _check_named(graph, key)
        return [1.0] * len(edges)
    if lacking is not None:
        raise GraphError(
            f"the edge {_named(lacking)} has no {key!r}, and {_named(having)} has one; give each "
            f"its own, or pass weight={UNIT!r} to let every edge weigh 1"
        )
    if {type(edge[2]) for edge in edges} <= {int, float}:
        return [_plain(edge, key) for edge in edges]
    return [_number(edge, key) for edge in edges]


def _check_named(graph: nx.Graph[Any], key: str) -> None:
    """Refuse edges without the weight asked for that have what may be meant for it."""
    there = {str(name): None for *_, data in graph.edges(data=True) for name in data}
    near = [name for name in there if is_near(name, key)]
    if key == "weight" and "osmid" not in there:  # all streets weigh 1
        near += [name for name in there if name.strip().lower() in LIKE_WEIGHTS]
        near += _numbers(graph)
    if near or key != "weight":
        has = f"; they have {near[0]!r}" if near else ""
        use = f"pass weight={near[0]!r} to use it, or " if near else "correct the name, or pass "
        raise GraphError(
            f"no edge has {key!r}{has}: {use}weight={UNIT!r} to let every edge weigh 1"
        )


def _numbers(graph: nx.Graph[Any]) -> list[str]:
    """Return what numbers of edges may be meant for weights: by their name, or as they vary."""
    first: dict[str, Any] = {}
    found: dict[str, None] = {}
    for *_, data in graph.edges(data=True):
        for name, value in data.items():
            if not isinstance(name, str) or name in found or not is_number(value):
                continue
            real = not isinstance(value, Integral)
            if may_weigh(name) or (real and first.setdefault(name, value) != value):
                found[name] = None
    return list(found)


def _plain(edge: tuple[Any, Any, Any], key: str) -> float:
    try:
        return float(edge[2])
    except OverflowError:
        raise _wrong(edge, key) from None


def _number(edge: tuple[Any, Any, Any], key: str) -> float:
    """Return a weight that is a number: no text, truth value, date or list of one."""
    value = edge[2]
    if not (is_number(value) or isinstance(value, Decimal)):
        raise _wrong(edge, key)
    number = _plain(edge, key)
    if number == 0 and value != 0:
        raise GraphError(
            f"edge attribute {key!r} of {_named(edge)} is {got(value)}, too small for a number: it "
            "would be 0 and the edge none; scale all of them up, or leave it out"
        )
    return math.nan if value != value else number


def _wrong(edge: tuple[Any, Any, Any], key: str) -> GraphError:
    return GraphError(
        f"edge attribute {key!r} must hold numbers: {_named(edge)} has {got(edge[2])}; convert it "
        "first, if that is meant"
    )


def _named(edge: tuple[Any, Any, Any]) -> str:
    return f"({got(edge[0])}, {got(edge[1])})"


def _label(node: Any) -> str:
    """Return the text of a node: of texts, numbers, and tuples of these, as grids have them."""
    parts = node if isinstance(node, tuple) else (node,)
    if not all(map(is_label, parts)):
        raise GraphError(
            f"the node {got(node)} is neither text nor a finite number, nor a tuple of these; give "
            "it a name by networkx.relabel_nodes"
        )
    return str(node)
