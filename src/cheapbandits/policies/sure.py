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
from cheapbandits.checks import finite, real
from cheapbandits.errors import ParameterError
from cheapbandits.policies.by_prior import assess_by_prior, estimates_by_prior

if TYPE_CHECKING:
    from cheapbandits.policies.base import Policy

__all__ = ["Learner"]

Bounds = tuple[float | None, float | None]


class Learner:
    """What a policy's readings teach, kept in step with them; part of one policy.

    Parameters
    ----------
    policy
        Whose readings.
    """

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._belief: LearnedBelief | None = None

    @property
    def can_learn(self) -> bool:
        """Whether the graph is small enough for the models' arrays."""
        return self._policy.graph.n_nodes <= MOST_NODES

    def belief(self) -> LearnedBelief:
        """Return the learned belief after all readings so far."""
        policy = self._policy
        if isinstance(policy.belief, LearnedBelief):
            return policy.belief
        if self._belief is None:
            self._belief = LearnedBelief(Prior.of(policy.graph, policy.family))
        rows, readings = policy.readings
        known = self._belief.count
        self._belief.condition_many(rows[known:], readings[known:])
        return self._belief

    def estimates(self, level: float, bounds: Bounds) -> Estimates:
        """Return estimate, low and high of every node."""
        self._check()
        level = real(level, "level")
        if not self.can_learn:
            return estimates_by_prior(self._policy, level)
        return estimates(self.belief(), level, bounds=bounds)

    def assess(self, tolerance: float | None, level: float, bounds: Bounds) -> Verdict:
        """Return what stopping now would give."""
        self._check()
        if tolerance is not None:
            tolerance = finite(tolerance, "tolerance", least=0)
        level = real(level, "level")
        if not self.can_learn:
            return assess_by_prior(self._policy, tolerance=tolerance, level=level)
        free = self._policy.menu.allowed_nodes()
        return assess(self.belief(), tolerance=tolerance, level=level, bounds=bounds, nodes=free)

    def calibrate(self) -> Calibration | None:
        """Return whether the readings agree with the graph; ``None`` where that is not learned."""
        self._check()
        return calibrate(self._policy.graph, self.belief()) if self.can_learn else None

    def _check(self) -> None:
        if not self._policy.readings[0]:
            raise ParameterError("nothing was told yet: tell a reading first")
