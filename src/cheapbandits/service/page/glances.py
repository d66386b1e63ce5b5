"""Documents of the campaign page: where it stands, one place, a search, a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.documents import ask_document, history_rows, status_document
from cheapbandits.campaign.looked import unseen
from cheapbandits.errors import NotFoundError
from cheapbandits.service.page.believed import readings_of
from cheapbandits.store.name_units import called, unit_of

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.graphs import Graph
    from cheapbandits.service.page.believed import Believed
    from cheapbandits.store import Event

__all__ = ["now_document", "place_document", "search", "table_rows"]

#: Rows of the ledger that a page is sent, the newest; the export has all.
MOST_ROWS = 500
MOST_FOUND, MOST_LISTED = 12, 50
#: How well a place is known: the width of its interval, as a share of what is believable.
KNOWN = ((0.15, "well"), (0.3, "fairly"), (0.6, "a little"))
#: Only so many names are looked through for a part of one.
MOST_NAMES = 2_000_000


def now_document(campaign: Campaign) -> dict[str, Any]:
    """Return status, open asks and ledger, all that a page shows without a belief."""
    spec = campaign.spec
    low, high = _believable(spec.parameters)
    events = campaign.events()
    rows = campaign.history()
    seen = [row["nodes"] for row in rows if row["status"] in ("told", "observed")]
    masked = _masked(events)
    asked = {event.ask: event.at for event in events if event.kind == "ask"}
    return {
        "status": status_document(campaign.status()),
        "name": called(campaign.name),
        "unit": unit_of(campaign.name),
        "seq": events[-1].seq if events else 0,
        "asks": [
            {**ask_document(ask), "asked": asked.get(ask.number)} for ask in campaign.pending()
        ],
        "newest": max((event.ask or 0 for event in events if event.kind == "ask"), default=0),
        "ledger": ledger(rows, events),
        "places": campaign.graph.n_nodes,
        "unseen": unseen(seen, masked, campaign.graph.n_nodes),
        "masked": masked,
        "low": low,
        "high": high,
        "tolerance": spec.tolerance,
        "stop": spec.stop,
        "policy": spec.policy,
        "finished": next(
            (e.body.get("reason") for e in reversed(events) if e.kind == "finish"), None
        ),
    }


def _believable(parameters: Any) -> tuple[float | None, float | None]:
    """Return the lowest and highest value that the campaign was told to believe."""
    if "scale" in parameters:
        center, scale = float(parameters.get("center", 0.0)), float(parameters["scale"])
        return center - scale, center + scale
    return parameters.get("low"), parameters.get("high")


def _masked(events: list[Event]) -> list[int]:
    masked: set[int] = set()
    for event in events:
        if event.kind == "mask":
            masked |= set(event.body["nodes"])
        elif event.kind == "unmask":
            masked -= set(event.body["nodes"])
    return sorted(masked)


def ledger(history: list[dict[str, Any]], events: list[Event]) -> list[dict[str, Any]]:
    """Return the readings, the newest first, with who told them and what became of them."""
    tellers: dict[tuple[str, int], Event] = {}
    rewritten: dict[tuple[str, int], Event] = {}
    # As stored: a change names its group by them, and rows leave out those that are equal.
    weights: dict[tuple[str, int], Any] = {}
    for event in events:
        if event.kind == "ask" and event.ask is not None:
            weights["ask", event.ask] = event.body.get("weights")
        elif event.kind == "tell" and event.ask is not None:
            tellers["ask", event.ask] = event
        elif event.kind == "observe":
            tellers["observation", event.seq] = event
            weights["observation", event.seq] = event.body.get("weights")
        elif event.kind in ("correct", "annul"):
            target = ("ask", event.ask) if event.ask is not None else None
            rewritten[target or ("observation", event.body["observation"])] = event
    rows = []
    for row in history:
        if row["reading"] is None:
            continue
        key = ("ask", row["ask"]) if row["ask"] is not None else ("observation", row["observation"])
        told, changed = tellers.get(key), rewritten.get(key)
        rows.append(
            {
                "ask": row["ask"],
                "observation": row["observation"],
                "place": row["place"],
                "width": row["width"],
                "nodes": row["nodes"],
                "weights": weights.get(key),
                "cost": row["cost"],
                "reading": row["reading"],
                "struck": row["status"] == "annulled",
                "corrected": changed is not None and changed.kind == "correct",
                "before": _before(told) if changed is not None else None,
                "who": None if told is None else told.who,
                "at": row["told"],
                "seq": None if told is None else told.seq,
            }
        )
    return rows[::-1][:MOST_ROWS]


def _before(told: Event | None) -> float | None:
    return None if told is None else told.body.get("reading")


def place_document(believed: Believed, node: int, at: int | None) -> dict[str, Any]:
    """Return what is, or was, believed of a place, and the readings that touched it by then."""
    graph = believed.campaign.graph
    if node >= graph.n_nodes:
        raise NotFoundError(f"there is no place {node}; they go from 0 to {graph.n_nodes - 1}")
    moment = believed.at(at)
    frame, counts = believed.frame(moment)
    seq = None if moment is None else moment.seq
    standing = believed.standing if at is None else believed.past(seq or 0)
    seen = [row for row in history_rows(standing, graph) if node in row["nodes"]]
    document: dict[str, Any] = {
        "node": node,
        "name": graph.name(node),
        "neighbours": [graph.name(other) for other in graph.neighbors(node)[:8].tolist()],
        "links": int(graph.neighbor_counts[node]),
        "readings": int(counts[node]),
        "masked": node in believed.standing.masked,
        "seq": seq,
        "rows": [
            {key: row[key] for key in ("reading", "width", "told", "status", "place")}
            for row in seen
            if row["reading"] is not None
        ][-6:],
    }
    found = believed.interval(node, moment)
    if frame is None or found is None:
        return {**document, "estimate": None, "low": None, "high": None, "known": "not at all"}
    told = dict(zip(("estimate", "low", "high"), found, strict=True))
    return {**document, **told, "known": _known(believed, document["readings"], told)}


def _known(believed: Believed, readings: int, told: dict[str, float]) -> str:
    """Return how well a place is known, in a word that means the same at every step.

    What counts is how wide its interval is beside all that is believable, or where nobody said
    that, beside all that was read until now. A place that no reading covers is known by its
    neighbours only, however narrow its interval.
    """
    if not readings:
        return "by its neighbours only"
    low, high = _believable(believed.campaign.spec.parameters)
    if low is None or high is None:
        read = readings_of(believed.standing)
        low, high = min(read, default=0.0), max(read, default=0.0)
    share = (told["high"] - told["low"]) / max(high - low, 1e-300)
    return next((word for most, word in KNOWN if share <= most), "hardly")


def search(graph: Graph, text: str) -> list[dict[str, Any]]:
    """Return places whose name holds the text, those first that begin with it."""
    wanted = text.strip().casefold()
    if not wanted:
        return []
    if graph.names is None:
        known = wanted.isdecimal() and len(wanted) < 10 and int(wanted) < graph.n_nodes
        return [{"node": int(wanted), "name": wanted}] if known else []
    begins, holds = [], []
    for node, name in enumerate(graph.names[:MOST_NAMES]):
        where = name.casefold().find(wanted)
        if where == 0:
            begins.append(node)
        elif where > 0:
            holds.append(node)
        if len(begins) >= MOST_FOUND:
            break
    found = (begins + holds)[:MOST_FOUND]
    return [{"node": node, "name": graph.names[node]} for node in found]


def table_rows(believed: Believed, at: int | None) -> list[dict[str, Any]]:
    """Return the places of the highest estimates, the highest first."""
    frame, counts = believed.frame(believed.at(at))
    if frame is None:
        return []
    order = np.argsort(-frame.value, kind="stable")[:MOST_LISTED]
    graph = believed.campaign.graph
    return [
        {
            "node": int(node),
            "name": graph.name(int(node)),
            "estimate": float(frame.value[node]),
            "doubt": float(frame.deviation[node]),
            "readings": int(counts[node]),
        }
        for node in order
    ]
