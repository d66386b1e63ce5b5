"""A belief whose columns live on few nodes: a round touches only what its reading changes.

Far from a probe its column ``K s`` has decayed to nothing, so the columns ``g_k`` are kept on the
nodes where they are larger than :data:`~cheapbandits.belief.drop.DROP`. The equations stand in
:mod:`cheapbandits.belief.belief`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.belief import Belief
from cheapbandits.belief.covariance import Local, row_arrays
from cheapbandits.belief.drop import DROP
from cheapbandits.belief.view import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.covariance import Row
    from cheapbandits.probes import ProbeSet

__all__ = ["LocalBelief"]


class LocalBelief(Belief):
    """A belief over a prior that gives its columns as :class:`Local` vectors."""

    def _start(self) -> None:
        n = self.n_nodes
        self._parts: list[Local] = []  # g_k, nodes sorted
        self._mean: NDArray[np.float64] = self.prior_mean.copy()
        self._work = np.zeros(n)
        self._mark = np.zeros(n, dtype=bool)

    @property
    def mean(self) -> NDArray[np.float64]:
        """``(N,)`` posterior mean ``m``."""
        return self._mean.copy()

    def part(self, k: int) -> tuple[Local, float]:
        """Return ``g_k`` and ``z_k``."""
        return self._parts[k], self._innovations.item(k)

    def condition(self, row: Row, reading: float) -> None:
        """Learn from one reading: a rank-one update of the nodes around the probe."""
        nodes, weights = row_arrays(row)
        column = self.column(row)
        at = np.searchsorted(column.nodes, nodes)
        variance = max(float(weights @ column.values[at]), 0.0)
        scale = (1.0 + variance) ** -0.5
        innovation = (reading - float(weights @ self._mean[nodes])) * scale
        column = Local(column.nodes, column.values * scale)
        self._mean[column.nodes] += innovation * column.values
        self._parts.append(column)
        self._remember(innovation, scale, row, reading)

    def condition_many(self, rows: Sequence[Row], readings: Sequence[float]) -> None:
        """Learn from many readings, one after the other."""
        for row, reading in zip(rows, readings, strict=True):
            self.condition(row, float(reading))

    def column(self, row: Row) -> Local:
        """Return ``C s = K s - sum_k (g_k's) g_k`` of one probe, nodes sorted."""
        nodes, weights = row_arrays(row)
        start = self.prior.column(row)
        self._work[start.nodes] = start.values
        self._mark[start.nodes] = True
        for part in self._parts:
            at = np.searchsorted(part.nodes, nodes)
            at[at == part.nodes.size] = 0
            share = float(weights @ np.where(part.nodes[at] == nodes, part.values[at], 0.0))
            if abs(share) > DROP:
                self._work[part.nodes] -= share * part.values
                self._mark[part.nodes] = True
        touched = np.flatnonzero(self._mark)
        values = self._work[touched]
        self._work[touched] = 0.0
        self._mark[touched] = False
        kept = np.abs(values) > DROP
        kept[np.searchsorted(touched, nodes)] = True
        return Local(touched[kept], values[kept])

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` centred draws with covariance ``C``; see :class:`Belief`."""
        draws = self.prior.sample(n_samples, rng)
        noise = rng.standard_normal((len(self._rows), n_samples))
        for k, row in enumerate(self._rows):
            nodes, weights = row_arrays(row)
            seen = draws[:, nodes] @ weights + noise[k]
            part = self._parts[k]
            draws[:, part.nodes] -= np.outer(seen * self._scales[k], part.values)
        return draws

    def _new_view(self, probes: ProbeSet) -> View:
        return LocalView(probes)


class LocalView(View):
    """Mean and variance of every probe of a set, under a :class:`LocalBelief`."""

    def _absorb(self, belief: Belief, first: int, last: int) -> None:
        assert isinstance(belief, LocalBelief)
        for k in range(first, last):
            part, innovation = belief.part(k)
            rows, averages = self._probes.average_local(part.nodes, part.values)
            self._mean[rows] += innovation * averages
            self._raw_variance[rows] -= averages * averages
