"""GraphML: undirected graphs, as networkx, Gephi, yEd and igraph write them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from cheapbandits.checks import instance
from cheapbandits.graphs.edges import Duplicates, check_duplicates
from cheapbandits.graphs.files.graphml_events import Edge, Node, stream_graphml
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.weight_column import TOO_SMALL
from cheapbandits.graphs.graph import Graph
from cheapbandits.text import parse_number, shown, vanishes

__all__ = ["read"]

_LABELS = ("label", "name")
_PLACES = (("x", "y"), ("lon", "lat"), ("longitude", "latitude"), ("lng", "lat"))


def read(source: Source, *, weight: str = "weight", duplicates: Duplicates = "sum") -> Graph:
    """Read a GraphML file.

    Parameters
    ----------
    source
        The file. Data named ``label`` or ``name`` that every node has, all different, become the
        names, and otherwise the ids; x and y, or lon and lat, that every node has, the coordinates.
    weight
        The edge data that hold the weight; edges without weigh 1.
    duplicates
        As for :meth:`Graph.from_edges`; parallel edges are summed, as from networkx.
    """
    nodes: list[Node] = []
    edges: list[Edge] = []
    check_duplicates(duplicates)
    instance(weight, str, "weight", "the name of an edge's data")
    wanted = {"node": {*_LABELS, *(key for keys in _PLACES for key in keys)}, "edge": {weight}}
    for item in stream_graphml(source, wanted):
        if isinstance(item, Node):
            nodes.append(item)
        else:
            edges.append(item)
    return Graph.from_edges(
        np.array(_pairs(source, nodes, edges), dtype=np.int64).reshape(-1, 2),
        [_weight(source, edge, weight) for edge in edges],
        n_nodes=len(nodes),
        names=_names(nodes),
        coordinates=_coordinates(nodes),
        duplicates=duplicates,
    )


def _pairs(source: Source, nodes: list[Node], edges: list[Edge]) -> list[tuple[int, int]]:
    place: dict[str, int] = {}
    for index, node in enumerate(nodes):
        if place.setdefault(node.id, index) != index:
            raise source.error(f"two nodes have the id '{shown(node.id)}'; give each its own")
    for edge in edges:
        for end in (edge.source, edge.target):
            if end not in place:
                raise source.error(
                    f"{edge}: there is no node '{shown(end)}'; add it or drop the edge"
                )
    return [(place[edge.source], place[edge.target]) for edge in edges]


def _weight(source: Source, edge: Edge, key: str) -> float:
    text = edge.data.get(key, "1")
    value = parse_number(text)
    if value is None or not math.isfinite(value) or value < 0:
        raise source.error(
            f"{edge}: {shown(key)} must be a finite number >= 0, got '{shown(text)}'; correct it, "
            "or name other data with weight="
        )
    if value == 0 and vanishes(text):
        raise source.error(f"{edge}: {TOO_SMALL}, got '{shown(text)}'; correct it")
    return value


def _names(nodes: list[Node]) -> list[str]:
    for key in _LABELS:
        labels = [node.data[key] for node in nodes if node.data.get(key)]
        if len(set(labels)) == len(nodes):
            return labels
    return [node.id for node in nodes]


def _coordinates(nodes: list[Node]) -> list[list[float]] | None:
    for keys in _PLACES:
        if not all(key in node.data for node in nodes for key in keys):
            continue
        rows = [list(_row(node, keys)) for node in nodes]
        if all(len(row) == len(keys) for row in rows):
            return rows
    return None


def _row(node: Node, keys: tuple[str, ...]) -> Iterator[float]:
    for key in keys:
        value = parse_number(node.data.get(key, ""))
        if value is not None:
            yield value
