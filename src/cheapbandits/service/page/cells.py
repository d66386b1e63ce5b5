"""Cells of a map: Voronoi cells, cut to a circle about each place, so that coasts appear.

And the borders between regions, where names say "County, State".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import QhullError, Voronoi, cKDTree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.service.page.flat import Flat

    Points = NDArray[np.float64]

__all__ = ["MOST_CELLS", "cells_of", "region_of", "regions_of"]

#: Beyond, places are dots: a cell would be a few pixels.
MOST_CELLS = 8_000
CORNERS = 20
#: So many nearest places say how far apart they lie there.
NEAREST = 6


def cells_of(flat: Flat, regions: NDArray[np.int64] | None) -> tuple[list[Points], Points] | None:
    """Return a polygon a place, and ``(k, 4)`` borders; ``None`` where there can be no cells."""
    points = flat.points
    if len(points) < 5 or len(np.unique(points.round(3), axis=0)) < len(points):
        return None
    try:
        diagram = Voronoi(points)
    except QhullError:  # all on one line
        return None
    pairs = diagram.ridge_points
    reach = _reach(points)
    neighbours = _neighbours(pairs, len(points))
    shapes = [
        _cell(points, i, diagram, reach[i], neighbours[i], k)
        for i, k in enumerate(diagram.point_region)
    ]
    world = 0.0, 0.0, flat.width, flat.height
    for i, shape in enumerate(shapes):
        if flat.inset[i] >= 0:
            shapes[i] = _within(shape, flat.insets[flat.inset[i]])
        elif (shape < 0).any() or (shape > world[2:]).any():
            shapes[i] = _within(shape, world)
    return shapes, _borders(diagram, flat, reach, regions)


def _reach(points: Points) -> NDArray[np.float64]:
    """Return the radius to which each cell is cut: ``min(1.6 m, max(.66 m, .6 max))``.

    ``m`` is the median, ``max`` the largest distance to the nearest few: those across the sea that
    share a side of a Voronoi cell are no neighbours.
    """
    near = min(NEAREST + 1, len(points))
    gaps = cKDTree(points).query(points, k=near)[0][:, 1:]
    middle, most = np.median(gaps, axis=1), gaps[:, -1]
    return np.asarray(np.minimum(1.6 * middle, np.maximum(0.66 * middle, 0.6 * most)))


def _neighbours(pairs: NDArray[np.int64], n: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(n)]
    for a, b in pairs.tolist():
        found[a].append(b)
        found[b].append(a)
    return found


def _cell(
    points: Points, i: int, diagram: Voronoi, reach: float, neighbours: list[int], region: int
) -> Points:
    """Return the cell of a place: its Voronoi region where that lies within reach, else cut."""
    corners = diagram.regions[region]
    if -1 not in corners and len(corners) > 2:
        shape = diagram.vertices[corners] - points[i]
        if (np.einsum("ij,ij->i", shape, shape) <= reach * reach).all():
            angle = np.arctan2(shape[:, 1], shape[:, 0])
            return np.asarray(shape[np.argsort(angle)] + points[i])
    turn = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
    polygon = list(
        zip((reach * np.cos(turn)).tolist(), (reach * np.sin(turn)).tolist(), strict=True)
    )
    for j in neighbours:
        dx, dy = (points[j] - points[i]).tolist()
        half = (dx * dx + dy * dy) / 2
        if half < reach * (dx * dx + dy * dy) ** 0.5:
            polygon = _cut(polygon, dx, dy, half)
    return np.asarray(np.array(polygon) + points[i])


def _within(shape: Points, box: tuple[float, float, float, float]) -> Points:
    """Return what of a cell lies in a box."""
    x0, y0, x1, y1 = box
    polygon = [(float(x), float(y)) for x, y in shape]
    for dx, dy, most in ((-1, 0, -x0), (1, 0, x1), (0, -1, -y0), (0, 1, y1)):
        polygon = _cut(polygon, dx, dy, most)
    return np.array(polygon)


def _cut(
    polygon: list[tuple[float, float]], dx: float, dy: float, half: float
) -> list[tuple[float, float]]:
    """Return what of a polygon lies on the side ``x dx + y dy <= half``."""
    kept = []
    before = polygon[-1]
    over = before[0] * dx + before[1] * dy - half
    for here in polygon:
        now = here[0] * dx + here[1] * dy - half
        if (now <= 0) != (over <= 0):
            t = over / (over - now)
            kept.append(
                (before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1]))
            )
        if now <= 0:
            kept.append(here)
        before, over = here, now
    return kept or polygon


def _borders(
    diagram: Voronoi,
    flat: Flat,
    reach: NDArray[np.float64],
    regions: NDArray[np.int64] | None,
) -> Points:
    """Return the sides that two cells of different regions share."""
    if regions is None:
        return np.zeros((0, 4))
    ridges = np.array(diagram.ridge_vertices)
    a, b = diagram.ridge_points.T
    points, main = flat.points, flat.inset < 0
    wanted = (ridges >= 0).all(axis=1) & (regions[a] != regions[b]) & main[a] & main[b]
    ends = diagram.vertices[ridges[wanted]]
    a, b = a[wanted], b[wanted]
    far = np.linalg.norm(ends - points[a][:, None], axis=2).max(axis=1)
    return np.asarray(ends.reshape(-1, 4)[far <= 1.35 * np.maximum(reach[a], reach[b])])


def region_of(name: str) -> str:
    """Return the text after the last comma of a name, which says where a place lies."""
    return name.rpartition(",")[2].strip() if "," in name else ""


def regions_of(names: tuple[str, ...] | None) -> NDArray[np.int64] | None:
    """Return a number a place for its region, ``None`` where names do not tell regions."""
    if names is None:
        return None
    found = [region_of(name) for name in names]
    different = set(found)
    if not 2 <= len(different) <= max(len(found) // 3, 2) or "" in different:
        return None
    numbers = {region: k for k, region in enumerate(sorted(different))}
    return np.array([numbers[region] for region in found])
