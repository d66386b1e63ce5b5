"""The posteriors of the models that count, side by side, over all nodes and probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence
    from cheapbandits.belief.learned.prior import Prior

    Group = tuple[NDArray[np.int64], NDArray[np.float64]]

__all__ = ["Posteriors"]


class Posteriors:
    """For each model kept: columns ``C = R^-1 S K`` and what they give for every probe.

    Attributes
    ----------
    models
        The models kept, ``k`` of them; row ``i`` of every array belongs to ``models[i]``.
    count
        Readings absorbed, the same for all.
    variance, cross
        ``(k, m)`` ``s'Ks - |C s|^2`` and ``e_c'Ks - (C e_c)'(C s)``: with the mean known.
    by_z, by_o
        ``(k, m)`` ``z'C s`` and ``o'C s``.
    """

    def __init__(self, prior: Prior) -> None:
        self._prior = prior
        self.models: list[int] = []
        self.count = 0
        self._columns: list[NDArray[np.float64]] = []
        self._state = np.empty((4, 0, len(prior.catalogue)))

    def copy(self) -> Posteriors:
        """Return an independent copy."""
        twin = Posteriors(self._prior)
        twin.models, twin.count = list(self.models), self.count
        twin._columns = [columns[: self.count + 4].copy() for columns in self._columns]
        twin._state = self._state.copy()
        return twin

    @property
    def variance(self) -> NDArray[np.float64]:  # noqa: D102
        return self._state[0, : len(self.models)]

    @property
    def cross(self) -> NDArray[np.float64]:  # noqa: D102
        return self._state[1, : len(self.models)]

    @property
    def by_z(self) -> NDArray[np.float64]:  # noqa: D102
        return self._state[2, : len(self.models)]

    @property
    def by_o(self) -> NDArray[np.float64]:  # noqa: D102
        return self._state[3, : len(self.models)]

    def columns(self, m: int) -> NDArray[np.float64]:
        """Return the ``(t, N)`` columns of one model."""
        return self._columns[self.models.index(m)][: self.count]

    def keep(self, models: list[int]) -> None:
        """Let go of all but these."""
        stay = [i for i, m in enumerate(self.models) if m in models]
        if len(stay) < len(self.models):
            self._state = self._state[:, stay]
            self._columns = [self._columns[i] for i in stay]
            self.models = [self.models[i] for i in stay]

    def add(self, models: list[int]) -> int:
        """Take up models as they were before any reading; return how many were kept before."""
        known, prior = len(self.models), self._prior
        g, k = prior.nugget[models][:, None], prior.kernel[models]
        fresh = np.zeros((4, len(models), len(prior.catalogue)))
        fresh[0] = (1 - g) * prior.variances[k] + g * prior.own
        fresh[1] = (1 - g) * prior.crosses[k] + g * prior.own_cross
        self._state = np.concatenate([self._state[:, :known], fresh], axis=1)
        self._columns += [np.empty((8, prior.catalogue.n_nodes)) for _ in models]
        self.models += models
        return known

    def advance(
        self, t: int, evidence: Evidence, raw: NDArray[np.float64], row: Group, first: int = 0
    ) -> None:
        """Take reading ``t`` into the models from position ``first`` on.

        Parameters
        ----------
        raw
            ``(K, N)`` ``K_k s`` of its probe.
        row
            Nodes and weights of its probe.
        """
        catalogue, models = self._prior.catalogue, self.models[first:]
        root = evidence.row(t)[models]
        g = self._prior.nugget[models][:, None]
        fresh = (1 - g) * raw[self._prior.kernel[models]]
        fresh[:, row[0]] += g * row[1]  # a group names each node once
        for i, own in enumerate(self._columns[first:]):
            if t:
                fresh[i] -= root[i, :t] @ own[:t]
            fresh[i] /= root[i, t]
            self._store(first + i, t, fresh[i])
        seen = catalogue.average(fresh)
        z, o = evidence.z[models, t][:, None], evidence.o[models, t][:, None]
        state = self._state[:, first:]
        state[2] += z * seen
        state[3] += o * seen
        state[1] -= catalogue.times_center(seen)
        np.multiply(seen, seen, out=seen)
        state[0] -= seen

    def _store(self, i: int, t: int, column: NDArray[np.float64]) -> None:
        own = self._columns[i]
        if t == len(own):
            own = self._columns[i] = np.concatenate([own, np.empty_like(own)])
        own[t] = column
