"""GeoJSON feature collections: points joined to their nearest, or polygons that touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.files.across import check_ring, parts_together, wrapped
from cheapbandits.graphs.files.features import Names, feature_names, polygons, positions
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.other_json import other_json
from cheapbandits.graphs.files.polygons import (
    centroid,
    linked_middles,
    neighbors,
    without_neighbors,
)
from cheapbandits.graphs.files.safe_json import parse_json
from cheapbandits.graphs.files.said_part import said_part
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.files.turned_map import check_not_turned
from cheapbandits.graphs.globe import WGS84, are_degrees
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.outlines import outlines_of
from cheapbandits.graphs.perhaps_degrees import exchanged_degrees
from cheapbandits.graphs.systems import StoredSystem, UnusableSystem, has_degrees, known_system
from cheapbandits.graphs.to_wgs84 import in_system, in_their_system
from cheapbandits.text import check_seen_apart, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_is_map", "read", "read_properties"]


def read(
    source: Source,
    *,
    n_neighbors: int | None = None,
    radius: float | None = None,
    names: str | Literal[False] | None = None,
    crs: str | None = None,
) -> Graph:
    """Read a feature collection of points, or of polygons.

    Parameters
    ----------
    source
        The file. Coordinates are longitude and latitude; polygons get those of their centroids.
    n_neighbors
        Neighbours of each point, by distance on the globe; all others when there are fewer; 10 when
        left out. Polygons are joined when they share a stretch of border or overlap; where this is
        given, by their centroids, as points are: there may be gaps between them.
    radius
        In place of ``n_neighbors``: join those that are so many metres apart or nearer.
    names
        The property that names a feature. When left out: as for tables (``name``, ``site``,
        ``station``, ``id`` and their like), or the feature's own id, the first that every feature
        has and that differs between them; where some have a name and none of these will do, the
        file is refused. ``False``: no names.
    crs
        What the coordinates are, where they are not longitude and latitude as the standard has it,
        and the file does not say so (``"crs"``, as of 2008).
    """
    document = parse_json(source, source.data)
    features = _features(source, document)
    system = _system(source, document, crs)
    if isinstance(system, UnusableSystem):
        raise source.error(
            f"{system}; take it out, or say what it is: --crs EPSG:4326 if these are longitude and "
            "latitude (in Python crs=)"
        )
    kinds = {_kind(source, number, feature) for number, feature in enumerate(features)}
    labels = feature_names(source, features, names)
    check_seen_apart(labels[0] or (), GraphError)
    if kinds == {"Point"}:
        graph = _from_points(source, features, n_neighbors, radius, labels, system)
    elif kinds <= {"Polygon", "MultiPolygon"}:
        near = None if n_neighbors is None and radius is None else (n_neighbors, radius)
        graph = _from_polygons(source, features, labels, system, near)
    else:
        said = ", ".join(sorted(kinds))
        raise source.error(f"points and polygons are mixed ({said}); keep one kind")
    if (part := said_part(document)) is not None:
        graph.notes, graph.doubts = (part, *graph.notes), (part,)
    return graph


def check_is_map(source: Source) -> None:
    """Refuse JSON that is no map, and say what it seems to be."""
    _features(source, parse_json(source, source.data))


def _features(source: Source, document: Any) -> list[dict[str, Any]]:
    features = document.get("features") if isinstance(document, dict) else None
    if not isinstance(features, list) or document.get("type") != "FeatureCollection":
        raise source.error(f"not a GeoJSON FeatureCollection; {other_json(document)}")
    if not features:
        raise source.error("the FeatureCollection is empty")
    return [_with_one_point(feature) for feature in features]


def _with_one_point(feature: Any) -> Any:
    """Return a feature with a point in place of a MultiPoint of one, as programs export points."""
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    if not isinstance(geometry, dict) or geometry.get("type") != "MultiPoint":
        return feature
    places = geometry.get("coordinates")
    if not isinstance(places, list) or len(places) != 1:
        return feature
    return {**feature, "geometry": {**geometry, "type": "Point", "coordinates": places[0]}}


def _kind(source: Source, number: int, feature: Any) -> str:
    if not isinstance(feature, dict) or feature.get("type") != "Feature":
        raise source.error(f'feature {number}: must be an object of "type": "Feature"; correct it')
    if not isinstance(feature.get("properties", ""), dict | None):
        raise source.error(
            f'feature {number}: must have "properties", an object or null; add them or drop it'
        )
    if "crs" in feature:
        raise source.error(
            f"feature {number} has a crs of its own, '{shown(feature['crs'])}', and all must have "
            "one system; save the file in EPSG:4326, or take the member out"
        )
    geometry = feature.get("geometry")
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if kind not in ("Point", "Polygon", "MultiPolygon"):
        raise source.error(
            f"feature {number}: must be a Point (or a MultiPoint of one), Polygon or MultiPolygon, "
            f"got '{shown(kind)}'; convert or drop it"
        )
    return str(kind)


def _from_points(
    source: Source,
    features: list[dict[str, Any]],
    n_neighbors: int | None,
    radius: float | None,
    names: Names,
    system: str | None,
) -> Graph:
    places = np.concatenate(
        [
            positions(source, number, [feature["geometry"].get("coordinates")])
            for number, feature in enumerate(features)
        ]
    )
    _check_not_turned(source, features, places)
    if n_neighbors is not None:
        n_neighbors = min(n_neighbors, max(len(places) - 1, 1))
    crs = system or _likely(source, places)
    if crs == WGS84:
        places = wrapped(places)
    labels, by = names
    return Graph.from_points(places, n_neighbors, radius=radius, names=labels, crs=crs, named_by=by)


def _from_polygons(
    source: Source,
    features: list[dict[str, Any]],
    names: Names,
    system: str | None,
    near: tuple[int | None, float | None] | None,
) -> Graph:
    rings: list[NDArray[np.float64]] = []
    owners: list[int] = []
    outer: list[NDArray[np.float64]] = []
    whose: list[int] = []
    centers = []
    for number, feature in enumerate(features):
        bodies = polygons(source, number, feature["geometry"])
        centers.append(_middle_of(source, number, bodies, system))
        for body in bodies:
            rings += body
            owners += [number] * len(body)
        if _on_globe(bodies, system):
            bodies = parts_together(bodies)
        outer += [body[0] for body in bodies]
        whose += [number] * len(bodies)
    middles = np.array(centers)
    _check_not_turned(source, features, middles)
    crs = system or _likely(source, middles)
    globe = crs is not None and has_degrees(crs)
    middles = wrapped(middles) if globe else middles
    if near is None:
        pairs = neighbors(rings, owners, globe=globe)
        joined = Graph.from_edges(pairs, None, len(features))
    else:
        joined = linked_middles(middles, *near, crs)
    places, crs = in_system(middles, crs)
    kept = None if crs is None else StoredSystem(crs)
    lines = outlines_of(in_their_system(outer, system, crs), whose, len(features))
    labels, by = names
    graph = Graph(
        joined.weights, names=labels, coordinates=places, crs=kept, outlines=lines, named_by=by
    )
    graph.notes = without_neighbors(graph) if near is None else ()
    return graph


def _check_not_turned(
    source: Source, features: list[dict[str, Any]], places: NDArray[np.float64]
) -> None:
    rows = [feature.get("properties") or {} for feature in features]
    names = list(dict.fromkeys(name for row in rows for name in row))
    check_not_turned(source, names, lambda k: [_cell(row.get(names[k])) for row in rows], places)


def _likely(source: Source, places: NDArray[np.float64]) -> str | None:
    """Return the standard's system; what cannot be degrees lies in a plane already.

    Some count longitudes from 0 to 360: these may be a small plane too, and are asked about.
    """
    if are_degrees(places):
        return WGS84
    if are_degrees(places, round_the_earth=True):
        far = float(places[np.argmax(np.abs(places[:, 0])), 0])
        raise source.error(
            f"a longitude of {far:g}: from 0 to 360, or a plane? If these are degrees, say --crs "
            f"{WGS84} (in Python crs=); if they are none, add 1000 to every x, so that they "
            "cannot be"
        )
    if (row := exchanged_degrees(places)) is not None:
        x, y = places[row].tolist()
        raise source.error(
            f"feature {row} is at ({x:g}, {y:g}): a latitude and a longitude? GeoJSON has the "
            "longitude first, exchange them in every feature; if these are no degrees, add 1000 to "
            "every x, so that they cannot be, or name their system (--crs; in Python crs=)"
        )
    return None


def _system(source: Source, document: dict[str, Any], asked: str | None) -> str | None:
    """Return the system that was asked for, or that the file names as one of 2008 does."""
    named = document.get("crs")
    if named is None:
        return asked
    properties = named.get("properties") if isinstance(named, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else None
    if not isinstance(name, str):
        return UnusableSystem('"crs" does not name a system') if asked is None else asked
    system = known_system(name)
    if asked is not None and known_system(asked) != system:
        raise source.error(
            f"the file says that its system is '{shown(name)}', and '{shown(asked)}' was asked "
            "for; leave --crs out, or take the member crs out of the file if it is wrong"
        )
    return system


def read_properties(source: Source) -> tuple[SiteTable, NDArray[np.float64] | None, str | None]:
    """Return the properties of all features as a table, their places, and what these are.

    No places where the file says what they are, and nobody understands it.
    """
    document = parse_json(source, source.data)
    features = _features(source, document)
    system = _system(source, document, None)
    unknown = isinstance(system, UnusableSystem)  # whoever made a graph of it has said it
    system = None if unknown else system
    places = np.array([_middle(source, k, feature, system) for k, feature in enumerate(features)])
    # Whoever made a graph of it has said what beyond 180 is.
    crs = system or (WGS84 if are_degrees(places, round_the_earth=True) else None)
    if crs is not None and has_degrees(crs):
        places = wrapped(places)
    source.counts = "feature"
    rows = [feature.get("properties") or {} for feature in features]
    names = list(dict.fromkeys(str(name) for row in rows for name in row))
    source.check_cells(len(names), len(rows))
    cells = [[_cell(row.get(name)) for row in rows] for name in names]
    table = SiteTable(source, None, names, True, list(range(len(rows))), cells)
    return table, None if unknown else places, crs


def _middle(
    source: Source, number: int, feature: dict[str, Any], system: str | None
) -> NDArray[np.float64]:
    """Return where a feature is: a point, or the centroid of polygons."""
    if _kind(source, number, feature) == "Point":
        places = positions(source, number, [feature["geometry"].get("coordinates")])
        return np.asarray(places[0])
    return _middle_of(source, number, polygons(source, number, feature["geometry"]), system)


def _middle_of(
    source: Source, number: int, bodies: list[list[NDArray[np.float64]]], system: str | None
) -> NDArray[np.float64]:
    if _on_globe(bodies, system):
        for body in bodies:
            for ring in body:
                check_ring(source, number, ring)
        bodies = parts_together(bodies)
    outlines = [body[0] for body in bodies]
    middle, corners = centroid(outlines), np.concatenate(outlines)
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = 1e-6 * float((high - low).max())  # for rounding; a middle lies within its corners
    if not ((low - room <= middle) & (middle <= high + room)).all():
        raise source.error(
            f"feature {number}: its border crosses itself, so that it has no middle; repair it in "
            "a GIS program"
        )
    return middle


def _on_globe(bodies: list[list[NDArray[np.float64]]], system: str | None) -> bool:
    """Tell whether polygons may be on both sides of longitude 180."""
    if system is not None and not has_degrees(system):
        return False
    outer = np.concatenate([body[0] for body in bodies])
    return np.ptp(outer[:, 0]) > 180 and are_degrees(outer, round_the_earth=True)


def _cell(value: Any) -> str:
    """Return a property as a cell; a list or an object is no number, and not none either."""
    return "" if value is None else str(value).strip()
