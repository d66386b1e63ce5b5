"""The direction in which most borders of a map run: along it frames of long thin shapes are thin.

Rows of vines at 45 degrees have frames that lie on each other, though each row touches two others
only. Seen along the rows they do not. Directions at right angles count as one, as those of the
sides of a rectangle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["main_direction", "turned"]

#: Where less of the borders agrees there is no such direction: of squares at random nothing does.
_AGREE = 0.5


def main_direction(pieces: Numbers) -> float:
    """Return the direction of most borders, in radians; 0 where there is none.

    The mean of ``exp(4i t)`` over all length, where ``t`` is the direction of a piece.

    Parameters
    ----------
    pieces
        ``(P, 4)``, from where to where.
    """
    way = (pieces[:, 2] - pieces[:, 0]) + 1j * (pieces[:, 3] - pieces[:, 1])
    long = np.abs(way)
    some = long > 0
    total = float(long.sum())
    mean = complex((long[some] * (way[some] / long[some]) ** 4).sum())
    return float(np.angle(mean)) / 4 if abs(mean) > _AGREE * total else 0.0


def turned(places: Numbers, direction: float) -> Numbers:
    """Return ``(..., 2)`` places as they lie when a direction is made level.

    Examples
    --------
    >>> turned(np.array([[1.0, 1.0]]), np.pi / 4).round(6).tolist()
    [[1.414214, 0.0]]
    """
    if direction == 0:
        return places
    x, y = places[..., 0], places[..., 1]
    cos, sin = np.cos(direction), np.sin(direction)
    return np.stack([x * cos + y * sin, y * cos - x * sin], axis=-1)
