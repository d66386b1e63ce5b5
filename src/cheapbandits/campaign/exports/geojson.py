"""GeoJSON (RFC 7946): nodes as points in WGS 84, longitude first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.exports.places import check_group, degrees
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.graphs import Graph

__all__ = ["group_geojson", "nodes_geojson"]

_OWN = ("name", "node", "center")


def nodes_geojson(graph: Graph, columns: Mapping[str, ArrayLike]) -> dict[str, Any]:
    """Return every node as a point with its name, its index and one value of each column.

    Parameters
    ----------
    graph
        Its coordinates are brought to longitude and latitude.
    columns
        ``(N,)`` values by name, such as the estimate and its deviation.
    """
    _check_names(columns)
    lists = {name: _column(graph, name, values) for name, values in columns.items()}
    features = [
        _point(graph, node, place, {name: values[node] for name, values in lists.items()})
        for node, place in enumerate(degrees(graph).tolist())
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
        _point(graph, node, places[node].tolist(), {"center": node == group[0], **shared})
        for node in group
    ]
    return {"type": "FeatureCollection", "features": features}


def _point(
    graph: Graph, node: int, place: list[float], properties: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": node,
        "geometry": {"type": "Point", "coordinates": place},
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
