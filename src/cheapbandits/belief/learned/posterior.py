"""The posteriors of the models that count, side by side, over all nodes and probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.columns import Columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence
    from cheapbandits.belief.learned.prior import Prior

    Array = NDArray[np.float64]

__all__ = ["Posteriors"]

#: Readings replayed at a time into a model that is taken up late.
CHUNK = 32


class Posteriors:
    """For each model kept: what its readings' columns ``C = R^-1 S K`` give, the mean unknown.

    The models run along the last axis: sparse products of many columns then need no transposing.

    Attributes
    ----------
    models
        The models kept, ``k`` of them; column ``i`` of every array belongs to ``models[i]``.
    count
        Readings absorbed, the same for all.
    variance, cross
        ``(m, k)`` posterior variance of ``s'f`` and covariance with the centre, for sigma 1. The
        unknown mean is in them from the first reading on: with ``p = o'o`` of the readings before,
        ``tail = 1 - C'o`` and the new column ``f``, each reading takes away the square of
        ``(o_t tail + p f) / sqrt(p (p + o_t^2))``.
    by_z, by_o
        ``(N, k)`` ``C'z`` and ``C'o`` of the nodes.
    """

    def __init__(self, prior: Prior, columns: Columns) -> None:
        self._prior, self._columns = prior, columns
        self.models: list[int] = []
        self.count = 0
        m, n = len(prior.catalogue), prior.catalogue.n_nodes
        self.variance, self.cross = np.empty((m, 0)), np.empty((m, 0))
        self.by_z, self.by_o = np.empty((n, 0)), np.empty((n, 0))

    def copy(self, columns: Columns) -> Posteriors:
        """Return an independent copy that reads its columns there."""
        twin = Posteriors(self._prior, columns)
        twin.models, twin.count = list(self.models), self.count
        for name in ("variance", "cross", "by_z", "by_o"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def keep(self, models: list[int]) -> None:
        """Let go of all but these."""
        stay = [i for i, m in enumerate(self.models) if m in models]
        if len(stay) < len(self.models):
            for name in ("variance", "cross", "by_z", "by_o"):
                setattr(self, name, np.ascontiguousarray(getattr(self, name)[:, stay]))
            self.models = [self.models[i] for i in stay]

    def add(self, models: list[int], evidence: Evidence) -> None:
        """Take up models, with all readings so far."""
        known, prior = len(self.models), self._prior
        g, k = prior.nugget[models], prior.kernel[models]
        n = prior.catalogue.n_nodes
        fresh = {
            "variance": ((1 - g)[:, None] * prior.variances[k]).T + prior.own[:, None] * g,
            "cross": ((1 - g)[:, None] * prior.crosses[k]).T + prior.own_cross[:, None] * g,
            "by_z": np.zeros((n, len(models))),
            "by_o": np.zeros((n, len(models))),
        }
        for name, array in fresh.items():
            setattr(self, name, np.hstack([getattr(self, name), array]))
        self.models += models
        self._replay(known, evidence)

    def advance(self, evidence: Evidence) -> None:
        """Take the next reading into all models."""
        t, models = self.count, self.models
        self.count = t + 1
        if models:
            fresh = self._columns.whitened(models, evidence, t)
            o, z = evidence.o[models, t], evidence.z[models, t]
            before = evidence.o[models, :t]
            precision = np.einsum("kt,kt->k", before, before)
            self._absorb(slice(0, len(models)), fresh, self.by_o, o, precision)
            self.by_z += fresh * z
            self.by_o += fresh * o

    def _replay(self, first: int, evidence: Evidence) -> None:
        """Bring the models from position ``first`` on up to ``count`` readings, some at a time."""
        for i, m in enumerate(self.models[first:], start=first):
            columns = self._columns.all_whitened(m, evidence, self.count)
            o, z = evidence.o[m, : self.count], evidence.z[m, : self.count]
            precisions = np.concatenate([[0.0], np.cumsum(o[:-1] ** 2)])[: len(o)]
            for t in range(0, self.count, CHUNK):
                now = slice(t, min(t + CHUNK, self.count))
                fresh = columns[now].T
                steps = np.cumsum(fresh * o[now], axis=1)
                by_o = self.by_o[:, i : i + 1] + steps - fresh * o[now]
                self._absorb(i, fresh, by_o, o[now], precisions[now])
                self.by_o[:, i] += steps[:, -1]
            self.by_z[:, i] = z @ columns

    def _absorb(
        self, at: int | slice, fresh: Array, by_o: Array, o: Array, precision: Array
    ) -> None:
        """Take what columns tell off variances and covariances.

        Parameters
        ----------
        at
            Which models: one, for many readings, or a slice, for one reading each.
        fresh, by_o
            ``(N, c)`` the columns, and ``C'o`` of the readings before each.
        o, precision
            ``(c,)`` ``o_t`` and ``o'o`` of the readings before each; 0 where there is none.
        """
        catalogue = self._prior.catalogue
        start = precision == 0
        p = np.where(start, 1.0, precision)
        # A later o_t may well be 0: a reading that says nothing about the mean.
        inverse = 1 / np.where(start, o, 1.0)
        size = np.sqrt(p * (p + o**2))
        full = fresh * np.where(start, inverse, p / size)
        full += (1 - by_o) * np.where(start, 0.0, o / size)
        seen = catalogue.matrix @ full
        if start.any():
            # -f f_c + (1 - o f)(1 - o f_c) / o^2: the mean, unknown before, is known to some extent
            added = inverse[start] ** 2 - seen[:, start] - seen[catalogue.centers][:, start]
            alone = inverse[start] ** 2 - 2 * seen[:, start]
            self._add(at, start, alone, added)
            seen[:, start] = 0.0
        if isinstance(at, int):
            self.cross[:, at] -= catalogue.with_center(seen)
            self.variance[:, at] -= np.einsum("mk,mk->m", seen, seen)
        else:
            self.cross[:, at] -= catalogue.by_center(seen)
            self.variance[:, at] -= np.multiply(seen, seen, out=seen)

    def _add(self, at: int | slice, which: NDArray[np.bool_], alone: Array, added: Array) -> None:
        if isinstance(at, int):
            self.variance[:, at] += alone[:, 0]
            self.cross[:, at] += added[:, 0]
        else:
            self.variance[:, at][:, which] += alone
            self.cross[:, at][:, which] += added
