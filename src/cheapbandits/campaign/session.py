"""A policy kept in step with a campaign's log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.campaign.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cheapbandits.campaign.spec import Spec
    from cheapbandits.engines import Row
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import UCB
    from cheapbandits.store import Event

__all__ = ["Session"]

#: After these a policy cannot go on from where it is: it has learned what no longer counts.
_REWRITE = frozenset({"correct", "annul"})
#: With more news than this, one factorisation is quicker than many updates.
_MANY = 64


class Session:
    """State and policy of a campaign as of some event; :meth:`follow` brings both up to date."""

    def __init__(self, graph: Graph, spec: Spec) -> None:
        self.graph, self.spec = graph, spec
        self.policy: UCB = spec.make_policy(graph)
        self.state = State()

    def follow(self, events: Sequence[Event]) -> None:
        """Take in what happened since."""
        if len(events) > _MANY or any(event.kind in _REWRITE for event in events):
            self.state.fold(events, self.policy.fingerprint)
            self._rebuild()
        else:
            for event in events:
                self.state.fold([event], self.policy.fingerprint)
                self._apply(event)

    def rows(self) -> list[tuple[Row, float]]:
        """Return every reading that counts, asked for or not, as nodes, weights and value."""
        told = [((probe.nodes, probe.weights), value) for probe, value in self.state.readings]
        seen = [
            ((one.nodes, one.weights), one.reading)
            for one in self.state.observations.values()
            if not one.annulled
        ]
        return told + seen

    def _rebuild(self) -> None:
        """Make a fresh policy and restore it from the state."""
        state = self.state
        self.policy = self.spec.make_policy(self.graph)
        self.policy.restore(
            state.readings,
            observed=[
                (seen.nodes, seen.weights, seen.reading)
                for seen in state.observations.values()
                if not seen.annulled
            ],
            pending=[ask.probe for ask in state.open.values()],
            last_number=max(state.asks, default=0),
            spent=state.spent - sum(probe.cost for probe, _ in state.readings),
        )
        self.policy.mask(state.masked)

    def _apply(self, event: Event) -> None:
        """Do to the policy what one event says."""
        policy, state = self.policy, self.state
        if event.kind == "ask" and event.ask is not None:
            if state.asks[event.ask].probe not in policy.pending:
                policy.adopt(state.asks[event.ask].probe)
        elif event.kind == "tell" and event.ask is not None:
            policy.tell(state.asks[event.ask].probe, event.body["reading"])
        elif event.kind in ("cancel", "expire") and event.ask is not None:
            policy.forget(state.asks[event.ask].probe)
        elif event.kind == "observe":
            seen = state.observations[event.seq]
            policy.observe(seen.nodes, seen.reading, seen.weights)
        elif event.kind == "mask":
            policy.mask(event.body["nodes"])
        elif event.kind == "unmask":
            policy.unmask(event.body["nodes"])
