"""How many readings a play has, at least and at most: found out before anybody plays.

A campaign ends with its plan or its money, and one by a policy that learns with what it can count
with. Money does not end it where a measurement is free, or as good as free.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cheapbandits.campaign.cheapest import cheapest, dearest
from cheapbandits.campaign.readings import most_readings
from cheapbandits.campaign.spec import LONGEST
from cheapbandits.campaign.stopping import parse_rule
from cheapbandits.campaign.stopping.rules import Never, RoundsAtLeast
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cheapbandits.campaign.rehearsal.contenders import Contender
    from cheapbandits.campaign.rehearsal.play import Cell
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.policies import Policy

__all__ = ["check_ends", "ended_early", "planned_for", "too_long"]


def planned_for(spec: Spec, planned: int | None, seen: int) -> int | None:
    """Return how many readings a policy plays to: as planned, and no more than it can count with.

    Parameters
    ----------
    spec
        Its settings.
    planned
        Measurements planned; ``None`` where only the budget ends them.
    seen
        Readings that are there at the start, and count too.
    """
    most = most_readings(spec.policy)
    if most is None:
        return planned
    return most - seen if planned is None else min(planned, most - seen)


def ended_early(
    players: Iterable[Contender], cells: Iterable[Cell], planned: int | None, seen: int
) -> dict[str, str]:
    """Return who played to what it can count with and no further, and why; see ``planned_for``."""
    ends = {player.name: planned_for(player.spec, planned, seen) for player in players}
    who = {cell.name: cell.rounds for cell in cells if ends[cell.name] not in (planned, None)}
    return {
        name: f"it learns from at most {seen + rounds} readings"
        for name, rounds in who.items()
        if rounds == ends[name]
    }


def too_long(spec: Spec, policy: Policy, planned: int | None, seen: int) -> str | None:
    """Return why a policy cannot play to the end, ``None`` where it can, or might."""
    most = most_readings(spec.policy)
    if most is None:
        return None
    if seen >= most:
        return f"it learns from at most {most} readings, and {seen:,} are there"
    fewest = _fewest(spec, policy, planned)
    if seen + fewest <= most:
        return None
    ahead = "any number" if math.isinf(fewest) else f"at least {fewest:,.0f}"
    there = f" beside the {seen:,} that are there" if seen else ""
    return f"it learns from at most {most} readings, and {ahead} would be made{there}"


def check_ends(spec: Spec, policy: Policy) -> None:
    """Refuse to play without a plan what no budget ends: one that pays for millions of readings."""
    rule = parse_rule(spec.stop)
    stops = isinstance(rule, RoundsAtLeast) and rule.value <= LONGEST
    if policy.budget is None or stops:
        return
    least = cheapest(policy)
    if policy.budget <= LONGEST * least or most_readings(spec.policy) is not None:
        return
    raise ParameterError(
        f"a budget of {policy.budget:g} pays for more than {LONGEST:,} measurements, as the "
        f"cheapest costs {least:.4g}, so that a rehearsal may not end; say how many to play "
        "(--rounds 100; in Python rounds=100), or start with a plan (new --horizon 100)"
    )


def _fewest(spec: Spec, policy: Policy, planned: int | None) -> float:
    """Return how many measurements there are at least, however dear they are."""
    budget, paid = policy.budget, math.inf
    if not isinstance(parse_rule(spec.stop), Never):
        return 0.0
    if budget is not None:
        if policy.menu.travels:  # the way may be dearer than any that the menu shows now
            return 0.0
        most = dearest(policy)
        paid = math.floor(budget / most) if most else math.inf
    return min(math.inf if planned is None else planned, paid)
