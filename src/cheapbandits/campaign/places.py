"""What is believed of every node, as columns: now, or as it was after any earlier event.

A page draws thousands of places from it and goes back through the rounds. The past is folded from
the log as far as that event, so it is what an ask at that moment knew, corrections not yet made
included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.looked import touched
from cheapbandits.campaign.standing import Standing
from cheapbandits.checks import finite, whole
from cheapbandits.errors import ParameterError
from cheapbandits.store import Place

if TYPE_CHECKING:
    from cheapbandits.campaign.terms import Terms
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy
    from cheapbandits.store import Store

__all__ = ["graph_document", "past", "places_document"]


def past(store: Store, terms: Terms, at: int) -> Standing:
    """Return what stood after event ``at``."""
    events = store.events(terms.row.name)
    if not 0 <= whole(at, "at", least=0) <= len(events):
        raise ParameterError(f"at must be an event from 0 to {len(events)}, got {at}")
    standing = Standing(Place(0, terms.genesis))
    standing.fold(events[:at])
    return standing


def places_document(
    name: str, standing: Standing, policy: Policy, graph: Graph, level: float = 0.9
) -> dict[str, Any]:
    """Return columns over all nodes; ``estimate``, ``low`` and ``high`` are null before a reading.

    ``readings`` counts those that touch a node. ``at`` is the last event that it rests on.
    """
    level = finite(level, "level", above=0)
    columns: dict[str, Any] = {"estimate": None, "low": None, "high": None}
    best = None
    if policy.readings[0]:
        known = policy.estimates(level)
        columns = {key: getattr(known, key).tolist() for key in columns}
        best = policy.best().node
    return {
        "name": name,
        "at": standing.place.seq,
        "told": standing.n_told,
        "observed": standing.n_observed,
        "spent": standing.spent,
        "level": level,
        "best": best,
        **columns,
        "readings": touched(standing, graph.n_nodes).tolist(),
        "masked": sorted(standing.masked),
        "open": {str(number): list(ask.probe.nodes) for number, ask in standing.open.items()},
    }


def graph_document(name: str, graph: Graph, *, edges: bool = False) -> dict[str, Any]:
    """Return the network: names, coordinates and, where wanted, pairs of linked nodes."""
    places = graph.coordinates
    document: dict[str, Any] = {
        "name": name,
        "nodes": graph.n_nodes,
        "links": graph.n_edges,
        "parts": graph.n_parts,
        "names": None if graph.names is None else list(graph.names),
        "coordinates": None if places is None else places.tolist(),
        "crs": graph.crs,
    }
    if edges:
        pairs, weights = graph.edges()
        document |= {"edges": pairs.tolist(), "weights": weights.tolist()}
    return document
