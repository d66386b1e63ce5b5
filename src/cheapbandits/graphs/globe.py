"""Longitude and latitude: points on the Earth, and distances between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "EARTH",
    "PACKED",
    "WGS84",
    "are_degrees",
    "are_packed",
    "check_degrees",
    "chord",
    "in_space",
]

#: Longitude and latitude in degrees, in this order, as GPS receivers give them.
WGS84 = "EPSG:4326"

#: What to do about degrees, minutes and seconds that are written as one number.
PACKED = (
    "they may be degrees, minutes and seconds in one number (385012 for 38 50 12): write decimal "
    "degrees, degrees + minutes/60 + seconds/3600, to the south and west with a minus sign"
)

#: The mean radius of the Earth in metres; taken as a ball, distances err by 0.5 % at most.
EARTH = 6_371_008.8


def are_degrees(places: NDArray[np.float64], *, round_the_earth: bool = False) -> bool:
    """Tell whether points can be longitudes and latitudes; the former perhaps up to 360."""
    limits = (360 if round_the_earth else 180, 90)
    return places.shape[1] == 2 and not (np.abs(places) > limits).any()


def are_packed(places: NDArray[np.float64]) -> bool:
    """Tell whether ``(N, 2)`` numbers may be degrees, minutes and seconds without a point.

    Examples
    --------
    >>> are_packed(np.array([(901230.0, 385012.0)])), are_packed(np.array([(178605.0, 330040.0)]))
    (True, False)
    """
    size = np.abs(places)
    if not ((size >= 10_000) & (size < 1_810_000)).all():  # infinite ones have no parts
        return False
    parts = size // 10_000, size // 100 % 100, size % 100
    return bool(not (parts[0] > (180, 90)).any() and all((part < 60).all() for part in parts[1:]))


def check_degrees(places: NDArray[np.float64]) -> None:
    """Refuse what cannot be longitudes and latitudes, naming the first."""
    if places.shape[1] != 2:
        raise GraphError(f"degrees are a longitude and a latitude, got {places.shape[1]} numbers")
    bad = np.flatnonzero((np.abs(places) > (180, 90)).any(axis=1))
    if bad.size:
        x, y = places[bad[0]].tolist()
        beyond = not (np.abs(places) > (540, 90)).any()
        mend = "are they in another order, or metres?"
        if beyond:
            mend = "take 360 off those beyond 180"
        elif are_packed(places):
            mend = f"{PACKED}; else, are they metres?"
        raise GraphError(
            f"not degrees: node {bad[0]} is at ({x:g}, {y:g}), and longitudes are from -180 to "
            f"180, latitudes from -90 to 90; {mend}"
        )


def in_space(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``(N, 3)`` points in space, in metres from the centre of the Earth.

    Straight distances between them order points as those along the ground do: a degree of
    longitude shrinks to the poles, and 180 meets -180.
    """
    longitude, latitude = np.radians(places).T
    flat = np.cos(latitude)
    ball = [flat * np.cos(longitude), flat * np.sin(longitude), np.sin(latitude)]
    return EARTH * np.column_stack(ball)


def chord(metres: float) -> float:
    """Return the straight distance between two points that are so far apart along the ground."""
    return 2 * EARTH * math.sin(min(metres / (2 * EARTH), math.pi / 2))
