"""Coba's LinUCBLearner: Sherman-Morrison, quadratic forms of all actions in every round."""

from __future__ import annotations

from coba.learners import LinUCBLearner

from benchmarks.peers.task import Task


class CobaLinUCB:
    """The action's features only (``features=['a']``), so the model is ours."""

    same_choices = True

    def __init__(self, task: Task, widths: list[int]) -> None:
        self.learner = LinUCBLearner(alpha=task.beta, features=["a"])
        self.actions = {width: task.features(width).tolist() for width in set(widths)}

    def ask(self, width: int) -> int:
        action, _ = self.learner.predict(None, self.actions[width])
        return next(i for i, other in enumerate(self.actions[width]) if other is action)

    def tell(self, width: int, index: int, reading: float) -> None:
        self.learner.learn(None, self.actions[width][index], reading, 1.0)
