"""Fresh joint draws of the field, with the scale's own uncertainty and the tails it has shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, stdtr

from cheapbandits.belief.learned.cautious import stated_models
from cheapbandits.belief.learned.uneven import unevenness
from cheapbandits.belief.learned.unexplained import own_means, unexplained

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["ShownTail", "fields"]

#: Width of the kernel put on each innovation; freedom and parts of the Student beside them.
WIDTH, FREEDOM, STUDENT_PARTS = 0.35, 6.0, 1.0


def fields(
    belief: LearnedBelief, n: int, rng: np.random.Generator, *, whole: bool = False
) -> NDArray[np.float64]:
    """Return ``(n, N)`` fields: draw the model, its scale, then the joint posterior.

    ``sigma^2 | m ~ IG(a, b)`` with ``a = 2 + (t - 1)/2`` and
    ``b = 2 var y + ss / 2``. At nodes in no probe so far the standardised
    residual ``r`` becomes ``F^-1(Phi(r))``, ``F`` the tail of :class:`ShownTail`; where the top was
    seen to be uneven, residuals are larger there (:mod:`.uneven`).

    Parameters
    ----------
    whole
        Whether what a model cannot explain (:func:`.unexplained`) is a part of the field and no
        noise: places that were read by themselves have what was read there, others as much of it.
    """
    prior, evidence = belief.prior, belief.evidence
    models, weights = stated_models(belief)
    belief.average()
    counts = _counts(weights, n, rng)
    a, b = evidence.shape_and_rate(2.0, 2 * evidence.spread())
    tail = ShownTail(belief.left_out().innovations)
    unseen = np.ones(prior.catalogue.n_nodes, dtype=bool)
    for nodes, _ in belief.rows:
        unseen[nodes] = False
    uneven = unevenness(belief, belief.mean)
    usual = evidence.scales()[models]
    beside = unexplained(belief, models, usual) / usual if whole else np.zeros(len(models))
    parts = []
    for m, count, own in zip(models.tolist(), counts.tolist(), beside.tolist(), strict=True):
        if not count:
            continue
        residual = _residuals(belief, m, count, rng)
        if own:
            residual += np.sqrt(own) * rng.standard_normal(residual.shape)
        mean, variance = belief.of_model(m)
        deviation = np.sqrt(np.maximum(variance[unseen] + own, 1e-300))
        residual[:, unseen] = tail(residual[:, unseen] / deviation) * deviation
        scales = np.sqrt(b[m] / rng.gamma(a, size=count))
        parts.append(mean + residual * scales[:, None] * uneven)
    drawn = np.concatenate(parts)
    if whole:
        read = own_means(belief)
        drawn = np.where(np.isnan(read), drawn, read)
    return drawn


def _counts(weights: NDArray[np.float64], n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return how many of ``n`` draws each model gets, by one number in each ``n``-th of [0, 1].

    NumPy's multinomial gives others where two weights that are alike change by rounding, and what
    is stated would hang on the order of the readings.
    """
    at = (np.arange(n) + rng.random(n)) / n
    chosen = np.searchsorted(np.cumsum(weights[:-1]), at)
    return np.asarray(np.bincount(chosen, minlength=len(weights)))


def _residuals(
    belief: LearnedBelief, m: int, n: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return ``(n, N)`` draws of ``f`` minus its posterior mean under one model, for sigma 1."""
    prior = belief.prior
    g = float(prior.nugget[m])
    draws = prior.kernels[prior.kernel[m]].draw(n, rng)
    if g:
        draws = np.sqrt(1 - g) * draws + np.sqrt(g) * rng.standard_normal(draws.shape)
    if not belief.count:
        return np.asarray(draws)
    read = np.stack([draws[:, nodes] @ share for nodes, share in belief.rows], axis=1)
    read[:, _sorted(belief)] += np.sqrt(prior.noise[m]) * rng.standard_normal(read.shape)
    return belief.correct(np.full(n, m), draws, read)


def _sorted(belief: LearnedBelief) -> list[int]:
    """Return the readings by their groups: errors go to those, in whatever order they were told."""
    keys = [(nodes.tolist(), share.tolist()) for nodes, share in belief.rows]
    return sorted(range(len(keys)), key=keys.__getitem__)


class ShownTail:
    """Map Gaussian residuals to the mixture of kernels at the innovations and one Student."""

    def __init__(self, innovations: NDArray[np.float64]) -> None:
        reach = 12 + (np.abs(innovations).max() if len(innovations) else 0)
        self._x = np.linspace(-reach, reach, 1201)
        total = STUDENT_PARTS * stdtr(FREEDOM, self._x)
        for r in innovations.tolist():
            total = total + ndtr((self._x - r) / WIDTH)
        self._cdf = total / (STUDENT_PARTS + len(innovations))

    def __call__(self, residual: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ``F^-1(Phi(r))``."""
        return np.asarray(np.interp(ndtr(residual), self._cdf, self._x))
