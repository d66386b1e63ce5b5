"""Why nothing more can be asked for: found out without asking, so that nothing is handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cheapbandits.campaign.readings import check_ask
from cheapbandits.errors import ClosedError

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.policies import Policy

__all__ = ["Reason", "closed"]

#: ``"readings"``: all that were planned, or that a policy counts with; ``"budget"``: none is paid.
Reason = Literal["readings", "budget"]


def closed(campaign: Campaign) -> Reason | None:
    """Return why an ask would be refused now, whatever is open; ``None``: it would not be.

    While the budget pays for a group once more that was measured before, no policy is needed.
    """
    status = campaign.status()
    rounds = status.told + status.open
    if status.horizon is not None and rounds >= status.horizon:
        return "readings"
    try:
        check_ask(status.policy, rounds + status.observed + 1)
    except ClosedError:
        return "readings"
    if status.left is None or _pays_again(campaign, status.left):
        return None
    return None if _pays(campaign.policy()) else "budget"


def _pays_again(campaign: Campaign, left: float) -> bool:
    """Whether one of the groups measured so far could be paid once more."""
    if any(event.kind == "mask" for event in campaign.events()):  # it may be left out now
        return False
    return any(row["cost"] <= left for row in campaign.history() if row["status"] == "told")


def _pays(policy: Policy) -> bool:
    """Whether any width that the policy may ask for has a group that can be paid."""
    from cheapbandits.policies.menu import WIDEST

    for width in range(1, min(WIDEST, policy.widest, policy.family.max_width) + 1):
        allowed = policy.menu.allowed(width, policy.left)
        if allowed is None or allowed.any():
            return True
    return False
