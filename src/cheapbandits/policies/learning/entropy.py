"""One round of Finder: the probe that tells most about the field's maximum for its cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import log_ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import Average, LearnedBelief

__all__ = ["choose", "information", "likely_tops", "maxima"]

#: Fields drawn for the maximum, and quantiles of their maxima that are looked at.
SAMPLES, QUANTILES = 32, 7


def maxima(
    belief: LearnedBelief, average: Average, nodes: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return ``(QUANTILES,)`` likely values of the maximum, at least the best mean."""
    tops = belief.draws(SAMPLES)[:, nodes].max(axis=1)
    return likely_tops(tops, float(average.mean[: len(nodes)][nodes].max()))


def likely_tops(tops: NDArray[np.float64], best: float) -> NDArray[np.float64]:
    """Return quantiles of sampled maxima, at least the best mean."""
    levels = (np.arange(QUANTILES) + 0.5) / QUANTILES
    return np.asarray(np.maximum(np.quantile(tops, levels), best))


def information(
    average: Average, centers: NDArray[np.int64], tops: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return ``(m,)`` what each probe tells about the maximum through its centre, in nats.

    ``-1/2 mean_q log(1 - r^2 k_q)`` with ``r^2`` the squared correlation of reading and centre,
    ``k = h (gamma + h)``, ``h = phi(gamma) / Phi(gamma)``, ``gamma = (y*_q - mu) / sd``: knowing
    that the centre is below ``y*_q`` takes the share ``k_q`` off its variance.
    """
    n = int(centers.max()) + 1
    mean, deviation = average.mean[:n], np.sqrt(np.maximum(average.variance[:n], 1e-300))
    gamma = np.clip((tops[:, None] - mean) / deviation, 0.0, 38.0)
    ratio = np.exp(-0.5 * gamma**2 - 0.5 * np.log(2 * np.pi) - log_ndtr(gamma))
    shrink = (ratio * (gamma + ratio))[:, centers]
    total = (average.variance + average.noise) * deviation[centers] ** 2
    r2 = np.clip(average.cross**2 / np.maximum(total, 1e-300), 0.0, 1.0)
    return np.asarray(-0.5 * np.log1p(-np.clip(r2 * shrink, 0.0, 1 - 1e-12)).mean(axis=0))


def choose(
    belief: LearnedBelief,
    average: Average,
    costs: NDArray[np.float64],
    allowed: NDArray[np.bool_],
    nodes: NDArray[np.bool_],
) -> int:
    """Return the allowed probe with most information per cost; ties: lowest index.

    Parameters
    ----------
    costs, allowed
        ``(m,)`` prices, and which probes may be chosen.
    nodes
        ``(N,)`` which nodes may be the answer.
    """
    centers = belief.prior.catalogue.centers
    told = information(average, centers, maxima(belief, average, nodes))
    told = np.where(nodes[centers], told, 0.0)
    score = told / np.maximum(costs, 1e-12)
    return int(np.argmax(np.where(allowed, score, -np.inf)))
