"""The tally: what has been counted so far, kept beside the log so that a glance stays cheap.

Whoever has followed the log counts anew (:func:`tally_of`); a tell, which has not, takes one step
from the tally that is there (:func:`tally_after`). Both come to the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Best
    from cheapbandits.store import CampaignRow, Event
    from cheapbandits.store.glance import Glimpse

__all__ = ["best_place", "filled", "is_outdated", "tally_after", "tally_of"]

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
    "leases": {},
}


#: What is counted ask by ask, while it is open.
_OF_ASKS = ("open", "assigned", "leases")


def filled(tally: dict[str, Any]) -> dict[str, Any]:
    """Return a copy in which everything stands; a campaign just created has an empty one."""
    full = {**_EMPTY, **tally}
    return full | {name: dict(full[name]) for name in _OF_ASKS}


def is_outdated(row: CampaignRow | Glimpse) -> bool:
    """Whether an older version wrote the tally, which counted annulled readings as told."""
    return row.last_seq > 0 and "annulled" not in row.summary


def tally_of(standing: Standing, best: dict[str, Any] | None) -> dict[str, Any]:
    """Return the tally of a campaign that has been followed to its end."""
    running = "paused" if standing.paused else "running"
    tally: dict[str, Any] = {
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
        "leases": {str(number): ask.lease for number, ask in standing.open.items() if ask.lease},
    }
    if standing.finished is not None:
        tally["reason"] = standing.finished
    return tally if best is None else {**tally, "best": _marked(best, standing)}


def _marked(best: dict[str, Any], standing: Standing) -> dict[str, Any]:
    """Return the best place with word of it where it is masked: then it is named nowhere."""
    if not isinstance(best, dict):  # damage, which is named where it is shown
        return best
    named = {key: value for key, value in best.items() if key != "masked"}
    return {**named, "masked": True} if best.get("node") in standing.masked else named


def tally_after(tally: dict[str, Any], event: Event, asked: Event | None) -> dict[str, Any]:
    """Return the tally after one more event; ``asked`` is the ask that a tell answers."""
    new = filled(tally)
    if event.kind == "tell" and asked is not None:
        new["told"] += 1
        new["spent"] += asked.body["cost"]
        for name in _OF_ASKS:
            new[name].pop(str(event.ask), None)
    elif event.kind == "observe":
        new["observed"] += 1
    elif event.kind == "finish":
        new["reason"] = event.body.get("reason") or "finished"
    new["state"] = _STATES.get(event.kind, new["state"])
    return new


def best_place(graph: Graph, best: Best, standing: Standing) -> dict[str, Any]:
    """Return the best place as it is known now, for the tally."""
    place = {"node": best.node, "name": graph.name(best.node)}
    numbers = {"estimate": best.estimate, "deviation": best.deviation}
    return {**place, **numbers, "told": standing.n_told, "observed": standing.n_observed}
