"""contextualbandits: ``LinearRegression.predict_ucb``, the model its LinUCB keeps for each arm.

Its LinUCB itself has a model of its own for every arm, which share nothing; one such model over all
arms' features is ours.
"""

from __future__ import annotations

from contextualbandits.linreg import LinearRegression

from benchmarks.peers.task import Task


class ContextualBanditsRegression:
    """Sherman-Morrison (``method="sm"``) in double precision."""

    same_choices = True

    def __init__(self, task: Task, widths: list[int]) -> None:
        self.model = LinearRegression(
            lambda_=1.0, fit_intercept=False, method="sm", use_float=False
        )
        self.features = {width: task.features(width) for width in set(widths)}
        self.beta = task.beta

    def ask(self, width: int) -> int:
        return int(self.model.predict_ucb(self.features[width], self.beta).argmax())

    def tell(self, width: int, index: int, reading: float) -> None:
        self.model.partial_fit(self.features[width][[index]], [reading])
