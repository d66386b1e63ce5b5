"""How sure, for any policy: what its readings teach a belief that learns, whoever chose them.

A paper's policy chooses by the paper's belief, which is far too sure about real fields; what people
are told about the field comes from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.belief.learned import (
    MOST_NODES,
    Calibration,
    Estimates,
    LearnedBelief,
    Prior,
    Verdict,
    assess,
    calibrate,
    estimates,
)
from cheapbandits.belief.learned.bounds import Bounds
from cheapbandits.belief.learned.evidence import MOST_READINGS
from cheapbandits.belief.learned.large import LargePrior
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.belief.learned.large_sure import assess_large, estimates_large
from cheapbandits.checks import finite, real
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.policies.by_prior import assess_by_prior, estimates_by_prior

if TYPE_CHECKING:
    from cheapbandits.policies.base import Policy

__all__ = ["Learner"]


class Learner:
    """What a policy's readings teach, kept in step with them; part of one policy.

    Parameters
    ----------
    policy
        Whose readings.
    """

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._belief: LearnedBelief | LargeBelief | None = None
        self._no_room = False

    @property
    def can_learn(self) -> bool:
        """Whether there is room for a belief that learns, on this graph, from so many readings."""
        if len(self._policy.readings[0]) > MOST_READINGS:
            return False
        try:
            self._fresh()
        except CapacityError:
            self._no_room = True
        return not self._no_room

    def _fresh(self) -> LearnedBelief | LargeBelief:
        """Return the belief, made where there is none, with the readings it knew before."""
        policy = self._policy
        if isinstance(policy.belief, LearnedBelief | LargeBelief):
            return policy.belief
        if self._belief is None and not self._no_room:
            if policy.graph.n_nodes <= MOST_NODES:
                self._belief = LearnedBelief(Prior.of(policy.graph, policy.family))
            else:
                self._belief = LargeBelief(LargePrior.of(policy.graph, policy.family))
        if self._belief is None:
            raise CapacityError("there is no room for a belief that learns on this graph")
        return self._belief

    def belief(self) -> LearnedBelief | LargeBelief:
        """Return the learned belief after all readings so far."""
        policy, belief = self._policy, self._fresh()
        if belief is not self._belief:  # the policy's own, which knows them
            return belief
        rows, readings = policy.readings
        known = belief.count
        try:
            belief.condition_many(rows[known:], readings[known:])
        except BaseException:
            self._belief = None  # it may know a part of a reading
            raise
        return belief

    def estimates(self, level: float, bounds: Bounds) -> Estimates:
        """Return estimate, low and high of every node."""
        self._check()
        level = real(level, "level")
        if not self.can_learn:
            return estimates_by_prior(self._policy, level)
        belief = self.belief()
        if isinstance(belief, LargeBelief):
            return estimates_large(belief, level, bounds=bounds)
        return estimates(belief, level, bounds=bounds)

    def assess(self, tolerance: float | None, level: float, bounds: Bounds) -> Verdict:
        """Return what stopping now would give."""
        self._check()
        if tolerance is not None:
            tolerance = finite(tolerance, "tolerance", least=0)
        level = real(level, "level")
        if not self.can_learn:
            return assess_by_prior(self._policy, tolerance=tolerance, level=level)
        free = self._policy.menu.allowed_nodes()
        belief = self.belief()
        if isinstance(belief, LargeBelief):
            return assess_large(belief, tolerance=tolerance, level=level, bounds=bounds, nodes=free)
        return assess(belief, tolerance=tolerance, level=level, bounds=bounds, nodes=free)

    def calibrate(self) -> Calibration | None:
        """Return whether the readings agree with the graph; ``None`` where that is not learned."""
        self._check()
        return calibrate(self._policy.graph, self.belief()) if self.can_learn else None

    def _check(self) -> None:
        if not self._policy.readings[0]:
            raise ParameterError("nothing was told yet: tell a reading first")
