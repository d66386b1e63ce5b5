"""Why nothing more can be asked for: found out without asking, so that nothing is handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cheapbandits.campaign.readings import check_ask
from cheapbandits.errors import ClosedError

if TYPE_CHECKING:
    from cheapbandits.campaign.desk import Desk
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.policies import Policy

__all__ = ["Reason", "closed"]

#: ``"readings"``: all that were planned, or that a policy counts with; ``"budget"``: none is paid.
Reason = Literal["readings", "budget"]


def closed(desk: Desk) -> Reason | None:
    """Return why an ask would be refused now, whatever is open; ``None``: it would not be.

    While the budget pays for a group once more that was measured before, no policy is needed.
    """
    with desk.standing() as standing:
        spec = desk.terms.spec
        rounds = standing.n_told + len(standing.open)
        if spec.horizon is not None and rounds >= spec.horizon:
            return "readings"
        try:
            check_ask(spec.policy, rounds + standing.n_observed + 1)
        except ClosedError:
            return "readings"
        if spec.budget is None or _pays_again(standing, spec.budget):
            return None
    with desk.policy() as (_, policy):
        return None if _pays(policy) else "budget"


def _pays_again(standing: Standing, budget: float) -> bool:
    """Whether one of the groups measured so far could be paid once more."""
    left = budget - standing.spent - standing.reserved
    return any(
        probe.cost <= left and standing.masked.isdisjoint(probe.nodes) for probe, _ in standing.told
    )


def _pays(policy: Policy) -> bool:
    """Whether any width that the policy may ask for has a group that can be paid."""
    from cheapbandits.policies.menu import WIDEST

    for width in range(1, min(WIDEST, policy.widest, policy.family.max_width) + 1):
        allowed = policy.menu.allowed(width, policy.left)
        if allowed is None or allowed.any():
            return True
    return False
