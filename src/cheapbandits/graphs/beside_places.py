"""Columns beside coordinates that change what these mean: a hemisphere, minutes, a zone or square.

Read without them, 33.4 S lies in the north, 33 degrees 40 minutes at 33, and the rows of two zones
in one plane. They are not computed with: what somebody wrote so is brought into order by them.

Headers are in any language. Cells such as ``30N``, ``EPSG:25830`` or ``ETRS89`` are not, so that a
column of these counts whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import COORDINATES
from cheapbandits.graphs.datums import advised_code, datum_code, is_datum
from cheapbandits.graphs.grid_squares import squares_told
from cheapbandits.graphs.grid_stripes import two_stripes
from cheapbandits.graphs.hemispheres import NORTH, SOUTH, Odd, other_degrees, whole_degrees
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.graphs.which_column import Cells, Place
from cheapbandits.text import parse_number, shown

__all__ = ["Odd", "other_datum", "other_meaning", "other_system"]

_ZONE = "(?:zone|zona|huso|fuso|fuseau|strefa)"
_ZONES = re.compile(
    rf"(utm|mgrs|grid)*{_ZONE}(utm|number|no|nr|designator)*|utm(band|grid|coord.*)?|(utm)?band|grid|"
    r"mgrs|gzd|coord.*(type|system)"
)
_SYSTEMS = re.compile(
    r"(geodetic|horizontal|horiz|h|coord|coordinate|gps|map)?datum|epsg(code)?|crs(name|code)?|srs|"
    r"srid|coord(inate)?s?(reference)?system|spatialreference(system)?|(map)?projection|"
    r"(horizontal|horiz|coord|coordinate|spatial|geodetic)[a-z]*(datum|system|epsg|crs)(name|code)?"
)
#: Among other words of a heading, ``SRS_ID``, they say what codes below it are.
_OF_SYSTEMS = {"srs", "srid", "crs", "epsg"}
#: What no cell says but of systems, in small letters and digits.
_A_SYSTEM = re.compile(
    r"(?:urnogcdefcrs)?epsg[0-9]{4,6}|(?:ogc)?crs84|(?:gcs)?(?:wgs|etrs|etrf|itrf|nad|ed|gda|sirgas|"
    r"osgb|sad|jgd|cgcs|agd|nzgd|dhdn|sjtsk|pulkovo)(?:19|20)?[0-9]{2}(?:(?:utm)?(?:zone)?[0-9]{1,2}[ns])?"
)
#: A system by its number, as a cell gives it.
_CODED = re.compile(r"(?:epsg|urn:ogc:def:crs:epsg)?[:_ ]*([0-9]{4,6})(?:\.0)?")
#: In German and Dutch, ``Datum`` is a date.
_A_DATUM = re.compile(r"[a-z][a-z .:()/_-]*[0-9]{2,5}.*")
_MONTH = re.compile(r"(^|[^a-z])(jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])")
_UTM = re.compile(r"(?:utm\s*)?(?:zone\s*)?([0-9]{1,2})\s*([c-x]?)(?:\s+[0-9].*)?")
#: Of one digit it may be a block of a field, or what stands in it.
_A_ZONE = re.compile(
    r"(?:utm\s*)?(?:zone\s*)?[1-6][0-9]\s*[c-hj-np-x]|utm\s*(?:zone\s*)?[1-6][0-9]"
)
_MOST_ZONES = 60
#: So many rows say what a column holds.
_SOME = 1_000
_WGS84 = re.compile(
    r"(epsg)?4326|(ogc)?crs84|.*wgs(19)?84|worldgeodeticsystem1984|geographic|gps|latlon(g)?|lonlat"
)
#: The datum of receivers.
_GPS = 4326
_YES = {"true", "yes", "1", "t", "y"}
_UNKNOWN = {"", "na", "nan", "null", "none", "unknown", "not recorded", "-", "?", "unkwn", "other"}


def other_meaning(columns: Sequence[str], place: Place, cells: Cells) -> Odd | None:
    """Return the first row whose coordinates a further column changes, if there is one."""
    plain = [axis_name(name) for name in columns]
    beside = [k for k in range(len(columns)) if k not in (place.x, place.y)]
    of_degrees = place.degrees or all(
        re.search("^lat|^lon|lng|latitude|longitude|lat$|lon$|long$", plain[k]) is not None
        for k in (place.x, place.y)
    )
    found: Iterator[Odd]
    if of_degrees:
        found = other_degrees(columns, plain, place, beside, cells)
    else:
        found = _zones(columns, plain, place, beside, cells)
        if COORDINATES.isdisjoint(plain[k] for k in (place.x, place.y)):
            # Asked for by name, ``Breite Grad``: nothing says that they are a plane.
            found = chain(whole_degrees(columns, plain, place, cells), found)
    return next(found, None) or _systems(columns, beside, cells) or _obscured(columns, cells)


def other_datum(columns: Sequence[str], place: Place, cells: Cells) -> Odd | None:
    """Return the first row that says that its degrees are of another datum than WGS 84."""
    for k, name in enumerate(columns):
        if k in (place.x, place.y) or not _names_systems(name, cells(k)):
            continue
        for row, system in _told(name, cells(k)):
            if system != "wgs84":
                return Odd(
                    row,
                    f"'{shown(name)}' says '{shown(cells(k)[row])}', and degrees are taken for WGS "
                    f"84; say what they are, {_advised(cells(k)[row])}, or delete that column if "
                    "it says something else",
                )
    return None


def other_system(
    columns: Sequence[str],
    place: Place,
    cells: Cells,
    asked: str,
    zone: str | None,
    datum: int | None = None,
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
    datum
        The code of its datum's degrees, where that is known.
    """
    for k, name in enumerate(columns):
        plain = plain_name(name)
        if k in (place.x, place.y):
            continue
        words = [cell.strip().lower() for cell in cells(k)]
        row: int | None = None
        if _names_systems(name, words):
            if place.degrees or "datum" not in plain:
                codes = (_CODED.fullmatch(word) for word in words)
                other = (r for r, code in enumerate(codes) if code and f"EPSG:{code[1]}" != asked)
                row = next(other, None)
            if row is None and datum is not None:
                row = _other_datum(name, cells(k), datum, degrees=place.degrees)
        elif zone is not None:
            planes = enumerate(_zones_in(plain, words))
            row = next((r for r, p in planes if _is_other(p.upper(), zone, plain)), None)
        if row is not None:
            said = cells(k)[row]
            known = place.degrees and datum_code(said) is not None
            which = f", {_advised(said)}" if known else ""
            return Odd(
                row,
                f"'{shown(name)}' says '{shown(said)}', and --crs {shown(asked, 40)}: name the "
                f"system that the coordinates are of{which}, or delete that column if it says "
                "something else",
            )
    return None


