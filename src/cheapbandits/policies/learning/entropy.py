"""One round of Finder: the probe that tells most about the field's maximum for its cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from cheapbandits.policies.learning.frontier import new_area

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import Average, LearnedBelief

__all__ = ["Information", "choose", "standing"]

#: Fields drawn for the maximum, and quantiles of their maxima that are looked at.
SAMPLES, QUANTILES = 32, 7
#: The share of what the best place loses that the most informative look is taken to save.
SAVED = 0.2


def standing(
    belief: LearnedBelief, average: Average, nodes: NDArray[np.bool_], n_samples: int = SAMPLES
) -> tuple[NDArray[np.float64], float]:
    """Return likely values of the maximum, ``(QUANTILES,)``, and what the best node loses to it.

    Both over draws of the field, as far as this field has shown that it goes higher; the first at
    least the best mean.
    """
    best = int(np.argmax(np.where(nodes, average.mean[: len(nodes)], -np.inf)))
    drawn, mean = belief.draws(n_samples), float(average.mean[best])
    tops, headroom = drawn[:, nodes].max(axis=1), belief.left_out().headroom()
    levels = (np.arange(QUANTILES) + 0.5) / QUANTILES
    likely = mean + headroom * np.maximum(np.quantile(tops, levels) - mean, 0.0)
    return np.asarray(likely), headroom * float(np.mean(tops - drawn[:, best]))


class Information:
    """What each probe tells about the maximum through its centre, in nats.

    ``-1/2 mean_q log(1 - r^2 k_q)`` with ``r^2`` the squared correlation of reading and centre,
    ``k = h (gamma + h)``, ``h = phi(gamma) / Phi(gamma)``, ``gamma = (y*_q - mu) / sd``: knowing
    that the centre is below ``y*_q`` takes the share ``k_q`` off its variance.

    Parameters
    ----------
    average
        What is believed.
    centers
        ``(m,)`` the centre of each probe.
    tops
        ``(QUANTILES,)`` likely maxima.
    """

    def __init__(
        self, average: Average, centers: NDArray[np.int64], tops: NDArray[np.float64]
    ) -> None:
        n = int(centers.max()) + 1
        variance = np.maximum(average.variance[:n], 1e-300)
        gamma = np.clip((tops[:, None] - average.mean[:n]) / np.sqrt(variance), 0.0, 38.0)
        ratio = np.exp(-0.5 * gamma**2) / (np.sqrt(2 * np.pi) * ndtr(gamma))  # gamma is not below 0
        self._shrink, self._centers = ratio * (gamma + ratio), centers
        total = (average.variance + average.noise) * variance[centers]
        self._r2 = np.clip(average.cross**2 / np.maximum(total, 1e-300), 0.0, 1.0)

    def of(self, probes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return what these probes tell."""
        share = self._r2[probes] * self._shrink[:, self._centers[probes]]
        return np.asarray(_nats(share).mean(axis=0))

    def best(self, costs: NDArray[np.float64], allowed: NDArray[np.bool_]) -> int:
        """Return the allowed probe that tells most for its cost; ties: lowest index.

        ``-log(1 - x)`` is convex: the mean ``k`` bounds what a probe tells from below, the largest
        from above. Only probes that may be the best are looked at closely.
        """
        free, prices = np.flatnonzero(allowed), np.maximum(costs, 1e-12)
        centers, r2 = self._centers[free], self._r2[free]
        least = _nats(r2 * self._shrink.mean(axis=0)[centers]) / prices[free]
        most = _nats(r2 * self._shrink.max(axis=0)[centers]) / prices[free]
        likely = free[most >= least.max() * (1 - 1e-9)]
        return int(likely[np.argmax(self.of(likely) / prices[likely])])


def _nats(share: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(-0.5 * np.log1p(-np.clip(share, 0.0, 1 - 1e-12)))


def choose(
    belief: LearnedBelief,
    average: Average,
    costs: NDArray[np.float64],
    allowed: NDArray[np.bool_],
    nodes: NDArray[np.bool_],
    ceiling: float = math.inf,
    *,
    width: int,
) -> int:
    """Return the allowed probe with most information per cost; ties: lowest index.

    Or one where nobody has looked, if for its cost it is likely to find more than the other: that
    is taken to save ``SAVED`` of what the best place loses.

    Parameters
    ----------
    costs, allowed
        ``(m,)`` prices, and which probes may be chosen.
    nodes
        ``(N,)`` which nodes may be the answer.
    ceiling
        The highest value that can be.
    width
        Of the groups that look where nobody has.
    """
    centers = belief.prior.catalogue.centers
    tops, lost = standing(belief, average, nodes)
    useful = allowed & nodes[centers]
    index = Information(average, centers, tops).best(costs, useful if useful.any() else allowed)
    area = new_area(belief, average, allowed, average.mean, ceiling, width=width, places=True)
    if area is not None and area.gain * costs[index] > SAVED * lost * costs[area.index]:
        return area.index
    return index
