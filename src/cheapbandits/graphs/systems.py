"""Coordinate reference systems: which one is meant.

A graph's coordinates are WGS 84 degrees (``EPSG:4326``), a known plane (``EPSG:28992``), or a plane
that nobody named (``None``). Degrees of another datum are brought to WGS 84 when they come in, so
that no distance is ever taken between degrees as if they were metres. WGS 84 needs no library; all
other systems need pyproj.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import GraphError, MissingExtraError, ParameterError
from cheapbandits.graphs.datums import datum_code
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.globe import WGS84
from cheapbandits.text import clean_text, shown

if TYPE_CHECKING:
    pass

__all__ = [
    "StoredSystem",
    "UnusableSystem",
    "check_plane",
    "datum_in",
    "has_degrees",
    "is_in",
    "known_system",
    "label_of",
    "metres_of",
    "parsed",
    "system_of",
    "unit_in",
    "zone_of",
]

#: Other names of longitude and latitude as GPS receivers give them.
_SAME_AS_WGS84 = ("EPSG:4326", "WGS84", "WGS 84", "OGC:CRS84", "CRS84", "4326")
_CODE = re.compile(r"([A-Za-z]{2,20})[: ]+([0-9A-Za-z]{1,20})")
_DIGITS = re.compile("[0-9]{4,7}")
_URN = re.compile(
    r"(?:urn:ogc:def:crs:|https?://www\.opengis\.net/def/crs/)(\w+)[:/][^:/]*[:/](\w+)"
)
#: What the two other ways to write a system begin with.
_LONG = (
    "+proj=",
    "PROJCRS[",
    "PROJCS[",
    "GEOGCRS[",
    "GEOGCS[",
    "GEODCRS[",
    "COMPD_CS[",
    "COMPOUNDCRS[",
    "BOUNDCRS[",
)
#: The longest description of a system.
MOST_CHARACTERS = 20_000


def known_system(text: str) -> str:
    """Return a system as graphs keep it: ``EPSG:28992``, or a description where it has no code.

    Examples
    --------
    >>> known_system("epsg 4326")
    'EPSG:4326'
    """
    found = _usual(text)
    if found == WGS84:
        return WGS84
    crs = parsed(found)
    code = crs.to_authority(min_confidence=70)
    if code is not None and ":".join(code) in ("EPSG:4326", "OGC:CRS84"):
        return WGS84
    return ":".join(code) if code is not None else str(crs.to_wkt())


class StoredSystem(str):
    """A system that was checked before it was stored: reading it again needs no library."""

    __slots__ = ()


class UnusableSystem(str):
    """Why the system that a file names cannot be used here: it is not the same as none."""

    __slots__ = ()


def check_plane(crs: str) -> str:
    """Return a system that a graph's coordinates can be of as they are: WGS 84, or a plane.

    Without pyproj a code is taken at its word: whoever stored it had it checked.
    """
    if isinstance(crs, StoredSystem):
        return _usual(crs)
    try:
        system = known_system(crs)
    except MissingExtraError:
        return _usual(crs)
    if system != WGS84 and has_degrees(system):
        raise GraphError(
            f"{label_of(system)} has degrees that are not those of {WGS84}; bring them there first "
            "(read_graph and Graph.from_points do)"
        )
    return system


def _usual(text: str) -> str:
    """Return the text of a system in its usual spelling, or say how one is written."""
    clean = " ".join(clean_text(text, "crs", kind=GraphError, most=MOST_CHARACTERS).split())
    if clean.upper() in _SAME_AS_WGS84:
        return WGS84
    urn = _URN.fullmatch(clean)
    if urn is not None:
        return _usual(f"{urn[1]}:{urn[2]}")
    if _DIGITS.fullmatch(clean):
        return f"EPSG:{clean}"
    code = _CODE.fullmatch(clean)
    if code is not None:
        return f"{code[1].upper()}:{code[2]}"
    if clean.startswith(_LONG):
        return clean
    raise GraphError(
        f"crs must be a system's code, such as {WGS84} (longitude and latitude) or EPSG:28992 (a "
        f"national grid), got '{shown(clean)}'; epsg.io lists them"
    )


def system_of(file: str, said: str | None, asked: str | None) -> str | None:
    """Return what the coordinates are: as the file says, else as asked for."""
    if isinstance(said, UnusableSystem):
        if asked is None:
            raise GraphError(
                f"it names a system of coordinates that cannot be used here: {said}; say what they "
                "are, with --crs CODE (in Python crs=)"
            )
        return known_system(asked)
    if asked is None or said is None:
        return asked if said is None else said
    system = known_system(asked)
    if system != said:
        raise ParameterError(
            f"{file} says that its coordinates are {label_of(said)} "
            f"({shown(said, 40)}), not {shown(system, 40)}; leave crs (--crs) out, or, if "
            "the file is wrong, save it again with the right system"
        )
    return system


def has_degrees(crs: str) -> bool:
    """Tell whether a system's coordinates are degrees."""
    system = known_system(crs)
    return system == WGS84 or bool(parsed(system).is_geographic)


def unit_in(crs: str) -> str:
    """Return the unit of a system's coordinates, as it is called there: metre, US survey foot."""
    system = known_system(crs)
    return "degree" if system == WGS84 else str(parsed(system).axis_info[0].unit_name)


def is_in(unit: str, crs: str) -> bool:
    """Tell whether metres (``m``) or feet (``ft``) can be the unit of a system's coordinates."""
    words = {"m": "metre", "ft": "foot"}
    return unit not in words or words[unit] in unit_in(crs).lower()


def zone_of(crs: str) -> str | None:
    """Return the zone of UTM that a system is, such as 32N; ``None`` where it is none."""
    system = known_system(crs)
    return None if system == WGS84 else parsed(system).utm_zone


def datum_in(crs: str) -> int | None:
    """Return the code of the degrees of a system's datum, where it is one of those known here."""
    system = known_system(crs)
    if system == WGS84:
        return 4326
    degrees = parsed(system).geodetic_crs
    named = [degrees.name, degrees.datum.name] if degrees is not None else []
    return next((code for name in named if (code := datum_code(name)) is not None), None)


def label_of(crs: str) -> str:
    """Return what a system is called in a line of text."""
    if crs == WGS84:
        return "longitude and latitude"
    return crs if len(crs) <= 40 else "a system without a code"


@lru_cache(maxsize=32)
def parsed(crs: str) -> Any:
    """Return pyproj's object for a system of places, without heights."""
    pyproj = optional("pyproj", f"the system {label_of(crs)}")
    try:
        found = pyproj.CRS.from_user_input(crs)
    except pyproj.exceptions.CRSError:
        raise GraphError(
            f"the system '{shown(crs)}' is not known; give a code such as EPSG:28992 (epsg.io "
            "lists them)"
        ) from None
    flat = found.to_2d()
    if not (flat.is_geographic or flat.is_projected):
        raise GraphError(
            f"'{shown(crs)}' is no system of places on the Earth's surface; give one such as "
            "EPSG:28992"
        )
    return flat


def metres_of(crs: str | None) -> float | None:
    """Return how many metres the unit of a plane is; ``None`` where that is not known.

    Examples
    --------
    >>> metres_of(None)
    """
    if crs is None:
        return None
    try:
        factor = float(parsed(crs).axis_info[0].unit_conversion_factor)
    except (GraphError, MissingExtraError, IndexError):  # without pyproj a system is only a name
        return None
    return factor if factor > 0 else None
