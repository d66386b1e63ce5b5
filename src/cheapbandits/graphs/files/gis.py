"""GeoPackage, Shapefile, KML and GPX: points joined to their nearest, or polygons that touch."""

from __future__ import annotations

from typing import Literal

from cheapbandits.graphs.files.across import wrapped
from cheapbandits.graphs.files.gis_layer import on_globe, read_layer
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.polygons import linked_middles, without_neighbors
from cheapbandits.graphs.files.shapes import (
    are_points,
    outer_rings,
    places_of,
    touching_shapes,
    usable_shapes,
)
from cheapbandits.graphs.files.turned_map import check_not_turned
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.outlines import outlines_of
from cheapbandits.graphs.perhaps_degrees import perhaps_degrees
from cheapbandits.graphs.systems import StoredSystem, has_degrees, system_of
from cheapbandits.graphs.to_wgs84 import in_system, in_their_system

__all__ = ["read"]


def read(
    source: Source,
    *,
    layer: str | None = None,
    n_neighbors: int | None = None,
    radius: float | None = None,
    names: str | Literal[False] | None = None,
    crs: str | None = None,
) -> Graph:
    """Read a layer of points or of polygons.

    Parameters
    ----------
    source
        The file.
    layer
        Which, where there are several.
    n_neighbors, radius
        For points: as for tables, :func:`.site_table.read`. Polygons are joined where they share a
        stretch of border, or where one of these is given by their centroids, as points are.
    names
        The column that names the features; as for tables when left out.
    crs
        What the coordinates are, where the file does not say it.
    """
    found = read_layer(source, layer)
    points = are_points(source, found.shapes, found.table.lines)
    labels, by = found.table.names(names)
    system = system_of(source.path.name, found.crs, crs)
    globe = system is not None and has_degrees(system)
    shapes = found.shapes if points or not globe else on_globe(source, found)
    places = places_of(shapes)
    check_not_turned(source, found.table.columns, found.table.cells.__getitem__, places)
    perhaps = perhaps_degrees(places) if system is None else None
    odd = () if perhaps is None else (perhaps,)
    if points:
        graph = Graph.from_points(
            places, n_neighbors, radius=radius, names=labels, crs=system, named_by=by
        )
        graph.notes, graph.passed_over = odd, found.table.passed_over(by)
        return graph
    places = wrapped(places) if globe else places
    if n_neighbors is None and radius is None:
        with usable_shapes(source):
            pairs = touching_shapes(source, shapes, around=360.0 if globe else None)
        joined = Graph.from_edges(pairs, None, len(places))
    else:
        joined = linked_middles(places, n_neighbors, radius, system)
    middles, kept = in_system(places, system)
    crs = None if kept is None else StoredSystem(kept)
    rings, owners = outer_rings(shapes)
    lines = outlines_of(in_their_system(rings, system, kept), owners, len(places))
    graph = Graph(
        joined.weights, names=labels, coordinates=middles, crs=crs, outlines=lines, named_by=by
    )
    alone = without_neighbors(graph) if n_neighbors is None and radius is None else ()
    graph.notes, graph.passed_over = (*alone, *odd), found.table.passed_over(by)
    return graph
