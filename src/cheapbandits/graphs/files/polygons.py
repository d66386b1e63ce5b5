"""Polygons that share a stretch of border, and where their middles are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.files.across import meeting
from cheapbandits.graphs.files.hairlines import hairlines
from cheapbandits.graphs.files.overlapping import overlapping
from cheapbandits.graphs.files.placings import placings
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

__all__ = ["centroid", "linked_middles", "neighbors", "touching", "without_neighbors"]

#: Vertices that agree to so many decimals are the same; a tenth of a millimetre on the ground.
DECIMALS = 9

#: On a map two polygons share a stretch; so many lie on top of each other.
MOST_SHARING = 64


def neighbors(
    rings: Sequence[NDArray[np.float64]], owners: Sequence[int], *, globe: bool
) -> NDArray[np.int64]:
    """Return the ``(E, 2)`` pairs of owners that share a stretch of border, or overlap.

    Parameters
    ----------
    rings, owners
        As for :func:`touching`.
    globe
        Whether they are longitudes and latitudes: -180 is 180.
    """
    pairs = touching(meeting(rings) if globe else rings, owners)
    for placed in placings(rings, globe=globe):
        pairs = np.concatenate([pairs, overlapping(placed, owners, pairs)])
        pairs = np.concatenate([pairs, hairlines(placed, owners, pairs)])
    return pairs


def touching(rings: Sequence[NDArray[np.float64]], owners: Sequence[int]) -> NDArray[np.int64]:
    """Return the ``(E, 2)`` pairs of owners whose rings have two successive vertices in common.

    Parameters
    ----------
    rings
        ``(k, 2)`` vertices of each ring, closed or not.
    owners
        Which polygon each ring belongs to.
    """
    key, owner = _segments(rings, np.asarray(owners, dtype=np.int64))
    order = np.lexsort((owner, key))
    key, owner = key[order], owner[order]
    pairs = [np.empty((0, 2), dtype=np.int64)]
    for offset in range(1, key.size):
        same = np.flatnonzero(key[offset:] == key[:-offset])
        if not same.size:
            break
        if offset >= MOST_SHARING:
            raise GraphError(
                f"polygon {owner[same[0]]} shares a stretch of border with {MOST_SHARING} others: "
                "they overlap, so remove the copies"
            )
        pairs.append(np.column_stack([owner[same], owner[same + offset]]))
    return np.unique(np.concatenate(pairs), axis=0)


def without_neighbors(graph: Graph) -> tuple[str, ...]:
    """Return what to say of polygons that share no border: islands, or gaps between them."""
    alone = np.flatnonzero(graph.neighbor_counts == 0)
    if not alone.size or graph.n_nodes < 2:
        return ()
    first = f"'{shown(graph.name(int(alone[0])))}'"
    many = f"{alone.size:,} polygons share no border with any other ({first} is the first)"
    said = f"1 polygon shares no border with any other ({first})" if alone.size == 1 else many
    return (f"{said}: islands, or gaps between them? --neighbors 6 joins all by their middles",)


def linked_middles(
    middles: NDArray[np.float64], n_neighbors: int | None, radius: float | None, crs: str | None
) -> Graph:
    """Return polygons joined by their middles, as points are: gaps between them do not matter."""
    from cheapbandits.graphs.graph import Graph

    if n_neighbors is not None:
        n_neighbors = min(n_neighbors, max(len(middles) - 1, 1))
    return Graph.from_points(middles, n_neighbors, radius=radius, crs=crs)


def _segments(
    rings: Sequence[NDArray[np.float64]], owners: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return a number for each stretch of border, the same in both directions, and its owner."""
    sizes = np.array([len(ring) for ring in rings])
    places = np.round(np.concatenate(rings), DECIMALS) + 0.0  # + 0.0: -0 is 0
    vertices, vertex = np.unique(places[:, 0] + 1j * places[:, 1], return_inverse=True)
    following = np.arange(1, vertex.size + 1)
    ends = np.cumsum(sizes)
    following[ends - 1] = ends - sizes  # The last vertex of a ring is followed by its first.
    low, high = np.minimum(vertex, vertex[following]), np.maximum(vertex, vertex[following])
    real = low != high
    segments = np.column_stack([low * vertices.size + high, np.repeat(owners, sizes)])[real]
    # A ring may run along the same stretch twice; its polygon has it once.
    distinct = np.unique(segments, axis=0)
    return distinct[:, 0], distinct[:, 1]


def centroid(outlines: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the ``(2,)`` centroid of the area within outer rings; holes are not taken out."""
    parts = [_area_and_middle(outline) for outline in outlines]
    areas = np.array([area for area, _ in parts])
    middles = np.array([middle for _, middle in parts])
    if areas.sum() == 0:
        return np.asarray(np.concatenate(outlines).mean(axis=0))
    return np.asarray((areas[:, None] * middles).sum(axis=0) / areas.sum())


def _area_and_middle(outline: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return what the shoelace formula gives, taken about the first vertex for accuracy."""
    here = outline - outline[0]
    there = np.roll(here, -1, axis=0)
    cross = here[:, 0] * there[:, 1] - there[:, 0] * here[:, 1]
    twice = float(cross.sum())
    if twice == 0:
        return 0.0, outline.mean(axis=0)
    return abs(twice) / 2, outline[0] + ((here + there) * cross[:, None]).sum(axis=0) / (3 * twice)
