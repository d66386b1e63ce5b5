"""Why this group: what the policy hopes for there, in numbers that a sentence can be made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.policies import UCB

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.answers import Ask
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.policies import Policy

__all__ = ["why"]


def why(campaign: Campaign, ask: Ask) -> dict[str, Any]:
    """Return what one place alone would cost, and what the policy believed of the group.

    ``rule`` is ``"first"`` before any reading, ``"highest"`` where of all groups as wide this one's
    bound is the highest (checked, with what was open before it), ``"was highest"`` where readings
    came since it was chosen and another's is now, ``"learn"`` for those who choose otherwise.
    ``about`` and ``perhaps`` are mean and bound: for optimists the policy's own bound, for others
    two deviations up.
    """
    policy = campaign.policy()
    said: dict[str, Any] = {"alone": _alone(policy, ask), "about": None, "perhaps": None}
    if not policy.readings[0]:
        return {**said, "rule": "first"}
    shares = np.full(ask.width, 1 / ask.width) if ask.weights is None else np.array(ask.weights)
    nodes = list(ask.nodes)
    family = policy.family
    own = next((p for p in policy.pending if p.number == ask.number), None)
    before = [p for p in policy.pending if p.number < ask.number]
    if own is not None:
        policy.forget(own)
    belief = policy.belief.imagine() if before else policy.belief
    for probe in before:
        belief.expect((probe.nodes, probe.weights))
    probes = family.at(ask.width) if ask.width <= family.max_width else None
    index = None if probes is None else _index(probes, ask)
    if probes is None or index is None:
        view = belief.view(family.at(1))
        return {
            **said,
            "rule": "learn",
            "about": policy.model.outward(float(shares @ view.mean[nodes])),
        }
    view = belief.view(probes)
    mean, deviation = float(view.mean[index]), float(view.deviation.upper[index])
    weight = policy.beta if isinstance(policy, UCB) else 2.0
    said["about"] = policy.model.outward(mean)
    said["perhaps"] = policy.model.outward(mean + weight * deviation)
    if isinstance(policy, UCB):
        bounds: NDArray[np.float64] = view.mean + weight * view.deviation.upper
        allowed = policy.menu.allowed(ask.width)
        top = float((bounds if allowed is None else bounds[allowed]).max())
        if bounds[index] >= top - 1e-9 * max(1.0, abs(top)):
            return {**said, "rule": "highest"}
        return {**said, "rule": "was highest"}
    return {**said, "rule": "learn"}


def _alone(policy: Policy, ask: Ask) -> float | None:
    """Return what its middle place alone would cost."""
    costs = policy.menu.costs_there(1)
    return float(costs[ask.center]) if ask.center < len(costs) else None


def _index(probes: Any, ask: Ask) -> int | None:
    """Return which of a set's probes is the ask's; usually the one of its centre's number."""
    wanted = sorted(ask.nodes)
    if ask.center < len(probes) and sorted(probes.group(ask.center)[0]) == wanted:
        return ask.center
    return None
