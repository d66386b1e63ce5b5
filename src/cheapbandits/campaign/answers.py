"""What a campaign hands out: asks, and its status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.over_budget import SLACK
from cheapbandits.campaign.stored import check_tally, making_sense
from cheapbandits.campaign.tally import filled, is_outdated, tally_of
from cheapbandits.checks import Index, indices
from cheapbandits.errors import DamagedError
from cheapbandits.store import clock

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.campaign.terms import Terms
    from cheapbandits.store import CampaignRow, Store
    from cheapbandits.store.glance import Glimpse

__all__ = ["Ask", "Status", "ask_of", "expired_in", "listing", "status_now", "status_of"]


@dataclass(frozen=True)
class Ask:
    """A group to measure: tell it, or its number, what it read.

    ``campaign`` is the id of the campaign that asked: a number alone says neither whose ask it is,
    nor for which nodes once a backup was put back. ``masked``: a node of it was masked since it was
    asked for; measure it all the same, or cancel it.
    """

    number: int
    center: int
    nodes: tuple[int, ...]
    names: tuple[str, ...]
    cost: float
    lease: str | None = None
    weights: tuple[float, ...] | None = None
    assignee: str | None = None
    campaign: str = field(default="", repr=False)
    masked: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        # Whoever hands them back means indices, whatever nodes are called.
        object.__setattr__(self, "center", Index(self.center))
        object.__setattr__(self, "nodes", indices(self.nodes))

    @property
    def width(self) -> int:
        """How many nodes are averaged."""
        return len(self.nodes)


@dataclass(frozen=True)
class Status:
    """Where a campaign stands.

    Attributes
    ----------
    id
        Made by the store; the campaign's address in a service.
    state
        ``"running"``, ``"paused"`` or ``"finished"``.
    told, observed, annulled
        Readings of asks that count, readings nobody asked for that count, and those of either kind
        that were struck.
    open, assigned, expired
        Asks that wait for a reading, the numbers of those that somebody is to measure, and how many
        have run out of time: the next ask gives them up, and what they hold of the budget.
    spent, reserved
        What was measured cost, annulled readings included, and what the open asks will.
    best
        The best place, as of the last ask; ``None`` until an ask has counted some reading. With
        ``told`` and ``observed``, the readings it rests on, and ``changed``, true when one of them
        was corrected or annulled since. ``None`` also while that place is masked: the best of the
        others is known by the next ask, or by an assessment.
    """

    # No field: a server of an older version does not send it.
    best_masked = False

    id: str
    name: str
    state: str
    created: str
    policy: str
    horizon: int | None
    budget: float | None
    asked: int
    told: int
    observed: int
    annulled: int
    open: int
    assigned: Mapping[str, list[int]]
    expired: int
    spent: float
    reserved: float
    best: dict[str, Any] | None

    def __post_init__(self) -> None:
        if isinstance(self.best, dict) and isinstance(self.best.get("node"), int):
            best = {**self.best, "node": Index(self.best["node"])}
            object.__setattr__(self, "best", best)

    @property
    def left(self) -> float | None:
        """What may still be asked for, or ``None`` without a budget.

        Below 0 when readings came of asks that had been cancelled or expired.
        """
        if self.budget is None:
            return None
        left = self.budget - self.spent - self.reserved
        return left if abs(left) > 1e-12 * self.budget else 0.0  # rounding of a long sum

    @property
    def over_budget(self) -> float:
        """By how much the budget is passed, what is open included; 0 where it is not."""
        if self.budget is None or self.left is None:
            return 0.0
        return -self.left if self.left < -SLACK * self.budget else 0.0


def ask_of(terms: Terms, standing: Standing, number: int) -> Ask:
    """Return an ask as users see it."""
    ask = standing.asks[number]
    probe = ask.probe
    return Ask(
        number=probe.number,
        center=probe.center,
        nodes=probe.nodes,
        names=tuple(terms.graph.name(node) for node in probe.nodes),
        cost=probe.cost,
        lease=ask.lease,
        weights=probe.weights,
        assignee=ask.assignee,
        campaign=terms.row.id,
        masked=not standing.masked.isdisjoint(probe.nodes),
    )


def status_now(store: Store, row: CampaignRow) -> Status:
    """Return the status of a campaign; of one with a tally that is out of date, from its log."""
    if not is_outdated(row):
        return status_of(row)
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.store import Place

    standing = Standing(Place(0, row.genesis))
    standing.fold(store.events(row.name))
    return status_of(row, tally_of(standing, row.summary.get("best")))


def listing(store: Store) -> list[Status | DamagedError]:
    """Return the status of all campaigns, the newest first; of a damaged one what is wrong."""
    return [_status_or_damage(store, row) for row in store.listing()]


def _status_or_damage(store: Store, row: CampaignRow | DamagedError) -> Status | DamagedError:
    if isinstance(row, DamagedError):
        return row
    try:
        return status_now(store, row)
    except DamagedError as error:
        return error


def _best(seen: dict[str, Any]) -> dict[str, Any] | None:
    """Return the best place of a tally, if it rests on any reading and any reading counts."""
    best: dict[str, Any] | None = seen.get("best")
    if best is None or not (seen["told"] or seen["observed"]):
        return None
    if best.get("masked"):
        return None
    return best if best["told"] or best.get("observed") else None


def expired_in(row: CampaignRow) -> int:
    """Return how many of the open asks of a campaign have expired by now."""
    with making_sense("its tally", row.name):
        return _expired(filled(row.summary))


def _expired(seen: dict[str, Any]) -> int:
    return sum(lease <= clock.now() for lease in seen["leases"].values())


def status_of(row: CampaignRow | Glimpse, tally: dict[str, Any] | None = None) -> Status:
    """Return the status that a campaign's row holds, or another tally of it."""
    with making_sense("its tally", row.name):
        seen, spec = filled(row.summary if tally is None else tally), row.spec
    check_tally(seen, row.name)
    assigned: dict[str, list[int]] = {}
    for number, assignee in seen["assigned"].items():
        assigned.setdefault(assignee, []).append(int(number))
    status = Status(
        id=row.id,
        name=row.name,
        state=seen["state"],
        created=row.created,
        policy=spec.get("policy", ""),
        horizon=spec.get("horizon"),
        budget=spec.get("budget"),
        asked=seen["asked"],
        told=seen["told"],
        observed=seen["observed"],
        annulled=seen["annulled"],
        open=len(seen["open"]),
        assigned=assigned,
        expired=_expired(seen),
        spent=seen["spent"],
        reserved=sum(seen["open"].values()),
        best=_best(seen),
    )
    object.__setattr__(status, "best_masked", bool((seen.get("best") or {}).get("masked")))
    return status
