"""Borders that cross themselves or each other so often that to work them out would take hours.

Two of n corners each may cross n times n times: a file of 100 kB holds more crossings than there is
memory for. How many there are is estimated from some pieces of the borders, evenly spread. Borders
that run on each other, or meet in a corner, do not cross.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cheapbandits.graphs.extras import optional

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_CROSSINGS", "MOST_OF_ONE", "Crossings", "crossings"]

#: So many pieces of a border are looked at.
_PIECES = 200
#: So often may a border cross itself: to mend that takes about a second.
MOST_OF_ONE = 1_000
#: And so often all of a map each other: they fill half a gigabyte.
MOST_CROSSINGS = 300_000


class Crossings(NamedTuple):
    """About how often borders cross, and which of the polygons does so most."""

    times: float
    worst: int


def crossings(shapes: NDArray[Any]) -> Crossings:
    """Return how often the borders of polygons, holes included, cross themselves or each other."""
    shapely = optional("shapely", "reading GIS files")
    parts, owner = shapely.get_parts(shapes, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    places, ring = shapely.get_coordinates(rings, return_index=True)
    first = np.flatnonzero(ring[1:] == ring[:-1])
    if not first.size:
        return Crossings(0.0, 0)
    pieces = shapely.linestrings(np.stack([places[first], places[first + 1]], axis=1))
    step = max(1, len(pieces) // _PIECES)
    met, _ = shapely.STRtree(pieces).query(pieces[::step], predicate="crosses")
    # Each is seen from both sides.
    worst = 0 if not met.size else int(owner[part[ring[first[step * np.bincount(met).argmax()]]]])
    return Crossings(len(met) * step / 2, worst)
