"""Asking: expire what ran out, then ask until enough is open or nothing more can be paid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.answers import Ask, ask_of
from cheapbandits.campaign.desk import Draft
from cheapbandits.campaign.readings import check_ask
from cheapbandits.campaign.tally import best_place
from cheapbandits.checks import whole
from cheapbandits.errors import (
    BudgetError,
    CampaignError,
    CheapBanditsError,
    ClosedError,
    KeyReusedError,
    ProbeError,
)
from cheapbandits.store import clock
from cheapbandits.store.advice import command
from cheapbandits.store.names import person

if TYPE_CHECKING:
    from cheapbandits.campaign.desk import Desk
    from cheapbandits.campaign.standing import Asked, Standing
    from cheapbandits.policies import Policy
    from cheapbandits.probes import Probe
    from cheapbandits.store import CampaignRow, Event

__all__ = ["Request", "ask"]

#: The most asks of one request; they are chosen one after the other.
MOST = 10_000


@dataclass(frozen=True)
class Request:
    """What somebody wants to measure; see :meth:`..campaign.Campaign.ask`."""

    n: int = 1
    lease: float | None = None
    more: bool = False
    beyond: bool = False
    key: str | None = None
    assignee: str | None = None

    def __post_init__(self) -> None:
        # As a plain number, which the log can hold.
        number = whole(self.n, "how many to ask for", least=1, kind=CampaignError)
        if number > MOST:
            raise CampaignError(f"how many to ask for: at most {MOST:,} at once")
        object.__setattr__(self, "n", number)
        if self.assignee is not None:
            # With a blank behind it, it would be another team that looks the same.
            object.__setattr__(self, "assignee", person(self.assignee, "the assignee"))
        if self.lease is not None:
            clock.later(self.lease)  # refuses what is no span of time
            object.__setattr__(self, "lease", float(self.lease))

    def wants(self, ask: Asked) -> bool:
        """Whether an open ask is one of those asked for: nobody in particular means anybody's."""
        return self.assignee is None or ask.assignee == self.assignee

    def content(self, asks: list[int]) -> dict[str, Any]:
        """Return what is kept of a request with a key."""
        body: dict[str, Any] = {"asks": asks, "n": self.n}
        flags = {"more": self.more, "beyond": self.beyond}
        body |= {name: True for name, value in flags.items() if value}
        said = {"lease": self.lease, "assignee": self.assignee}
        return body | {name: value for name, value in said.items() if value is not None}


def ask(desk: Desk, request: Request) -> list[Ask]:
    """Return the asks that a request is answered with, after making the new ones among them."""
    if request.key is not None and (known := desk.held.find(request.key)) is not None:
        with desk.standing() as standing:
            return _again(desk, request, standing, known)

    def check_running(row: CampaignRow) -> None:
        state, reason = row.summary.get("state"), row.summary.get("reason")
        if state == "finished":
            # What stands there where nobody said why.
            why = f": {reason}" if (reason or "").strip() not in ("", "finished") else ""
            raise ClosedError(
                f"{desk.name} is finished{why}; to go on: {command('reopen', desk.name)}"
            )
        if state == "paused":
            raise ClosedError(
                f"{desk.name} is paused; to go on asking: {command('resume', desk.name)}"
            )

    return desk.settle(lambda *given: _attempt(desk, request, *given), check_running)


def _again(desk: Desk, request: Request, standing: Standing, known: Event) -> list[Ask]:
    """Return the asks that the same request was answered with before."""
    if known.kind != "request" or known.body != request.content(known.body["asks"]):
        raise KeyReusedError(
            f"key {request.key!r} was used for another {known.kind} (event {known.seq}); use a new "
            "key for another request",
            known,
        )
    return [ask_of(desk.terms, standing, number) for number in known.body["asks"]]


def _attempt(
    desk: Desk, request: Request, standing: Standing, append: Callable[..., bool]
) -> list[Ask] | None:
    """Choose and append; ``None`` when somebody else wrote meanwhile."""
    if request.key is not None and request.key in standing.requests:
        return _again(desk, request, standing, standing.requests[request.key])
    now = clock.now()
    late = [n for n, one in standing.open.items() if one.lease and one.lease <= now]
    mine = [n for n, one in standing.open.items() if n not in late and request.wants(one)]
    wanted = request.n if request.more else request.n - len(mine)
    choice = _Choice(desk, standing, late)
    try:
        if wanted > 0:
            choice.add(request, wanted, or_else=bool(mine))
        drafts = choice.drafts(request)
        new = [draft.ask for draft in drafts if draft.kind == "ask" and draft.ask is not None]
        numbers = new if request.more else [*mine, *new]
        if request.key is not None:
            drafts.append(Draft("request", request.content(numbers), key=request.key))
        if drafts and not append(drafts, [], choice.best()):
            choice.undo()
            return None
    except CheapBanditsError:
        choice.undo()
        raise
    except BaseException:
        desk.unlearn()
        raise
    choice.keep(new)
    return [ask_of(desk.terms, standing, number) for number in numbers]


