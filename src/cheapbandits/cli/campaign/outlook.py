"""How sure the answer is, what going on would cost, and whether to stop by the user's own rule."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.stopping import Assessment

__all__ = ["Outlook", "look_ahead", "stop_met"]


@dataclass(frozen=True)
class Outlook:
    """What stopping now gives and what going on costs."""

    assessment: Assessment
    place: str
    spent: float
    ahead: float
    rule: str
    met: bool

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``--json`` shows it."""
        return {
            "assessment": {"place": self.place, **asdict(self.assessment)},
            "cost_so_far": self.spent,
            "cost_of_going_on": self.ahead,
            "stop": {"rule": self.rule, "met": self.met},
        }


def look_ahead(campaign: Campaign, tolerance: float = 0.0) -> Outlook:
    """Return the outlook of a campaign as it stands."""
    from cheapbandits.campaign.stopping import expected_cost_of_going_on, parse_rule

    assessment, status = campaign.assess(tolerance=tolerance), campaign.status()
    rule = parse_rule(campaign.spec.stop)
    ahead = expected_cost_of_going_on(campaign.policy(), spent=status.spent)
    return Outlook(
        assessment=assessment,
        place=campaign.graph.name(assessment.node),
        spent=status.spent,
        ahead=ahead if status.left is None else min(ahead, max(status.left, 0.0)),
        rule=str(rule),
        met=rule.met(assessment, status.spent, status.told),
    )


def stop_met(campaign: Campaign) -> bool:
    """Return whether the campaign's stopping rule is met; quick where the rule allows it."""
    from cheapbandits.campaign.stopping import parse_rule

    rule = parse_rule(campaign.spec.stop)
    status = campaign.status()
    assessment = campaign.assess() if rule.needs_assessment and status.told else None
    if rule.needs_assessment and assessment is None:
        return False
    return rule.met(assessment, status.spent, status.told)
