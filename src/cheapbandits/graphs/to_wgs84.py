"""From a known system to longitude and latitude in WGS 84, and whether points can be of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.globe import WGS84, check_degrees
from cheapbandits.graphs.systems import has_degrees, known_system, label_of, parsed
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["in_system", "to_degrees", "usable_system"]

#: Degrees from where a system is used at which its coordinates must be another's.
FAR = 5.0


def usable_system(text: str | None) -> str | None:
    """Return the system that a file names, if coordinates can be brought from it to degrees."""
    if not text:
        return None
    try:
        system = known_system(" ".join(str(text).split()))
        to_degrees(np.empty((0, 2)), system)
    except GraphError:
        return None
    return system


def in_system(
    points: NDArray[np.float64], crs: str | None
) -> tuple[NDArray[np.float64], str | None]:
    """Return points and their system as a graph keeps them: degrees are WGS 84's.

    Refuses points that lie where the system is not in use: most likely they are of another one, or
    x and y were exchanged.
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
    area = parsed(crs).area_of_use
    if area is None:
        return
    longitude, latitude = np.median(places, axis=0).tolist()
    east = area.east if area.east >= area.west else area.east + 360
    away = (longitude - (area.west + east) / 2 + 180) % 360 - 180
    wide = (east - area.west) / 2 + FAR
    if abs(away) > wide or not area.south - FAR <= latitude <= area.north + FAR:
        raise GraphError(
            f"the coordinates, node 0 at {tuple(points[0].tolist())}, lie around longitude "
            f"{longitude:.1f}, latitude {latitude:.1f} in {label_of(crs)}, far from where it is "
            f"used ({shown(area.name, 80)}); are they of another system (--crs), or x and y "
            "exchanged?"
        )


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
