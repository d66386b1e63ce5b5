"""A large belief seen near some of its nodes: exact there, as small as those are.

All that choices and answers need (means, variances, covariances with the centre, joint draws) is
what a :class:`~cheapbandits.belief.learned.learned.LearnedBelief` gives, so the same rules choose
and judge on graphs of any size; they only see a part of the nodes, renumbered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np
import scipy.sparse as sp

from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.large import white
from cheapbandits.belief.learned.learned import Average, LearnedBelief

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.innovations import LeftOut
    from cheapbandits.belief.learned.large import LargePrior
    from cheapbandits.belief.learned.large_belief import LargeBelief
    from cheapbandits.belief.learned.prior import Prior

    Values = NDArray[np.float64]

__all__ = ["Closeup"]


@dataclass(frozen=True, eq=False)
class _PoolKernel:
    """A kernel known by its fixed draws."""

    name: str
    pool: Values

    def draw(self, n: int, rng: np.random.Generator) -> Values:
        """Return ``(n, N)`` of the fixed draws, either way up."""
        signs = rng.choice([-1.0, 1.0], size=n)
        return np.asarray(self.pool[rng.integers(len(self.pool), size=n)] * signs[:, None])


class _NearPrior:
    """The part of a :class:`LargePrior` that concerns some nodes and probes."""

    def __init__(self, whole: LargePrior, nodes: NDArray[np.int64], index: NDArray[np.int64]):
        self.kernel, self.nugget, self.noise = whole.kernel, whole.nugget, whole.noise
        self.log_prior, self.white_models = whole.log_prior, whole.white_models
        self.n_models, self.name = whole.n_models, whole.name
        self.variances, self.crosses = whole.variances[:, index], whole.crosses[:, index]
        self.own, self.own_cross = whole.own[index], whole.own_cross[index]
        rows, levels = whole.catalogue.matrix[index], whole.catalogue.levels[index]
        entries = (rows.data, np.searchsorted(nodes, rows.indices), rows.indptr)
        self.catalogue = Catalogue(
            sp.csr_array(entries, shape=(len(index), len(nodes))),
            np.searchsorted(nodes, whole.catalogue.centers[index]),
            levels,
            tuple(np.unique(levels).tolist()),
            lambda center, at: whole.catalogue.nearness(int(nodes[center]), nodes[at]),
        )
        self._whole, self._nodes = whole, nodes

    def __getattr__(self, name: str) -> object:
        """Make the draws when first asked for: most close-ups need none."""
        if name == "pool":
            self.pool = self._whole.pool[:, :, self._nodes].astype(float)
            return self.pool
        if name == "white":
            self.white = white(self._nodes)
            return self.white
        if name == "kernels":
            pools = zip(self._whole.names, self.pool, strict=True)
            self.kernels = [_PoolKernel(title, pool) for title, pool in pools]
            return self.kernels
        raise AttributeError(name)


@dataclass(frozen=True, eq=False)
class _Posterior:
    """One model: ``columns`` ``(n, t)`` ``K S'R^-T``, and the rest ``(m,)``, the mean known."""

    columns: Values
    variance: Values
    cross: Values
    by_z: Values
    by_o: Values


