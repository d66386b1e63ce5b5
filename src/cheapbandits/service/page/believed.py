"""The moments of one campaign, kept in step with its log; a server keeps a few of these.

Small graphs have every moment at hand: a reading costs milliseconds. Of larger ones the moment that
somebody looks at is sketched (:mod:`.sketch`): its first picture does not wait for an engine.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

from cheapbandits.belief.learned import MOST_NODES, LearnedBelief, Prior, estimates
from cheapbandits.belief.learned.evidence import MOST_READINGS
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.campaign.looked import looked_at, touched, unseen
from cheapbandits.campaign.standing import Standing
from cheapbandits.campaign.terms import Terms
from cheapbandits.locks import fork_safe_lock
from cheapbandits.service.page.moments import CHANGES, Frame, Moment, frame_of, framed
from cheapbandits.service.page.naming import LEVEL, NORMAL, Named, interval, named
from cheapbandits.service.page.sketch import SketchPrior, sketched
from cheapbandits.store import OtherLogError, Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy
    from cheapbandits.store import CampaignRow, Event, Store

__all__ = ["Believed", "Shelved", "readings_of"]

#: Frames of a large graph that are kept.
MOST_FRAMES = 12
#: Campaigns whose moments are kept.
MOST_KEPT = 12


class Believed:
    """One campaign's moments. Shared by threads; they hold its lock while they look."""

    def __init__(self, store: Store, row: CampaignRow, campaign: Campaign, graph: Graph) -> None:
        self.lock = fork_safe_lock()
        self.campaign, self.graph = campaign, graph
        self._store = store
        self._terms = Terms(store, row, campaign.graph)
        self.keeps_all = graph.n_nodes <= MOST_NODES
        self._start(Place(0, row.genesis))

    @cached_property
    def _policy(self) -> Policy:
        """A policy that knows nothing: its groups are wanted."""
        return self.campaign.spec.make_policy(self.campaign.graph)

    @property
    def said(self) -> tuple[float | None, float | None]:
        """The lowest and the highest value that somebody called believable; without a policy."""
        given = self.campaign.spec.parameters
        return given.get("low"), given.get("high")

    def _start(self, place: Place) -> None:
        self.standing = Standing(place)
        self.moments: list[Moment] = []
        self.verdicts: dict[int, dict[str, Any] | None] = {}
        self._frames: OrderedDict[int, Frame] = OrderedDict()
        self._counts: dict[int, NDArray[np.uint8]] = {}
        self.belief: LearnedBelief | None = None
        self._earlier: tuple[int, LearnedBelief] | None = None
        self._sketch: tuple[LargeBelief, list[tuple[Any, float]]] | None = None
        self._events: list[Event] = []

    def follow(self, row: CampaignRow) -> None:
        """Take in what was appended; for those who hold the lock."""
        try:
            events = self._store.follow(row.name, self.standing.place)
        except OtherLogError:
            self._start(Place(0, row.genesis))
            events = self._store.follow(row.name, self.standing.place)
        for event in events:
            self.standing.fold([event])
            self._events.append(event)
            if event.kind in CHANGES:
                self._learn(event)
            elif event.kind in ("mask", "unmask"):
                self._choose_anew()

    def _learn(self, event: Event) -> None:
        nodes, weights, reading = self._about(event)
        if self.keeps_all and len(self.moments) < MOST_READINGS:
            frame = self._next_frame(event, nodes, weights, reading)
        else:
            frame = None
        standing = self.standing
        never = unseen(looked_at(standing), standing.masked, self.graph.n_nodes)
        so_far = standing.spent, standing.n_told + standing.n_observed, never
        moment = Moment.of(event, nodes, reading, so_far, readings_of(standing))
        if frame is not None:
            self._frames[event.seq] = frame
            counts = touched(standing, self.graph.n_nodes)
            self._counts[event.seq] = np.minimum(counts, 255).astype(np.uint8)
            moment = moment.told_by(frame, self._named(frame))
        self.moments.append(moment)

    def _named(self, frame: Frame) -> Named | None:
        belief = self.belief
        return None if belief is None else named(belief, self.said, frame, self.free())

    def _choose_anew(self) -> None:
        """Name another place now where places were left out or came back; then is then."""
        last = self.at(None)
        if last is None:
            return
        self.verdicts.pop(last.seq, None)
        frame = self._frames.get(last.seq)
        if frame is not None and self.belief is not None:
            self.moments[-1] = last.told_by(frame, self._named(frame))

    def _next_frame(
        self, event: Event, nodes: tuple[int, ...], weights: Any, reading: float | None
    ) -> Frame | None:
        if self.belief is None or event.kind in ("correct", "annul"):
            self.belief = self._relearned()
        elif reading is not None:
            self.belief.condition((nodes, weights), reading)
        return frame_of(self.belief, self.said) if self.belief.count else None

    def _relearned(self, standing: Standing | None = None) -> LearnedBelief:
        then = self.standing if standing is None else standing
        belief = LearnedBelief(Prior.of(self.graph, self._policy.family))
        for probe, value in then.told:
            belief.condition((probe.nodes, probe.weights), value)
        for seen in then.observed:
            belief.condition((seen.nodes, seen.weights), seen.reading)
        return belief

    def _about(self, event: Event) -> tuple[tuple[int, ...], Any, float | None]:
        standing = self.standing
        if event.ask is not None:
            probe = standing.asks[event.ask].probe
            return probe.nodes, probe.weights, event.body.get("reading")
        seen = standing.observations[event.body.get("observation", event.seq)]
        return seen.nodes, seen.weights, event.body.get("reading")

    def free(self) -> NDArray[np.bool_]:
        """Return which places may be the answer."""
        free = np.ones(self.graph.n_nodes, dtype=bool)
        free[list(self.standing.masked)] = False
        return free

    # -- looking -----------------------------------------------------------------------------------

    def at(self, seq: int | None) -> Moment | None:
        """Return the last moment up to an event; ``None`` before the first."""
        found = [one for one in self.moments if seq is None or one.seq <= seq]
        return found[-1] if found else None

    def frame(self, moment: Moment | None) -> tuple[Frame | None, NDArray[np.int_]]:
        """Return what was believed at a moment, and how many readings touched each place."""
        if moment is None:
            return None, np.zeros(self.graph.n_nodes, dtype=int)
        frame = self._frames.get(moment.seq)
        if frame is None:
            return self._restored(moment)
        counts = self._counts.get(moment.seq)
        if counts is None:
            return frame, touched(self.past(moment.seq), self.graph.n_nodes)
        return frame, counts.astype(int)

    def interval(self, node: int, moment: Moment | None) -> tuple[float, float, float] | None:
        """Return what a place's value very likely was between: estimate, low, high."""
        frame, _ = self.frame(moment)
        if frame is None or moment is None:
            return None
        if self.belief is None or moment.estimate is None:
            value, room = float(frame.value[node]), NORMAL * float(frame.deviation[node])
            return value, value - room, value + room
        if moment is self.moments[-1]:
            return interval(self.belief, self.said, node)
        past = self.past(moment.seq)
        if self._earlier is None or self._earlier[0] != moment.seq:  # a millisecond a reading
            self._earlier = moment.seq, self._relearned(past)
        return interval(self._earlier[1], self.said, node)

    def intervals(self, moment: Moment | None) -> tuple[NDArray[np.float64], ...] | None:
        """Return estimate, low and high of all places, as :meth:`interval` does of one, now."""
        frame, _ = self.frame(moment)
        if frame is None:
            return None
        if self.belief is None or moment is None or moment.estimate is None:
            value, room = frame.value.astype(float), NORMAL * frame.deviation.astype(float)
            return value, value - room, value + room
        known = estimates(self.belief, LEVEL, bounds=self.said)
        return known.estimate, known.low, known.high

    def past(self, seq: int) -> Standing:
        """Return what stood after an event."""
        standing = Standing(Place(0, self._terms.genesis))
        standing.fold([event for event in self._events if event.seq <= seq])
        return standing

    def _restored(self, moment: Moment) -> tuple[Frame | None, NDArray[np.int_]]:
        """Return a moment that is not at hand, from what stood in the log then."""
        standing = self.past(moment.seq)
        counts = touched(standing, self.graph.n_nodes)
        rows: list[tuple[Any, float]] = [((p.nodes, p.weights), y) for p, y in standing.told]
        rows += [((seen.nodes, seen.weights), seen.reading) for seen in standing.observed]
        if not rows:
            return None, counts
        frame = self._sketched(rows) if len(rows) <= MOST_READINGS else self._own(standing)
        self._frames[moment.seq] = frame
        while not self.keeps_all and len(self._frames) > MOST_FRAMES:
            self._frames.popitem(last=False)
        return frame, counts

    def _sketched(self, rows: list[tuple[Any, float]]) -> Frame:
        """Return what these readings teach; those that the last sketch knew are not told again."""
        sketch = self._sketch
        if sketch is None or rows[: len(sketch[1])] != sketch[1]:
            # The graph's own sketch: campaigns on one graph share the columns of their groups.
            sketch = LargeBelief(SketchPrior.on(self.graph)), []
        belief, known = sketch
        for row, reading in rows[len(known) :]:
            belief.condition(row, reading)
        self._sketch = belief, rows
        return sketched(belief, self.said)

    def _own(self, standing: Standing) -> Frame:
        """Return what the policy believes by itself: so many readings nobody else learns from."""
        from cheapbandits.campaign.follower import restored

        return _large_frame(restored(self._terms, standing))


