"""The readings' rows seen through every kernel, shared by the models that use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence
    from cheapbandits.belief.learned.prior import Prior

    Array = NDArray[np.float64]
    Group = tuple[NDArray[np.int64], Array]

__all__ = ["Columns"]


class Columns:
    """``K_k s_t`` of every kernel ``k`` and reading ``t``, and the rows ``s_t`` themselves.

    A model's own columns ``C = R^-1 S [(1 - g) K + g I]`` are products with these, so that models
    of one kernel read its columns once.
    """

    def __init__(self, prior: Prior) -> None:
        self._prior = prior
        self.count = 0
        self._raw = np.empty((len(prior.kernels), 8, prior.catalogue.n_nodes))
        self._nodes: list[NDArray[np.int64]] = []
        self._shares: list[Array] = []
        self._rows: sp.csr_array | None = None
        self._borrowed = False

    def copy(self) -> Columns:
        """Return a copy that takes its own room only once it grows."""
        twin = Columns.__new__(Columns)
        twin._prior, twin.count, twin._raw = self._prior, self.count, self._raw
        twin._nodes, twin._shares = list(self._nodes), list(self._shares)
        twin._rows, twin._borrowed = self._rows, True
        return twin

    def append(self, nodes: NDArray[np.int64], share: Array) -> Array:
        """Take up a row; return its ``(K, N)`` columns."""
        t = self.count
        if self._borrowed or t == self._raw.shape[1]:
            room = max(8, 2 * t) if t == self._raw.shape[1] else t + 8
            grown = np.empty((len(self._raw), room, self._raw.shape[2]))
            grown[:, :t] = self._raw[:, :t]
            self._raw, self._borrowed = grown, False
        for k, kernel in enumerate(self._prior.kernels):
            self._raw[k, t] = kernel.column(nodes, share)
        self._nodes.append(nodes)
        self._shares.append(share)
        self._rows, self.count = None, t + 1
        return self._raw[:, t]

    def rows(self) -> sp.csr_array:
        """Return ``(t, N)`` ``S``, the rows so far."""
        if self._rows is None:
            ends = np.cumsum([0, *(len(at) for at in self._nodes)])
            shape = (self.count, self._prior.catalogue.n_nodes)
            at = np.concatenate([np.zeros(0, np.int64), *self._nodes])
            shares = np.concatenate([np.zeros(0), *self._shares])
            self._rows = sp.csr_array((shares, at, ends), shape=shape)
        return self._rows

    def combined(self, models: Sequence[int] | NDArray[np.int64], weights: Array) -> Array:
        """Return ``(k, N)`` ``w_i' S [(1 - g) K + g I]`` for one row of weights a model.

        Parameters
        ----------
        models
            ``k`` models; the same one may come more than once.
        weights
            ``(k, t)``, for the first ``t`` readings.
        """
        prior, t = self._prior, weights.shape[1]
        kernel, g = prior.kernel[models], prior.nugget[models]
        result = np.empty((len(kernel), self._raw.shape[2]))
        for k in np.unique(kernel).tolist():
            at = np.flatnonzero(kernel == k)
            result[at] = ((1 - g[at])[:, None] * weights[at]) @ self._raw[k, :t]
        own = np.flatnonzero(g)
        if own.size:
            rows = self.rows() if t == self.count else self.rows()[:t]
            result[own] += (rows.T @ (g[own][:, None] * weights[own]).T).T
        return result

    def whitened(self, models: Sequence[int], evidence: Evidence, t: int) -> Array:
        """Return ``(N, k)`` column ``t`` of ``C`` of each model."""
        last = np.stack([evidence.inverse(m)[t, : t + 1] for m in models])
        return np.ascontiguousarray(self.combined(models, last).T)

    def all_whitened(self, m: int, evidence: Evidence, t: int) -> Array:
        """Return ``(t, N)`` all columns of ``C`` of one model."""
        return self.combined([m] * t, evidence.inverse(m)[:t, :t])
