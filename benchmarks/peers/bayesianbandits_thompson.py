"""bayesianbandits: one Gaussian linear model shared by all arms, Thompson sampling.

One draw a round: its UpperConfidenceBound takes a quantile of a thousand draws, which is slower.
"""

from __future__ import annotations

import numpy as np
from bayesianbandits import (
    Arm,
    FunctionArmFeaturizer,
    LipschitzContextualAgent,
    NormalRegressor,
    ThompsonSampling,
)

from benchmarks.peers.task import Task


class BayesianBandits:
    """The arms' features come from a featurizer; the context says nothing."""

    same_choices = False

    def __init__(self, task: Task, widths: list[int]) -> None:
        self.features = {width: task.features(width) for width in set(widths)}
        self.width = widths[0]
        self.context = np.ones((1, 1))
        self.agent = LipschitzContextualAgent(
            [Arm(index, learner=None) for index in range(task.n_arms)],
            policy=ThompsonSampling(),
            arm_featurizer=FunctionArmFeaturizer(self._featurize),
            learner=NormalRegressor(alpha=1.0, beta=1.0),
            random_seed=0,
        )

    def _featurize(self, context: np.ndarray, tokens: list[int]) -> np.ndarray:  # noqa: ARG002
        features = self.features[self.width]
        rows = features if len(tokens) == len(features) else features[tokens]
        return rows.T[None]

    def ask(self, width: int) -> int:
        self.width = width
        return self.agent.pull(self.context)[0]

    def tell(self, width: int, index: int, reading: float) -> None:
        self.width = width
        self.agent.select_for_update(index).update(self.context, np.array([reading]))
