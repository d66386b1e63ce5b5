"""Points and polygons of a map: sites joined to their nearest, or polygons that touch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.files.crooked import MOST_CROSSINGS, MOST_OF_ONE, crossings
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.hairlines import hairlines
from cheapbandits.graphs.files.main_direction import main_direction, turned
from cheapbandits.graphs.files.overlapping import STRETCH, on_top, said_on_top, same_within
from cheapbandits.graphs.files.placings import placings
from cheapbandits.graphs.files.rounded_borders import borders_of
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "are_points",
    "check_extent",
    "outer_rings",
    "places_of",
    "shifted",
    "touching_shapes",
    "usable_shapes",
]

#: What shapely calls the kinds: 0 a point, 4 several; 3 a polygon, 6 several.
_POINT, _POINTS, _POLYGON, _POLYGONS = 0, 4, 3, 6

_CHUNK = 500


@contextmanager
def usable_shapes(source: Source) -> Iterator[None]:
    """Let what shapely cannot work with be the file's fault, in words."""
    shapely = optional("shapely", "reading GIS files")
    try:
        yield
    except shapely.errors.ShapelyError as error:
        raise source.error(
            f"holds a shape that cannot be ({shown(error, 100)}); repair it in a GIS program"
        ) from error


def check_extent(source: Source, shapes: NDArray[Any]) -> None:
    """Refuse coordinates that are no numbers, or too large for any."""
    shapely = optional("shapely", "reading GIS files")
    if not (np.abs(shapely.get_coordinates(shapes)) <= LARGEST).all():
        raise source.error(f"a coordinate is no number within {LARGEST:g}; correct it")


def are_points(source: Source, shapes: NDArray[Any], numbers: list[int]) -> bool:
    """Tell whether the shapes are points, or polygons; refuse what is neither, or both."""
    shapely = optional("shapely", "reading GIS files")
    kinds = shapely.get_type_id(shapes)
    empty = np.flatnonzero((kinds < 0) | shapely.is_empty(shapes))
    if empty.size:
        raise source.at(numbers[empty[0]], "has no place; give it one or delete it")
    single = (kinds == _POINT) | ((kinds == _POINTS) & (shapely.get_num_geometries(shapes) == 1))
    areas = (kinds == _POLYGON) | (kinds == _POLYGONS)
    bad = np.flatnonzero(~(single | areas))
    if bad.size:
        raise source.at(
            numbers[bad[0]],
            f"is a {shapes[bad[0]].geom_type}; sites are points or polygons: convert or delete it",
        )
    if single.any() and areas.any():
        first = int(np.argmax(single != single[0]))
        raise source.at(numbers[first], "points and polygons are mixed; keep one kind")
    for k in np.flatnonzero(areas & ~shapely.is_valid(shapes)):
        if crossings(shapes[k : k + 1]).times > MOST_OF_ONE:
            raise source.at(
                numbers[k],
                f"its border crosses itself more than {MOST_OF_ONE:,} times; repair it in a GIS "
                "program, or delete it",
            )
    return bool(single.all())


def places_of(shapes: NDArray[Any]) -> NDArray[np.float64]:
    """Return the ``(N, 2)`` places of points, or the centroids of polygons.

    A polygon that crosses itself is mended first: the parts of a bow tie would take each other off.
    """
    shapely = optional("shapely", "reading GIS files")
    middles = shapely.centroid(_mended(shapes))
    return np.column_stack([shapely.get_x(middles), shapely.get_y(middles)])


def outer_rings(shapes: NDArray[Any]) -> tuple[list[NDArray[np.float64]], list[int]]:
    """Return the outer rings of polygons, without their holes, and whose each is."""
    shapely = optional("shapely", "reading GIS files")
    parts, owner = shapely.get_parts(shapes, return_index=True)
    flat = shapely.get_type_id(parts) == 3  # a polygon; collections may hold other things
    rings = shapely.get_exterior_ring(parts[flat])
    whole = shapely.get_num_points(rings) > 3  # a part may be empty
    found = [np.asarray(shapely.get_coordinates(ring)) for ring in rings[whole]]
    return found, owner[flat][whole].tolist()


def _mended(shapes: NDArray[Any]) -> NDArray[Any]:
    shapely = optional("shapely", "reading GIS files")
    right = shapely.is_valid(shapes)
    return shapes if right.all() else np.where(right, shapes, shapely.make_valid(shapes))


