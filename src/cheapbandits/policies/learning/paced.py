"""One round of PacedKG: the probe that earns and teaches most at the price of money."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.policies.learning.improvement import expected_improvement
from cheapbandits.policies.learning.pace import MARGIN, envelope_slope

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import Average, LearnedBelief

__all__ = ["Round", "choose", "price"]

#: Fields drawn for the price.
SAMPLES = 16


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
    ceiling
        The highest value that can be.
    """

    costs: NDArray[np.float64]
    allowed: NDArray[np.bool_]
    rounds: float
    affordable: float
    ceiling: float = math.inf


def price(belief: LearnedBelief, now: Round) -> float:
    """Return what a unit of cost is worth: the slope of the best value that it buys."""
    catalogue = belief.prior.catalogue
    fields = belief.draws(SAMPLES)
    values = np.asarray(catalogue.matrix @ fields.T)
    points = []
    for width in catalogue.widths:
        at = catalogue.at(width)
        free = np.flatnonzero(now.allowed[at])
        if not free.size:
            continue
        best = free[np.argmax(values[at][free], axis=0)]
        tops = values[at][best, np.arange(SAMPLES)]
        points.append((float(now.costs[at][best].mean()), float(tops.mean())))
    costs, tops = np.array(points).T
    return MARGIN * envelope_slope(costs, tops, now.affordable)


def choose(belief: LearnedBelief, average: Average, now: Round, unit_price: float) -> int:
    """Return the index of the probe with the largest score.

    ``u = mean - price cost``; a look at ``s`` moves its own mean by about
    ``var_s / sqrt(var_s + noise)`` and its centre's by ``|cov(centre, s)| / sqrt(var_s + noise)``.
    Score: ``u_s + (rounds left - 1) x`` the larger expected improvement over ``max u``.
    """
    centers = belief.prior.catalogue.centers
    u = average.mean - unit_price * now.costs
    top = u[now.allowed].max()
    spread = np.sqrt(np.maximum(average.variance, 0) + average.noise)
    shown = belief.innovations()
    own = expected_improvement(top - u, average.variance / spread, shown)
    cross = expected_improvement(top - u[centers], np.abs(average.cross) / spread, shown)
    # A centre that may not be chosen itself is no use to know.
    cross = np.where(now.allowed[centers], cross, 0.0)
    gain = np.maximum(own, cross)
    if now.ceiling < math.inf:  # nothing can be better than the highest value there is
        gain = np.minimum(gain, np.maximum(now.ceiling - unit_price * now.costs - top, 0.0))
    score = u + (now.rounds - 1) * gain
    return int(np.argmax(np.where(now.allowed, score, -np.inf)))
