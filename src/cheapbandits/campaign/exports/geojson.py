"""GeoJSON (RFC 7946): nodes as points or their own polygons, in WGS 84, longitude first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.exports.places import check_group, degrees
from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.to_wgs84 import to_degrees

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.graphs import Graph

__all__ = ["group_geojson", "nodes_geojson"]

_OWN = ("name", "node", "center")


def nodes_geojson(graph: Graph, columns: Mapping[str, ArrayLike]) -> dict[str, Any]:
    """Return every node with its name, its index and one value of each column.

    Where the graph was made of polygons they are the geometries, as simple as it keeps them; else
    points are.

    Parameters
    ----------
    graph
        Its coordinates are brought to longitude and latitude.
    columns
        ``(N,)`` values by name, such as the estimate and its deviation.
    """
    _check_names(columns)
    lists = {name: _column(graph, name, values) for name, values in columns.items()}
    shapes = _polygons(graph) or [_at(place) for place in degrees(graph).tolist()]
    features = [
        _feature(graph, node, shape, {name: values[node] for name, values in lists.items()})
        for node, shape in enumerate(shapes)
    ]
    return {"type": "FeatureCollection", "features": features}


def group_geojson(
    graph: Graph, nodes: Iterable[int], properties: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a group's nodes as points, the centre first, each with the same properties."""
    shared = dict(properties or {})
    _check_names(shared)
    group, places = check_group(graph, nodes), degrees(graph)
    features = [
        _feature(graph, node, _at(places[node].tolist()), {"center": node == group[0], **shared})
        for node in group
    ]
    return {"type": "FeatureCollection", "features": features}


def _at(place: list[float]) -> dict[str, Any]:
    return {"type": "Point", "coordinates": place}


def _polygons(graph: Graph) -> list[dict[str, Any]] | None:
    """Return the outer rings of each node, against the clock as the standard has it; or ``None``.

    There are none where the graph keeps no outlines, or a corner has no place on the globe.
    """
    lines = graph.outlines
    if lines is None:
        return None
    system = graph.crs
    corners = lines.points
    try:
        corners = corners if system is None else to_degrees(corners, str(system))
    except GraphError:
        return None
    bodies: list[list[Any]] = [[] for _ in range(graph.n_nodes)]
    for ring, owner in zip(np.split(corners, lines.start[1:-1]), lines.owner.tolist(), strict=True):
        x, y = (ring - ring[0]).T
        turned = ring if x @ np.roll(y, -1) >= y @ np.roll(x, -1) else ring[::-1]
        bodies[owner].append([np.round(np.vstack([turned, turned[:1]]), 7).tolist()])
    return [
        {"type": "Polygon", "coordinates": body[0]}
        if len(body) == 1
        else {"type": "MultiPolygon", "coordinates": body}
        for body in bodies
    ]


def _feature(
    graph: Graph, node: int, shape: dict[str, Any], properties: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": node,
        "geometry": shape,
        "properties": {"name": graph.name(node), "node": node, **properties},
    }


def _check_names(names: Iterable[str]) -> None:
    for name in names:
        if name in _OWN:
            raise ParameterError(f"the property {name!r} is the node's own; call it otherwise")


def _column(graph: Graph, name: str, values: ArrayLike) -> list[Any]:
    array = np.asarray(values)
    if array.shape != (graph.n_nodes,):
        raise ParameterError(
            f"column {name!r} must have one value a node, shape ({graph.n_nodes},); got "
            f"{array.shape}"
        )
    if array.dtype.kind == "f":
        bad = np.flatnonzero(~np.isfinite(array))
        if bad.size:
            raise ParameterError(f"column {name!r} is {array[bad[0]]} at node {bad[0]}")
    return list(array.tolist())
