"""How sure the answer is, what going on would cost, and whether to stop by the user's own rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.campaign.stopping.assessment import Assessment, assess
from cheapbandits.campaign.stopping.going_on import expected_cost_of_going_on
from cheapbandits.campaign.stopping.rules import StoppingRule
from cheapbandits.campaign.stopping.surprise import Surprise

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["Outlook", "assess_standing", "look_ahead"]


@dataclass(frozen=True)
class Outlook:
    """What stopping now gives and what going on costs.

    Attributes
    ----------
    assessment, place
        How good the answer is that would be given now, and the name of its node.
    spent, ahead
        Cost so far, and the expected cost of the measurements planned.
    rule, met
        The user's stopping rule, and whether it is met.
    """

    assessment: Assessment
    place: str
    spent: float
    ahead: float
    rule: str
    met: bool


def assess_standing(standing: Standing, policy: Policy, tolerance: float = 0.0) -> Assessment:
    """Return the assessment of a policy that has learned what stands, all innovations counted."""
    rows = [((probe.nodes, probe.weights), value) for probe, value in standing.told]
    rows += [((seen.nodes, seen.weights), seen.reading) for seen in standing.observed]
    values = [policy.units.inward(value) for _, value in rows]
    surprise = Surprise.of_readings(policy.belief.mean, [row for row, _ in rows], values)
    return assess(policy, tolerance=tolerance, surprise=surprise)


def look_ahead(
    standing: Standing, policy: Policy, graph: Graph, rule: StoppingRule, tolerance: float = 0.0
) -> Outlook:
    """Return the outlook of a campaign, everything as of the same event."""
    assessment = assess_standing(standing, policy, tolerance)
    return Outlook(
        assessment=assessment,
        place=graph.name(assessment.node),
        spent=standing.spent,
        ahead=expected_cost_of_going_on(policy, spent=standing.spent),
        rule=str(rule),
        met=rule.met(assessment, standing.spent, standing.n_told),
    )
