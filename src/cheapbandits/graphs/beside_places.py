"""Columns beside coordinates that change what these mean: a hemisphere, minutes, a zone or square.

Read without them, 33.4 S lies in the north, 33 degrees 40 minutes at 33, and the rows of two zones
in one plane. They are not computed with: what somebody wrote so is brought into order by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.grid_squares import squares_told
from cheapbandits.graphs.which_column import Cells, Place
from cheapbandits.text import parse_number, shown

__all__ = ["Odd", "other_datum", "other_meaning", "other_system"]

_NORTH = {"n", "north", "nord", "norte", "+", "+1"}
_SOUTH = {"s", "south", "sud", "süd", "sur", "-", "-1"}
_EAST = {"e", "east", "ost", "este", "est", "+", "+1"}
#: O is west in French and Spanish, and east in German: it is asked about.
_WEST = {"w", "west", "ouest", "oeste", "o", "-", "-1"}
_QUADRANTS = {"ne", "nw", "se", "sw"}
#: What a column of hemispheres may be called besides lat... and lon...
_WAYS = re.compile(r"ns|sn|ew|we|nors|eorw|northsouth|eastwest|.*hemi.*|dir.*|.*quadrant.*|.*sign")

_LATLON = r"(lat|latitude|lon|lng|long|longitude)"
_PART = r"(min|mins|minute|minutes|sec|secs|second|seconds)"
_MINUTES = re.compile(rf"{_LATLON}({_PART}|m|mm|s|ss)|{_PART}[0-9]*{_LATLON}?")
_LARGEST = re.compile(rf"{_LATLON}(max|maximum|upper)|(max|maximum){_LATLON}?")

_ZONES = re.compile(
    r"(utm|mgrs|grid)*zone(utm|number|no|nr|designator)*|utm(band|grid|coord.*)?|(utm)?band|grid|mgrs|"
    r"gzd|coord.*(type|system)"
)
_SYSTEMS = re.compile(
    r"(geodetic|horizontal|horiz|h|coord|coordinate|gps|map)?datum|epsg(code)?|crs(name|code)?|srs|"
    r"srid|coord(inate)?s?(reference)?system|spatialreference(system)?|(map)?projection|"
    r"(horizontal|horiz|coord|coordinate|spatial|geodetic)[a-z]*(datum|system|epsg|crs)(name|code)?"
)
#: A system by its number, as a cell gives it.
_CODED = re.compile(r"(?:epsg|urn:ogc:def:crs:epsg)?[:_ ]*([0-9]{4,6})(?:\.0)?")
#: In German and Dutch, ``Datum`` is a date.
_A_DATUM = re.compile(r"[a-z][a-z .:()/_-]*[0-9]{2,5}.*")
_MONTH = re.compile(r"(^|[^a-z])(jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])")
_UTM = re.compile(r"(?:utm\s*)?(?:zone\s*)?([0-9]{1,2})\s*([c-x]?)(?:\s+[0-9].*)?")
_WGS84 = re.compile(
    r"(epsg)?4326|(ogc)?crs84|.*wgs(19)?84|worldgeodeticsystem1984|geographic|gps|latlon(g)?|lonlat"
)
_UNKNOWN = {"", "na", "nan", "null", "none", "unknown", "not recorded", "-", "?", "unkwn", "other"}


@dataclass(frozen=True)
class Odd:
    """A row whose coordinates mean something else; ``other`` is the row it does not go with."""

    row: int
    problem: str
    other: int | None = None
    mend: str = ""


def other_meaning(columns: Sequence[str], place: Place, cells: Cells) -> Odd | None:
    """Return the first row whose coordinates a further column changes, if there is one."""
    plain = [plain_name(name) for name in columns]
    beside = [k for k in range(len(columns)) if k not in (place.x, place.y)]
    of_degrees = place.degrees or all(
        re.search("^lat|^lon|lng|latitude|longitude|lat$|lon$|long$", plain[k]) is not None
        for k in (place.x, place.y)
    )
    found: Iterator[Odd]
    if of_degrees:
        found = _degrees(columns, plain, place, beside, cells)
    else:
        found = _zones(columns, plain, place, beside, cells)
    return next(found, None) or _systems(columns, plain, beside, cells)


def other_datum(columns: Sequence[str], place: Place, cells: Cells) -> Odd | None:
    """Return the first row that says that its degrees are of another datum than WGS 84."""
    for k, name in enumerate(columns):
        if k in (place.x, place.y) or not _SYSTEMS.fullmatch(plain_name(name)):
            continue
        for row, system in _told(name, cells(k)):
            if system != "wgs84":
                return Odd(
                    row,
                    f"'{shown(name)}' says '{shown(cells(k)[row])}', and degrees are taken for WGS "
                    "84; say what they are, --crs EPSG:4267 and the like (in Python crs=), or "
                    "rename that column if it is something else",
                )
    return None


def other_system(
    columns: Sequence[str], place: Place, cells: Cells, asked: str, zone: str | None
) -> Odd | None:
    """Return the first row that names another system than the one asked for.

    Parameters
    ----------
    columns, place, cells
        The table.
    asked
        The system that the user named, ``EPSG:32632``.
    zone
        The zone of UTM that it is, ``32N``, where it is one.
    """
    for k, name in enumerate(columns):
        plain = plain_name(name)
        if k in (place.x, place.y):
            continue
        words = [cell.strip().lower() for cell in cells(k)]
        row: int | None = None
        if _SYSTEMS.fullmatch(plain) and (place.degrees or "datum" not in plain):
            codes = (_CODED.fullmatch(word) for word in words)
            row = next(
                (row for row, code in enumerate(codes) if code and f"EPSG:{code[1]}" != asked), None
            )
        elif zone is not None:
            planes = enumerate(_zones_in(plain, words))
            row = next((r for r, p in planes if _is_other(p.upper(), zone, plain)), None)
        if row is not None:
            return Odd(
                row,
                f"'{shown(name)}' says '{shown(cells(k)[row])}', and --crs {shown(asked, 40)}: "
                "name the system that the coordinates are of, or rename that column if it is "
                "something else",
            )
    return None


def _is_other(plane: str, zone: str, name: str) -> bool:
    """Tell whether a plane of UTM is not the zone, as 32N; 2 may be a zone of a field."""
    if plane in ("", zone, zone[:-1]):
        return False
    sure = "utm" in name or not plane.isdigit()
    return sure or abs(int(plane) - int(zone[:-1])) <= 2


def _degrees(
    columns: Sequence[str], plain: list[str], place: Place, beside: list[int], cells: Cells
) -> Iterator[Odd]:
    boxes = any(_LARGEST.fullmatch(name) for name in plain)
    axes = ((place.y, "lat", _NORTH, _SOUTH), (place.x, "lon|lng", _EAST, _WEST))
    for at, stem, onward, back in axes:
        for k in beside:
            near = len(plain[k]) < 3 and abs(k - at) == 1
            turns = near or re.search(stem, plain[k]) or _WAYS.fullmatch(plain[k])
            parts = _MINUTES.fullmatch(plain[k]) and not boxes
            if turns or parts:
                numbers = [_number(cell) for cell in cells(at)]
                yield from _turned(columns[k], columns[at], cells(k), numbers, onward, back)
                yield from _parted(columns[k], columns[at], cells(k), numbers) if parts else ()


def _turned(
    name: str,
    axis: str,
    cells: Sequence[str],
    numbers: list[float | None],
    onward: set[str],
    back: set[str],
) -> Iterator[Odd]:
    words = [cell.strip().lower().rstrip(".") for cell in cells]
    if {word for word in words if word} <= _QUADRANTS:
        words = [word[-1:] if "w" in back else word[:1] for word in words]
    if not {word for word in words if word} <= onward | back:
        return
    for row, (word, number) in enumerate(zip(words, numbers, strict=True)):
        if number and ((word in back and number > 0) or (word in onward and number < 0)):
            yield Odd(
                row,
                f"'{shown(name)}' says '{shown(cells[row])}', and '{shown(axis)}' is {number:g}; "
                "write degrees to the south and west as negative numbers, and delete the column "
                f"'{shown(name)}' (rename it if it is something else)",
            )


def _parted(
    name: str, axis: str, cells: Sequence[str], numbers: list[float | None]
) -> Iterator[Odd]:
    parts = [_number(cell) for cell in cells]
    if any(number is None or number % 1 for number in numbers):
        return
    if all(part is None or 0 <= part < 60 for part in parts) and any(parts):
        yield Odd(
            next(row for row, part in enumerate(parts) if part),
            f"'{shown(axis)}' is in whole degrees, and '{shown(name)}' seems to have their minutes "
            "or seconds; write one number, degrees + minutes/60 + seconds/3600 (or rename that "
            "column if it is something else)",
        )


def _zones(
    columns: Sequence[str], plain: list[str], place: Place, beside: list[int], cells: Cells
) -> Iterator[Odd]:
    for k in beside:
        words = [cell.strip().lower() for cell in cells(k)]
        planes = _zones_in(plain[k], words)
        if planes and ("utm" in plain[k] or _is_utm(cells, place)):
            told = [(row, plane) for row, plane in enumerate(planes) if plane]
        elif "hemi" in plain[k] and {*words} <= {"", *_NORTH, *_SOUTH}:
            told = [(row, word[0]) for row, word in enumerate(words) if word]
        else:
            numbers = [_number(cell) for at in (place.x, place.y) for cell in cells(at)]
            told = squares_told(plain[k], words, numbers)
        yield from _two(columns[k], told, cells(k))


def _zones_in(name: str, words: list[str]) -> list[str]:
    """Return the zones of UTM that a column has, by its plain name; none where it has others."""
    plain = any(map(str.isdigit, words)) and not re.search("utm|zone", name)
    if plain or not _ZONES.fullmatch(name):
        return []
    return _planes(words) or (words if re.search("utm.*zone|zone.*utm", name) else [])


def _systems(
    columns: Sequence[str], plain: list[str], beside: list[int], cells: Cells
) -> Odd | None:
    for k in beside:
        if _SYSTEMS.fullmatch(plain[k]):
            for odd in _two(columns[k], list(_told(columns[k], cells(k))), cells(k)):
                return odd
    return None


def _two(name: str, told: list[tuple[int, str]], cells: Sequence[str]) -> Iterator[Odd]:
    for row, what in told[1:]:
        first = told[0][0]
        if what != told[0][1]:
            yield Odd(
                row,
                f"'{shown(name)}' says '{shown(cells[row])}', and '{shown(cells[first])}'",
                first,
                "rows of two planes or datums are not one; bring all to one, save each as a file "
                "of its own, or rename that column if it is something else",
            )


def _told(name: str, cells: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the rows that name a system, and which; all names of WGS 84 are one."""
    for row, cell in enumerate(cells):
        word = cell.strip().lower()
        dated = "datum" in name.lower() and (not _A_DATUM.fullmatch(word) or _MONTH.search(word))
        if word in _UNKNOWN or dated:
            continue
        same = re.sub(r"[^a-z0-9]", "", word)
        yield row, "wgs84" if _WGS84.fullmatch(same) else same


def _planes(words: list[str]) -> list[str] | None:
    """Return zones with their hemisphere: 31T and 31U are one plane, 31N and 31S perhaps two."""
    zones = [_UTM.fullmatch(word) for word in words if word]
    bands = {zone[2] for zone in zones if zone} - {"", "n", "s"}
    found = []
    for word in words:
        zone = _UTM.fullmatch(word)
        if zone is None and word:
            return None
        letter = zone[2] if zone else ""
        side = ("n" if letter >= "n" else "s") if letter and bands else letter
        found.append(f"{int(zone[1])}{side}" if zone else "")
    return found


def _is_utm(cells: Cells, place: Place) -> bool:
    x, y = ([_number(cell) for cell in cells(at)] for at in (place.x, place.y))
    east = all(number is not None and 1e5 <= number < 1e6 for number in x)
    return east and all(number is not None and 0 <= number <= 1e7 for number in y)


def _number(cell: str) -> float | None:
    return parse_number(cell, comma="," in cell)
