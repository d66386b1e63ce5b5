"""Where everything in a campaign stands: what folding its events, one after the other, gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cheapbandits.campaign.stored import NONSENSE, makes_no_sense
from cheapbandits.errors import CampaignError
from cheapbandits.policies.reading import check_reading
from cheapbandits.probes.probe import Probe
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.store import Event, Place

__all__ = ["Asked", "Seen", "Standing", "probe_of"]


@dataclass
class Asked:
    """One ask: its probe, who is to measure it, and the reading as it counts now."""

    probe: Probe
    status: Literal["open", "told", "cancelled", "expired"]
    seq: int
    asked: str
    lease: str | None = None
    assignee: str | None = None
    reading: float | None = None
    told: str | None = None
    annulled: bool = False


@dataclass
class Seen:
    """One observation: a reading that nobody asked for."""

    nodes: tuple[int, ...]
    weights: tuple[float, ...] | None
    reading: float
    at: str
    annulled: bool = False
    key: str | None = None


@dataclass
class Standing:
    """Everything that has happened, as it counts now, up to ``place``.

    Only :meth:`fold` changes it. Should that fail half-way, begin again with a new one.

    Attributes
    ----------
    place
        The last event folded.
    asks, open
        All asks by number; those of them that wait for a reading.
    observations
        Readings that nobody asked for, by the number of their event.
    n_told, n_observed, n_annulled
        Readings of asks that count, observations that count, and what was struck of both.
    spent
        What the measured probes cost, those with an annulled reading included.
    requests
        Requests for asks that came with an idempotency key, by key.
    """

    place: Place
    asks: dict[int, Asked] = field(default_factory=dict)
    open: dict[int, Asked] = field(default_factory=dict)
    observations: dict[int, Seen] = field(default_factory=dict)
    masked: set[int] = field(default_factory=set)
    paused: bool = False
    finished: str | None = None
    n_told: int = 0
    n_observed: int = 0
    n_annulled: int = 0
    spent: float = 0.0
    requests: dict[str, Event] = field(default_factory=dict)

    def fold(self, events: Iterable[Event]) -> None:
        """Apply events in order."""
        for event in events:
            apply = getattr(self, f"_on_{event.kind}", None)
            if apply is None:
                raise CampaignError(
                    f"event {event.seq} is a {event.kind!r}, which this version does not know: "
                    "a newer one wrote it; upgrade cheapbandits"
                )
            try:
                apply(event)
            except CampaignError:
                raise
            except NONSENSE as error:
                makes_no_sense(f"event {event.seq} ({event.kind})", None, error, event.seq)
            self.place = type(self.place)(event.seq, event.digest)

    # -- what counts -------------------------------------------------------------------------------

    @property
    def told(self) -> list[tuple[Probe, float]]:
        """Probes asked for and their readings, as far as they count."""
        return [
            (ask.probe, ask.reading)
            for ask in self.asks.values()
            if ask.reading is not None and not ask.annulled
        ]

    @property
    def observed(self) -> list[Seen]:
        """The observations that count."""
        return [seen for seen in self.observations.values() if not seen.annulled]

    @property
    def wasted(self) -> float:
        """What the annulled readings cost: spent, and nothing learned."""
        return sum(ask.probe.cost for ask in self.asks.values() if ask.annulled)

    @property
    def reserved(self) -> float:
        """What the open asks will cost."""
        return sum(ask.probe.cost for ask in self.open.values())

    # -- one method a kind of event ----------------------------------------------------------------

    def _on_ask(self, event: Event) -> None:
        probe = probe_of(event)
        lease, assignee = (_text(event.body.get(name)) for name in ("lease", "assignee"))
        ask = Asked(probe, "open", event.seq, event.at, lease, assignee)
        self.asks[probe.number] = self.open[probe.number] = ask

    def _on_request(self, event: Event) -> None:
        if event.key is not None:
            self.requests[event.key] = event

    def _on_tell(self, event: Event) -> None:
        ask = self._close(event, "told")
        ask.reading, ask.told = check_reading(event.body["reading"]), event.at
        self.spent += ask.probe.cost
        self.n_told += 1

    def _on_cancel(self, event: Event) -> None:
        self._close(event, "cancelled")

    def _on_expire(self, event: Event) -> None:
        self._close(event, "expired")

    def _close(self, event: Event, status: Literal["told", "cancelled", "expired"]) -> Asked:
        number = _number(event)
        self.open.pop(number, None)
        self.asks[number].status = status
        return self.asks[number]

    def _on_observe(self, event: Event) -> None:
        probe = _group(event, center=event.body["nodes"][0], cost=0.0)
        reading = check_reading(event.body["reading"])
        seen = Seen(probe.nodes, probe.weights, reading, event.at, key=event.key)
        self.observations[event.seq] = seen
        self.n_observed += 1

    def _on_correct(self, event: Event) -> None:
        self._set_annulled(event, False)
        self._reading_of(event).reading = check_reading(event.body["reading"])

    def _on_annul(self, event: Event) -> None:
        self._set_annulled(event, True)

    def _set_annulled(self, event: Event, value: bool) -> None:
        target = self._reading_of(event)
        change = int(value) - int(target.annulled)
        target.annulled = value
        self.n_annulled += change
        if isinstance(target, Asked):
            self.n_told -= change
        else:
            self.n_observed -= change

    def _on_mask(self, event: Event) -> None:
        self.masked |= set(_group(event, center=event.body["nodes"][0], cost=0.0).nodes)

    def _on_unmask(self, event: Event) -> None:
        self.masked -= set(event.body["nodes"])

    def _on_pause(self, _: Event) -> None:
        self.paused = True

    def _on_resume(self, _: Event) -> None:
        self.paused = False

    def _on_finish(self, event: Event) -> None:
        self.finished = event.body.get("reason") or "finished"

    def _on_reopen(self, _: Event) -> None:
        self.finished = None

    def _on_rename(self, _: Event) -> None:
        pass  # for the record: the campaign has its new name already

    def _reading_of(self, event: Event) -> Asked | Seen:
        if event.ask is not None:
            return self.asks[event.ask]
        return self.observations[event.body["observation"]]


def probe_of(event: Event) -> Probe:
    """Return the probe of an ask event; a policy that takes it in sets its own origin."""
    return _group(event, event.body["center"], event.body["cost"], _number(event))


def _group(event: Event, center: int, cost: float, number: int = 0) -> Probe:
    """Return the group of an event, if it is one: different nodes, a share of each."""
    weights = event.body.get("weights")
    nodes = tuple(event.body["nodes"])
    probe = Probe(center, nodes, cost, number, weights=None if weights is None else tuple(weights))
    if len(set(probe.nodes)) < len(nodes) or min(probe.nodes) < 0 or not probe.cost >= 0:
        raise ValueError(f"nodes {shown(nodes)} at a cost of {probe.cost:g}")
    if probe.weights is not None and len(probe.weights) != len(nodes):
        raise ValueError(f"{len(probe.weights)} weights for {len(nodes)} nodes")
    return probe


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{shown(value)} is no text")
    return value


def _number(event: Event) -> int:
    if event.ask is None:
        raise CampaignError(f"event {event.seq} ({event.kind}) names no ask: the log is damaged")
    return event.ask
