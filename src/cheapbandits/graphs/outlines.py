"""Borders of places, where a file had polygons: for pictures only, and only as fine as these need.

Each place has its largest few outer rings, of at most :data:`MOST_CORNERS` corners each, to a
65,535th of the whole extent: four bytes a corner. Holes are left out. Distances, links and
fingerprints of a graph do not know them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

__all__ = ["Outlines", "outlines_of"]

#: Pictures of more places show no borders, so that none are kept.
MOST_PLACES = 8_000
#: Rings of a place, corners of a ring, corners of all: what is more is left out, or made simpler.
MOST_RINGS, MOST_CORNERS, MOST_POINTS = 4, 40, 250_000
STEPS = 65_535


@dataclass(frozen=True, eq=False)
class Outlines:
    """Rings of all places, one after the other, those of a place together and the largest first.

    Attributes
    ----------
    steps
        ``(M, 2)`` whole numbers from 0 to 65,535.
    frame
        x and y of the origin, and how large a step is.
    start
        ``(R + 1,)`` where each ring begins among the steps, and their number.
    owner
        ``(R,)`` whose ring each is, not falling; every place has one.
    """

    steps: NDArray[np.uint16]
    frame: Points
    start: NDArray[np.int64]
    owner: NDArray[np.int64]

    @property
    def points(self) -> Points:
        """``(M, 2)`` corners in the coordinates of the graph."""
        return np.asarray(self.frame[:2] + self.frame[2] * self.steps.astype(float))

    def check(self, n_nodes: int) -> None:
        """Refuse what cannot be the outlines of so many places."""
        steps, frame, start, owner = self.steps, self.frame, self.start, self.owner
        if not (
            steps.ndim == 2
            and steps.shape[1] == 2
            and steps.dtype == np.uint16
            and len(steps) <= MOST_POINTS + MOST_CORNERS * MOST_PLACES
            and frame.shape == (3,)
            and frame.dtype == np.float64
            and (np.abs(frame) < 1e100).all()
            and owner.ndim == 1
            and start.shape == (len(owner) + 1,)
            and start.dtype.kind == owner.dtype.kind == "i"
            and start[0] == 0
            and start[-1] == len(steps)
            and ((start >= 0) & (start <= len(steps))).all()  # a difference may overflow
            and (np.diff(start) >= 3).all()
            and np.array_equal(np.unique(owner), np.arange(n_nodes))
            and (np.diff(owner) >= 0).all()
        ):
            raise GraphError("the outlines of places do not fit the graph; write it again")


def outlines_of(rings: Sequence[Points], owners: Sequence[int], n_nodes: int) -> Outlines | None:
    """Return rings, by their owners, as a graph keeps them; ``None`` where there can be none.

    Nothing is kept of more places than a picture shows borders of, and where one has no ring.
    """
    if n_nodes > MOST_PLACES or not len(rings):
        return None
    owner = np.asarray(owners, dtype=np.int64)
    order = np.lexsort((-_sizes(rings), owner))
    ranks = np.arange(len(order)) - np.searchsorted(owner[order], owner[order])
    order = order[ranks < MOST_RINGS]
    whose = owner[order]
    most = int(np.clip(MOST_POINTS // len(order), 8, MOST_CORNERS))
    kept = [_simpler(rings[k], most) for k in order.tolist()]
    if min(map(len, kept)) < 3 or len(np.unique(whose)) < n_nodes:
        return None
    points = np.concatenate(kept)
    low, extent = points.min(axis=0), float(np.ptp(points, axis=0).max())
    if not 0 < extent < 1e100:
        return None
    frame = np.array([*low.tolist(), extent / STEPS])
    steps = np.rint((points - low) / frame[2]).astype(np.uint16)
    start = np.cumsum([0, *map(len, kept)])
    return Outlines(steps, frame, start, whose)


def _sizes(rings: Sequence[Points]) -> Points:
    """Return twice the area of each ring, all at once: there may be millions."""
    counts = np.array([len(ring) for ring in rings])
    ends = np.cumsum(counts)
    x, y = (np.concatenate(rings) - np.repeat([ring[0] for ring in rings], counts, axis=0)).T
    on = np.arange(1, len(x) + 1)
    on[ends - 1] = ends - counts  # the last corner is followed by the first
    return np.asarray(np.abs(np.add.reduceat(x * y[on] - x[on] * y, ends - counts)))


def _least(change: Points) -> NDArray[np.bool_]:
    """Return which corners may go at once: no two beside each other, and not only a few.

    Of each stretch the one that matters least. Where there are few stretches, as on a spiral that
    widens or a wheel of equal teeth, every other corner of those that matter less than the rest.
    """
    least = (change <= np.roll(change, 1)) & (change < np.roll(change, -1))
    if 8 * least.sum() >= len(change):
        return np.asarray(least)
    small = change <= np.median(change)
    small[-1] = False  # the last is beside the first
    every = np.arange(len(change)) % 2 == np.argmax([small[::2].sum(), small[1::2].sum()])
    return np.asarray(small & every)


def _simpler(ring: Points, most: int) -> Points:
    """Return a ring without those corners that change it least (Visvalingam), many at a time."""
    if len(ring) > 1 and (ring[0] == ring[-1]).all():
        ring = ring[:-1]
    while len(ring) > most:
        to, on = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
        change = np.abs(to[:, 0] * on[:, 1] - to[:, 1] * on[:, 0])
        least = _least(change)
        order = np.argsort(np.where(least, change, np.inf), kind="stable")
        gone = order[: min(len(ring) - most, int(least.sum()))]
        ring = np.delete(ring, gone, axis=0)
    return ring
