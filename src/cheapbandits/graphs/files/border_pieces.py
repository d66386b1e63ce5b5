"""Pieces of borders parted by others, and which points lie within a border or on it.

All of it for one pair of borders, or for many pairs at once: ``...`` is any shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["inside", "on", "parted"]


def parted(mine: Numbers, its: Numbers, same: float) -> tuple[Numbers, Numbers]:
    """Return middles and lengths of pieces, parted where other pieces cross, end or begin.

    Parameters
    ----------
    mine, its
        ``(..., m, 4)`` and ``(..., n, 4)`` pieces, from where to where; mine have a length.
    same
        What is nearer to a piece lies on it.

    Returns
    -------
    middles, lengths
        ``(..., p, 2)`` and ``(..., p)``; many of the lengths are 0.
    """
    start, way = mine[..., :2], mine[..., 2:] - mine[..., :2]
    size = np.linalg.norm(way, axis=-1)
    along, here = (its[..., 2:] - its[..., :2])[..., None, :, :], way[..., :, None, :]
    apart = its[..., None, :, :2] - start[..., :, None, :]
    turn, off = _cross(here, along), _cross(apart, here)
    with np.errstate(divide="ignore", invalid="ignore"):
        at, its_at = _cross(apart, along) / turn, off / turn
    crossing = np.where((its_at >= 0) & (its_at <= 1), at, 0.0)
    beside = np.abs(off) <= same * size[..., None]
    meeting = np.where(beside, (apart * here).sum(axis=-1) / size[..., None] ** 2, 0.0)
    none = np.zeros((*size.shape, 1))
    cuts = np.concatenate([none, crossing, meeting, none + 1.0], axis=-1)
    cuts = np.nan_to_num(cuts, posinf=0.0, neginf=0.0)
    cuts = np.sort(np.clip(cuts, 0.0, 1.0), axis=-1)
    middle = (cuts[..., 1:] + cuts[..., :-1]) / 2
    middles = start[..., None, :] + middle[..., None] * here
    lengths = np.diff(cuts, axis=-1) * size[..., None]
    flat = (*size.shape[:-1], middle.shape[-2] * middle.shape[-1])
    return middles.reshape(*flat, 2), lengths.reshape(flat)


def inside(points: Numbers, border: Numbers) -> NDArray[np.bool_]:
    """Tell which points lie within a border: a ray to the right meets it an odd number of times.

    ``(..., p)`` of the ``(..., p, 2)`` points, for ``(..., n, 4)`` pieces; so does :func:`on`.
    """
    x, y, to_x, to_y = np.moveaxis(border, -1, 0)[..., None, :]
    slope = (to_x - x) / np.where(to_y == y, 1.0, to_y - y)
    here_x, here_y = np.moveaxis(points, -1, 0)[..., None]
    meets = ((y > here_y) != (to_y > here_y)) & (x + (here_y - y) * slope > here_x)
    return np.asarray(meets.sum(axis=-1) % 2 == 1)


def on(points: Numbers, pieces: Numbers, same: float) -> NDArray[np.bool_]:
    """Tell which points lie on a border."""
    way = (pieces[..., 2:] - pieces[..., :2])[..., None, :, :]
    apart = points[..., None, :] - pieces[..., None, :, :2]
    at = np.clip((apart * way).sum(axis=-1) / (way**2).sum(axis=-1), 0.0, 1.0)
    far = np.linalg.norm(apart - at[..., None] * way, axis=-1)
    return np.asarray((far <= same).any(axis=-1))


def _cross(one: Numbers, other: Numbers) -> Numbers:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
