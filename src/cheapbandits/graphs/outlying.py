"""Sites that lie so far from all others that a digit may be wrong: worth a word, no refusal.

A receiver without a fix writes 0, 0: in a table of sites that is refused, wherever the others are
far from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.globe import WGS84, in_space
from cheapbandits.graphs.two_parts import two_parts
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

__all__ = ["nowhere", "outlying"]

#: So many times as far from the middle as half of the sites are.
FAR = 20.0
_FEWEST = 5


def outlying(graph: Graph) -> str | None:
    """Return what is odd about where a few nodes of a graph lie, or ``None``.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> sites = [(0, 0), (3, 1), (1, 4), (5, 2), (2, 2), (90_000, 3)]
    >>> outlying(Graph.from_points(sites))
    "'5' lies 89997.5 from the middle of the sites, and half of them within 2.5; is it right?"
    >>> outlying(Graph.from_points(sites[:5]))
    """
    places = graph.coordinates
    if places is None or len(places) < _FEWEST:
        return None
    globe = graph.crs == WGS84
    points = in_space(places) if globe else places
    apart = np.linalg.norm(points - np.median(points, axis=0), axis=1)
    usual = float(np.median(apart))
    odd = np.flatnonzero(apart > FAR * usual)
    # Two that are wrong in the same way lie at the same place.
    alike = odd.size > 1 and bool((places[odd] == places[odd[0]]).all())
    most = len(places) // 3 if alike else max(1, len(places) // 10)
    if usual == 0 or not odd.size or odd.size > most:
        return two_parts(graph, points)
    far = int(odd[np.argmax(apart[odd])])
    more = f", {odd.size - 1} more nearly so" if odd.size > 1 else ""
    scale, unit = (1e-3, " km") if globe else (1.0, "")
    return (
        f"'{shown(graph.name(far))}' lies {apart[far] * scale:.6g}{unit} from the middle of the "
        f"sites{more}, and half of them within {usual * scale:.2g}{unit}; is it right?"
    )


def nowhere(places: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return which longitudes and latitudes are 0, 0, and far from all the others.

    None where most are, or where the others reach as far: a buoy may float there.
    """
    zero = (places == 0).all(axis=1)
    odd = np.flatnonzero(zero)
    if not odd.size or 3 * odd.size > len(places):
        return np.empty(0, dtype=np.int64)
    points = in_space(places)
    middle = np.median(points[~zero], axis=0)
    others = np.linalg.norm(points[~zero] - middle, axis=1)
    away = float(np.linalg.norm(points[odd[0]] - middle))
    return odd if away > 3 * float(np.quantile(others, 0.9)) else odd[:0]
