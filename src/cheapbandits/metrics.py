"""Numbers about runs: mean curves with intervals, paired differences, the cost to find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.history import History

__all__ = [
    "Curve",
    "MeanInterval",
    "cost_to_find",
    "mean_curve",
    "mean_interval",
    "paired_difference",
]


@dataclass(frozen=True)
class MeanInterval:
    """A mean with the ends of its confidence interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} [{self.low:.4g}, {self.high:.4g}]"


@dataclass(frozen=True)
class Curve:
    """A mean curve ``(T,)`` with the ends of its pointwise confidence intervals."""

    mean: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @property
    def final(self) -> MeanInterval:
        """The interval at the last round."""
        return MeanInterval(float(self.mean[-1]), float(self.low[-1]), float(self.high[-1]))


def mean_curve(curves: ArrayLike, level: float = 0.95) -> Curve:
    """Return the mean of ``(runs, T)`` curves with Student's intervals, round by round.

    With a single run there is no spread to judge by, and the interval is the whole line.
    """
    from scipy.stats import t as student

    array = np.atleast_2d(np.asarray(curves, dtype=float))
    runs = array.shape[0]
    if runs == 0:
        raise ParameterError("a mean needs at least one run")
    mean = array.mean(axis=0)
    if runs == 1:
        wide = np.full_like(mean, np.inf)
        return Curve(mean, -wide, wide)
    spread = array.std(axis=0, ddof=1) / np.sqrt(runs)
    half = float(student.ppf(0.5 + level / 2, runs - 1)) * spread
    return Curve(mean, mean - half, mean + half)


def mean_interval(values: ArrayLike, level: float = 0.95) -> MeanInterval:
    """Return the mean of ``(runs,)`` values with Student's interval."""
    return mean_curve(np.asarray(values, dtype=float)[:, None], level).final


def paired_difference(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> Curve:
    """Return the mean of ``first - second``, ``(runs, T)`` each, paired run by run.

    Runs that share graph, field and noise differ less than their curves vary, so this interval is
    the one to judge an ordering by.
    """
    a, b = np.atleast_2d(np.asarray(first, float)), np.atleast_2d(np.asarray(second, float))
    if a.shape != b.shape:
        raise ParameterError(f"paired runs must have one shape, got {a.shape} and {b.shape}")
    return mean_curve(a - b, level)


def cost_to_find(history: History, within: float) -> float:
    """Return the cost spent until all later probes are within this regret of the best; else inf."""
    far = np.flatnonzero([row.regret > within for row in history])
    start = int(far[-1]) + 1 if far.size else 0
    return float(history.cost[start]) if start < len(history) else float("inf")
