"""Where places stand on the page's map: projected, far-off ones as insets, or laid out.

World units are whole numbers, x to the right and y down, the longer side 65,535: two bytes each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from cheapbandits.canvas.positions import FENCE, has_map
from cheapbandits.graphs.globe import WGS84
from cheapbandits.service.page.layout import laid_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

    Points = NDArray[np.float64]

__all__ = ["WORLD", "Flat", "flat_of", "like_degrees"]

WORLD = 65_535
#: More groups of far-off places than this, or a larger share of all, are no insets.
MOST_INSETS, MOST_OUTSIDE, MOST_FAR = 5, 0.1, 2_000
#: Height of the row of insets, and the gaps in it, as shares of the map's width.
ROW, GAP = 0.13, 0.02
#: How much of a box its places take.
FILL = 0.7

Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Flat:
    """Places in the plane.

    Attributes
    ----------
    points
        ``(N, 2)`` world units.
    width, height
        The extent of the world.
    insets
        Boxes (x0, y0, x1, y1) that hold places from elsewhere, drawn to another scale.
    inset
        ``(N,)`` the box of each place; -1 for those that stand where they are.
    mapped
        Whether it is a map, not a layout.
    corners
        ``(M, 2)`` the corners of the places' outlines, where the graph has some.
    """

    points: Points
    width: float
    height: float
    insets: tuple[Box, ...]
    inset: NDArray[np.int64]
    mapped: bool
    corners: Points | None = None


def flat_of(graph: Graph) -> Flat:
    """Return where to draw the places of a graph; kept with it."""
    return graph.keep("page flat", lambda: _flat(graph))


def _flat(graph: Graph) -> Flat:
    mapped = has_map(graph) and graph.coordinates is not None
    if not mapped or graph.coordinates is None:
        return _world(laid_out(graph), [], [], False)
    points = np.array(graph.coordinates, dtype=float)
    degrees = graph.crs == WGS84 or (graph.crs is None and like_degrees(points))
    far = _far(points)
    lines = graph.outlines
    # Corners of outlines go wherever their places go, after them.
    every = points if lines is None else np.concatenate([points, lines.points])
    own = np.zeros(0, dtype=int) if lines is None else np.repeat(lines.owner, np.diff(lines.start))
    flat = _projected(every, points[~far], own) if degrees else every
    flat = flat * (1, -1)
    groups = _groups(flat[: len(points)], far, graph.n_nodes)
    boxes = _set_in(flat, far, groups, own) if groups else []
    return _world(flat, boxes, groups, True, graph.n_nodes)


def _world(
    flat: Points,
    boxes: list[Box],
    groups: list[NDArray[np.int64]],
    mapped: bool,
    n: int | None = None,
) -> Flat:
    """Return the first ``n`` as places, those after them as corners of outlines."""
    both = np.concatenate([flat, np.array(boxes).reshape(-1, 2)])
    n = len(flat) if n is None else n
    bare = mapped and n == len(flat)
    low, high = both.min(axis=0), both.max(axis=0)
    span = np.maximum(high - low, 1e-12 * max(1.0, float(np.abs(high).max())))
    # Cells reach beyond the outermost places; a single one, or some on a line, have room too.
    room = float(span.max()) * max(0.03, 1.6 / np.sqrt(n) if bare else 0)
    span = span + 2 * room
    unit = WORLD / float(span.max())

    def moved(points: Points) -> Points:
        return np.asarray((points - low + room) * unit)

    ends = [moved(np.array(box).reshape(2, 2)).ravel() for box in boxes]
    insets = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in ends)
    inset = np.full(n, -1)
    for k, nodes in enumerate(groups):
        inset[nodes] = k
    corners = moved(flat[n:]) if mapped and n < len(flat) else None
    extent = float(span[0] * unit), float(span[1] * unit)
    return Flat(moved(flat[:n]), *extent, insets, inset, mapped, corners)


def _far(points: Points) -> NDArray[np.bool_]:
    """Return which places lie too far out for a frame that shows the others well."""
    low, high = np.quantile(points, [0.25, 0.75], axis=0)
    reach = FENCE * (high - low)
    inside = ((points >= low - reach) & (points <= high + reach)).all(axis=1)
    return ~inside if inside.any() else np.zeros(len(points), dtype=bool)


def like_degrees(points: Points) -> bool:
    """Whether coordinates of no known system look like those of a country, not of a field plot."""
    fits = bool((np.abs(points) <= (180, 90)).all())
    return (
        fits and abs(float(points[:, 1].mean())) > 15 and bool((np.ptp(points, axis=0) > 3).all())
    )


def _projected(points: Points, main: Points, own: NDArray[np.int64]) -> Points:
    """Return Albers' equal-area projection, its parallels at 1/6 and 5/6 of the main extent.

    Corners, which follow the places and are their ``own``, stay beside them: no outline is torn
    where the map ends.
    """
    longitude, latitude = np.radians(points[:, 0]), np.radians(points[:, 1])
    (west, south), (east_end, north) = np.radians([main.min(axis=0), main.max(axis=0)]).tolist()
    first, second = south + (north - south) / 6, north - (north - south) / 6
    n = (np.sin(first) + np.sin(second)) / 2
    middle = (west + east_end) / 2
    east = _turned(longitude - middle)
    places = len(points) - len(own)
    east[places:] = east[own] + _turned(longitude[places:] - longitude[own])
    if abs(n) < 0.05:  # about the equator the cone is a cylinder
        return np.column_stack([east * np.cos((first + second) / 2), latitude])
    c = np.cos(first) ** 2 + 2 * n * np.sin(first)
    rho = np.sqrt(np.maximum(c - 2 * n * np.sin(latitude), 0)) / n
    rho0 = np.sqrt(max(c - 2 * n * np.sin((south + north) / 2), 0.0)) / n
    return np.column_stack([rho * np.sin(n * east), rho0 - rho * np.cos(n * east)])


def _turned(angle: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((angle + np.pi) % (2 * np.pi) - np.pi)


def _groups(flat: Points, far: NDArray[np.bool_], n: int) -> list[NDArray[np.int64]]:
    """Return the far-off places in groups that lie together; none where they are no few."""
    outside = np.flatnonzero(far)
    if not 0 < len(outside) <= min(MOST_OUTSIDE * n, MOST_FAR):
        return []
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    near = 0.25 * float(np.ptp(flat[~far], axis=0).max())
    pairs = cKDTree(flat[outside]).query_pairs(near, output_type="ndarray")
    links = coo_array((np.ones(len(pairs)), pairs.T), shape=(len(outside), len(outside)))
    count, label = connected_components(links, directed=False)
    if count > MOST_INSETS:
        return []
    return [outside[label == k] for k in np.argsort(-np.bincount(label), kind="stable")]


def _set_in(
    flat: Points,
    far: NDArray[np.bool_],
    groups: list[NDArray[np.int64]],
    own: NDArray[np.int64],
) -> list[Box]:
    """Move far-off groups into boxes in a row below the others; return the boxes.

    ``own`` says whose the corners are that follow the places.
    """
    main = flat[~np.concatenate([far, far[own]])]
    (left, _), (right, bottom) = main.min(axis=0), main.max(axis=0)
    width = right - left
    side, gap = ROW * width, GAP * width
    x, y = left, bottom + gap
    boxes: list[Box] = []
    for nodes in groups:
        nodes = np.concatenate([nodes, len(far) + np.flatnonzero(np.isin(own, nodes))])
        places = flat[nodes]
        low, span = places.min(axis=0), np.maximum(np.ptp(places, axis=0), 1e-9)
        unit = min(1.6 * side / span[0], side / span[1]) * FILL
        wide = max(span[0] * unit / FILL, 0.7 * side)
        middle = np.array([x + wide / 2, y + side / 2])
        flat[nodes] = (places - low - span / 2) * unit + middle
        boxes.append((float(x), float(y), float(x + wide), float(y + side)))
        x += wide + gap
    return boxes
