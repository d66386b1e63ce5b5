"""Sites that lie so far from all others that a digit may be wrong: worth a word, no refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.globe import WGS84, in_space
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["outlying"]

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
    if usual == 0 or not odd.size or odd.size > max(1, len(places) // 20):
        return None
    far = int(odd[np.argmax(apart[odd])])
    more = f", {odd.size - 1} more nearly so" if odd.size > 1 else ""
    scale, unit = (1e-3, " km") if globe else (1.0, "")
    return (
        f"'{shown(graph.name(far))}' lies {apart[far] * scale:.6g}{unit} from the middle of the "
        f"sites{more}, and half of them within {usual * scale:.2g}{unit}; is it right?"
    )
