"""Where nodes lie on the Earth, checked, and a short way to visit them."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.systems import known_system
from cheapbandits.graphs.to_wgs84 import to_degrees
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["check_group", "degrees", "placed", "tour", "unsure"]


def degrees(graph: Graph) -> NDArray[np.float64]:
    """Return the ``(N, 2)`` longitudes and latitudes in WGS 84, or say why the graph has none.

    Coordinates of a plane that the graph names are brought there. Those of no known system are
    taken for degrees where they can be.
    """
    places = graph.coordinates
    if places is None:
        raise GraphError(
            "the graph has no coordinates; a map needs them: start from a table of sites or a map "
            "(GeoJSON, GeoPackage)"
        )
    if places.shape[1] != 2:
        raise GraphError(
            f"the graph's coordinates are {places.shape[1]}-d; a map needs a longitude and a "
            "latitude, in this order"
        )
    if graph.crs is not None:
        return graph.keep("degrees", lambda: to_degrees(places, str(graph.crs)))
    bad = np.flatnonzero((np.abs(places) > (180, 90)).any(axis=1))
    if bad.size:
        x, y = places[bad[0]].tolist()
        raise GraphError(
            f"the graph's coordinates are not degrees: node {bad[0]} is at ({x:g}, {y:g}), and no "
            "system is known that they are of; say it with --crs EPSG:CODE, here or when the graph "
            "is read (in Python crs=)"
        )
    return places


def placed(graph: Graph, crs: str | None) -> Graph:
    """Return the graph with a system that was named later than it was read; the rest is the same.

    A graph that has one keeps it: another is refused.
    """
    from cheapbandits.graphs import Graph as Network
    from cheapbandits.graphs.outlines import outlines_of
    from cheapbandits.graphs.systems import label_of
    from cheapbandits.graphs.to_wgs84 import in_system, in_their_system

    if crs is None or graph.coordinates is None:
        return graph
    if graph.crs is not None:
        if known_system(crs) != graph.crs:
            raise ParameterError(
                f"the coordinates are known to be {label_of(graph.crs)}, not {shown(crs, 40)}; "
                "leave --crs (in Python crs=) out"
            )
        return graph
    points, system = in_system(graph.coordinates, crs)
    lines = graph.outlines
    if lines is not None:
        rings = in_their_system(np.split(lines.points, lines.start[1:-1]), crs, system)
        lines = outlines_of(rings, lines.owner.tolist(), graph.n_nodes)
    return Network(graph.weights, names=graph.names, coordinates=points, crs=system, outlines=lines)


def unsure(graph: Graph) -> str | None:
    """Return what to say of a graph whose coordinates were taken for degrees, or ``None``."""
    if graph.coordinates is None or graph.crs is not None:
        return None
    return (
        "the coordinates were taken for longitude and latitude, as no system is known that they "
        "are of; --crs says it, here or when the graph is read"
    )


def check_group(graph: Graph, nodes: Iterable[int]) -> list[int]:
    """Return a group of nodes, the centre first, or say what is wrong with it."""
    group = list(nodes)
    if not group:
        raise ParameterError("the group has no nodes; give at least one")
    for node in group:
        if not isinstance(node, Integral) or not 0 <= node < graph.n_nodes:
            raise ParameterError(f"node {node!r} is not in the graph (0 to {graph.n_nodes - 1})")
    if len(set(group)) < len(group):
        raise ParameterError(f"the group names a node twice: {group}")
    return [int(node) for node in group]


def tour(places: NDArray[np.float64]) -> list[int]:
    """Return the order that goes from the first place to the nearest not yet visited, and so on.

    Nearest on the globe: degrees of longitude shrink to the poles, and 180 meets -180.
    """
    longitude, latitude = np.radians(places).T
    flat = np.cos(latitude)
    points = np.column_stack([flat * np.cos(longitude), flat * np.sin(longitude), np.sin(latitude)])
    order, left = [0], list(range(1, len(points)))
    while left:
        distances = np.linalg.norm(points[left] - points[order[-1]], axis=1)
        order.append(left.pop(int(distances.argmin())))
    return order
