"""One round of PacedKG: the probe that earns and teaches most at the price of money."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.policies.learning import entropy
from cheapbandits.policies.learning.frontier import new_area
from cheapbandits.policies.learning.improvement import expected_improvement, improvement_bound
from cheapbandits.policies.learning.pace import MARGIN, envelope_slope

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import Average, LearnedBelief

    Array = NDArray[np.float64]
    Measure = Callable[[Array, Array, Array], Array]

__all__ = ["Round", "choose", "explore", "price"]

#: Fields drawn for the price and the likely maximum.
SAMPLES = 16
#: The share of what is lost by naming a place now that a round of exploring is taken to save in
#: every round to come.
SAVED = 0.05
#: The best probe of a width is looked for among the LIKELY with most of mean + HOPE deviations.
LIKELY, HOPE = 64, 2.5


@dataclass(frozen=True, eq=False)
class Round:
    """What may be chosen now.

    Attributes
    ----------
    costs, allowed
        ``(m,)`` what each probe costs, and which can be paid and is not masked.
    rounds
        How many rounds are left, this one among them.
    affordable
        What a round may cost on average.
    look
        The width of the groups that look where nobody has.
    ceiling
        The highest value that can be.
    """

    costs: NDArray[np.float64]
    allowed: NDArray[np.bool_]
    rounds: float
    affordable: float
    look: int
    ceiling: float = math.inf


def price(belief: LearnedBelief, now: Round) -> float:
    """Return what a unit of cost is worth: the slope of the best value that it buys."""
    catalogue, fields = belief.prior.catalogue, belief.draws(SAMPLES)
    average, likely = belief.average(), []
    hopes = average.mean + HOPE * np.sqrt(np.maximum(average.variance, 0))
    for width in catalogue.widths:
        start = catalogue.starts[width]
        free = start + np.flatnonzero(now.allowed[catalogue.at(width)])
        if not free.size:
            continue
        if free.size > LIKELY:  # the best of a draw is among those with some hope
            free = free[np.argpartition(-hopes[free], LIKELY)[:LIKELY]]
        likely.append(free)
    every = np.asarray(catalogue.matrix[np.concatenate(likely)] @ fields.T)
    ends, points = np.cumsum([len(free) for free in likely]), []
    for free, values in zip(likely, np.split(every, ends[:-1]), strict=True):
        best = np.argmax(values, axis=0)
        tops = values[best, np.arange(SAMPLES)]
        points.append((float(now.costs[free[best]].mean()), float(tops.mean())))
    costs, tops = np.array(points).T
    return MARGIN * envelope_slope(costs, tops, now.affordable)


def choose(belief: LearnedBelief, average: Average, now: Round, unit_price: float) -> int:
    """Return the index of the probe with the largest score.

    ``u = mean - price cost``; a look at ``s`` moves its own mean by about
    ``var_s / sqrt(var_s + noise)`` and its centre's by ``|cov(centre, s)| / sqrt(var_s + noise)``.
    Score: ``u_s + (rounds left - 1) x`` the larger expected improvement over ``max u``, as far as
    this field has shown that such improvements come (:meth:`LeftOut.headroom`). Where little is
    lost by looking elsewhere, :func:`explore` comes first.
    """
    centers = belief.prior.catalogue.centers
    u = average.mean - unit_price * now.costs
    top = u[now.allowed].max()
    look = explore(belief, average, now, u)
    if look is not None:
        return look
    spread = np.sqrt(np.maximum(average.variance, 0) + average.noise)
    own, cross = average.variance / spread, np.abs(average.cross) / spread
    short = np.maximum(top - u, 0.0)
    # A centre that may not be chosen itself is no use to know.
    cross = np.where(now.allowed[centers], cross, 0.0)
    found = belief.left_out()
    shown, headroom = found.innovations, found.headroom()
    # Nothing can be better than the highest value there is.
    most = np.maximum(now.ceiling - unit_price * now.costs - top, 0.0)

    def score(measure: Measure, at: NDArray[np.int64]) -> NDArray[np.float64]:
        gain = np.maximum(
            measure(short[at], own[at], shown), measure(short[centers[at]], cross[at], shown)
        )
        return np.asarray(u[at] + (now.rounds - 1) * np.minimum(headroom * gain, most[at]))

    free = np.flatnonzero(now.allowed)
    hopes = score(improvement_bound, free)
    least = score(expected_improvement, free[[np.argmax(hopes)]])[0]
    rounding = 1e-9 * (abs(least) + np.abs(hopes).max())
    likely = free[hopes >= least - rounding]  # the best is among them
    return int(likely[np.argmax(score(expected_improvement, likely))])


def explore(
    belief: LearnedBelief, average: Average, now: Round, u: NDArray[np.float64]
) -> int | None:
    """Return a probe to look elsewhere with, where that pays.

    Looking elsewhere costs, now, how far that probe is behind the best one, and what it finds is
    had in all rounds to come: a record in an area where nobody has looked, or ``SAVED`` of what is
    lost by the place that is best so far, by the probe that tells most about the maximum for its
    cost.

    Parameters
    ----------
    u
        ``(m,)`` mean less price of every probe.
    """
    top, after = float(u[now.allowed].max()), now.rounds - 1
    area = new_area(belief, average, now.allowed, u, now.ceiling, width=now.look)
    if area is not None and after * area.gain > top - u[area.index]:
        return area.index
    n, centers = belief.n_nodes, belief.prior.catalogue.centers
    nodes = now.allowed[:n] if now.allowed[:n].any() else np.ones(n, dtype=bool)
    tops, lost = entropy.standing(belief, average, nodes, SAMPLES)
    told = entropy.Information(average, centers, tops)
    index = told.best(now.costs, now.allowed)
    return index if SAVED * after * lost > top - u[index] else None