def _advised(cell: str) -> str:
    """Return how to say the system that a cell names, by its code or its datum."""
    code = _CODED.fullmatch(cell.strip().lower())
    return f"--crs EPSG:{code[1]} (in Python crs=)" if code else advised_code(cell)


def _other_datum(name: str, cells: Sequence[str], datum: int, *, degrees: bool) -> int | None:
    """Return the first row that names another datum; beside a plane, WGS 84 may be the GPS's."""
    alike = {None, datum} if degrees else {None, datum, _GPS}
    return next((row for row, _ in _told(name, cells) if datum_code(cells[row]) not in alike), None)


def _is_other(plane: str, zone: str, name: str) -> bool:
    """Tell whether a plane of UTM is not the zone, as 32N; 2 may be a zone of a field."""
    if plane in ("", zone, zone[:-1]):
        return False
    sure = "utm" in name or (_ZONES.fullmatch(name) and not plane.isdigit())
    return bool(sure) or abs(int(plane.rstrip("NS")) - int(zone[:-1])) <= 2


def _zones(
    columns: Sequence[str], plain: list[str], place: Place, beside: list[int], cells: Cells
) -> Iterator[Odd]:
    for k in beside:
        words = [cell.strip().lower() for cell in cells(k)]
        planes = _zones_in(plain[k], words)
        if planes and ("utm" in plain[k] or _is_utm(cells, place)):
            told = [(row, plane) for row, plane in enumerate(planes) if plane]
        elif "hemi" in plain[k] and {*words} <= {"", *NORTH, *SOUTH}:
            told = [(row, word[0]) for row, word in enumerate(words) if word]
        else:
            numbers = [_number(cell) for at in (place.x, place.y) for cell in cells(at)]
            told = squares_told(plain[k], words, numbers)
        yield from _two(columns[k], told, cells(k))
    yield from two_stripes(columns[place.x], cells(place.x), cells(place.y))