class _Choice:
    """What the policy would ask next: in its mind already, and not in the log yet."""

    def __init__(self, desk: Desk, standing: Standing, late: list[int]) -> None:
        self._desk, self._standing, self._late = desk, standing, late
        self._last = max(standing.asks, default=0)
        self._policy: Policy | None = None
        self._forgotten: list[Probe] = []
        self._probes: list[Probe] = []

    def add(self, request: Request, wanted: int, *, or_else: bool) -> None:
        """Choose more probes; where there are none, raise unless there is something else."""
        try:
            self._check_room()  # before all there are are learned
        except ClosedError:
            if or_else:
                return
            raise
        self._policy = policy = self._desk.learned()
        for probe in policy.pending:
            if probe.number in self._late:
                policy.forget(probe)
                self._forgotten.append(probe)
        for _ in range(wanted):
            try:
                self._check_room()
                self._probes.append(self._next(policy, request.beyond))
                self._check_paid(policy)
            except ClosedError:
                if self._probes or or_else:
                    return
                raise

    def _check_room(self) -> None:
        """Refuse to ask for one more reading that could not be told."""
        standing = self._standing
        there = standing.n_told + standing.n_observed + len(standing.open) - len(self._late)
        check_ask(self._desk.terms.spec.policy, there + len(self._probes) + 1)

    def _check_paid(self, policy: Policy) -> None:
        """Refuse what the budget does not allow, whatever the policy thinks is left."""
        from cheapbandits.policies.account import ROUNDING  # a tell must not wait for all of it

        budget, standing = self._desk.terms.spec.budget, self._standing
        if budget is None:
            return
        kept = sum(one.probe.cost for n, one in standing.open.items() if n not in self._late)
        before = standing.spent + kept + sum(probe.cost for probe in self._probes[:-1])
        cost = self._probes[-1].cost
        if before + cost > budget * (1 + ROUNDING):
            raise ProbeError(
                f"{type(policy).__name__} chose a probe that costs {cost:g} with "
                f"{max(budget - before, 0.0):g} left of {budget:g}; choose() must keep to what "
                "candidates() allows"
            )

    def _next(self, policy: Policy, beyond: bool) -> Probe:
        standing, spec = self._standing, self._desk.terms.spec
        rounds = standing.n_told + len(standing.open) - len(self._late) + len(self._probes)
        if not beyond and spec.horizon is not None and rounds >= spec.horizon:
            raise ClosedError(
                f"all {spec.horizon} planned measurements have been asked for; finish the "
                "campaign, or go on with beyond=True (--beyond)"
            )
        self._desk.draws_for(self._last + len(self._probes) + 1)
        try:
            return policy.ask()
        except BudgetError as error:
            held = f", {policy.reserved:g} held by open asks" if policy.reserved else ""
            raise ClosedError(
                f"the budget of {spec.budget:g} is used up: {standing.spent:g} spent{held}, and "
                f"{error}"
            ) from error

    def drafts(self, request: Request) -> list[Draft]:
        """Return the events that make it so."""
        asks = [
            Draft("ask", _body(probe, request), ask=number)
            for number, probe in enumerate(self._probes, self._last + 1)
        ]
        return [*(Draft("expire", {}, ask=number) for number in self._late), *asks]

    def best(self) -> dict[str, Any] | None:
        """Return the best place as the policy knows it, for the tally."""
        known = self._standing.n_told or self._standing.n_observed
        if not self._probes or self._policy is None or not known:
            return None
        return best_place(self._desk.terms.graph, self._policy.best(), self._standing)

    def keep(self, numbers: list[int]) -> None:
        """Let the policy take a probe in from the log where it has another number there."""
        for probe, number in zip(self._probes, numbers, strict=True):
            if self._policy is not None and probe.number != number:
                self._policy.forget(probe)

    def undo(self) -> None:
        """Bring the policy back to where the log is."""
        if self._policy is not None:
            for probe in self._probes:
                self._policy.forget(probe)
            for probe in self._forgotten:
                self._policy.adopt(probe)


def _body(probe: Probe, request: Request) -> dict[str, Any]:
    body: dict[str, Any] = {"center": probe.center, "nodes": list(probe.nodes), "cost": probe.cost}
    if probe.weights is not None:
        body["weights"] = list(probe.weights)
    if request.lease is not None:
        body["lease"] = clock.later(request.lease)
    if request.assignee is not None:
        body["assignee"] = request.assignee
    return body
