"""The highest score of a set of probes, also where variances are known only within bounds.

A score here is ``s'm + weight sqrt(s'Cs)``. Where an engine gives bounds, the probe comes with a
*slack*: how much higher, at most, the score of any other might be, relative to the highest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.engines.threads import on_one_thread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief import View
    from cheapbandits.graphs import Graph

    Values = NDArray[np.float64]

__all__ = ["TOLERANCE", "first_maximum", "highest", "search_work"]

#: A search aims at a choice that no other probe can beat by more than the first, relatively, and
#: after some work is content with the second.
TOLERANCE, CERTAIN = 1e-4, 1e-3
#: That work, and the one after which it gives up and owns up to its slack: products with the
#: Laplacian, but on small graphs so many of its entries: a tenth of a second, a minute or two.
WORK, LIMIT = (25.0, 3e7), (2_500.0, 3e10)


def first_maximum(scores: Values, allowed: NDArray[np.bool_] | None = None) -> int:
    """Return the index of the largest score; ties within rounding go to the lowest index.

    Scores that differ by less than ``1e-9`` of their size are ties, so that the choice does not
    hang on the order in which some library adds numbers.
    """
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    top = float(scores[scores.argmax()])
    return int((scores >= top - 1e-9 * max(1.0, abs(top))).argmax())


def highest(
    view: View,
    weight: float,
    allowed: NDArray[np.bool_] | None = None,
    *,
    tolerance: float = TOLERANCE,
    work: tuple[float, float] = (np.inf, np.inf),
) -> tuple[int, float]:
    """Return the probe with the highest ``s'm + weight sqrt(s'Cs)``, and its slack.

    Parameters
    ----------
    view
        Means and variances of the probes.
    weight
        Of the deviation.
    allowed
        ``(m,)`` which probes may be chosen; all when left out.
    tolerance
        A search among bounds ends when no probe can be better than the chosen one by more than
        this, relative to the highest score possible.
    work
        In products with the Laplacian: after the first :data:`CERTAIN` will do, after the second it
        ends whatever the slack.
    """
    if view.exact or weight == 0:
        scores = view.mean
        if weight:
            scores = view.upper
            np.maximum(scores, 0.0, out=scores)
            np.sqrt(scores, out=scores)
            scores *= weight
            scores += view.mean
        return first_maximum(scores, allowed), 0.0
    return _search(view, weight, allowed, tolerance, work)


def search_work(graph: Graph) -> tuple[float, float]:
    """Return how much work a search may do in one round, as :func:`highest` takes it."""
    size = 2 * graph.n_edges + graph.n_nodes
    return max(WORK[0], WORK[1] / size), max(LIMIT[0], LIMIT[1] / size)


@on_one_thread
def _search(
    view: View,
    weight: float,
    allowed: NDArray[np.bool_] | None,
    tolerance: float,
    work: tuple[float, float],
) -> tuple[int, float]:
    """Sharpen the bounds of those who may win, until one surely does or the limit is reached."""
    spent = view.work
    low = _scores(view.mean, view.lower, weight, allowed)
    floor = float(low[first_maximum(low)])
    high = _scores(view.mean, view.upper, weight, allowed)
    # Bounds only tighten, so nobody outside can come back: the rest runs on the candidates.
    chosen = np.union1d(np.flatnonzero(high > floor), [first_maximum(low)])
    mean, low, high = view.mean[chosen], low[chosen], high[chosen]
    while True:
        place = first_maximum(low)
        floor, top = float(low[place]), float(high.max())
        slack = max(top - floor, 0.0) / max(1e-300, abs(top))
        done = view.work - spent
        if slack <= (tolerance if done < work[0] else CERTAIN) or done >= work[1]:
            break
        order = np.flatnonzero(high > floor)
        order = order[np.argsort(-high[order], kind="stable")]
        wanted = (np.maximum(floor - mean[order], 0) / weight) ** 2
        changed = view.sharpen(chosen[order], wanted)
        if not len(changed):
            break
        at = np.searchsorted(chosen, changed)
        lower, upper = view.bounds_of(changed)
        low[at] = _scores(mean[at], lower, weight, None)
        high[at] = _scores(mean[at], upper, weight, None)
    return int(chosen[place]), slack


def _scores(
    mean: Values, variance: Values, weight: float, allowed: NDArray[np.bool_] | None
) -> Values:
    scores = mean + weight * np.sqrt(np.maximum(variance, 0))
    if allowed is not None:
        scores[~allowed] = -np.inf
    return scores
