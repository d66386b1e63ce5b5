"""What the cheapest measurement costs, and whether a budget allows any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.policies import Policy

__all__ = ["cheapest", "check_pays"]


def cheapest(policy: Policy) -> float:
    """Return the least price on a policy's menu, masks and the way from the last group included."""
    prices = []
    for offer in policy.menu.offers(widest=_widest(policy)):
        costs = offer.costs if offer.allowed is None else offer.costs[offer.allowed]
        prices.append(float(costs.min()))
    return min(prices)


def check_pays(policy: Policy) -> None:
    """Refuse a budget that allows no measurement at all: nothing could ever be asked."""
    budget = policy.budget
    if budget is None or _pays(policy, budget):
        return
    raise ParameterError(
        f"a budget of {budget:g} does not allow a single measurement: the cheapest costs "
        f"{cheapest(policy):.4g}; give more (--budget, in Python budget=), or your own prices "
        "(--cost)"
    )


def _pays(policy: Policy, budget: float) -> bool:
    """Whether any width has a probe at that price; narrow ones first, most end there."""
    from cheapbandits.policies.account import ROUNDING

    widths = range(1, _widest(policy) + 1)
    return any((policy.menu.costs(width) <= budget * (1 + ROUNDING)).any() for width in widths)


def _widest(policy: Policy) -> int:
    from cheapbandits.policies.menu import WIDEST

    return min(WIDEST, policy.widest, policy.family.max_width)
