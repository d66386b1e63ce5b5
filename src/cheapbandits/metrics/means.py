"""Means over runs with intervals, paired differences and ratios."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Curve",
    "MeanInterval",
    "mean_curve",
    "mean_interval",
    "mean_ratio",
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
    from scipy.special import stdtrit  # scipy.stats, which has it too, takes half a second

    array = np.atleast_2d(np.asarray(curves, dtype=float))
    runs = array.shape[0]
    if runs == 0:
        raise ParameterError("a mean needs at least one run")
    mean = array.mean(axis=0)
    if runs == 1:
        wide = np.full_like(mean, np.inf)
        return Curve(mean, -wide, wide)
    spread = array.std(axis=0, ddof=1) / np.sqrt(runs)
    half = float(stdtrit(runs - 1, 0.5 + level / 2)) * spread
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


def mean_ratio(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> MeanInterval:
    """Return the ratio of the means of ``(runs,)`` values paired by run, with an interval.

    With ``q`` the ratio of the means, the residuals ``first - q second`` have mean 0, and their
    standard error divided by the mean of ``second`` is that of ``q`` (the usual first-order
    interval of a ratio). Not a number where the mean of ``second`` is 0.
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    if a.shape != b.shape:
        raise ParameterError(f"paired runs must have one shape, got {a.shape} and {b.shape}")
    below = float(b.mean())
    if below == 0:
        return MeanInterval(np.nan, np.nan, np.nan)
    q = float(a.mean()) / below
    residual = mean_interval(a - q * b, level)
    half = (residual.high - residual.mean) / abs(below)
    return MeanInterval(q, q - half, q + half)