def _zones_in(name: str, words: list[str]) -> list[str]:
    """Return the zones of UTM that a column has, by its name or its cells; none where others."""
    if not _ZONES.fullmatch(name):
        return _lettered(words) or (_numbered(words) if re.search(_ZONE, name) else [])
    if any(map(str.isdigit, words)) and not re.search(f"utm|{_ZONE}", name):
        return []
    sure = re.search(f"utm.*{_ZONE}|{_ZONE}.*utm", name)
    return _planes(words) or (words if sure else [])


def _numbered(words: list[str]) -> list[str]:
    """Return the zones of cells that may be these, as MGA_Zone has them: 55, 56."""
    known = [int(word) for word in words if re.fullmatch("[1-6][0-9]", word)]
    near = bool(known) and max(known) <= _MOST_ZONES and max(known) - min(known) <= 3
    return words if near and len(known) == sum(map(bool, words)) else []


def _lettered(words: list[str]) -> list[str]:
    """Return the zones of cells that are so under any header: 30T or UTM30, few and close by."""
    kinds = {*words} - _UNKNOWN
    if len(kinds) > max(2, len(words) // 2) or not all(map(_A_ZONE.fullmatch, kinds)):
        return []
    numbers = {int(re.sub("[^0-9]", "", kind)) for kind in kinds}
    near = bool(numbers) and max(numbers) <= _MOST_ZONES and max(numbers) - min(numbers) <= 3
    known = [word if word in kinds else "" for word in words]
    return (_planes(known) or []) if near else []


def _names_systems(name: str, cells: Sequence[str]) -> bool:
    """Tell whether a column has systems or datums, by its name or by all of its cells."""
    if _SYSTEMS.fullmatch(plain_name(name)):
        return True
    kinds = {cell.strip().lower() for cell in cells[:_SOME]} - _UNKNOWN
    same = [re.sub("[^a-z0-9]", "", kind) for kind in kinds]
    few = len(kinds) <= max(2, len(cells) // 2)
    of_systems = all(_A_SYSTEM.fullmatch(one) or is_datum(one) for one in same)
    if not _OF_SYSTEMS.isdisjoint(re.split(r"[\W_]+", name.lower())):
        of_systems = of_systems or all(map(_CODED.fullmatch, kinds))
    return bool(kinds) and few and of_systems


def _systems(columns: Sequence[str], beside: list[int], cells: Cells) -> Odd | None:
    for k in beside:
        if _names_systems(columns[k], cells(k)):
            for odd in _two(columns[k], list(_told(columns[k], cells(k))), cells(k)):
                return odd
    return None


def _obscured(columns: Sequence[str], cells: Cells) -> Odd | None:
    """Return the first row whose place was moved on purpose, as that of rare species is."""
    for k, name in enumerate(columns):
        if "obscured" in plain_name(name):
            for row, cell in enumerate(cells(k)):
                if cell.strip().lower() in _YES:
                    return Odd(
                        row,
                        f"'{shown(name)}' says '{shown(cell)}': the place is not where it was, but "
                        "some kilometres off; delete such lines (or that column, if it says "
                        "something else)",
                    )
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
                "of its own, or delete that column if it says something else",
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
