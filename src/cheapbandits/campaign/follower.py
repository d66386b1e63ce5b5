"""A policy kept in step with a campaign's log. Used by one thread at a time: the desk's lock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from cheapbandits.campaign.readings import check_known, fits

if TYPE_CHECKING:
    import numpy as np

    from cheapbandits.campaign.standing import Standing
    from cheapbandits.campaign.terms import Terms
    from cheapbandits.policies import Policy
    from cheapbandits.probes import Probe
    from cheapbandits.store import Event

__all__ = ["Follower", "restored"]

#: After these a policy cannot go on from where it is: it has learned what no longer counts.
_REWRITE = frozenset({"correct", "annul"})
#: With more news than this, one factorisation is quicker than many updates.
_MANY = 64


def restored(terms: Terms, standing: Standing, rng: np.random.Generator | None = None) -> Policy:
    """Return a fresh policy that knows everything that stands: one factorisation."""
    check_known(terms, standing)
    policy = terms.spec.make_policy(terms.graph, rng)
    policy.restore(
        [(_own(policy, probe), reading) for probe, reading in standing.told],
        observed=[(seen.nodes, seen.weights, seen.reading) for seen in standing.observed],
        pending=[_own(policy, ask.probe) for ask in standing.open.values()],
        last_number=max(standing.asks, default=0),
        spent=standing.wasted,
    )
    policy.mask(standing.masked)
    return policy


class Follower:
    """The policy of a campaign; news is only put by until somebody asks for the policy."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._policy: Policy | None = None
        self._rng: np.random.Generator | None = None
        self._news: list[Event] = []

    def hear(self, events: Iterable[Event]) -> None:
        """Put by what happened; no arithmetic."""
        if self._policy is not None:
            self._news += events

    def policy(self, standing: Standing) -> Policy:
        """Return the policy with everything that stands; should this fail, drop the follower."""
        news, self._news = self._news, []
        if self._policy is None or len(news) > _MANY or any(map(self._needs_anew, news)):
            self._policy = self._restored(standing)
        else:
            for event in news:
                _apply(self._policy, event, standing)
        return self._policy

    def _needs_anew(self, event: Event) -> bool:
        """Whether the policy cannot go on from where it is; a bad reading is then found."""
        reading = event.body.get("reading")
        return event.kind in _REWRITE or not (reading is None or fits(reading, self._terms.spec))

    def draws_for(self, number: int) -> None:
        """Let a randomised policy draw for an ask from the stream that belongs to its number."""
        if self._rng is not None:
            import numpy as np

            fresh = np.random.default_rng([self._terms.spec.seed, number])
            self._rng.bit_generator.state = fresh.bit_generator.state

    def _restored(self, standing: Standing) -> Policy:
        import numpy as np

        from cheapbandits.policies.registry import draws_at_random

        spec = self._terms.spec
        self._rng = np.random.default_rng(spec.seed) if draws_at_random(spec.policy) else None
        return restored(self._terms, standing, self._rng)


def _apply(policy: Policy, event: Event, standing: Standing) -> None:
    """Do to a policy what one event says."""
    if event.ask is not None:
        _apply_to_ask(policy, event, _own(policy, standing.asks[event.ask].probe))
    elif event.kind == "observe":
        seen = standing.observations[event.seq]
        policy.observe(seen.nodes, seen.reading, seen.weights)
    elif event.kind == "mask":
        policy.mask(event.body["nodes"])
    elif event.kind == "unmask":
        policy.unmask(event.body["nodes"])


def _apply_to_ask(policy: Policy, event: Event, probe: Probe) -> None:
    # The policy may have been the one who asked, and knows already.
    pending = probe in policy.pending
    if event.kind == "ask" and not pending:
        policy.adopt(probe)
    elif event.kind == "tell":
        policy.tell(probe, event.body["reading"])
    elif event.kind in ("cancel", "expire") and pending:
        policy.forget(probe)


def _own(policy: Policy, probe: Probe) -> Probe:
    """Return a probe of the log as one that the policy asked for."""
    return replace(probe, origin=policy.fingerprint)
