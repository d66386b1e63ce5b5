"""The state of a campaign: what folding its events, one after the other, gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cheapbandits.campaign.errors import CampaignError
from cheapbandits.probes import Probe

if TYPE_CHECKING:
    from cheapbandits.store import Event

__all__ = ["AskState", "Observation", "State", "probe_of"]

AskStatus = Literal["open", "told", "cancelled", "expired"]


@dataclass
class AskState:
    """One ask: its probe, where it stands, and the reading as it counts now."""

    probe: Probe
    status: AskStatus
    seq: int
    asked: str
    lease: str | None = None
    reading: float | None = None
    told: str | None = None
    annulled: bool = False


@dataclass
class Observation:
    """One reading that nobody asked for."""

    nodes: tuple[int, ...]
    weights: tuple[float, ...] | None
    reading: float
    at: str
    annulled: bool = False


@dataclass
class State:
    """Everything that has happened, as it counts now."""

    asks: dict[int, AskState] = field(default_factory=dict)
    observations: dict[int, Observation] = field(default_factory=dict)
    masked: set[int] = field(default_factory=set)
    paused: bool = False
    finished: str | None = None
    seq: int = 0

    def fold(self, events: Iterable[Event], origin: str) -> None:
        """Apply events in order; ``origin`` is the policy's fingerprint, for its probes."""
        for event in events:
            getattr(self, f"_on_{event.kind}")(event, origin)
            self.seq = event.seq

    @property
    def open(self) -> dict[int, AskState]:
        """The asks that wait for a reading."""
        return {number: ask for number, ask in self.asks.items() if ask.status == "open"}

    @property
    def readings(self) -> list[tuple[Probe, float]]:
        """The readings of asks that count."""
        return [
            (ask.probe, ask.reading)
            for ask in self.asks.values()
            if ask.reading is not None and not ask.annulled
        ]

    @property
    def spent(self) -> float:
        """What the measured probes cost."""
        return sum(ask.probe.cost for ask in self.asks.values() if ask.told is not None)

    @property
    def reserved(self) -> float:
        """What the open asks will cost."""
        return sum(ask.probe.cost for ask in self.open.values())

    def _on_ask(self, event: Event, origin: str) -> None:
        probe = probe_of(event, origin)
        lease = event.body.get("lease")
        self.asks[probe.number] = AskState(probe, "open", event.seq, event.at, lease)

    def _on_tell(self, event: Event, _: str) -> None:
        ask = self.asks[_number(event)]
        ask.status, ask.reading, ask.told = "told", event.body["reading"], event.at

    def _on_cancel(self, event: Event, _: str) -> None:
        self.asks[_number(event)].status = "cancelled"

    def _on_expire(self, event: Event, _: str) -> None:
        self.asks[_number(event)].status = "expired"

    def _on_observe(self, event: Event, _: str) -> None:
        weights = event.body.get("weights")
        self.observations[event.seq] = Observation(
            tuple(event.body["nodes"]),
            None if weights is None else tuple(weights),
            event.body["reading"],
            event.at,
        )

    def _on_correct(self, event: Event, _: str) -> None:
        target = self._reading_of(event)
        target.reading, target.annulled = event.body["reading"], False

    def _on_annul(self, event: Event, _: str) -> None:
        self._reading_of(event).annulled = True

    def _on_mask(self, event: Event, _: str) -> None:
        self.masked |= set(event.body["nodes"])

    def _on_unmask(self, event: Event, _: str) -> None:
        self.masked -= set(event.body["nodes"])

    def _on_pause(self, _event: Event, _: str) -> None:
        self.paused = True

    def _on_resume(self, _event: Event, _: str) -> None:
        self.paused = False

    def _on_finish(self, event: Event, _: str) -> None:
        self.finished = event.body.get("reason") or "finished"

    def _reading_of(self, event: Event) -> AskState | Observation:
        if event.ask is not None:
            return self.asks[event.ask]
        return self.observations[event.body["observation"]]


def probe_of(event: Event, origin: str) -> Probe:
    """Return the probe of an ask event."""
    body = event.body
    weights = body.get("weights")
    return Probe(
        center=body["center"],
        nodes=tuple(body["nodes"]),
        cost=body["cost"],
        number=_number(event),
        origin=origin,
        weights=None if weights is None else tuple(weights),
    )


def _number(event: Event) -> int:
    if event.ask is None:
        raise CampaignError(f"event {event.seq} ({event.kind}) names no ask: the log is damaged")
    return event.ask
