"""A belief that learns its own mean, scale, noise, nugget and smoothness: a Bayesian average.

The models are graph kernels x nugget shares x noise ratios, and nodes without any graph. Each is exact Gaussian regression;
:mod:`~cheapbandits.belief.learned.evidence` weighs them. What is believed is a pure function of the
readings told, in any order. Columns over all nodes are computed only for the models that count
(weight at least ``LEAST`` of the best): which those are is again a function of the readings alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.evidence import Evidence
from cheapbandits.belief.learned.kernels import Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NOISES", "NUGGETS", "Average", "LearnedBelief", "Prior"]

NUGGETS: tuple[float, ...] = (0.0, 0.3)
NOISES: tuple[float, ...] = (1e-3, 1e-2, 1e-1)
#: Models below this share of the best one's weight are left out of averages.
LEAST = 1e-3
#: Fixed draws of each kernel, for samples that cost little.
DRAWS = 32


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


class Prior:
    """The models and what they believe of the catalogue before any reading; shared, not changed.

    Parameters
    ----------
    kernels
        The covariances, of mean diagonal 1.
    catalogue
        The probes to choose from.
    nuggets, noises
        The shares ``g`` and ratios ``n`` of the grid.
    """

    def __init__(
        self,
        kernels: Sequence[Kernel],
        catalogue: Catalogue,
        *,
        nuggets: Sequence[float] = NUGGETS,
        noises: Sequence[float] = NOISES,
    ) -> None:
        self.kernels, self.catalogue = list(kernels), catalogue
        white = len(kernels)  # nodes that have nothing in common: no kernel, all nugget
        grid = [(k, g, n) for k in range(white) for g in nuggets for n in noises]
        grid += [(0, 1.0, n) for n in noises]
        self.kernel = np.array([k for k, _, _ in grid])
        self.nugget = np.array([g for _, g, _ in grid])
        self.noise = np.array([n for _, _, n in grid])
        self.white_models = self.nugget == 1.0
        self.log_prior = np.zeros(len(grid))
        self.variances = np.stack([catalogue.variances(kernel) for kernel in kernels])
        self.crosses = np.stack([catalogue.crosses(kernel) for kernel in kernels])
        matrix = catalogue.matrix
        rows = np.repeat(np.arange(len(catalogue)), np.diff(matrix.indptr))
        self.own = np.bincount(rows, matrix.data**2, minlength=len(catalogue))
        at_center = matrix.indices == catalogue.centers[rows]
        self.own_cross = np.bincount(rows, matrix.data * at_center, minlength=len(catalogue))

        rng = np.random.default_rng(5)
        self.pool = np.stack([kernel.draw(DRAWS, rng) for kernel in kernels])
        self.white = np.random.default_rng(3).standard_normal((DRAWS, catalogue.n_nodes))

    @property
    def n_models(self) -> int:
        """``M``."""
        return len(self.kernel)


class LearnedBelief:
    """The posterior of a :class:`Prior` after some readings."""

    def __init__(self, prior: Prior) -> None:
        self.prior = prior
        self.evidence = Evidence(prior.kernel, prior.nugget, prior.noise, prior.log_prior)
        self.rows: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
        self._raw: list[NDArray[np.float64]] = []
        self._posteriors: dict[int, _Posterior] = {}
        self._seen: list[NDArray[np.float64]] = []
        self._errors: list[NDArray[np.float64]] = []

    @property
    def count(self) -> int:
        """How many readings were told."""
        return self.evidence.count

    def copy(self) -> LearnedBelief:
        """Return an independent copy."""
        twin = LearnedBelief(self.prior)
        twin.evidence = self.evidence.copy()
        twin.rows, twin._raw = list(self.rows), list(self._raw)
        twin._seen, twin._errors = list(self._seen), list(self._errors)
        twin._posteriors = {m: p.copy() for m, p in self._posteriors.items()}
        return twin

    def tell(
        self, nodes: Sequence[int], reading: float | None, weights: Sequence[float] | None = None
    ) -> None:
        """Learn that the average over ``nodes`` read so; ``None``: a reading that is awaited."""
        at = np.asarray(nodes, dtype=np.int64)
        share = np.full(len(at), 1 / len(at)) if weights is None else np.asarray(weights, float)
        columns = np.stack([kernel.column(at, share) for kernel in self.prior.kernels])
        unit = np.zeros(self.prior.catalogue.n_nodes)
        np.add.at(unit, at, share)
        grams = np.zeros((len(columns), self.count))
        overlaps = np.zeros(self.count)
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

    def weights(self) -> NDArray[np.float64]:
        """Return ``(M,)`` weights of the models, all of them, summing to 1."""
        weights = np.exp(self.evidence.log_weights())
        return np.asarray(weights / weights.sum())

    def active(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the models that count and their weights, summing to 1."""
        weights = self.weights()
        models = np.flatnonzero(weights >= LEAST * weights.max())
        return models, weights[models] / weights[models].sum()

    def average(self) -> Average:
        """Return mean, variance and covariance with the centre of every probe."""
        models, weights = self.active()
        self._catch_up(models)
        parts = [self._posteriors[m] for m in models.tolist()]
        scales = self.evidence.scales()[models]
        means, tails = self._means(models, parts)
        center = self.prior.catalogue.centers
        flat = 1 / np.maximum(self.evidence.precision_of_mean()[models], 1e-300)
        if self.count == 0:
            flat[:] = 0.0
        within = np.stack([p.variance for p in parts]) + flat[:, None] * tails**2
        crosses = np.stack([p.cross for p in parts]) + flat[:, None] * tails * tails[:, center]
        mean = weights @ means
        off = means - mean
        share = weights * scales
        variance = share @ np.maximum(within, 0) + weights @ off**2
        cross = share @ crosses + weights @ (off * off[:, center])
        noise = float(share @ self.prior.noise[models])
        return Average(mean, variance, cross, noise)

    def draws(self, n: int) -> NDArray[np.float64]:
        """Return ``(n, N)`` fields drawn from the posterior, the same for the same readings.

        Each corrects a fixed draw of a model's prior by what that draw would have read:
        ``x - mu^_x - C'(z_x - mu^_x o)``, models in proportion to their weights.
        """
        models, weights = self.active()
        self._catch_up(models)
        chosen = models[np.searchsorted(np.cumsum(weights), (np.arange(n) + 0.5) / n)]
        scales, result = self.evidence.scales(), np.empty((n, self.prior.catalogue.n_nodes))
        levels = self.evidence.means(relative=True)
        nodes = slice(0, self.prior.catalogue.n_nodes)
        for m in np.unique(chosen).tolist():
            which = np.flatnonzero(chosen == m)
            k, g, part = self.prior.kernel[m], self.prior.nugget[m], self._posteriors[m]
            fields = self._mixed(self.prior.pool[k, which], self.prior.white[which], g)
            if self.count:
                seen, errors = np.stack(self._seen, axis=2), np.stack(self._errors, axis=1)
                read = self._mixed(seen[k, which], seen[-1, which], g)
                read = read + np.sqrt(self.prior.noise[m]) * errors[which]
                fields = self.correct(m, fields, read)
            fields = fields * np.sqrt(scales[m])
            fields += part.by_z[nodes] + levels[m] * (1 - part.by_o[nodes])
            result[which] = fields + self.evidence.reference
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

    def of_model(self, m: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ``(N,)`` mean and variance (for sigma 1) of every node under one model."""
        models = np.array([m])
        self._catch_up(models)
        means, tails = self._means(models, [self._posteriors[m]])
        n = self.prior.catalogue.n_nodes
        flat = tails[0] ** 2 / self.evidence.precision_of_mean()[m] if self.count else 0.0
        return means[0, :n], np.maximum(self._posteriors[m].variance + flat, 0)[:n]

    @staticmethod
    def _mixed(
        smooth: NDArray[np.float64], white: NDArray[np.float64], nugget: float
    ) -> NDArray[np.float64]:
        return smooth if nugget == 0 else np.sqrt(1 - nugget) * smooth + np.sqrt(nugget) * white

    def innovations(self) -> NDArray[np.float64]:
        """Return how far each place came out from what all other places foretold, standardised.

        Readings with the same centre are one place and are left out together. Under the best model
        with ``P = G^-1 - G^-1 1 1'G^-1 / o'o``: the block ``B`` errs by ``P_BB^-1 (P y)_B``, with
        covariance ``sigma^2 P_BB^-1``; what is returned is the block's mean over its deviation.
        """
        t = self.count
        if t < 3:
            return np.zeros(0)
        m = int(np.argmax(self.evidence.log_weights()))
        inverse, o = self.evidence.inverse(m), self.evidence.o[m]
        level = float(o @ self.evidence.z[m] / (o @ o))
        shares = inverse.T @ o
        p = inverse.T @ inverse - np.outer(shares, shares) / (o @ o)
        q = inverse.T @ (self.evidence.z[m] - level * o)
        blocks: dict[int, list[int]] = {}
        for i, (nodes, _) in enumerate(self.rows):
            blocks.setdefault(int(nodes[0]), []).append(i)
        found, sigma = [], np.sqrt(self.evidence.scales()[m])
        for block in blocks.values():
            if len(block) > t - 2:
                continue
            if len(block) == 1:
                i = block[0]
                found.append(q[i] / np.sqrt(p[i, i]))
                continue
            inner = np.linalg.inv(p[np.ix_(block, block)])
            found.append((inner @ q[block]).sum() / np.sqrt(max(inner.sum(), 1e-300)))
        return np.array(found) / sigma

    def _means(
        self, models: NDArray[np.int64], parts: list[_Posterior]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ``(A, m)`` posterior means, and ``1 - s'C'o``, what the unknown mean adds."""
        levels = self.evidence.means(relative=True)[models]
        tails = 1 - np.stack([p.by_o for p in parts])
        means = np.stack([p.by_z for p in parts]) + levels[:, None] * tails
        return means + self.evidence.reference, tails

    def _catch_up(self, models: NDArray[np.int64]) -> None:
        """Bring the columns of these models up to the last reading."""
        late: dict[int, list[int]] = {}
        for m in models.tolist():
            if m not in self._posteriors:
                self._posteriors[m] = _Posterior.before(self.prior, m)
            for t in range(self._posteriors[m].count, self.count):
                late.setdefault(t, []).append(m)
        for t in sorted(late):
            self._advance(t, late[t])

    def _advance(self, t: int, models: list[int]) -> None:
        """Take reading ``t`` into the columns of these models."""
        prior, rows = self.prior, self.evidence.row(t)
        nodes, share = self.rows[t]
        fresh = np.empty((len(models), prior.catalogue.n_nodes))
        for i, m in enumerate(models):
            root = rows[m]
            column = (1 - prior.nugget[m]) * self._raw[t][prior.kernel[m]]
            np.add.at(column, nodes, prior.nugget[m] * share)
            if t:
                column -= root[:t] @ self._posteriors[m].columns[:t]
            fresh[i] = column / root[t]
        seen = np.ascontiguousarray((prior.catalogue.matrix @ fresh.T).T)
        centers = prior.catalogue.centers
        for i, m in enumerate(models):
            self._posteriors[m].take(
                fresh[i], seen[i], fresh[i][centers], self.evidence.z[m, t], self.evidence.o[m, t]
            )


class _Posterior:
    """One model's columns ``C = R^-1 S K`` and what they give for every probe."""

    def __init__(self, variance: NDArray[np.float64], cross: NDArray[np.float64], n: int) -> None:
        self.count = 0
        self.columns = np.empty((8, n))
        self.variance, self.cross = variance, cross
        self.by_z, self.by_o = np.zeros(len(variance)), np.zeros(len(variance))

    @classmethod
    def before(cls, prior: Prior, m: int) -> _Posterior:
        g, k = prior.nugget[m], prior.kernel[m]
        return cls(
            (1 - g) * prior.variances[k] + g * prior.own,
            (1 - g) * prior.crosses[k] + g * prior.own_cross,
            prior.catalogue.n_nodes,
        )

    def copy(self) -> _Posterior:
        twin = _Posterior(self.variance.copy(), self.cross.copy(), 1)
        twin.count, twin.columns = self.count, self.columns.copy()
        twin.by_z, twin.by_o = self.by_z.copy(), self.by_o.copy()
        return twin

    def take(
        self,
        column: NDArray[np.float64],
        seen: NDArray[np.float64],
        at_center: NDArray[np.float64],
        z: float,
        o: float,
    ) -> None:
        """Add the column of a new reading, given also as the probes and the centres see it."""
        if self.count == len(self.columns):
            self.columns = np.concatenate([self.columns, np.empty_like(self.columns)])
        self.columns[self.count] = column
        self.count += 1
        self.variance -= seen**2
        self.cross -= seen * at_center
        self.by_z += z * seen
        self.by_o += o * seen
