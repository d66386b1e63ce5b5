"""The numbers of GPX and KML files, looked at before GDAL reads them.

GDAL takes the digits that a text begins with, and 0 where there are none: ``51,5`` becomes 51, and
``zz`` a site in the Gulf of Guinea. So every place has to be a plain number here first, and what
holds a place is counted, to be compared with what GDAL gives.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_xml import check_document, local_name
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["count_placemarks", "count_waypoints"]

#: What GDAL calls the layers of the points of a GPX file, and what their points are called in it.
_WAYPOINTS = {
    "wpt": ("waypoints", "waypoint"),
    "rtept": ("route_points", "route point"),
    "trkpt": ("track_points", "track point"),
}
_COUNTED = ("sat", "dgpsid")
_LIMITS = {"lat": 90.0, "lon": 180.0}
#: What else of a point GDAL makes a column of numbers of; the last two are whole.
_MEASURES = ("ele", "magvar", "geoidheight", "hdop", "vdop", "pdop", "ageofdgpsdata", *_COUNTED)

#: What an element of a KML file has exactly one of; of several, GDAL would take the last.
_ONE = {
    "Point": "coordinates",
    "LineString": "coordinates",
    "LinearRing": "coordinates",
    "Polygon": "outerBoundaryIs",
    "outerBoundaryIs": "LinearRing",
}
_SHAPES = ("Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "Track", "MultiTrack")
#: What GDAL makes a feature of: an image on the ground becomes a polygon.
_FEATURES = ("Placemark", "GroundOverlay")
#: Numbers that places come from where there are no coordinates: of a camera, or of an image.
_SINGLE = ("longitude", "latitude", "north", "south", "east", "west", "rotation")
#: What a KML file says of a column of numbers, and of one of whole numbers.
_WHOLE = ("int", "uint", "short", "ushort")
_NUMERIC = ("float", "double", *_WHOLE)
_BLANKS = re.compile(r"[ \t\r\n]+")


def count_waypoints(source: Source) -> dict[str, int]:
    """Return how many points each layer of a GPX file has, if all have a place.

    Parameters
    ----------
    source
        The file.
    """
    counts = {layer: 0 for layer, _ in _WAYPOINTS.values()}

    def visit(path: list[Element]) -> None:
        tag = local_name(path[-1])
        if tag in _WAYPOINTS:
            layer, called = _WAYPOINTS[tag]
            counts[layer] += 1
            _check_waypoint(source, path[-1], f"{called} {counts[layer]}")
        elif tag in _MEASURES and local_name(path[-2]) in _WAYPOINTS:
            layer, called = _WAYPOINTS[local_name(path[-2])]
            if not _is_value(_text(path[-1]), tag in _COUNTED):
                raise _no_value(source, f"{called} {counts[layer] + 1}", tag, _text(path[-1]))

    check_document(source, "gpx", visit)
    return counts


def count_placemarks(source: Source) -> int:
    """Return how many features a KML file has, if all their coordinates are numbers.

    Parameters
    ----------
    source
        The file.
    """
    count = 0
    kinds: dict[str, str] = {}
    # The columns' kinds may stand after their values: the first that is wrong, by column and kind.
    wrong: dict[tuple[str, bool], tuple[str, str]] = {}

    def visit(path: list[Element]) -> None:
        nonlocal count
        tag, name, text = local_name(path[-1]), path[-1].get("name", ""), _text(path[-1])
        if tag == "href" and any(local_name(above) == "NetworkLink" for above in path):
            raise source.error(
                f"a <NetworkLink> leads to '{shown(text.strip())}', which is not opened: give that "
                "file, or delete the link to go without what is there"
            )
        if tag == "SimpleField" and kinds.get(name) not in _WHOLE:
            kinds[name] = path[-1].get("type", "")
        if tag == "SimpleData":
            for whole in (False, True):
                if not _is_value(text, whole):
                    wrong.setdefault((name, whole), (f"placemark {count + 1}", text))
        _check_element(source, path, f"placemark {count + 1}")
        count += local_name(path[-1]) in _FEATURES

    check_document(source, "kml", visit)
    for (name, whole), (which, text) in wrong.items():
        if kinds.get(name) in (_WHOLE if whole else _NUMERIC):
            raise _no_value(source, which, name, text)
    return count


def _check_waypoint(source: Source, element: Element, which: str) -> None:
    for name, limit in _LIMITS.items():
        text = element.get(name)
        if text is None:
            raise source.error(f"{which}: has no '{name}'; give it one or delete it")
        number = parse_number(text)
        if number is None or not abs(number) <= limit:
            raise source.error(
                f"{which}: {name}='{shown(text)}' is no number from {-limit:g} to {limit:g}; "
                "write it in degrees, like 51.5"
            )


def _check_element(source: Source, path: list[Element], which: str) -> None:
    element = path[-1]
    tag = local_name(element)
    inside = [local_name(child) for child in element]
    if tag in _ONE and inside.count(_ONE[tag]) != 1:
        raise source.error(
            f"{which}: a <{tag}> has {inside.count(_ONE[tag])} <{_ONE[tag]}>, not one; correct it"
        )
    if tag == "Placemark" and sum(name in _SHAPES for name in inside) > 1:
        raise source.error(f"{which}: has several shapes, not one; make a placemark of each")
    if tag == "coordinates":
        _check_coordinates(source, element, which, local_name(path[-2]) == "Point")
    elif tag in _SINGLE and not _is_number(_text(element)):
        raise source.error(
            f"{which}: <{tag}> is '{shown(_text(element))}', no number; write it like 51.5"
        )


def _check_coordinates(source: Source, element: Element, which: str, single: bool) -> None:
    text = _text(element)
    tuples = _BLANKS.split(text.strip(" \t\r\n"))
    plain = not len(element) and all(_is_place(part) for part in tuples)
    if not plain or (single and len(tuples) != 1):
        wanted = "one place" if single else "places with blanks between them"
        raise source.error(
            f"{which}: the coordinates '{shown(text.strip())}' are not {wanted}; write longitude, "
            "latitude and perhaps height with commas and no blanks, like 5.1,52.2"
        )


def _no_value(source: Source, which: str, name: str, text: str) -> CheapBanditsError:
    return source.error(
        f"{which}: '{shown(name)}' is '{shown(text)}', no number of its kind; write it like 51.5 "
        "(or 51, where it is whole), or leave the element out"
    )


def _is_value(text: str, whole: bool) -> bool:
    number = parse_number(text.strip(" \t\r\n"))
    return number is not None and (number.is_integer() if whole else math.isfinite(number))


def _is_place(text: str) -> bool:
    numbers = text.split(",")
    return len(numbers) in (2, 3) and all(_is_number(number) for number in numbers)


def _is_number(text: str) -> bool:
    number = parse_number(text.strip("\r\n"))
    return number is not None and math.isfinite(number)


def _text(element: Element) -> str:
    return element.text or ""
