"""The highest score when variances are known only within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from cheapbandits.belief.ties import first_maximum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]
    Values = NDArray[np.float64]

__all__ = ["Bounded", "highest"]


class Bounded(Protocol):
    """Variances within bounds that can be tightened; see :class:`Variances`."""

    lower: Values
    upper: Values

    @property
    def work(self) -> float:
        """Work so far, in products with the Laplacian."""

    def sharpen(self, candidates: Indices, wanted: Values, room: float = np.inf) -> Indices:
        """Tighten the bounds of some candidates, best first; return which.

        Nothing is done, and nobody returned, where it would take more work than there is room for.
        """


def highest(
    mean: Values,
    absorbed: Values,
    variances: Bounded,
    weight: float,
    allowed: NDArray[np.bool_] | None = None,
    *,
    tolerance: float = 1e-4,
    budget: float = np.inf,
) -> tuple[int, float]:
    """Return the probe with the highest ``mean + weight sqrt(variance - absorbed)``.

    Parameters
    ----------
    mean, absorbed
        ``(m,)`` posterior means, and what readings have taken from the prior variances.
    variances
        Bounds on the prior variances.
    weight
        Of the deviation.
    allowed
        ``(m,)`` which probes may be chosen; all when left out.
    tolerance
        The search ends when no probe can be better than the chosen one by more than this, relative
        to the highest score possible.
    budget
        The search ends as well when it has done this much work, in products with the Laplacian.

    Returns
    -------
    index, gap
        The probe, and how much better, relative to the highest score possible, another might be.
    """
    spent = variances.work
    low = _scores(mean, absorbed, variances.lower, weight, allowed)
    index, floor = _first(low)
    high = _scores(mean, absorbed, variances.upper, weight, allowed)
    # Bounds only tighten, so nobody outside can come back: the rest runs on the candidates.
    chosen = np.flatnonzero(high > floor)
    chosen = np.union1d(chosen, [index])
    mean, absorbed, low, high = mean[chosen], absorbed[chosen], low[chosen], high[chosen]
    while True:
        place, floor = _first(low)
        top = float(high.max())
        gap = max(top - floor, 0.0) / max(1e-300, abs(top))
        if gap <= tolerance or variances.work - spent >= budget:
            break
        order = np.flatnonzero(high > floor)
        order = order[np.argsort(-high[order], kind="stable")]
        wanted = absorbed[order] + (np.maximum(floor - mean[order], 0) / weight) ** 2
        room = budget - (variances.work - spent)
        changed = variances.sharpen(chosen[order], wanted, room)
        if not len(changed):
            break
        at = np.searchsorted(chosen, changed)
        for scores, bounds in ((low, variances.lower), (high, variances.upper)):
            scores[at] = _scores(mean[at], absorbed[at], bounds[changed], weight, None)
    return int(chosen[place]), gap


def _scores(
    mean: Values,
    absorbed: Values,
    variance: Values,
    weight: float,
    allowed: NDArray[np.bool_] | None,
) -> Values:
    scores = variance - absorbed
    np.maximum(scores, 0, out=scores)
    np.sqrt(scores, out=scores)
    scores *= weight
    scores += mean
    if allowed is not None:
        scores[~allowed] = -np.inf
    return scores


def _first(scores: Values) -> tuple[int, float]:
    """Return the first of the highest scores, up to ties, and the score."""
    index = first_maximum(scores)
    return index, float(scores[index])
