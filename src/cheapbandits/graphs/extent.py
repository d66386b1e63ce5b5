"""Over how much ground the nodes of a graph lie.

It is said of every table and map that is read: who knows the place sees by it that degrees were
taken for metres, a sign was lost or another grid is meant, whatever the columns were called.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.graphs.globe import EARTH, WGS84
from cheapbandits.graphs.systems import metres_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

__all__ = ["Extent", "extent"]


@dataclass(frozen=True)
class Extent:
    """From where to where the nodes lie.

    Attributes
    ----------
    axes
        What the coordinates are called: ``longitude`` and ``latitude``, or ``x``, ``y``, ``z``.
    low, high
        The ends along each; across longitude 180 the first longitude is the larger one.
    metres
        How far that is from side to side and from top to bottom; ``None`` where nobody knows.
    """

    axes: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    metres: tuple[float, float] | None

    def __str__(self) -> str:
        spans = zip(self.axes, self.low, self.high, strict=True)
        ranges = ", ".join(f"{axis} {low:.8g} to {high:.8g}" for axis, low, high in spans)
        if self.metres is None:
            return ranges
        # One unit for both: what is long and narrow is seen to be so.
        scale, unit = (1e-3, "km") if max(self.metres) >= 1000 else (1.0, "m")
        across, along = (f"{length * scale:,.3g}" for length in self.metres)
        return f"{_plain(across)} by {_plain(along)} {unit} ({ranges})"

    def to_dict(self) -> dict[str, Any]:
        """Return the same for JSON."""
        return asdict(self)


def extent(graph: Graph) -> Extent | None:
    """Return over how much ground a graph lies; ``None`` where its nodes have no places.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> str(extent(Graph.from_points([(0.0, 50.0), (1.0, 51.0)], crs="EPSG:4326", n_neighbors=1)))
    '70.7 by 111 km (longitude 0 to 1, latitude 50 to 51)'
    """
    places = graph.coordinates
    if places is None or not 1 <= places.shape[1] <= 3:
        return None
    low, high = places.min(axis=0), places.max(axis=0)
    if graph.crs == WGS84:
        west, width = _round_the_earth(places[:, 0])
        low[0], high[0] = west, west + width if west + width <= 180 else west + width - 360
        middle = math.radians((low[1] + high[1]) / 2)
        degrees = width * math.cos(middle), float(high[1] - low[1])
        across, along = (EARTH * math.radians(angle) for angle in degrees)
        axes: tuple[str, ...] = ("longitude", "latitude")
        return Extent(axes, tuple(low.tolist()), tuple(high.tolist()), (across, along))
    unit = metres_of(graph.crs) if places.shape[1] == 2 else None
    size = (high - low).tolist()
    metres = None if unit is None else (size[0] * unit, size[1] * unit)
    return Extent(tuple("xyz"[: low.size]), tuple(low.tolist()), tuple(high.tolist()), metres)


def _round_the_earth(longitudes: NDArray[np.float64]) -> tuple[float, float]:
    """Return where the shortest arc with all longitudes begins, and how wide it is in degrees."""
    order = np.unique(longitudes)
    gaps = np.diff(order, append=order[0] + 360)
    at = int(np.argmax(gaps))
    return float(order[(at + 1) % order.size]), float(360 - gaps[at])


def _plain(number: str) -> str:
    """Return a rounded number without a power of ten: 1.23e+04 is 12,300."""
    return f"{float(number):,.0f}" if "e+" in number else number
