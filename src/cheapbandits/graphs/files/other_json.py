"""JSON that is no map: what it seems to be, and how it comes in."""

from __future__ import annotations

from typing import Any

__all__ = ["AS_CSV", "other_json"]

_GEOMETRIES = {"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"}
_GEOMETRIES |= {"GeometryCollection"}
_OF_EXPORT = {"center", "place", "nodes", "reading"}
#: How readings of a campaign come to another one.
AS_CSV = "to import it, write it as a table, campaign export NAME --out FILE.csv"
_WRAP = (
    'wrap the features in one: {"type": "FeatureCollection", "features": [...]}, each with "type", '
    '"geometry" and "properties"'
)


def other_json(document: Any) -> str:
    """Return what to do with a document that is no FeatureCollection.

    Examples
    --------
    >>> other_json([{"name": "A", "lat": 50.1, "lon": 5.2}])
    'these are records: save them as a table (.csv), a column for each key'
    >>> other_json({"elements": {"nodes": [], "edges": []}})[:41]
    'this is a network: save it as GraphML, or'
    >>> other_json({"elements": []})
    'this is what Overpass gives: export it as GeoJSON (osmtogeojson does it)'
    """
    listed = document.get("rows") if isinstance(document, dict) else document
    first = listed[0] if isinstance(listed, list) and listed else document
    known = first if isinstance(first, dict) else {}
    if known.keys() >= _OF_EXPORT:
        return f"this is an export of a campaign: {AS_CSV}"
    kind = known.get("type")
    if kind == "Topology":
        return "this is TopoJSON: save it as GeoJSON (topo2geo, mapshaper and QGIS do it)"
    if isinstance(kind, str) and kind in {"Feature", *_GEOMETRIES}:
        return _WRAP
    if isinstance(document, list):
        return "these are records: save them as a table (.csv), a column for each key"
    inner = known.get("elements")  # Cytoscape has its network within, Overpass a list of things
    known = inner if isinstance(inner, dict) else known
    if "nodes" in known and ("links" in known or "edges" in known):
        return (
            "this is a network: save it as GraphML, or as a table (.csv) with the columns source "
            "and target"
        )
    if "elements" in known:
        return "this is what Overpass gives: export it as GeoJSON (osmtogeojson does it)"
    return "save it as GeoJSON if it is a map, else as a table (.csv), a row for each site"