def touching_shapes(
    source: Source, shapes: NDArray[Any], *, around: float | None = None
) -> NDArray[np.int64]:
    """Return the ``(E, 2)`` pairs of polygons that share a stretch of border, or overlap.

    Vertices need not agree: one long border may meet several short ones. A corner in common is not
    enough, nor one that reaches over by a hair; see :mod:`.overlapping` for the rule, and
    :mod:`.hairlines` for gaps of a hair.

    Parameters
    ----------
    source
        The file.
    shapes
        The polygons.
    around
        How far it is round the Earth, where the map has two edges that meet: 360 degrees.
    """
    shapely = optional("shapely", "reading GIS files")
    areas = _mended(shapes)
    crossed = crossings(areas)
    if crossed.times > MOST_CROSSINGS:
        raise source.error(
            f"the borders of the polygons cross each other more than {MOST_CROSSINGS:,} times, "
            f"most of all that of polygon {crossed.worst}, too often to compare; simplify them, "
            "or join the polygons by their middles (--neighbors; in Python n_neighbors=)"
        )
    left, _, right, _ = shapely.total_bounds(areas)
    bounds = shapely.bounds(areas)
    same = same_within(bounds[:, :2], bounds[:, 2:])
    wider = shapely.buffer(areas, same, quad_segs=1, join_style="mitre")
    everyone = np.arange(len(areas))
    rings, owners = _all_rings(areas)
    if not rings:  # what has no area was mended to lines
        return np.empty((0, 2), dtype=np.int64)
    borders = borders_of(rings, owners)
    least = borders.least
    direction = main_direction(borders.pieces)
    tree = shapely.STRtree(_level(areas, direction))
    looks = [(wider, everyone)]
    for shift in () if around is None else (-around, around):
        edges = shapely.bounds(wider)[:, [0, 2]] + shift
        meet = everyone[(edges[:, 0] <= right) & (edges[:, 1] >= left)]
        looks.append((shifted(wider[meet], shift), meet))
    found = [np.empty((0, 2), dtype=np.int64)]
    near = 0
    for looked, numbers in looks:
        for start in range(0, len(looked), _CHUNK):
            chunk = looked[start : start + _CHUNK]
            row, second = tree.query(_level(chunk, direction))
            near += row.size
            if on_top(near, len(areas)):
                raise source.error(said_on_top(borders.slender))
            first = numbers[start : start + _CHUNK][row]
            # In the plain look each pair comes twice; across the edges once with either shift.
            once = first < second
            row, first, second = row[once], first[once], second[once]
            common = shapely.intersection(chunk[row], areas[second])
            shared = shapely.length(common)
            # Without breadth it is a border; else a corner that reaches over by a hair is none.
            border = shapely.area(common) <= 2 * same * shared
            enough = shared / 2 > np.minimum(least[first], least[second])
            long = (shared > STRETCH * same) & (border | enough)
            found.append(np.column_stack([first[long], second[long]]))
    for placed in placings(rings, globe=around is not None):
        found.append(hairlines(placed, owners, np.concatenate(found)))
    return np.unique(np.concatenate(found), axis=0)


def _level(shapes: NDArray[Any], direction: float) -> NDArray[Any]:
    """Return shapes whose frames are looked at only: along their borders."""
    if direction == 0:
        return shapes
    shapely = optional("shapely", "reading GIS files")
    return np.asarray(shapely.transform(shapes, lambda places: turned(places, direction)))


def _all_rings(shapes: NDArray[Any]) -> tuple[list[NDArray[np.float64]], list[int]]:
    """Return all rings of polygons, those of holes too, and whose each is."""
    shapely = optional("shapely", "reading GIS files")
    parts, owner = shapely.get_parts(shapes, return_index=True)
    flat = shapely.get_type_id(parts) == _POLYGON  # a mended one may hold lines
    rings, part = shapely.get_rings(parts[flat], return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    ends = np.searchsorted(ring, np.arange(1, len(rings)))
    return (np.split(places, ends) if len(rings) else []), owner[flat][part].tolist()


def shifted(shapes: Any, shift: float) -> Any:
    """Return a shape, or several, moved to the right."""
    shapely = optional("shapely", "reading GIS files")
    return shapely.transform(shapes, lambda places: places + np.array([shift, 0.0]))
