"""How long something on a map is: a bar of a round length, in metres where they are known."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.canvas.positions import has_map

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["ScaleBar", "scale_bar"]

#: The bar is at most so long a part of the picture.
_SHARE = 0.25
#: Metres of a degree of latitude on a ball of the Earth's size.
_DEGREE = 111_195.0


@dataclass(frozen=True)
class ScaleBar:
    """A bar beside a map.

    Attributes
    ----------
    length
        From left to right, in the coordinates of the picture.
    label
        What stands beside it.
    """

    length: float
    label: str


def scale_bar(graph: Graph, frame: tuple[float, float, float, float]) -> ScaleBar | None:
    """Return the bar of a map; ``None`` where the places are a layout and no map.

    Parameters
    ----------
    graph
        Whose coordinates, and what they are of.
    frame
        Left, right, bottom and top of what is shown.
    """
    width = frame[1] - frame[0]
    if not has_map(graph) or not 0 < width < math.inf:
        return None
    metres = _metres(graph, frame)
    if metres is None:
        length = _round(_SHARE * width)
        return ScaleBar(length, f"{length:,g} (units of the coordinates)")
    length = _round(_SHARE * width * metres)
    label = f"{length / 1000:,g} km" if length >= 1000 else f"{length:,g} m"
    return ScaleBar(length / metres, label)


def _metres(graph: Graph, frame: tuple[float, float, float, float]) -> float | None:
    """Return the metres of a step to the right by 1, in the middle; ``None`` where not known."""
    from cheapbandits.graphs.globe import WGS84
    from cheapbandits.graphs.systems import metres_of

    if graph.crs == WGS84:
        cosine = math.cos(math.radians((frame[2] + frame[3]) / 2))
        return _DEGREE * cosine if cosine > 1e-3 else None
    return metres_of(graph.crs)


def _round(length: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, ...) that is not longer."""
    power = 10.0 ** math.floor(math.log10(length))
    return max(step * power for step in (1, 2, 5) if step * power <= length * (1 + 1e-9))
