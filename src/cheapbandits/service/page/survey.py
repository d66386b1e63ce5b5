"""Whether the links of a network are right: what to see of them before anything is stored.

The picture of a campaign leaves links out where places are cells. Whoever brings a file wants to
see them: which places have none, which parts hang together, which link is odd, and the widest
group that a campaign would measure around each place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.campaign.groups import groups
from cheapbandits.graphs.globe import WGS84, in_space
from cheapbandits.policies.options import probe_family
from cheapbandits.service.page.flat import flat_of, like_degrees
from cheapbandits.service.page.packed import MOST_DOTS, pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.service.page.flat import Flat

__all__ = ["WIDEST", "survey_of"]

#: So many places the widest group of the form has.
WIDEST = 5
#: More links than this are not drawn; more places than this have no names here.
MOST_DRAWN, MOST_NAMED = 60_000, 8_000
#: So many places, or parts, are listed one by one.
LISTED = 6
#: Squares across the picture of a network that is too large to send.
ACROSS = 160


def survey_of(graph: Graph) -> bytes:
    """Return the packed survey; kept with the graph, as it never changes."""
    return graph.keep("page survey", lambda: _survey(graph))


def _survey(graph: Graph) -> bytes:
    flat = flat_of(graph)
    head: dict[str, Any] = {
        "alone": _alone(graph),
        "pieces": np.sort(np.bincount(graph.parts))[::-1][:LISTED].tolist(),
        "longest": _longest(graph) if flat.mapped else None,
        "names": list(graph.names) if graph.names and graph.n_nodes <= MOST_NAMED else None,
        "notes": list(graph.notes),
        "passed_over": list(graph.passed_over),
    }
    if graph.n_nodes > MOST_DOTS:
        return pack({**head, "across": ACROSS}, {"bin": _filled(flat)})
    pairs = graph.edges()[0]
    # Those between a box of far-off places and the others come last: they are drawn otherwise.
    across = flat.inset[pairs[:, 0]] != flat.inset[pairs[:, 1]]
    pairs = pairs[np.argsort(across, kind="stable")]
    arrays: dict[str, NDArray[Any]] = {
        "group": _widest(graph).astype(np.uint32).ravel(),
        "part": np.minimum(_by_size(graph), 255).astype(np.uint8),
        "count": np.minimum(graph.neighbor_counts, 65_535).astype(np.uint16),
    }
    if len(pairs) <= MOST_DRAWN:
        arrays["link"] = pairs.ravel().astype(np.uint32)
    return pack({**head, "wide": WIDEST, "within": int((~across).sum())}, arrays)


def _filled(flat: Flat) -> NDArray[np.uint32]:
    """Return the squares of the map that hold places, row by row, ``ACROSS`` of them a row."""
    side = flat.width / ACROSS
    across = np.minimum((flat.points[:, 0] / side).astype(np.int64), ACROSS - 1)
    down = (flat.points[:, 1] / side).astype(np.int64)
    return np.unique(down * ACROSS + across).astype(np.uint32)


def _by_size(graph: Graph) -> NDArray[np.int64]:
    """Return the part of each place, the largest being 0."""
    sizes = np.bincount(graph.parts)
    rank = np.empty(len(sizes), dtype=np.int64)
    rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    return np.asarray(rank[graph.parts])


def _alone(graph: Graph) -> dict[str, Any]:
    """Return how many places have no link, and the first of them."""
    found = np.flatnonzero(graph.neighbor_counts == 0)
    return {"count": len(found), "places": _named(graph, found[:LISTED])}


def _named(graph: Graph, nodes: NDArray[np.int64]) -> list[dict[str, Any]]:
    return [{"node": int(node), "name": graph.name(int(node))} for node in nodes]


def _longest(graph: Graph) -> dict[str, Any] | None:
    """Return the longest link on the map, how long, and how much longer than usual."""
    pairs = graph.edges()[0]
    places = graph.coordinates
    if places is None or not len(pairs):
        return None
    globe = graph.crs == WGS84
    unknown = graph.crs is None and like_degrees(places)  # no length, but what is long is seen
    points = in_space(places) if globe else np.asarray(places, dtype=float)
    lengths = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    k, usual = int(lengths.argmax()), float(np.median(lengths))
    if not lengths[k] > 0:
        return None
    return {
        "ends": _named(graph, pairs[k]),
        "length": None if unknown else float(lengths[k]),
        "metres": globe,
        "times": float(lengths[k]) / usual if usual > 0 else None,
    }


def _widest(graph: Graph) -> NDArray[np.int64]:
    """Return ``(N, WIDEST)`` places of the group about each, itself first, itself again if fewer.

    By the families that a campaign takes where nobody names one, so that it asks for just these.
    They grow by a place a width: the first ``w`` of a row are the group of width ``w``.
    """
    family = probe_family(graph, groups(graph, "auto", None))
    found = np.repeat(np.arange(graph.n_nodes)[:, None], WIDEST, axis=1)
    before = sp.eye_array(graph.n_nodes, dtype=np.int8, format="csr")
    for width in range(2, min(WIDEST, family.max_width) + 1):
        sets = family.at(width)
        holds = sp.csr_array((sets.matrix != 0).astype(np.int8))
        new = (holds - before).tocoo()
        row, node = new.coords[0][new.data > 0], new.coords[1][new.data > 0]
        found[sets.centers[row], width - 1] = node
        before = holds
    return found
