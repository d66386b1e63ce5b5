"""MABWiser's LinUCB: a model of its own, two ``(d, d)`` matrices, for every arm."""

from __future__ import annotations

import numpy as np
from mabwiser.mab import MAB, LearningPolicy

from benchmarks.peers.task import Task


class MABWiserLinUCB:
    """Arms are nodes; the context is the features of the node measured last."""

    same_choices = False

    def __init__(self, task: Task, widths: list[int]) -> None:  # noqa: ARG002
        self.features = task.features(1)
        self.context = self.features[:1]
        self.bandit = MAB(list(range(task.n_arms)), LearningPolicy.LinUCB(alpha=task.beta))
        # Its models come to be with the first reading.
        self.bandit.fit(np.array([0]), np.array([0.0]), self.context)

    @staticmethod
    def bytes_needed(task: Task) -> int:
        """``A`` and ``A^-1`` of every arm."""
        return task.n_arms * 2 * 8 * task.node_features.shape[1] ** 2

    def ask(self, width: int) -> int:  # noqa: ARG002
        return int(self.bandit.predict(self.context))

    def tell(self, width: int, index: int, reading: float) -> None:  # noqa: ARG002
        self.bandit.partial_fit(np.array([index]), np.array([reading]), self.context)
        self.context = self.features[[index]]
