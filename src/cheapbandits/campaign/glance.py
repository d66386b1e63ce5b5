"""What a glance at a campaign shows: kept beside the log, so that it costs the same for ever.

Whoever has followed the log writes the glance anew (:func:`glance_of`); a tell, which has not,
takes the next step from the one that is there (:func:`glance_after`). Both give the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Best
    from cheapbandits.store import CampaignRow, Event

__all__ = ["best_place", "filled", "glance_after", "glance_of", "is_outdated"]

_STATES = {"pause": "paused", "resume": "running", "finish": "finished"}
_EMPTY: dict[str, Any] = {
    "state": "running",
    "asked": 0,
    "told": 0,
    "observed": 0,
    "annulled": 0,
    "spent": 0.0,
    "open": {},
    "assigned": {},
}


def filled(glance: dict[str, Any]) -> dict[str, Any]:
    """Return a copy in which everything stands; a campaign just created has an empty one."""
    full = {**_EMPTY, **glance}
    return {**full, "open": dict(full["open"]), "assigned": dict(full["assigned"])}


def is_outdated(row: CampaignRow) -> bool:
    """Whether an older version wrote the glance, which counted annulled readings as told."""
    return row.last_seq > 0 and "annulled" not in row.summary


def glance_of(standing: Standing, best: dict[str, Any] | None) -> dict[str, Any]:
    """Return the glance of a campaign that has been followed to its end."""
    running = "paused" if standing.paused else "running"
    glance: dict[str, Any] = {
        "state": running if standing.finished is None else "finished",
        "asked": len(standing.asks),
        "told": standing.n_told,
        "observed": standing.n_observed,
        "annulled": standing.n_annulled,
        "spent": standing.spent,
        "open": {str(number): ask.probe.cost for number, ask in standing.open.items()},
        "assigned": {
            str(number): ask.assignee for number, ask in standing.open.items() if ask.assignee
        },
    }
    if standing.finished is not None:
        glance["reason"] = standing.finished
    return glance if best is None else {**glance, "best": best}


def glance_after(glance: dict[str, Any], event: Event, asked: Event | None) -> dict[str, Any]:
    """Return the glance after one more event; ``asked`` is the ask that a tell answers."""
    new = filled(glance)
    if event.kind == "tell" and asked is not None:
        new["told"] += 1
        new["spent"] += asked.body["cost"]
        new["open"].pop(str(event.ask), None)
        new["assigned"].pop(str(event.ask), None)
    elif event.kind == "observe":
        new["observed"] += 1
    elif event.kind == "finish":
        new["reason"] = event.body.get("reason") or "finished"
    new["state"] = _STATES.get(event.kind, new["state"])
    return new


def best_place(graph: Graph, best: Best, standing: Standing) -> dict[str, Any]:
    """Return the best place as it is known now, for the glance."""
    place = {"node": best.node, "name": graph.name(best.node)}
    numbers = {"estimate": best.estimate, "deviation": best.deviation}
    return {**place, **numbers, "told": standing.n_told}
