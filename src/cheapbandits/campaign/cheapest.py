"""What the cheapest and the dearest measurement cost, and whether a budget allows any."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.policies import Policy

__all__ = ["cheapest", "check_pays", "dearest"]


def cheapest(policy: Policy) -> float:
    """Return the least price on a policy's menu, masks and the way from the last group included."""
    return min(float(costs.min()) for costs in _prices(policy))


def dearest(policy: Policy) -> float:
    """Return the highest price on a policy's menu that its budget allows."""
    most = math.inf if policy.budget is None else policy.budget
    return max(float(costs[costs <= most].max(initial=0.0)) for costs in _prices(policy))


def _prices(policy: Policy) -> Iterator[NDArray[np.float64]]:
    """Yield what the groups of each width cost that may be asked for."""
    for offer in policy.menu.offers(widest=_widest(policy)):
        yield offer.costs if offer.allowed is None else offer.costs[offer.allowed]


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
