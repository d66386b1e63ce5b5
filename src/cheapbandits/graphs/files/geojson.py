"""GeoJSON feature collections: points joined to their nearest, or polygons that touch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.graphs.files.features import feature_names, polygons, positions
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.polygons import centroid, touching
from cheapbandits.graphs.files.safe_json import parse_json
from cheapbandits.graphs.globe import WGS84, are_degrees
from cheapbandits.graphs.graph import Graph
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read"]

#: The names by which the older GeoJSON calls the one system that there is now (RFC 7946).
_WGS84 = re.compile(
    r"(?:urn:(?:x-)?ogc:def:crs:)?(?:OGC:(?:[0-9.]*:)?CRS84|EPSG:(?:[0-9.]*:)?4326)|CRS84|WGS ?84",
    re.IGNORECASE,
)
_USUAL = {"type": "name", "properties": {"name": "CRS84"}}


def read(
    source: Source,
    *,
    n_neighbors: int | None = None,
    radius: float | None = None,
    names: str | Literal[False] | None = None,
) -> Graph:
    """Read a feature collection of points, or of polygons.

    Parameters
    ----------
    source
        The file. Coordinates are longitude and latitude; polygons get those of their centroids.
    n_neighbors
        For points: neighbours of each, by distance on the globe; all others when there are fewer;
        10 when left out. Polygons are joined when they share a stretch of border, vertex for
        vertex.
    radius
        For points, in place of ``n_neighbors``: join those that are so many metres apart or nearer.
    names
        The property that names a feature. When left out: ``name``, ``id`` or the feature's own id,
        the first that every feature has and that differs between them; where some have a name and
        none of these will do, the file is refused. ``False``: no names.
    """
    features = _features(source, parse_json(source, source.data))
    kinds = {_kind(source, number, feature) for number, feature in enumerate(features)}
    labels = feature_names(source, features, names)
    if kinds == {"Point"}:
        return _from_points(source, features, n_neighbors, radius, labels)
    if kinds <= {"Polygon", "MultiPolygon"}:
        return _from_polygons(source, features, labels)
    raise source.error(f"points and polygons are mixed ({', '.join(sorted(kinds))}); keep one kind")


def _features(source: Source, document: Any) -> list[dict[str, Any]]:
    features = document.get("features") if isinstance(document, dict) else None
    if not isinstance(features, list) or document.get("type") != "FeatureCollection":
        raise source.error("not a GeoJSON FeatureCollection; wrap the features in one")
    if not features:
        raise source.error("the FeatureCollection is empty")
    _check_system(source, document, "the file")
    return features


def _check_system(source: Source, item: dict[str, Any], what: str) -> None:
    """Refuse coordinates that the file says are no longitudes and latitudes of WGS 84."""
    crs = item.get("crs", _USUAL)
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else None
    if not isinstance(name, str) or not _WGS84.fullmatch(name):
        raise source.error(
            f"{what} has a crs, '{shown(name or crs)}', that is not longitude and latitude of "
            "WGS 84; save it in EPSG:4326, as GeoJSON is meant to be, or delete the member crs if "
            "it is wrong"
        )


def _kind(source: Source, number: int, feature: Any) -> str:
    if not isinstance(feature, dict) or feature.get("type") != "Feature":
        raise source.error(f'feature {number}: must be an object of "type": "Feature"; correct it')
    if not isinstance(feature.get("properties", ""), dict | None):
        raise source.error(
            f'feature {number}: must have "properties", an object or null; add them or drop it'
        )
    _check_system(source, feature, f"feature {number}")
    geometry = feature.get("geometry")
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if kind not in ("Point", "Polygon", "MultiPolygon"):
        raise source.error(
            f"feature {number}: must be a Point, Polygon or MultiPolygon, got '{shown(kind)}'; "
            "convert or drop it"
        )
    return str(kind)


def _from_points(
    source: Source,
    features: list[dict[str, Any]],
    n_neighbors: int | None,
    radius: float | None,
    names: list[str] | None,
) -> Graph:
    places = np.concatenate(
        [
            positions(source, number, [feature["geometry"].get("coordinates")])
            for number, feature in enumerate(features)
        ]
    )
    if n_neighbors is not None:
        n_neighbors = min(n_neighbors, max(len(places) - 1, 1))
    # What cannot be degrees lies in a plane already.
    crs = WGS84 if are_degrees(places) else None
    return Graph.from_points(places, n_neighbors, radius=radius, names=names, crs=crs)


def _from_polygons(
    source: Source, features: list[dict[str, Any]], names: list[str] | None
) -> Graph:
    rings: list[NDArray[np.float64]] = []
    owners: list[int] = []
    centers = []
    for number, feature in enumerate(features):
        bodies = polygons(source, number, feature["geometry"])
        centers.append(centroid([body[0] for body in bodies]))
        for body in bodies:
            rings += body
            owners += [number] * len(body)
    pairs = touching(rings, owners)
    places = np.array(centers)
    crs = WGS84 if are_degrees(places) else None
    joined = Graph.from_edges(pairs, None, len(features))
    return Graph(joined.weights, names=names, coordinates=places, crs=crs)