class Closeup(LearnedBelief):
    """What a :class:`LargeBelief` believes about some nodes and the probes around them.

    Parameters
    ----------
    belief
        The whole; it must not learn more while the close-up is in use.
    nodes
        ``(n,)`` sorted; all nodes of the probes told and of those in ``index`` are among them.
    index
        ``(m,)`` rows of the whole catalogue: the nodes first, then wider probes, by width.
    """

    def __init__(
        self, belief: LargeBelief, nodes: NDArray[np.int64], index: NDArray[np.int64]
    ) -> None:
        self.whole, self.nodes, self.index = belief, nodes, index
        self.prior = cast("Prior", _NearPrior(belief.prior, nodes, index))
        self.evidence = belief.evidence
        self.rows = [(np.searchsorted(nodes, at), share) for at, share in belief.rows]
        of_nodes = dict(zip(nodes.tolist(), range(len(nodes)), strict=True))
        self._places = [frozenset(of_nodes[node] for node in place) for place in belief.places]
        if not belief.prior.exact:  # a node that was read is known better than by an estimate
            for (at, _), known in zip(self.rows, belief.own_variances, strict=True):
                if len(at) == 1:
                    self.prior.variances[:, at[0]] = self.prior.crosses[:, at[0]] = known
        self._seen, self._errors = belief.seen, belief.errors
        self._average: Average | None = None
        self._left_out: LeftOut | None = None
        self._drawn: dict[int, Values] = {}
        self._raw_at: dict[int, Values] = {}
        self._known: dict[int, _Posterior] = {}

    @property
    def is_whole(self) -> bool:
        """No: a part cannot say where else nobody has looked."""
        return False

    def active(self, *, stated: bool = False) -> tuple[NDArray[np.int64], Values]:
        """Return the models that count and their weights, those of the whole belief."""
        return self.whole.active(stated=stated)

    def of_model(self, m: int) -> tuple[Values, Values]:
        """Return ``(n,)`` mean and variance (for sigma 1) of every node under one model."""
        own, n = self._posterior(m), self.n_nodes
        tail = 1 - own.by_o[:n]
        level = self.evidence.means(relative=True)[m]
        flat = tail**2 / self.evidence.precision_of_mean()[m] if self.count else 0.0
        mean = own.by_z[:n] + level * tail + self.evidence.reference
        return mean, np.maximum(own.variance[:n] + flat, 0)

    def correct(self, models: int | NDArray[np.int64], fields: Values, read: Values) -> Values:
        """Return what each one's model would not have learned of ``(k, n)`` draws that read so."""
        each, result = np.broadcast_to(models, len(fields)), np.array(fields)
        for m in np.unique(each).tolist():
            at = each == m
            z, o = read[at] @ self.evidence.inverse(m).T, self.evidence.o[m]
            level = (z @ o / (o @ o))[:, None]
            result[at] -= level + (z - level * o) @ self._posterior(m).columns.T
        return result

    def _averaged(self) -> Average:
        """Sum over models; between them by moments about the mean of all."""
        models, weights = self.active()
        scales, levels = self.evidence.scales(), self.evidence.means(relative=True)
        spread = 1 / self.evidence.precision_of_mean() if self.count else np.zeros(len(levels))
        centers, m_probes = self.prior.catalogue.centers, len(self.prior.catalogue)
        means = np.empty((len(models), m_probes))
        within, cross = np.zeros(m_probes), np.zeros(m_probes)
        for i, (m, w) in enumerate(zip(models.tolist(), weights.tolist(), strict=True)):
            own = self._posterior(m)
            tail = 1 - own.by_o
            means[i] = own.by_z + levels[m] * tail
            within += w * scales[m] * (own.variance + spread[m] * tail**2)
            cross += w * scales[m] * (own.cross + spread[m] * tail * tail[centers])
        mean = weights @ means
        means = (means - mean) * np.sqrt(weights)[:, None]
        cross += np.einsum("km,km->m", means, means[:, centers])
        return Average(
            mean + self.evidence.reference,
            np.maximum(within, 0) + np.einsum("km,km->m", means, means),
            cross,
            float((weights * scales[models]) @ self.prior.noise[models]),
        )

    def _posterior(self, m: int) -> _Posterior:
        if m not in self._known:
            self._known[m] = self._make(m)
        return self._known[m]

    def _make(self, m: int) -> _Posterior:
        prior, evidence = self.prior, self.evidence
        k, g = int(prior.kernel[m]), float(prior.nugget[m])
        raw = (1 - g) * self._raw_columns(k)
        if g:
            for i, (at, share) in enumerate(self.rows):
                raw[i, at] += g * share  # a group names each node once
        columns = np.ascontiguousarray(raw.T @ evidence.inverse(m).T)
        wide = self._wide @ columns  # the nodes come first in the catalogue
        of_centers = columns[prior.catalogue.centers[self.n_nodes :]]
        taken = [np.einsum("nt,nt->n", seen, seen) for seen in (columns, wide)]
        shared = np.einsum("nt,nt->n", wide, of_centers)
        return _Posterior(
            columns,
            (1 - g) * prior.variances[k] + g * prior.own - np.concatenate(taken),
            (1 - g) * prior.crosses[k] + g * prior.own_cross - np.append(taken[0], shared),
            np.concatenate([columns @ evidence.z[m], wide @ evidence.z[m]]),
            np.concatenate([columns @ evidence.o[m], wide @ evidence.o[m]]),
        )

    @cached_property
    def _wide(self) -> sp.csr_array:
        return self.prior.catalogue.matrix[self.n_nodes :]

    def _raw_columns(self, k: int) -> Values:
        if k not in self._raw_at:
            self._raw_at[k] = self.whole.raw[k].at(self.nodes)
        return self._raw_at[k]

    def tell(self, *_: object, **__: object) -> None:
        """Refuse: the whole belief is told."""
        raise TypeError("a close-up is only looked at: tell the whole belief")