def _large_frame(policy: Policy) -> Frame:
    """Return what a policy believes by itself."""
    view = policy.belief.view(policy.family.at(1))
    unit = policy.model.scale
    value = policy.model.mean + unit * view.mean
    deviation = unit * view.deviation.upper
    before = float(np.quantile(deviation, 0.999))
    gone = 1 - (deviation / max(before, 1e-300)) ** 2
    return framed(value, deviation, np.sqrt(np.clip(gone, 0, 1)))


def readings_of(standing: Standing) -> list[float]:
    """Return the readings that count."""
    return [value for _, value in standing.told] + [seen.reading for seen in standing.observed]


class Shelved:
    """The campaigns somebody looks at; shared by threads."""

    def __init__(self) -> None:
        self._lock = fork_safe_lock()
        self._kept: OrderedDict[str, Believed] = OrderedDict()
        # Campaigns on equal graphs share what was worked out for one of them.
        self._graphs: WeakValueDictionary[str, Graph] = WeakValueDictionary()

    def get(self, store: Store, row: CampaignRow, campaign: Campaign) -> Believed:
        """Return the moments of a campaign, not yet followed."""
        with self._lock:
            kept = self._kept.get(row.id)
            if kept is not None and kept.campaign is campaign:
                self._kept.move_to_end(row.id)
                return kept
            graph = self._graphs.setdefault(campaign.graph.fingerprint, campaign.graph)
            made = Believed(store, row, campaign, graph)
            self._kept[row.id] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return made
