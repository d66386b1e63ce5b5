"""A belief that learns its own mean, scale, noise, nugget and smoothness: a Bayesian average.

Each model is exact Gaussian regression; :mod:`~cheapbandits.belief.learned.evidence` weighs them.
What is believed is a pure function of the readings told, in any order. Columns over all nodes are
computed only for the models that count (weight at least ``LEAST`` of the best): which those are is
again a function of the readings alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from cheapbandits.belief.learned.columns import Columns
from cheapbandits.belief.learned.evidence import Evidence, check_count, sized
from cheapbandits.belief.learned.groups import Place, apart, as_group, place_of
from cheapbandits.belief.learned.innovations import LeftOut, left_out
from cheapbandits.belief.learned.posterior import Posteriors
from cheapbandits.belief.learned.prior import DRAWS, Prior
from cheapbandits.belief.learned.view import LearnedView
from cheapbandits.belief.model import Model
from cheapbandits.copies import independent
from cheapbandits.engines import Explanation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Row
    from cheapbandits.probes import ProbeSet

__all__ = ["Average", "LearnedBelief"]

#: Models below this share of the best one's weight are left out of averages.
LEAST = 1e-2
#: No more than this many, the heaviest, while readings are few and most still count.
MOST = 12
#: Models that no longer count are let go once they are this many; taken up again they are replayed.
STALE = 6
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
        self._places: list[Place] = []
        self._columns = Columns(prior)
        self._posteriors = Posteriors(prior, self._columns)
        self._seen: list[NDArray[np.float64]] = []
        self._errors: list[NDArray[np.float64]] = []
        self._times: dict[tuple[int, ...], int] = {}
        self._average: Average | None = None
        self._left_out: LeftOut | None = None
        self._drawn: dict[int, NDArray[np.float64]] = {}

    def __copy__(self) -> Self:
        return independent(self, *self.unchanging())

    def unchanging(self) -> tuple[object, ...]:
        """Return what copies of this belief may share."""
        return (self.prior,)

    # -- readings ----------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self.prior.catalogue.n_nodes

    @property
    def is_whole(self) -> bool:
        """Whether this belief is about all nodes of the graph."""
        return True

    @property
    def count(self) -> int:
        """How many readings were told, awaited ones among them."""
        return self.evidence.count

    @property
    def places(self) -> set[Place]:
        """The different places that were read: groups by their centres."""
        return apart(self._places)

    def condition(self, row: Row, reading: float) -> None:
        """Learn that the average over a row's nodes read so."""
        self.tell(row[0], reading, row[1])

    def condition_many(self, rows: Sequence[Row], readings: Sequence[float]) -> None:
        """Learn many readings."""
        check_count(self.count + len(rows))
        for row, reading in zip(rows, readings, strict=True):
            self.condition(row, reading)

    def expect(self, row: Row) -> None:
        """Allow for a reading that is awaited: means stay, its uncertainty goes."""
        self.tell(row[0], None, row[1])

    def imagine(self) -> LearnedBelief:
        """Return an independent copy, for readings that are not there yet."""
        twin = LearnedBelief(self.prior)
        twin.evidence = self.evidence.copy()
        twin.rows, twin._columns = list(self.rows), self._columns.copy()
        twin._places = list(self._places)
        twin._seen, twin._errors = list(self._seen), list(self._errors)
        twin._times = dict(self._times)
        twin._posteriors = self._posteriors.copy(twin._columns)
        return twin

    def tell(
        self, nodes: Sequence[int], reading: float | None, weights: Sequence[float] | None = None
    ) -> None:
        """Learn that the average over ``nodes`` read so; ``None``: a reading that is awaited."""
        check_count(self.count + 1)
        reading = sized(reading)
        at, share = as_group(nodes, weights)
        before = self._columns.rows()
        columns = self._columns.append(at, share)
        unit = np.zeros(self.n_nodes)
        unit[at] = share
        grams, variances = (before @ columns.T).T, columns[:, at] @ share
        self.evidence.append(grams, variances, before @ unit, float(unit[at] @ share), reading)
        self.rows.append((at, share))
        self._places.append(place_of(self.prior.catalogue, at))
        seen = self.prior.pool[:, :, at] @ share
        self._seen.append(np.concatenate([seen, (self.prior.white[:, at] @ share)[None]]))
        # Errors belong to the group and its how-manieth reading, not to the order of the readings.
        key = tuple(at.tolist())
        self._times[key] = self._times.get(key, 0) + 1
        rng = np.random.default_rng([self._times[key], *key])
        self._errors.append(rng.standard_normal(DRAWS))
        self._average = self._left_out = None
        self._drawn.clear()

    # -- what is believed --------------------------------------------------------------------------

    def weights(self) -> NDArray[np.float64]:
        """Return ``(M,)`` weights of the models, all of them, summing to 1."""
        weights = np.exp(self.evidence.log_weights())
        return np.asarray(weights / weights.sum())

    def active(self, *, stated: bool = False) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the models that count and their weights, summing to 1.

        Of more than ``MOST`` some are equal to rounding (of one reading all are). For what is
        ``stated`` of the readings the first of these are taken: rounding hangs on their order.
        """
        weights = self.weights()
        models = np.flatnonzero(weights >= LEAST * weights.max())
        if len(models) > MOST:
            ranked = weights[models].round(9) if stated else weights[models]
            models = np.sort(models[np.argsort(-ranked, kind="stable")[:MOST]])
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
        models, w = self.active()
        self._catch_up(models.tolist())
        kept, catalogue = self._posteriors, self.prior.catalogue
        at = [kept.models.index(m) for m in models.tolist()]
        scales = self.evidence.scales()[models]
        levels = self.evidence.means(relative=True)[models]
        means = kept.by_z[:, at] + levels * (1 - kept.by_o[:, at])  # (N, k)
        reference = means[:, int(np.argmax(w))].copy()
        means -= reference[:, None]
        first = means @ w
        means *= np.sqrt(w)
        seen = catalogue.matrix @ np.column_stack([means, first, reference + first])
        between, off = seen[:, :-2], seen[:, -2]
        share = np.zeros(len(kept.models))  # 0 for those that are kept without counting
        share[at] = w * scales
        cross = kept.cross @ share - catalogue.by_center(off) + catalogue.with_center(between)
        apart = np.einsum("mk,mk->m", between, between) - off * off
        return Average(
            seen[:, -1] + self.evidence.reference,
            np.maximum(kept.variance @ share, 0) + np.maximum(apart, 0),
            cross,
            float((w * scales) @ self.prior.noise[models]),
        )

    def view(self, probes: ProbeSet) -> LearnedView:
        """Return means and variances of a set of probes of the catalogue."""
        return LearnedView.of(self, probes)

    def of_model(self, m: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ``(N,)`` mean and variance (for sigma 1) of every node under one model."""
        self._catch_up([m], also=True)
        kept, n = self._posteriors, self.n_nodes
        i = kept.models.index(m)
        level = self.evidence.means(relative=True)[m]
        mean = kept.by_z[:, i] + level * (1 - kept.by_o[:, i]) + self.evidence.reference
        return mean, np.maximum(kept.variance[:n, i], 0)

    def variance_of_model(self, m: int) -> NDArray[np.float64]:
        """Return ``(m,)`` posterior variance (for sigma 1) of every probe under one model."""
        self._catch_up([m], also=True)
        kept = self._posteriors
        return np.maximum(kept.variance[:, kept.models.index(m)], 0)

    def covariance_of_model(
        self, m: int, nodes: NDArray[np.int64], share: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return ``(N,)`` posterior covariance (for sigma 1) of every node with one group.

        That of the group with what is left of each node, and of the unknown mean:
        ``(1 - C'o) / o'o`` more than :meth:`correct` leaves of the group's prior column.
        """
        self._catch_up([m], also=True)
        prior, kept = self.prior, self._posteriors
        g = prior.nugget[m]
        column = (1 - g) * prior.kernels[prior.kernel[m]].column(nodes, share)
        column[nodes] += g * share
        read = self._columns.rows() @ column
        left = self.correct(np.array([m]), column[None], read[None])[0]
        o = self.evidence.o[m]
        return np.asarray(left + (1 - kept.by_o[:, kept.models.index(m)]) / (o @ o))

    def left_out(self) -> LeftOut:
        """Return each place beside what all others foretold of it."""
        if self._left_out is None:
            self._left_out = left_out(self.evidence, self._places)
        return self._left_out

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
        k, g, at = self.prior.kernel[chosen], self.prior.nugget[chosen], np.arange(n) % DRAWS
        drawn = _mixed(self.prior.pool[k, at], self.prior.white[at], g)
        each, which = np.unique(chosen, return_inverse=True)
        means = np.stack([self.of_model(m)[0] for m in each.tolist()])[which]
        if self.count:
            seen, errors = np.stack(self._seen, axis=2), np.stack(self._errors, axis=1)
            read = _mixed(seen[k, at], seen[-1, at], g)
            read += np.sqrt(self.prior.noise[chosen])[:, None] * errors[at]
            drawn = self.correct(chosen, drawn, read)
        return np.asarray(means + np.sqrt(self.evidence.scales()[chosen])[:, None] * drawn)

    def posterior_samples(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` fresh joint draws of the field: scale and tails drawn too."""
        from cheapbandits.belief.learned.samples import fields

        return fields(self, n_samples, rng)

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the same less the mean."""
        return self.posterior_samples(n_samples, rng) - self.mean

    def correct(
        self, models: NDArray[np.int64], fields: NDArray[np.float64], read: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return ``x - mu^_x - C'(z_x - mu^_x o)``: what a model would not have learned of it.

        Parameters
        ----------
        models
            ``(n,)`` the model of each draw.
        fields
            ``(n, N)`` draws ``x`` of the models' priors.
        read
            ``(n, t)`` what the probes so far would have read of each.
        """
        weights, levels = np.empty_like(read), np.empty((len(read), 1))
        for m in np.unique(models).tolist():
            at = models == m
            inverse, o = self.evidence.inverse(m), self.evidence.o[m]
            z = read[at] @ inverse.T
            levels[at, 0] = z @ o / (o @ o)
            weights[at] = (z - levels[at] * o) @ inverse
        return np.asarray(fields - levels - self._columns.combined(models, weights))

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

    def _catch_up(self, models: list[int], *, also: bool = False) -> None:
        """Bring these models up to the last reading, beside the others where so asked."""
        kept = self._posteriors
        # Where this is interrupted, half of it is no use: all are taken up anew next time.
        self._posteriors = Posteriors(self.prior, self._columns)
        stale = [m for m in kept.models if m not in models]
        if len(stale) >= STALE and not also:
            kept.keep(models)
        for _ in range(kept.count, self.count):
            kept.advance(self.evidence)
        new = [m for m in models if m not in kept.models]
        if new:
            kept.add(new, self.evidence)
        self._posteriors = kept


def _mixed(
    smooth: NDArray[np.float64], white: NDArray[np.float64], nugget: NDArray[np.float64]
) -> NDArray[np.float64]:
    share = nugget[:, None]
    return np.asarray(np.sqrt(1 - share) * smooth + np.sqrt(share) * white)
