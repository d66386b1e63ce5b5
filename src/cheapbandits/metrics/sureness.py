"""Is what is stated true? Coverage, reliability, Brier score, regret against its statement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.metrics.means import MeanInterval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Bin", "brier_score", "coverage", "regret_ratio", "reliability", "share_interval"]

#: Edges of the usual bins of stated probabilities.
EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True)
class Bin:
    """Statements of about one probability.

    Attributes
    ----------
    low, high
        The bin; it holds its lower edge, and the last one also its upper edge.
    count
        Statements in it.
    stated
        Their mean.
    true
        The share that came true, with its 95 % binomial interval.
    """

    low: float
    high: float
    count: int
    stated: float
    true: MeanInterval


def coverage(low: ArrayLike, high: ArrayLike, truth: ArrayLike) -> float:
    """Return the share of intervals that hold the truth, ends included.

    Examples
    --------
    >>> coverage([0, 0, 0, 0], [1, 1, 1, 1], [0.5, 1.0, 2.0, -0.1])
    0.5
    """
    value = np.asarray(truth, float)
    return float(np.mean((np.asarray(low, float) <= value) & (value <= np.asarray(high, float))))


def reliability(
    stated: ArrayLike, happened: ArrayLike, edges: ArrayLike = EDGES
) -> tuple[Bin, ...]:
    """Return the bins of stated probabilities that hold any, with what came true.

    Parameters
    ----------
    stated
        ``(n,)`` probabilities.
    happened
        ``(n,)`` whether each came true.
    edges
        Increasing, from 0 to 1.

    Examples
    --------
    >>> for found in reliability([0.1, 0.7, 0.7, 0.9], [False, True, False, True]):
    ...     print(found.count, found.stated, found.true.mean)
    1 0.1 0.0
    2 0.7 0.5
    1 0.9 1.0
    """
    p, came = _statements(stated, happened)
    ends = np.asarray(edges, float)
    place = np.clip(np.searchsorted(ends, p, side="right") - 1, 0, len(ends) - 2)
    bins = []
    for k in np.unique(place):
        inside = place == k
        count = int(inside.sum())
        bins.append(
            Bin(
                float(ends[k]),
                float(ends[k + 1]),
                count,
                float(p[inside].mean()),
                share_interval(int(came[inside].sum()), count),
            )
        )
    return tuple(bins)


def share_interval(successes: int, count: int, level: float = 0.95) -> MeanInterval:
    """Return a share with its Clopper-Pearson interval, which holds at any count.

    Examples
    --------
    >>> share = share_interval(0, 10)
    >>> share.mean, share.low, round(share.high, 4)
    (0.0, 0.0, 0.3085)
    """
    from scipy.stats import beta

    if not 0 <= successes <= count or count == 0:
        raise ParameterError(f"a share needs 0 to {count} of at least one, got {successes}")
    tail = (1 - level) / 2
    low = beta.ppf(tail, successes, count - successes + 1) if successes else 0.0
    high = beta.ppf(1 - tail, successes + 1, count - successes) if successes < count else 1.0
    return MeanInterval(successes / count, float(low), float(high))


def brier_score(stated: ArrayLike, happened: ArrayLike) -> float:
    """Return the mean of ``(stated - happened)^2``; a coin stated as 1/2 has 0.25.

    Examples
    --------
    >>> brier_score([1.0, 0.5], [True, False])
    0.125
    """
    p, came = _statements(stated, happened)
    return float(np.mean((p - came) ** 2))


def regret_ratio(true: ArrayLike, stated: ArrayLike) -> float:
    """Return mean regret of stopping over mean stated expected regret; 1 is honest.

    Examples
    --------
    >>> regret_ratio(true=[0.0, 0.75], stated=[0.25, 0.25])
    1.5
    """
    above, below = float(np.mean(np.asarray(true, float))), float(np.mean(np.asarray(stated)))
    if below == 0:
        return float("nan") if above == 0 else float("inf")
    return above / below


def _statements(
    stated: ArrayLike, happened: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    p, came = np.asarray(stated, float), np.asarray(happened, float)
    if p.shape != came.shape or p.size == 0:
        raise ParameterError(
            f"one outcome a statement, at least one; got {p.shape} and {came.shape}"
        )
    if not ((p >= 0) & (p <= 1)).all():
        raise ParameterError("stated probabilities must be from 0 to 1")
    return p, came
