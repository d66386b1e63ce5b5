"""A belief that learns on a large graph: few models, columns through the engine.

The readings' side (evidence, weights, mean, scale, noise) is exactly that of a small graph: ``t x
t`` algebra for each model, from columns ``K s`` computed once for each kernel. Over all nodes only
two things are kept up: the averaged mean, exact, and a bound on the variance from the one reading
that tells most about each node. They name the nodes worth a closer look; near those
:meth:`LargeBelief.closeup` is exact.

Given up beside what :mod:`~cheapbandits.belief.learned.large` says: a probe whose centre is not
among the promising nodes is not considered in a round; draws are ``DRAWS`` fixed fields corrected
by the readings, and their maxima are looked for near promising nodes and near the fields' own tops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from cheapbandits.belief.learned.evidence import Evidence, check_count, sized
from cheapbandits.belief.learned.groups import Place, as_group, place_of
from cheapbandits.belief.learned.innovations import LeftOut, left_out
from cheapbandits.belief.learned.large import white
from cheapbandits.belief.learned.large_closeup import Closeup
from cheapbandits.belief.learned.large_columns import RawColumns
from cheapbandits.belief.learned.large_view import LargeView
from cheapbandits.belief.learned.learned import LEAST, PLAIN
from cheapbandits.belief.learned.prior import DRAWS
from cheapbandits.copies import independent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.large import LargePrior
    from cheapbandits.engines import Explanation, Row
    from cheapbandits.probes import ProbeSet

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["LargeBelief"]

#: No more models than this, the heaviest, count at a time.
MOST = 6
#: Promising nodes: for each of these numbers of deviations above the mean, so many of the highest.
HOPES, SHORT = (0.5, 2.5), 128
#: A set of probes no larger than this is looked at as a whole.
FEW = 512


class LargeBelief:
    """The posterior of a :class:`LargePrior` after some readings. One thread at a time.

    Attributes
    ----------
    raw
        One for each kernel: the columns ``K s`` of all readings.
    own_variances
        For each reading ``(K,)`` ``s'Ks``.
    seen, errors
        For each reading what it would have been in the fixed draws, ``(K + 1, DRAWS)``, and the
        draws' errors of measurement.
    """

    model = PLAIN

    def __init__(self, prior: LargePrior, *, noise: float | None = None) -> None:
        self.prior = prior
        self.evidence = Evidence(prior.kernel, prior.nugget, prior.noise, prior.log_prior, noise)
        self.rows: list[tuple[Indices, Values]] = []
        self.raw = [RawColumns(prior.n_nodes) for _ in prior.engines]
        self.own_variances: list[Values] = []
        self.seen: list[Values] = []
        self.errors: list[Values] = []
        self._times: dict[tuple[int, ...], int] = {}
        self._mean: Values | None = None

    def __copy__(self) -> Self:
        return independent(self, *self.unchanging())

    def unchanging(self) -> tuple[object, ...]:
        """Return what copies of this belief may share."""
        return (self.prior,)

    # -- readings ----------------------------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self.prior.n_nodes

    @property
    def count(self) -> int:
        """How many readings were told, awaited ones among them."""
        return self.evidence.count

    def condition(self, row: Row, reading: float) -> None:
        """Learn that the average over a row's nodes read so."""
        self._tell(row, reading)

    def condition_many(self, rows: Sequence[Row], readings: Sequence[float]) -> None:
        """Learn many readings."""
        check_count(self.count + len(rows))
        for row, reading in zip(rows, readings, strict=True):
            self._tell(row, reading)

    def expect(self, row: Row) -> None:
        """Allow for a reading that is awaited: means stay, its uncertainty goes."""
        self._tell(row, None)

    def imagine(self) -> LargeBelief:
        """Return an independent copy, for readings that are not there yet."""
        twin = LargeBelief(self.prior)
        twin.evidence = self.evidence.copy()
        twin.rows, twin.raw = list(self.rows), [columns.copy() for columns in self.raw]
        twin.own_variances = list(self.own_variances)
        twin.seen, twin.errors = list(self.seen), list(self.errors)
        twin._times = dict(self._times)
        return twin

    def _tell(self, row: Row, reading: float | None) -> None:
        check_count(self.count + 1)
        reading = sized(reading)
        at, share = as_group(*row)
        group = (tuple(at.tolist()), tuple(share.tolist()))
        variances = np.array(
            [
                columns.append(engine.column(group), scale, at, share)
                for columns, engine, scale in zip(
                    self.raw, self.prior.engines, self.prior.scales.tolist(), strict=True
                )
            ]
        )
        grams, overlaps = self._shared(at, share)
        self.evidence.append(grams, variances, overlaps, float(share @ share), reading)
        self.rows.append((at, share))
        self.own_variances.append(variances)
        seen = self.prior.pool[:, :, at] @ share
        self.seen.append(np.concatenate([seen, (white(at) @ share)[None]]))
        # Errors belong to the group and its how-manieth reading, not to the order of the readings.
        key = tuple(at.tolist())
        self._times[key] = self._times.get(key, 0) + 1
        rng = np.random.default_rng([self._times[key], *key])
        self.errors.append(rng.standard_normal(DRAWS))
        self._mean = None

    def _shared(self, at: Indices, share: Values) -> tuple[Values, Values]:
        """Return ``(K, t)`` ``s_i'K s`` and ``(t,)`` ``s_i's`` with the readings before."""
        if not self.rows:
            return np.zeros((len(self.raw), 0)), np.zeros(0)
        nodes, shares = (np.concatenate(parts) for parts in zip(*self.rows, strict=True))
        starts = np.cumsum([0, *(len(others) for others, _ in self.rows[:-1])])
        grams = [np.add.reduceat(own.last_at(nodes) * shares, starts) for own in self.raw]
        order = np.argsort(at)
        places = order[np.minimum(np.searchsorted(at, nodes, sorter=order), len(at) - 1)]
        both = np.where(at[places] == nodes, share[places] * shares, 0.0)
        return np.stack(grams), np.add.reduceat(both, starts)

    # -- what is believed --------------------------------------------------------------------------

    def weights(self) -> Values:
        """Return ``(M,)`` weights of the models, all of them, summing to 1."""
        weights = np.exp(self.evidence.log_weights())
        return np.asarray(weights / weights.sum())

    def active(self, *, stated: bool = False) -> tuple[Indices, Values]:
        """Return the models that count and their weights, summing to 1; see ``LearnedBelief``."""
        weights = self.weights()
        models = np.flatnonzero(weights >= LEAST * weights.max())
        if len(models) > MOST:
            ranked = weights[models].round(9) if stated else weights[models]
            models = np.sort(models[np.argsort(-ranked, kind="stable")[:MOST]])
        return models, weights[models] / weights[models].sum()

    @property
    def places(self) -> list[Place]:
        """What each reading was about; found when asked for, as a sketch has no catalogue."""
        return [place_of(self.prior.catalogue, at) for at, _ in self.rows]

    def left_out(self) -> LeftOut:
        """Return each place beside what all others foretold of it."""
        return left_out(self.evidence, self.places)

    @property
    def mean(self) -> Values:
        """``(N,)`` posterior mean of every node; not to be written to."""
        if self._mean is None:
            self._mean = self._averaged_mean()
        return self._mean

    def _averaged_mean(self) -> Values:
        """Sum ``mu + (1 - g) K S'a + g S'a`` over models, with ``a = G^-1 (y - mu 1)``."""
        models, weights = self.active()
        levels = self.evidence.means(relative=True)
        total = np.full(self.n_nodes, self.evidence.reference + float(weights @ levels[models]))
        smooth, alone = np.zeros((len(self.raw), self.count)), np.zeros(self.count)
        for m, w in zip(models.tolist(), weights.tolist(), strict=True):
            centred = self.evidence.z[m] - levels[m] * self.evidence.o[m]
            amounts = w * (self.evidence.inverse(m).T @ centred)
            smooth[self.prior.kernel[m]] += (1 - self.prior.nugget[m]) * amounts
            alone += self.prior.nugget[m] * amounts
        for columns, amounts in zip(self.raw, smooth, strict=True):
            columns.combine(amounts, total)
        for (at, share), amount in zip(self.rows, alone.tolist(), strict=True):
            total[at] += amount * share
        return total

    def variance_bound(self) -> Values:
        """Return ``(N,)`` what each node's variance is at most within models, but for rounding."""
        models, weights = self.active()
        g, k = self.prior.nugget[models], self.prior.kernel[models]
        shares = weights * self.evidence.scales()[models]
        level = float(shares @ (1 / self.evidence.precision_of_mean()[models])) if self.count else 0
        total = np.full(self.n_nodes, float(shares @ g) + level)
        for i, columns in enumerate(self.raw):
            amount = float(shares[k == i] @ (1 - g[k == i]))
            if amount:
                total += amount * (self.prior.variances[i, : self.n_nodes] - columns.taken)
        return np.asarray(np.maximum(total, 0, out=total))

    # -- a closer look -----------------------------------------------------------------------------

    def promising(
        self, allowed: NDArray[np.bool_] | None = None, *, turned: bool = False
    ) -> Indices:
        """Return the nodes that a choice has to look at, sorted.

        Parameters
        ----------
        allowed
            ``(m,)`` which probes may be chosen: at least one around each node is among them.
        turned
            Whether to add the tops of the fixed draws turned over.
        """
        free = None if allowed is None or allowed.all() else self._centers_of(allowed)
        deviation = np.sqrt(self.variance_bound())
        found = []
        for hope in HOPES:
            score = self.mean + hope * deviation
            if free is not None:
                score[~free] = -np.inf
            n = min(SHORT, self.n_nodes)
            found.append(np.argpartition(-score, n - 1)[:n])
        kernels = np.unique(self.prior.kernel[self.active()[0]])
        found.append(self.prior.tops[kernels, : 2 if turned else 1].ravel())
        nodes = np.unique(np.concatenate(found))
        return nodes if free is None else nodes[free[nodes]]

    def _centers_of(self, allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        free = np.zeros(self.n_nodes, dtype=bool)
        free[self.prior.catalogue.centers[allowed]] = True
        return free

    def closeup(self, centers: Indices, *, wide: bool = True) -> Closeup:
        """Return what is believed near some nodes: of themselves, and of the probes around them.

        Parameters
        ----------
        centers
            Sorted nodes.
        wide
            Whether wider probes than single nodes are wanted.
        """
        index = np.zeros(0, dtype=np.int64)
        if wide and len(self.prior.catalogue.widths) > 1:
            widths = self.prior.catalogue.widths[1:]
            index = np.concatenate([self._around(centers, width) for width in widths])
        return self.closeup_of(index, centers)

    def closeup_of(self, index: Indices, nodes: Indices | None = None) -> Closeup:
        """Return what is believed of some probes of the catalogue and of some nodes."""
        catalogue = self.prior.catalogue
        parts = [catalogue.matrix[index].indices, catalogue.centers[index]]
        parts += [at for at, _ in self.rows] + ([] if nodes is None else [nodes])
        near = np.unique(np.concatenate(parts)).astype(np.int64)
        return Closeup(self, near, np.concatenate([near, index[index >= self.n_nodes]]))

    def _around(self, centers: Indices, width: int) -> Indices:
        catalogue = self.prior.catalogue
        at = catalogue.at(width)
        if at.stop - at.start <= FEW:
            return np.arange(at.start, at.stop)
        own = catalogue.centers[at]
        if len(own) == self.n_nodes and own[-1] == self.n_nodes - 1:
            return np.asarray(at.start + centers)  # one a node, in order
        return np.asarray(at.start + np.flatnonzero(np.isin(own, centers)))

    # -- for people --------------------------------------------------------------------------------

    def view(self, probes: ProbeSet) -> LargeView:
        """Return means and variances of a set of probes; variances are computed when asked for."""
        return LargeView(self, probes)

    def explain(self) -> Explanation:
        """Say which engine computes the kernels, and which models count."""
        models, weights = self.active()
        best = sorted(zip(weights.tolist(), models.tolist(), strict=True), reverse=True)[:3]
        facts: dict[str, object] = {"models": f"{len(models)} of {self.prior.n_models} count"}
        facts |= {
            f"model {i + 1}": f"{w:.0%} {self.prior.name(m)}" for i, (w, m) in enumerate(best)
        }
        return self.prior.engines[0].explain().add(facts)
