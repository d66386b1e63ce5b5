"""A belief that learns its own mean, scale, noise, nugget and smoothness: a Bayesian average.

Each model is exact Gaussian regression; :mod:`~cheapbandits.belief.learned.evidence` weighs them.
What is believed is a pure function of the readings told, in any order. Columns over all nodes are
computed only for the models that count (weight at least ``LEAST`` of the best): which those are is
again a function of the readings alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.evidence import Evidence
from cheapbandits.belief.learned.innovations import innovations
from cheapbandits.belief.learned.posterior import Posteriors
from cheapbandits.belief.learned.prior import DRAWS, Prior
from cheapbandits.belief.learned.view import LearnedView
from cheapbandits.belief.model import Model
from cheapbandits.engines import Explanation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Row
    from cheapbandits.probes import ProbeSet

__all__ = ["Average", "LearnedBelief"]

#: Models below this share of the best one's weight are left out of averages.
LEAST = 1e-2
#: No more than this many, the heaviest, while readings are few and most still count.
MOST = 24
#: Below this share of LEAST their columns are let go, and made anew should they ever count again.
FORGET = 0.1
#: The belief is in the readings' own units.
PLAIN = Model()


@dataclass(frozen=True, eq=False)
class Average:
    """What the models together believe of every probe in the catalogue.

    Attributes
    ----------
    mean, variance
        ``(m,)`` of ``s'f``; the variance is within models plus between them.
    cross
        ``(m,)`` covariance of ``s'f`` with the value of the probe's centre.
    noise
        Variance of a reading's noise.
    """

    mean: NDArray[np.float64]
    variance: NDArray[np.float64]
    cross: NDArray[np.float64]
    noise: float


class LearnedBelief:
    """The posterior of a :class:`Prior` after some readings. Belongs to one thread at a time."""

    model = PLAIN

    def __init__(self, prior: Prior, *, noise: float | None = None) -> None:
        self.prior = prior
        self.evidence = Evidence(prior.kernel, prior.nugget, prior.noise, prior.log_prior, noise)
        self.rows: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
        self._raw: list[NDArray[np.float64]] = []
        self._posteriors = Posteriors(prior)
        self._seen: list[NDArray[np.float64]] = []
        self._errors: list[NDArray[np.float64]] = []
        self._times: dict[tuple[int, ...], int] = {}
        self._average: Average | None = None
        self._drawn: dict[int, NDArray[np.float64]] = {}

    # -- readings ----------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self.prior.catalogue.n_nodes

    @property
    def n_everywhere(self) -> int:
        """How many nodes the graph has, where this belief is about a part of it."""
        return self.n_nodes

    @property
    def count(self) -> int:
        """How many readings were told, awaited ones among them."""
        return self.evidence.count

    def condition(self, row: Row, reading: float) -> None:
        """Learn that the average over a row's nodes read so."""
        self.tell(row[0], reading, row[1])

    def condition_many(self, rows: Sequence[Row], readings: Sequence[float]) -> None:
        """Learn many readings."""
        for row, reading in zip(rows, readings, strict=True):
            self.condition(row, reading)

    def expect(self, row: Row) -> None:
        """Allow for a reading that is awaited: means stay, its uncertainty goes."""
        self.tell(row[0], None, row[1])

    def imagine(self) -> LearnedBelief:
        """Return an independent copy, for readings that are not there yet."""
        twin = LearnedBelief(self.prior)
        twin.evidence = self.evidence.copy()
        twin.rows, twin._raw = list(self.rows), list(self._raw)
        twin._seen, twin._errors = list(self._seen), list(self._errors)
        twin._times = dict(self._times)
        twin._posteriors = self._posteriors.copy()
        return twin

    def tell(
        self, nodes: Sequence[int], reading: float | None, weights: Sequence[float] | None = None
    ) -> None:
        """Learn that the average over ``nodes`` read so; ``None``: a reading that is awaited."""
        at = np.asarray(nodes, dtype=np.int64)
        share = np.full(len(at), 1 / len(at)) if weights is None else np.asarray(weights, float)
        columns = np.stack([kernel.column(at, share) for kernel in self.prior.kernels])
        unit = np.zeros(self.n_nodes)
        unit[at] = share
        grams, overlaps = np.zeros((len(columns), self.count)), np.zeros(self.count)
        for i, (others, shares) in enumerate(self.rows):
            grams[:, i] = columns[:, others] @ shares
            overlaps[i] = unit[others] @ shares
        variances = columns[:, at] @ share
        self.evidence.append(grams, variances, overlaps, float(unit[at] @ share), reading)
        self.rows.append((at, share))
        self._raw.append(columns)
        seen = self.prior.pool[:, :, at] @ share
        self._seen.append(np.concatenate([seen, (self.prior.white[:, at] @ share)[None]]))
        # Errors belong to the group and its how-manieth reading, not to the order of the readings.
        key = tuple(at.tolist())
        self._times[key] = self._times.get(key, 0) + 1
        rng = np.random.default_rng([self._times[key], *key])
        self._errors.append(rng.standard_normal(DRAWS))
        self._average = None
        self._drawn.clear()

    # -- what is believed --------------------------------------------------------------------------

    def weights(self) -> NDArray[np.float64]:
        """Return ``(M,)`` weights of the models, all of them, summing to 1."""
        weights = np.exp(self.evidence.log_weights())
        return np.asarray(weights / weights.sum())

    def active(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the models that count and their weights, summing to 1."""
        weights = self.weights()
        models = np.flatnonzero(weights >= LEAST * weights.max())
        if len(models) > MOST:
            models = np.sort(models[np.argsort(-weights[models], kind="stable")[:MOST]])
        return models, weights[models] / weights[models].sum()

    @property
    def mean(self) -> NDArray[np.float64]:
        """``(N,)`` posterior mean of every node."""
        return self.average().mean[: self.n_nodes]

    def average(self) -> Average:
        """Return mean, variance and covariance with the centre of every probe."""
        if self._average is None:
            self._average = self._averaged()
        return self._average

    def _averaged(self) -> Average:
        """Sum over models; between them by moments about the best model's mean."""
        every = self.weights()
        models, some = self.active()
        self._catch_up(models.tolist(), every)
        kept, catalogue = self._posteriors, self.prior.catalogue
        w = np.zeros(self.prior.n_models)
        w[models] = some
        w = w[kept.models]  # 0 for those that are kept without counting
        scales = self.evidence.scales()[kept.models]
        levels = self.evidence.means(relative=True)[kept.models]
        share, mean_share = w * scales, np.zeros(len(w))
        if self.count:
            mean_share = share / self.evidence.precision_of_mean()[kept.models]
        tail = 1 - kept.by_o  # what the unknown mean adds
        means = kept.by_z + levels[:, None] * tail
        reference = means[int(np.argmax(w))].copy()
        means -= reference
        first = w @ means
        cross = share @ kept.cross - catalogue.times_center(first)
        tail *= np.sqrt(mean_share)[:, None]
        cross += catalogue.times_center(tail, total=True)
        within = share @ kept.variance + np.einsum("km,km->m", tail, tail)
        means *= np.sqrt(w)[:, None]
        cross += catalogue.times_center(means, total=True)
        square = np.einsum("km,km->m", means, means)
        return Average(
            reference + first + self.evidence.reference,
            np.maximum(within, 0) + np.maximum(square - first * first, 0),
            cross,
            float(share @ self.prior.noise[kept.models]),
        )

    def view(self, probes: ProbeSet) -> LearnedView:
        """Return means and variances of a set of probes of the catalogue."""
        return LearnedView.of(self, probes)

    def of_model(self, m: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ``(N,)`` mean and variance (for sigma 1) of every node under one model."""
        self._catch_up([m])
        kept, n = self._posteriors, self.n_nodes
        i = kept.models.index(m)
        tail = 1 - kept.by_o[i, :n]
        level = self.evidence.means(relative=True)[m]
        flat = tail**2 / self.evidence.precision_of_mean()[m] if self.count else 0.0
        mean = kept.by_z[i, :n] + level * tail + self.evidence.reference
        return mean, np.maximum(kept.variance[i, :n] + flat, 0)

    def innovations(self) -> NDArray[np.float64]:
        """Return how far each place came out from what all others foretold, standardised."""
        return innovations(self.evidence, [int(nodes[0]) for nodes, _ in self.rows])

    # -- draws -------------------------------------------------------------------------------------

    def draws(self, n: int) -> NDArray[np.float64]:
        """Return ``(n, N)`` fields drawn from the posterior, the same for the same readings.

        Each corrects a fixed draw of a model's prior; models in proportion to their weights. At
        most ``DRAWS`` are independent. Not to be written to: they are kept until the next reading.
        """
        if n not in self._drawn:
            self._drawn[n] = self._draw(n)
        return self._drawn[n]

    def _draw(self, n: int) -> NDArray[np.float64]:
        models, weights = self.active()
        chosen = models[np.searchsorted(np.cumsum(weights), (np.arange(n) + 0.5) / n)]
        scales, result = self.evidence.scales(), np.empty((n, self.n_nodes))
        seen = np.stack(self._seen, axis=2) if self.count else None
        errors = np.stack(self._errors, axis=1) if self.count else None
        for m in np.unique(chosen).tolist():
            which = np.flatnonzero(chosen == m)
            k, g, at = self.prior.kernel[m], self.prior.nugget[m], which % DRAWS
            drawn = _mixed(self.prior.pool[k, at], self.prior.white[at], g)
            if seen is not None and errors is not None:
                read = _mixed(seen[k, at], seen[-1, at], g)
                read = read + np.sqrt(self.prior.noise[m]) * errors[at]
                drawn = self.correct(m, drawn, read)
            result[which] = self.of_model(m)[0] + np.sqrt(scales[m]) * drawn
        return result

    def posterior_samples(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` fresh joint draws of the field: scale and tails drawn too."""
        from cheapbandits.belief.learned.samples import fields

        return fields(self, n_samples, rng)

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the same less the mean."""
        return self.posterior_samples(n_samples, rng) - self.mean

    def correct(
        self, m: int, fields: NDArray[np.float64], read: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return ``x - mu^_x - C'(z_x - mu^_x o)``: what model ``m`` would not have learned.

        Parameters
        ----------
        fields
            ``(n, N)`` draws ``x`` of the prior.
        read
            ``(n, t)`` what the probes so far would have read of each.
        """
        self._catch_up([m])
        z, o = read @ self.evidence.inverse(m).T, self.evidence.o[m]
        level = (z @ o / (o @ o))[:, None]
        return np.asarray(fields - level - (z - level * o) @ self._posteriors.columns(m))

    # -- for people --------------------------------------------------------------------------------

    def explain(self) -> Explanation:
        """Say which models count."""
        models, weights = self.active()
        best = sorted(zip(weights.tolist(), models.tolist(), strict=True), reverse=True)[:3]
        facts: dict[str, object] = {
            "models": f"{len(models)} of {self.prior.n_models} count",
            "variances": "exact for each model, to rounding",
        }
        facts |= {
            f"model {i + 1}": f"{w:.0%} {self.prior.name(m)}" for i, (w, m) in enumerate(best)
        }
        reason = f"{self.n_nodes:,} nodes are few enough for every model's covariance as an array"
        return Explanation("dense", reason, facts)

    # -- inside ------------------------------------------------------------------------------------

    def _catch_up(self, models: list[int], weights: NDArray[np.float64] | None = None) -> None:
        """Bring these models' columns up to the last reading; let go of those without weight."""
        kept = self._posteriors
        if weights is not None:
            least = FORGET * LEAST * weights.max()
            kept.keep([m for m in kept.models if weights[m] >= least or m in models])
        for t in range(kept.count, self.count):
            kept.advance(t, self.evidence, self._raw[t], self.rows[t])
        kept.count = self.count
        new = [m for m in models if m not in kept.models]
        if new:
            first = kept.add(new)
            for t in range(self.count):
                kept.advance(t, self.evidence, self._raw[t], self.rows[t], first)


def _mixed(
    smooth: NDArray[np.float64], white: NDArray[np.float64], nugget: float
) -> NDArray[np.float64]:
    return smooth if nugget == 0 else np.sqrt(1 - nugget) * smooth + np.sqrt(nugget) * white
