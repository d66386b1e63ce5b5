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
from cheapbandits.belief.learned.posterior import Posterior
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
LEAST = 1e-3
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
        self._posteriors: dict[int, Posterior] = {}
        self._seen: list[NDArray[np.float64]] = []
        self._errors: list[NDArray[np.float64]] = []
        self._average: Average | None = None

    # -- readings ----------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self.prior.catalogue.n_nodes

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
        models, _ = self.active()
        kept = [m for m in models.tolist() if m in self._posteriors]
        twin._posteriors = {m: self._posteriors[m].copy() for m in kept}
        return twin

    def tell(
        self, nodes: Sequence[int], reading: float | None, weights: Sequence[float] | None = None
    ) -> None:
        """Learn that the average over ``nodes`` read so; ``None``: a reading that is awaited."""
        at = np.asarray(nodes, dtype=np.int64)
        share = np.full(len(at), 1 / len(at)) if weights is None else np.asarray(weights, float)
        columns = np.stack([kernel.column(at, share) for kernel in self.prior.kernels])
        unit = np.zeros(self.n_nodes)
        np.add.at(unit, at, share)
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
        rng = np.random.default_rng([7, len(self._errors)])
        self._errors.append(rng.standard_normal(DRAWS))
        self._average = None

    # -- what is believed --------------------------------------------------------------------------

    def weights(self) -> NDArray[np.float64]:
        """Return ``(M,)`` weights of the models, all of them, summing to 1."""
        weights = np.exp(self.evidence.log_weights())
        return np.asarray(weights / weights.sum())

    def active(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the models that count and their weights, summing to 1."""
        weights = self.weights()
        models = np.flatnonzero(weights >= LEAST * weights.max())
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
        """Sum over models; between them by moments about the first model's mean."""
        models, weights = self.active()
        self._catch_up(models)
        scales, levels = self.evidence.scales(), self.evidence.means(relative=True)
        flat = 1 / self.evidence.precision_of_mean() if self.count else np.zeros(len(scales))
        center, m0 = self.prior.catalogue.centers, int(models[0])
        start = self._posteriors[m0]
        reference = start.by_z + levels[m0] * (1 - start.by_o)
        first, within, square = (np.zeros(len(center)) for _ in range(3))
        cross, product = np.zeros(len(center)), np.zeros(len(center))
        for m, w in zip(models.tolist(), weights.tolist(), strict=True):
            part, share = self._posteriors[m], w * scales[m]
            tail = 1 - part.by_o  # what the unknown mean adds
            off = part.by_z + levels[m] * tail - reference
            scaled = share * flat[m] * tail
            within += share * part.variance + scaled * tail
            cross += share * part.cross + scaled * tail[center]
            first += w * off
            square += w * off * off
            product += w * off * off[center]
        return Average(
            reference + first + self.evidence.reference,
            np.maximum(within, 0) + np.maximum(square - first * first, 0),
            cross + product - first * first[center],
            float((weights * scales[models]) @ self.prior.noise[models]),
        )

    def view(self, probes: ProbeSet) -> LearnedView:
        """Return means and variances of a set of probes of the catalogue."""
        return LearnedView.of(self, probes)

    def of_model(self, m: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ``(N,)`` mean and variance (for sigma 1) of every node under one model."""
        self._catch_up(np.array([m]))
        part, n = self._posteriors[m], self.n_nodes
        tail = 1 - part.by_o[:n]
        level = self.evidence.means(relative=True)[m]
        flat = tail**2 / self.evidence.precision_of_mean()[m] if self.count else 0.0
        mean = part.by_z[:n] + level * tail + self.evidence.reference
        return mean, np.maximum(part.variance[:n] + flat, 0)

    def innovations(self) -> NDArray[np.float64]:
        """Return how far each place came out from what all others foretold, standardised."""
        return innovations(self.evidence, [int(nodes[0]) for nodes, _ in self.rows])

    # -- draws -------------------------------------------------------------------------------------

    def draws(self, n: int) -> NDArray[np.float64]:
        """Return ``(n, N)`` fields drawn from the posterior, the same for the same readings.

        Each corrects a fixed draw of a model's prior; models in proportion to their weights. At
        most ``DRAWS`` are independent.
        """
        models, weights = self.active()
        chosen = models[np.searchsorted(np.cumsum(weights), (np.arange(n) + 0.5) / n)]
        scales, result = self.evidence.scales(), np.empty((n, self.n_nodes))
        seen = np.stack(self._seen, axis=2) if self.count else None
        for m in np.unique(chosen).tolist():
            which = np.flatnonzero(chosen == m)
            k, g, at = self.prior.kernel[m], self.prior.nugget[m], which % DRAWS
            drawn = _mixed(self.prior.pool[k, at], self.prior.white[at], g)
            if seen is not None:
                read = _mixed(seen[k, at], seen[-1, at], g)
                errors = np.stack(self._errors, axis=1)[at]
                drawn = self.correct(m, drawn, read + np.sqrt(self.prior.noise[m]) * errors)
            result[which] = self.of_model(m)[0] + np.sqrt(scales[m]) * drawn
        return result

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
        self._catch_up(np.array([m]))
        z, o = read @ self.evidence.inverse(m).T, self.evidence.o[m]
        level = (z @ o / (o @ o))[:, None]
        return fields - level - (z - level * o) @ self._posteriors[m].columns[: self.count]

    # -- for people --------------------------------------------------------------------------------

    def explain(self) -> Explanation:
        """Say which models count."""
        models, weights = self.active()
        best = sorted(zip(weights.tolist(), models.tolist(), strict=True), reverse=True)[:3]
        facts: dict[str, object] = {
            "models": f"{len(models)} of {self.prior.n_models} count",
            "variances": "exact for each model, to rounding",
        }
        facts |= {f"model {i + 1}": f"{w:.0%} {self.prior.name(m)}" for i, (w, m) in enumerate(best)}
        reason = f"{self.n_nodes:,} nodes are few enough for every model's covariance as an array"
        return Explanation("dense", reason, facts)

    # -- inside ------------------------------------------------------------------------------------

    def _catch_up(self, models: NDArray[np.int64]) -> None:
        """Bring the columns of these models up to the last reading."""
        late: dict[int, list[int]] = {}
        for m in models.tolist():
            if m not in self._posteriors:
                self._posteriors[m] = Posterior(self.prior, m)
            for t in range(self._posteriors[m].count, self.count):
                late.setdefault(t, []).append(m)
        for t in sorted(late):
            self._advance(t, late[t])

    def _advance(self, t: int, models: list[int]) -> None:
        """Take reading ``t`` into the columns of these models."""
        prior, rows = self.prior, self.evidence.row(t)
        nodes, share = self.rows[t]
        fresh = np.empty((len(models), self.n_nodes))
        for i, m in enumerate(models):
            root, g = rows[m], prior.nugget[m]
            np.multiply(self._raw[t][prior.kernel[m]], 1 - g, out=fresh[i])
            if g:
                np.add.at(fresh[i], nodes, g * share)
            if t:
                fresh[i] -= root[:t] @ self._posteriors[m].columns[:t]
            fresh[i] /= root[t]
        seen = np.ascontiguousarray((prior.catalogue.matrix @ fresh.T).T)
        z, o = self.evidence.z[:, t], self.evidence.o[:, t]
        for i, m in enumerate(models):
            at_center = fresh[i][prior.catalogue.centers]
            self._posteriors[m].take(fresh[i], seen[i], at_center, z[m], o[m])


def _mixed(
    smooth: NDArray[np.float64], white: NDArray[np.float64], nugget: float
) -> NDArray[np.float64]:
    return smooth if nugget == 0 else np.sqrt(1 - nugget) * smooth + np.sqrt(nugget) * white
