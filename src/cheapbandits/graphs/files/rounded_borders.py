"""How far the borders of polygons may be off, as coordinates in files are rounded.

A corner on the side of another polygon is rounded by itself: it leaves the side by up to a step of
the last decimal, so that the two overlap by a hair, or have a gap of a hair between them. The
decimals are the file's: a step is a metre at 5 decimals of a degree, a centimetre at 7. Files that
were rounded in one system and turned into another have all decimals; what is thinner than a five
thousandth of the polygons is a hair in these too (two centimetres between fields of 100 metres).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["LEAST", "Borders", "borders_of", "step_of"]

#: What two have in common, compared with the smaller of them.
LEAST = 1e-3
#: Coordinates of more decimals are as good as not rounded.
_DECIMALS = 8
#: A whole step apart was drawn so; rounding rarely moves a corner from a side by as much.
_STEP = 0.9
#: How far a corner of which both sides are rounded reaches over, in steps of border.
_CORNER = 4.0
#: A gap is thin compared with the polygons if it is no wider than this.
_HAIR = 2e-4
#: With few decimals for its size a polygon is what it is: a gap of this is none of rounding.
_MOST = 1 / 40


@dataclass(frozen=True)
class Borders:
    """The borders of ``n`` polygons, by the pieces between successive vertices.

    Attributes
    ----------
    pieces, owner
        ``(P, 4)``, from where to where, and ``(P,)``, whose each is; without those of no length.
    hair
        ``(n,)`` how far each may be off.
    least
        ``(n,)`` how much border it must have in common with a smaller or equal neighbour.
    slender
        ``(n,)`` the border by the thickness: 4 of a square, more of what is long and thin.
    """

    pieces: Numbers
    owner: NDArray[np.int64]
    hair: Numbers
    least: Numbers
    slender: Numbers


def step_of(places: Numbers) -> float:
    """Return the step of the last decimal that any coordinate has; 0 where they have all."""
    for decimals in range(_DECIMALS + 1):
        scaled = places * 10.0**decimals
        if (np.abs(scaled - np.rint(scaled)) <= 1e-3).all():
            return float(10.0**-decimals)
    return 0.0


def borders_of(rings: Sequence[Numbers], owners: Sequence[int]) -> Borders:
    """Return the borders of polygons, and how far they may be off.

    Parameters
    ----------
    rings
        ``(k, 2)`` vertices of each ring, closed or not.
    owners
        Which polygon each ring belongs to.
    """
    places, sizes = np.concatenate(rings), np.array([len(ring) for ring in rings])
    following = np.arange(1, len(places) + 1)
    ends = np.cumsum(sizes)
    following[ends - 1] = ends - sizes  # the last vertex of a ring is followed by its first
    pieces, ring = np.hstack([places, places[following]]), np.repeat(np.arange(len(sizes)), sizes)
    count = max(owners, default=-1) + 1
    owner = np.asarray(owners, dtype=np.int64)
    thick, slender = _thickest(pieces, ring, owner, count)
    extent = _extents(places, owner[ring], count)
    step = step_of(places)
    room = np.minimum(step, _MOST * thick)
    hair = np.minimum(np.maximum(_STEP * step, _HAIR * thick), _MOST * thick)
    real = (pieces[:, :2] != pieces[:, 2:]).any(axis=1)
    least = np.maximum(LEAST * extent, _CORNER * room)
    return Borders(pieces[real], owner[ring][real], hair, least, slender)


def _thickest(
    pieces: Numbers, ring: NDArray[np.int64], owner: NDArray[np.int64], count: int
) -> tuple[Numbers, Numbers]:
    """Return the thickness of the thickest ring of each polygon, and its border by that.

    Four times the area by the border: the side of a square, twice the breadth of a strip.
    """
    here = pieces - np.tile(pieces[:1, :2], 2)
    cross = here[:, 0] * here[:, 3] - here[:, 2] * here[:, 1]
    area = np.abs(np.bincount(ring, cross, len(owner))) / 2
    long = np.bincount(ring, np.linalg.norm(here[:, 2:] - here[:, :2], axis=1), len(owner))
    thickness = 4 * area / np.where(long > 0, long, 1.0)
    order = np.argsort(thickness, kind="stable")  # of several the last is kept
    thick, border = np.zeros(count), np.zeros(count)
    thick[owner[order]], border[owner[order]] = thickness[order], long[order]
    return thick, border / np.where(thick > 0, thick, 1.0)


def _extents(places: Numbers, owner: NDArray[np.int64], count: int) -> Numbers:
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, owner, places)
    np.maximum.at(high, owner, places)
    return np.asarray(np.where(high >= low, high - low, 0.0).max(axis=1))
