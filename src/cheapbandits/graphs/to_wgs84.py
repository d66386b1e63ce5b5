"""From a known system to longitude and latitude in WGS 84, and whether points can be of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.globe import WGS84, are_degrees, check_degrees
from cheapbandits.graphs.systems import (
    UnusableSystem,
    has_degrees,
    known_system,
    label_of,
    parsed,
)
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["in_system", "in_their_system", "to_degrees", "usable_system"]

#: Degrees from where a system is used at which its coordinates must be another's; a zone of UTM is
#: often used for a whole country.
FAR, FAR_OF_ZONES = 5.0, 15.0

#: What GIS programs write for coordinates of no known place.
_NOWHERE = ("LOCAL_CS[", "ENGCRS[", "ENGINEERINGCRS[", 'GEOGCRS["UNDEFINED', 'GEOGCS["UNDEFINED')


def usable_system(text: str | None) -> str | None:
    """Return the system that a file names, if coordinates can be brought from it to degrees.

    ``None`` where it names none, or says that it is of no place on Earth; else why it is of no use.
    """
    clean = " ".join(str(text or "").split())
    if not clean or clean.upper().startswith(_NOWHERE):
        return None
    try:
        system = known_system(clean)
        to_degrees(np.empty((0, 2)), system)
    except GraphError as error:
        return UnusableSystem(error)
    return system


def in_system(
    points: NDArray[np.float64], crs: str | None
) -> tuple[NDArray[np.float64], str | None]:
    """Return points and their system as a graph keeps them: degrees are WGS 84's.

    Refuses points that lie far from where the system is in use, degrees in a system of metres, and
    x and y that are in use only when they are exchanged.
    """
    if crs is None:
        return points, None
    system = known_system(crs)
    if system == WGS84:
        check_degrees(points)
        return points, WGS84
    places = to_degrees(points, system)
    _check_area(points, places, system)
    return (places, WGS84) if has_degrees(system) else (points, system)


def in_their_system(
    rings: list[NDArray[np.float64]], given: str | None, kept: str | None
) -> list[NDArray[np.float64]]:
    """Return rings in the system that a graph keeps of the places that they surround.

    They are for pictures: none come back where a corner has no place there.
    """
    if kept is None or given is None or known_system(given) == kept:
        return rings
    try:
        return [to_degrees(ring, known_system(given)) for ring in rings]
    except GraphError:
        return []


def to_degrees(points: NDArray[np.float64], crs: str) -> NDArray[np.float64]:
    """Return ``(N, 2)`` longitudes and latitudes in WGS 84 of points in a known system."""
    if crs == WGS84:
        return points
    if points.shape[1] != 2:
        raise GraphError(f"{label_of(crs)} has 2 coordinates, got {points.shape[1]}")
    x, y = _transformer(crs).transform(points[:, 0], points[:, 1])
    places = np.column_stack([x, y])
    bad = np.flatnonzero(~np.isfinite(places).all(axis=1))
    if bad.size:
        raise GraphError(
            f"node {bad[0]} at {tuple(points[bad[0]].tolist())} has no place in {label_of(crs)}; "
            "are the coordinates of another system (--crs), or x and y exchanged?"
        )
    return places


def _check_area(points: NDArray[np.float64], places: NDArray[np.float64], crs: str) -> None:
    system = parsed(crs)
    area = system.area_of_use
    if area is None:
        return
    first = tuple(points[0].tolist())
    if not system.is_geographic and are_degrees(points):
        raise GraphError(
            f"the coordinates, node 0 at {first}, look like degrees, and {label_of(crs)} has "
            f"metres or feet; if they are longitude and latitude, say --crs {WGS84}, or, where the "
            "file names the system itself, save it again with that one (from GeoJSON take its "
            "member crs out)"
        )
    if _is_used(places, area, 0.0):
        return
    try:
        exchanged = to_degrees(points[:, ::-1], crs)
    except GraphError:
        exchanged = None
    if exchanged is not None and _is_used(exchanged, area, 0.0):
        raise GraphError(
            f"x and y are exchanged: node 0 at {first} lies where {label_of(crs)} is used "
            f"({shown(area.name, 80)}) only the other way round; exchange the columns (--x, --y)"
        )
    if not _is_used(places, area, FAR, FAR_OF_ZONES if "UTM" in system.name else FAR):
        longitude, latitude = np.median(places, axis=0).tolist()
        raise GraphError(
            f"the coordinates, node 0 at {first}, lie around longitude {longitude:.1f}, latitude "
            f"{latitude:.1f} in {label_of(crs)}, far from where it is used "
            f"({shown(area.name, 80)}); are they of another system (--crs), or x and y exchanged?"
        )


def _is_used(
    places: NDArray[np.float64], area: Any, margin: float, aside: float | None = None
) -> bool:
    """Tell whether the middle of some points lies where a system is used, or so near to it."""
    east = area.east if area.east >= area.west else area.east + 360
    # Seen from the area's middle: places on both sides of 180 lie beside each other.
    longitudes = (places[:, 0] - (area.west + east) / 2 + 180) % 360 - 180
    away, latitude = float(np.median(longitudes)), float(np.median(places[:, 1]))
    wide = (east - area.west) / 2 + (margin if aside is None else aside)
    return bool(abs(away) <= wide and area.south - margin <= latitude <= area.north + margin)


@lru_cache(maxsize=32)
def _transformer(crs: str) -> Any:
    pyproj = optional("pyproj", f"the system {label_of(crs)}")
    try:
        # A ballpark way forgets the datum, and may be hundreds of metres off.
        return pyproj.Transformer.from_crs(parsed(crs), WGS84, always_xy=True, allow_ballpark=False)
    except pyproj.exceptions.ProjError as error:
        raise GraphError(
            f"there is no exact way here from {label_of(crs)} to longitude and latitude "
            f"({shown(error, 100)}); name the system it is by its code, with --crs"
        ) from error
