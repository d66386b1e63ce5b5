"""Polygons in degrees on both sides of longitude 180, which on the globe is no border.

A country there comes cut in two, with parts at 179 and at -179: it is one place, and its middle is
not in Africa. A border that jumps from one side to the other is refused: who knows which way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.shapes import shifted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ring = NDArray[np.float64]

__all__ = ["check_jumps", "check_ring", "meeting", "parts_together", "shapes_together", "wrapped"]

_JUMPS = (
    "its border jumps from longitude {0:g} to {1:g}: across 180, or the other way round the Earth? "
    "cut it at longitude 180, as in ogr2ogr -wrapdateline, or write {1:g} as {2:g}"
)


def wrapped(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``(N, 2)`` degrees with longitudes from -180 to 180; others may go to 360."""
    longitude, latitude = places.T
    near = np.where(np.abs(longitude) > 180, (longitude + 180) % 360 - 180, longitude)
    return np.column_stack([near, latitude])


def check_ring(source: Source, number: int, ring: Ring) -> None:
    """Refuse a ring that jumps from one side of 180 to the other."""
    at = _jump(np.append(ring[:, 0], ring[0, 0]))
    if at is not None:
        raise source.error(f"feature {number}: {_said(*at)}")


def _jump(longitudes: NDArray[np.float64]) -> tuple[float, float] | None:
    """Return the first two longitudes that are more than half round the Earth apart.

    From 180 to -180 it is no way at all: so polygons run that hold a pole.
    """
    first, second = longitudes[:-1], longitudes[1:]
    far = np.flatnonzero((np.abs(second - first) > 180) & (np.abs(second - first) != 360))
    return (float(first[far[0]]), float(second[far[0]])) if far.size else None


def _said(first: float, second: float) -> str:
    return _JUMPS.format(first, second, second + (360 if second < first else -360))


def parts_together(bodies: list[list[Ring]]) -> list[list[Ring]]:
    """Return the polygons of a feature, all on that side of 180 where the largest is."""
    outer = [body[0] for body in bodies]
    shifts = _shifts(
        [ring[:, 0] for ring in outer], [float(np.ptp(ring, axis=0).prod()) for ring in outer]
    )
    return [
        body if not shift else [ring + np.array([shift, 0.0]) for ring in body]
        for body, shift in zip(bodies, shifts, strict=True)
    ]


def _shifts(longitudes: Sequence[NDArray[np.float64]], sizes: Sequence[float]) -> list[float]:
    """Return by how much each part is moved to lie beside the largest."""
    middles = [(float(part.min()) + float(part.max())) / 2 for part in longitudes]
    main = middles[int(np.argmax(sizes))]
    return [-360.0 * round((middle - main) / 360) for middle in middles]


def meeting(rings: Sequence[Ring]) -> list[Ring]:
    """Return rings whose vertices agree where they are the same place: -180 is 180."""
    return [np.column_stack([np.round(ring[:, 0] % 360, 9) % 360, ring[:, 1]]) for ring in rings]


def check_jumps(source: Source, shapes: NDArray[Any], numbers: list[int]) -> None:
    """Refuse polygons of a layer that jump from one side of 180 to the other."""
    shapely = optional("shapely", "reading GIS files")
    parts, owner = shapely.get_parts(shapes, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    steps = np.abs(np.diff(places[:, 0])) * (np.diff(ring) == 0)
    far = np.flatnonzero((steps > 180) & (steps != 360))
    if far.size:
        k = int(far[0])
        said = _said(float(places[k, 0]), float(places[k + 1, 0]))
        raise source.at(numbers[owner[part[ring[k]]]], said)


def shapes_together(shapes: NDArray[Any]) -> NDArray[Any]:
    """Return shapes whose parts all lie on that side of 180 where the largest does."""
    shapely = optional("shapely", "reading GIS files")
    bounds = shapely.bounds(shapes)
    moved = shapes.copy()
    for k in np.flatnonzero(bounds[:, 2] - bounds[:, 0] > 180):
        parts = shapely.get_parts(shapes[k])
        edges = shapely.bounds(parts)
        shifts = _shifts(list(edges[:, [0, 2]]), shapely.area(parts).tolist())
        if any(shifts):
            moved[k] = shapely.multipolygons(
                [shifted(*one) for one in zip(parts, shifts, strict=True)]
            )
    return np.asarray(moved)
