"""GPX 1.1: a group as waypoints, for hand-held receivers and phones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cheapbandits.campaign.exports.kml import add_text
from cheapbandits.campaign.exports.places import check_group, degrees

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["group_gpx"]

_NAMESPACE = "http://www.topografix.com/GPX/1/1"


def group_gpx(graph: Graph, groups: Iterable[tuple[str, Iterable[int]]], title: str) -> str:
    """Return a document with one waypoint a node, the centre of each group first.

    Parameters
    ----------
    graph
        Its coordinates are brought to longitude and latitude.
    groups
        What each group is called, and its nodes.
    title
        The document's name.
    """
    places = degrees(graph)
    root = Element("gpx", xmlns=_NAMESPACE, version="1.1", creator="cheapbandits")
    add_text(SubElement(root, "metadata"), "name", title)
    for called, nodes in groups:
        for node in check_group(graph, nodes):
            longitude, latitude = places[node].tolist()
            point = SubElement(root, "wpt", lat=repr(latitude), lon=repr(longitude))
            add_text(point, "name", graph.name(node))
            add_text(point, "cmt", called)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"
