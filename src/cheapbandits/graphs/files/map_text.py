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
from cheapbandits.graphs.files.map_fields import Fields, is_of_kind
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
#: What a placemark has once; of several, GDAL would take one.
_FIELDS = ("name", "description", "snippet", "Snippet", "ExtendedData", "TimeStamp", "TimeSpan")
#: What GDAL makes columns of whole numbers and of times of, whatever a field of that name holds.
_SWITCHES = ("visibility", "draworder", "extrude", "tessellate")
_TIMES = ("timestamp", "begin", "end")
#: What a waypoint may have several of.
_SEVERAL = ("link", "extensions")
_UNMARKED = re.compile(rb"xmlns\s*=\s*[\"']([^\"']{1,200})")
#: As far as it is needed to tell days apart; GDAL leaves out what is another way of writing them.
_MOMENT = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T|$)")
_BLANKS = re.compile(r"[ \t\r\n]+")


def count_waypoints(source: Source) -> dict[str, int]:
    """Return how many points each layer of a GPX file has, if all have a place.

    Parameters
    ----------
    source
        The file.
    """
    counts = {layer: 0 for layer, _ in _WAYPOINTS.values()}
    fields = Fields(source)
    # Elements whose names have no prefix GDAL knows by these alone.
    plain = {space.decode("utf-8", "replace") for space in _UNMARKED.findall(source.data)}

    def visit(path: list[Element]) -> None:
        tag = local_name(path[-1])
        if tag in _WAYPOINTS:
            layer, called = _WAYPOINTS[tag]
            counts[layer] += 1
            _check_waypoint(source, path[-1], f"{called} {counts[layer]}")
            fields.here.clear()
            return
        more = len(path) > 2 and local_name(path[-2]) == "extensions"
        point = local_name(path[-3 if more else -2]) if len(path) > 1 else ""
        if point not in _WAYPOINTS or tag in _SEVERAL:
            return
        layer, called = _WAYPOINTS[point]
        which, text = f"{called} {counts[layer] + 1}", _text(path[-1])
        space = str(path[-1].tag).rpartition("}")[0][1:]
        key = tag if not space or space in plain else str(path[-1].tag)
        if more:
            fields.add(which, key, text, tag)
            return
        fields.once(which, key, text, tag)
        if tag in _MEASURES and not is_of_kind(text, "int" if tag in _COUNTED else "double"):
            raise _no_value(source, which, tag, text)
        if tag == "time" and text.strip() and not _MOMENT.match(text.strip()):
            raise source.error(
                f"{which}: its time '{shown(text)}' is none; write it as 2024-05-31T14:30:00Z"
            )

    check_document(source, "gpx", visit)
    fields.check(max(counts.values()), guessed=True)
    return counts


def count_placemarks(source: Source) -> int:
    """Return how many features a KML file has, if all their coordinates are numbers.

    Parameters
    ----------
    source
        The file.
    """
    count = 0
    fields = Fields(source, folded=True)

    def visit(path: list[Element]) -> None:
        nonlocal count
        tag, name, text = local_name(path[-1]), path[-1].get("name", ""), _text(path[-1])
        which = f"placemark {count + 1}"
        if tag == "href" and any(local_name(above) == "NetworkLink" for above in path):
            raise source.error(
                f"a <NetworkLink> leads to '{shown(text.strip())}', which is not opened: give that "
                "file, or delete the link to go without what is there"
            )
        if tag == "SimpleField":
            fields.declare(name, path[-1].get("type", ""))
        elif tag in _FIELDS and local_name(path[-2]) in _FEATURES:
            fields.once(which, tag, text, tag)
        elif tag == "SimpleData" or (tag == "value" and local_name(path[-2]) == "Data"):
            if tag == "value":
                name = path[-2].get("name", "")
            if any(local_name(above) in _FEATURES for above in path):
                if _is_spoilt(name.lower(), text):
                    raise source.error(
                        f"{which}: GIS programs keep the name '{shown(name)}' for something else "
                        "in KML files, and spoil what stands there; rename the field"
                    )
                fields.add(which, name, text, tag)
        _check_element(source, path, which)
        if tag in _FEATURES:
            count += 1
            fields.here.clear()

    check_document(source, "kml", visit)
    fields.check(count)
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


def _is_spoilt(name: str, text: str) -> bool:
    """Tell whether GDAL makes something else of a value, as it has a column of that name."""
    kind = "double" if name in _TIMES else "int"
    there = name in (*_TIMES, *_SWITCHES) and bool(text.strip())
    return there and is_of_kind(text, kind) == (name in _TIMES)


def _is_place(text: str) -> bool:
    numbers = text.split(",")
    return len(numbers) in (2, 3) and all(_is_number(number) for number in numbers)


def _is_number(text: str) -> bool:
    number = parse_number(text.strip("\r\n"))
    return number is not None and math.isfinite(number)


def _text(element: Element) -> str:
    return element.text or ""
