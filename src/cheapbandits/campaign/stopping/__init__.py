"""When to stop: how sure the answer is, what going on would cost, and rules to decide by."""

from cheapbandits.campaign.stopping.going_on import expected_cost_of_going_on
from cheapbandits.campaign.stopping.outlook import Outlook, look_ahead
from cheapbandits.campaign.stopping.rules import (
    CostAtLeast,
    Never,
    ProbabilityAtLeast,
    RegretAtMost,
    RoundsAtLeast,
    StoppingRule,
    parse_rule,
)

__all__ = [
    "CostAtLeast",
    "Never",
    "Outlook",
    "ProbabilityAtLeast",
    "RegretAtMost",
    "RoundsAtLeast",
    "StoppingRule",
    "expected_cost_of_going_on",
    "look_ahead",
    "parse_rule",
]
