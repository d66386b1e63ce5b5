"""What a campaign hands out: asks, its status, its history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.summary import filled

if TYPE_CHECKING:
    from cheapbandits.campaign.state import AskState, Observation, State
    from cheapbandits.graphs import Graph
    from cheapbandits.store import CampaignRow
    from cheapbandits.store.glance import Glimpse

__all__ = ["Ask", "Status", "ask_of", "history_rows", "status_of"]


@dataclass(frozen=True)
class Ask:
    """A group to measure: tell its number what it read."""

    number: int
    center: int
    nodes: tuple[int, ...]
    names: tuple[str, ...]
    cost: float
    lease: str | None = None
    weights: tuple[float, ...] | None = None

    @property
    def width(self) -> int:
        """How many nodes are averaged."""
        return len(self.nodes)


@dataclass(frozen=True)
class Status:
    """Where a campaign stands; ``best`` is as of the last ask or change."""

    name: str
    state: str
    created: str
    policy: str
    horizon: int
    budget: float | None
    asked: int
    told: int
    observed: int
    open: int
    spent: float
    reserved: float
    best: dict[str, Any] | None

    @property
    def left(self) -> float | None:
        """What may still be asked for, or ``None`` without a budget."""
        return None if self.budget is None else self.budget - self.spent - self.reserved


def ask_of(graph: Graph, ask: AskState) -> Ask:
    """Return an open ask as users see it."""
    probe = ask.probe
    names = tuple(graph.name(node) for node in probe.nodes)
    return Ask(probe.number, probe.center, probe.nodes, names, probe.cost, ask.lease, probe.weights)


def status_of(row: CampaignRow | Glimpse) -> Status:
    """Return the status that a campaign's row holds."""
    summary, spec = filled(row.summary), row.spec
    return Status(
        name=row.name,
        state=summary["state"],
        created=row.created,
        policy=spec["policy"],
        horizon=spec["horizon"],
        budget=spec["budget"],
        asked=summary["asked"],
        told=summary["told"],
        observed=summary["observed"],
        open=len(summary["open"]),
        spent=summary["spent"],
        reserved=sum(summary["open"].values()),
        best=summary.get("best"),
    )


def history_rows(state: State, graph: Graph) -> list[dict[str, Any]]:
    """Return one row an ask or observation, in the order they came."""
    asks = [(ask.seq, _ask_row(number, ask, graph)) for number, ask in state.asks.items()]
    seen = [(seq, _seen_row(seq, one, graph)) for seq, one in state.observations.items()]
    return [row for _, row in sorted(asks + seen, key=lambda pair: pair[0])]


def _ask_row(number: int, ask: AskState, graph: Graph) -> dict[str, Any]:
    return {
        "ask": number,
        "observation": None,
        "status": "annulled" if ask.annulled else ask.status,
        "center": ask.probe.center,
        "place": graph.name(ask.probe.center),
        "nodes": list(ask.probe.nodes),
        "width": ask.probe.width,
        "cost": ask.probe.cost,
        "reading": ask.reading,
        "asked": ask.asked,
        "told": ask.told,
    }


def _seen_row(seq: int, seen: Observation, graph: Graph) -> dict[str, Any]:
    return {
        "ask": None,
        "observation": seq,
        "status": "annulled" if seen.annulled else "observed",
        "center": seen.nodes[0],
        "place": graph.name(seen.nodes[0]),
        "nodes": list(seen.nodes),
        "width": len(seen.nodes),
        "cost": 0.0,
        "reading": seen.reading,
        "asked": None,
        "told": seen.at,
    }
