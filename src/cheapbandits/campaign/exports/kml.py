"""KML 2.2: a group as placemarks, for Google Earth and phones."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cheapbandits.campaign.exports.places import check_group, degrees

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["add_text", "group_kml", "write_kmz"]

_NAMESPACE = "http://www.opengis.net/kml/2.2"
#: Characters that XML 1.0 cannot hold, not even escaped.
_UNSAYABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def group_kml(graph: Graph, nodes: Iterable[int], title: str) -> str:
    """Return a document with one placemark a node, the centre first.

    Parameters
    ----------
    graph
        Its coordinates are brought to longitude and latitude.
    nodes
        The group.
    title
        The document's name.
    """
    group, places = check_group(graph, nodes), degrees(graph)
    root = Element("kml", xmlns=_NAMESPACE)
    document = SubElement(root, "Document")
    add_text(document, "name", title)
    for node in group:
        longitude, latitude = places[node].tolist()
        placemark = SubElement(document, "Placemark")
        add_text(placemark, "name", graph.name(node))
        add_text(placemark, "description", "centre of the group" if node == group[0] else "group")
        data = SubElement(SubElement(placemark, "ExtendedData"), "Data", name="node")
        add_text(data, "value", str(node))
        add_text(SubElement(placemark, "Point"), "coordinates", f"{longitude!r},{latitude!r}")
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def write_kmz(text: str, path: str | Path) -> Path:
    """Write a KML document as a KMZ file: zipped, under the name that all programs look for."""
    from cheapbandits.campaign.exports.whole_file import whole_file

    with (
        whole_file(path) as unfinished,
        zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        archive.writestr("doc.kml", text.encode("utf-8", errors="replace"))
    return Path(path)


def add_text(parent: Element, tag: str, text: str) -> None:
    """Add an element that holds a text, without what XML cannot hold."""
    SubElement(parent, tag).text = _UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", text)
