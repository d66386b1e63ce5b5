"""What going on would cost."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from cheapbandits.errors import BudgetError, ParameterError

if TYPE_CHECKING:
    from cheapbandits.policies.base import Policy

__all__ = ["expected_cost_of_going_on", "money_left"]


def expected_cost_of_going_on(
    policy: Policy, rounds: int | None = None, *, spent: float | None = None
) -> float:
    """Return the expected cost of the next rounds.

    A policy that plans its widths pays, in each round, the mean cost of the probes that it may then
    choose from. Any other is taken to go on as before: the mean cost of a reading so far, or,
    before the first, that of a single node. Never more than the policy's means, where it has any.

    Parameters
    ----------
    policy
        Rounds are counted from the next it would ask: told and pending ones are behind it.
    rounds
        How many; up to the policy's horizon when left out.
    spent
        Cost of the readings told so far.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> from cheapbandits.policies import SpectralUCB
    >>> ring = Graph.from_edges([(i, (i + 1) % 8) for i in range(8)])
    >>> expected_cost_of_going_on(SpectralUCB(ring, horizon=10))
    10.0
    """
    first = policy.n_told + len(policy.pending) + 1
    count = _count(policy, rounds, first)
    planned = [policy.planned_width(t) for t in range(first, first + count)]
    if None not in planned:
        cost = _planned(policy, [width for width in planned if width is not None])
    elif spent is not None and policy.n_told > 0:
        cost = count * spent / policy.n_told
    else:
        cost = count * _mean_cost(policy, 1)
    return max(min(cost, money_left(policy)), 0.0)


def money_left(policy: Policy) -> float:
    """Return what is left of a policy's budget, without its allowance for rounding."""
    if policy.budget is None:
        return math.inf
    return policy.budget - policy.spent - policy.reserved


def _count(policy: Policy, rounds: int | None, first: int) -> int:
    if rounds is None:
        if policy.horizon is None:
            raise ParameterError(
                f"{type(policy).__name__} has no horizon: say how many rounds are to come"
            )
        return max(policy.horizon - first + 1, 0)
    if rounds < 0:
        raise ParameterError(f"rounds must not be negative, got {rounds}")
    return rounds


def _planned(policy: Policy, widths: list[int]) -> float:
    return float(sum(n * _mean_cost(policy, w) for w, n in sorted(Counter(widths).items())))


def _mean_cost(policy: Policy, width: int) -> float:
    try:
        offer = policy.candidates(width)
    except BudgetError:  # Nothing can be paid any more, so nothing will be.
        return 0.0
    costs, allowed = offer.costs, offer.allowed
    return float((costs if allowed is None else costs[allowed]).mean())
