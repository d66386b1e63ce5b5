"""The running summary kept beside the log, so that a glance costs the same however long it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Best
    from cheapbandits.store import Event

__all__ = ["after_append", "filled", "first_summary", "with_best"]

_STATES = {"pause": "paused", "resume": "running", "finish": "finished"}


def first_summary() -> dict[str, Any]:
    """Return the summary of a campaign in which nothing has happened."""
    return {"state": "running", "asked": 0, "told": 0, "observed": 0, "spent": 0.0, "open": {}}


def filled(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a copy in which everything stands; a campaign just created has an empty one."""
    full = {**first_summary(), **summary}
    return {**full, "open": dict(full["open"])}


def after_append(summary: dict[str, Any], event: Event, asked: Event | None) -> dict[str, Any]:
    """Return the summary after one more event; ``asked`` is the ask that a tell answers."""
    new = filled(summary)
    if event.kind == "ask":
        new["asked"] += 1
        new["open"][str(event.ask)] = event.body["cost"]
    elif event.kind == "tell" and asked is not None:
        new["told"] += 1
        new["spent"] += asked.body["cost"]
        new["open"].pop(str(event.ask), None)
    elif event.kind in ("cancel", "expire"):
        new["open"].pop(str(event.ask), None)
    elif event.kind == "observe":
        new["observed"] += 1
    new["state"] = _STATES.get(event.kind, new["state"])
    return new


def with_best(summary: dict[str, Any], graph: Graph, best: Best) -> dict[str, Any]:
    """Return the summary with the best place as it was known now."""
    place = {"node": best.node, "name": graph.name(best.node)}
    full = filled(summary)
    numbers = {"estimate": best.estimate, "deviation": best.deviation, "told": full["told"]}
    return {**full, "best": {**place, **numbers}}
