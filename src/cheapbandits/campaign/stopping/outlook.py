"""How sure the answer is, what going on would cost, and whether to stop by the user's own rule."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.campaign.looked import looked_at, unseen
from cheapbandits.campaign.stopping.going_on import expected_cost_of_going_on, money_left
from cheapbandits.campaign.stopping.rules import StoppingRule

if TYPE_CHECKING:
    from cheapbandits.belief.learned import Verdict
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["Outlook", "look_ahead"]


@dataclass(frozen=True)
class Outlook:
    """What stopping now gives and what going on costs.

    Attributes
    ----------
    assessment, place
        How good the answer is that would be given now, and the name of its node; ``None`` before
        the first reading.
    agreement
        Whether the readings agree with the graph, in words; empty where that is not learned.
    follows
        Whether they have shown that they do.
    spent, ahead
        Cost so far, and the expected cost of the measurements planned: what is left of the budget
        where none are; ``None`` without either.
    rule, met
        The user's stopping rule, and whether it is met.
    unseen, masked, n_nodes
        Nodes that are in no reading so far, alone or in a group, those that are masked and so not
        in the answer, and how many there are.
    """

    assessment: Verdict | None
    place: str | None
    agreement: str
    follows: bool
    spent: float
    ahead: float | None
    rule: str
    met: bool
    unseen: int
    masked: int
    n_nodes: int


def look_ahead(
    standing: Standing,
    policy: Policy,
    graph: Graph,
    rule: StoppingRule,
    tolerance: float | None = None,
) -> Outlook:
    """Return the outlook of a campaign, everything as of the same event."""
    read = bool(policy.readings[0])
    assessment = policy.assess(tolerance=tolerance) if read else None
    agreement = policy.calibrate() if read else None
    return Outlook(
        assessment=assessment,
        place=None if assessment is None else graph.name(assessment.node),
        agreement="" if agreement is None else agreement.words,
        follows=agreement is not None and agreement.verdict == "follows",
        spent=standing.spent,
        ahead=_ahead(policy, standing.spent),
        rule=str(rule),
        unseen=unseen(looked_at(standing), standing.masked, graph.n_nodes),
        masked=len(standing.masked),
        n_nodes=graph.n_nodes,
        met=(read or not rule.needs_assessment)
        and rule.met(assessment, standing.spent, standing.n_told),
    )


def _ahead(policy: Policy, spent: float) -> float | None:
    if policy.horizon is not None:
        return expected_cost_of_going_on(policy, spent=spent)
    left = money_left(policy)
    return max(left, 0.0) if math.isfinite(left) else None
