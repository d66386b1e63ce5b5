"""GraphML: graphs as networkx, Gephi, yEd, igraph and OSMnx write them."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from cheapbandits.checks import instance, one_of
from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.edges import Duplicates, check_duplicates
from cheapbandits.graphs.files.graphml_events import About, Edge, Node, stream_graphml
from cheapbandits.graphs.files.graphml_nodes import NODE_DATA, Called, node_names, node_places
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.weight_column import TOO_SMALL
from cheapbandits.graphs.globe import WGS84, are_degrees
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.interchange import LIKE_WEIGHTS
from cheapbandits.graphs.systems import StoredSystem, system_of
from cheapbandits.graphs.to_wgs84 import in_system, usable_system
from cheapbandits.text import check_seen_apart, parse_number, shown, vanishes

__all__ = ["read"]


def read(
    source: Source,
    *,
    weight: str = "weight",
    duplicates: Duplicates | None = None,
    directed: Literal["join"] | None = None,
    names: str | Literal[False] | None = None,
    crs: str | None = None,
) -> Graph:
    """Read a GraphML file.

    Parameters
    ----------
    source
        The file. Data that are called as names are in tables (``label``, ``Name``, ``station``),
        and coordinates (``Longitude`` and ``Latitude``, ``x`` and ``y``), in any spelling, are
        these where every node has them; without data of names the ids are.
    weight
        The edge data that hold the weight; where no edge has them, all weigh 1. When left out,
        edges without one that have a distance, length, cost or the like are refused, and so are
        other numbers with decimals (``float``, ``double``) that differ between edges.
    duplicates
        As for :meth:`Graph.from_edges`. When left out, parallel edges are summed, as from networkx;
        where directions are joined, the largest counts.
    directed
        ``"join"``: join two nodes where an edge goes from one to the other, whichever way. When
        left out a directed graph is refused, unless OSMnx wrote it: its streets are joined, as a
        place on a one-way street is no less like its neighbours.
    names
        The data that name the nodes; those that are called so when left out, of which each node
        needs one of its own. ``False``: the ids of the file.
    crs
        What the coordinates are, where the file does not say it as OSMnx does.
    """
    nodes: list[Node] = []
    edges: list[Edge] = []
    about = About(False, {})
    if duplicates is not None:
        check_duplicates(duplicates)
    one_of(directed, (None, "join"), "directed")
    instance(weight, str, "weight", "the name of an edge's data")
    wanted = {
        "graph": {"created_with", "crs"},
        "node": Called({*NODE_DATA, plain_name(names)}) if names else NODE_DATA,
        "edge": {weight},
    }
    for item in stream_graphml(source, wanted):
        if isinstance(item, Node):
            nodes.append(item)
        elif isinstance(item, Edge):
            edges.append(item)
        else:
            about = item
    from_osmnx = about.data.get("created_with", "").startswith("OSMnx")
    if about.directed and directed is None and not from_osmnx:
        raise source.error(
            "the graph is directed; save G.to_undirected(), or write "
            'edgedefault="undirected" to join nodes whichever way an edge goes (in Python '
            "directed='join')"
        )
    if weight == "weight" and not from_osmnx:
        _check_weighed(source, edges, about)
    labels, by = node_names(source, nodes, names)
    check_seen_apart(labels, GraphError)
    joined = Graph.from_edges(
        np.array(_pairs(source, nodes, edges), dtype=np.int64).reshape(-1, 2),
        _weights(source, edges, weight),
        n_nodes=len(nodes),
        duplicates=duplicates or ("max" if about.directed else "sum"),
    )
    said = about.data.get("crs", "") if from_osmnx else None
    named = Graph(joined.weights, names=labels, named_by=by)
    graph = _placed(source, named, nodes, crs, said)
    graph.loops = sum(edge.source == edge.target for edge in edges)
    return graph


def _placed(
    source: Source, graph: Graph, nodes: list[Node], crs: str | None, said: str | None
) -> Graph:
    """Return the graph with the coordinates of its nodes, where they have some."""
    found = node_places(source, nodes, planar=said is not None)
    if found is None:
        if crs is not None:
            raise source.error("the nodes have no coordinates; leave crs (--crs) out")
        if said is not None:
            raise source.error("OSMnx gives every node x and y, and these have none; save it again")
        return graph
    degrees, keys, rows = found
    places = np.array(rows)
    system = system_of(source.path.name, usable_system(said), crs)
    if system is None and degrees and are_degrees(places):
        system = WGS84
    places, system = in_system(places, system)
    kept = None if system is None else StoredSystem(system)
    placed = Graph(
        graph.weights, names=graph.names, coordinates=places, crs=kept, named_by=graph.named_by
    )
    if kept is None and {plain_name(key) for key in keys} == {"x", "y"}:
        placed.notes = (
            f"'{shown(keys[0])}' and '{shown(keys[1])}' of the nodes were taken for where they "
            "are; if a program (Gephi, yEd) only drew them there, delete these data",
        )
    elif kept is None and degrees:
        placed.notes = (
            f"'{shown(keys[0])}' and '{shown(keys[1])}' of the nodes are called as degrees are, "
            "and some lie beyond them: they were taken for places on a plane; correct them, or "
            "rename them x and y",
        )
    return placed


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


def _check_weighed(source: Source, edges: list[Edge], about: About) -> None:
    """Refuse edges without a weight that have another number which may be meant for one.

    Streets of OpenStreetMap are let be, whoever saved them: that all weigh 1 is what is promised.
    """
    if "osmid" in about.of_edges or any("weight" in edge.data for edge in edges):
        return
    like = [name for name in about.of_edges if name.strip().lower() in LIKE_WEIGHTS]
    other = next(iter([*like, *about.unread]), None)
    if other is not None:
        raise source.error(
            f"edges have '{shown(other)}' and no weight; rename that key to weight to "
            "use it (larger is more alike: of a distance write 1/distance), delete it to let every "
            f"edge weigh 1 (in Python pass weight='{shown(other)}' or weight='unit')"
        )


def _weights(source: Source, edges: list[Edge], key: str) -> list[float]:
    """Return the edges' weights: all have one, or none has and all weigh 1."""
    lacking = next((edge for edge in edges if key not in edge.data), None)
    having = next((edge for edge in edges if key in edge.data), None)
    if lacking is not None and having is not None:
        raise source.error(
            f"{lacking} has no {shown(key)}, and {having} has one; give each its own, or let the "
            "<key> have a <default>"
        )
    return [_weight(source, edge, key) for edge in edges]


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
