"""What a belief says about one set of probes, kept up to date at the cost of what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.ties import first_maximum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.probes import ProbeSet

__all__ = ["View"]

#: Columns absorbed at a time when many are new; bounds the memory of a catch-up.
CHUNK = 64
#: Columns as long as this are absorbed one by one: together they would not fit into the cache.
LONG = 20_000


class View:
    """Mean ``s'm`` and variance ``s'Cs`` of every probe ``s`` of a set.

    A view is obtained from :meth:`Belief.view` and belongs to that belief.
    """

    def __init__(self, probes: ProbeSet) -> None:
        self._probes = probes
        self._absorbed = -1
        self._mean: NDArray[np.float64] = np.empty(0)
        self._raw_variance: NDArray[np.float64] = np.empty(0)  # rounding may go below zero

    @property
    def mean(self) -> NDArray[np.float64]:
        """``(m,)`` posterior means."""
        return self._mean

    @property
    def variance(self) -> NDArray[np.float64]:
        """``(m,)`` posterior variances, never negative."""
        return np.maximum(self._raw_variance, 0.0)

    @property
    def deviation(self) -> NDArray[np.float64]:
        """``(m,)`` posterior standard deviations: the paper's ``||s~||_{V^-1}``."""
        deviation = self.variance
        return np.sqrt(deviation, out=deviation)

    def refresh(self, belief: Belief) -> None:
        """Absorb the readings that came since the last time."""
        if self._absorbed < 0:
            self._mean = self._probes.average(belief.prior_mean).copy()
            self._begin(belief)
            self._absorbed = 0
        if belief.n_columns > self._absorbed:
            self._absorb(belief, self._absorbed, belief.n_columns)
            self._absorbed = belief.n_columns

    def _begin(self, belief: Belief) -> None:
        self._raw_variance = belief.prior.quadratic(self._probes)

    def highest(self, weight: float, allowed: NDArray[np.bool_] | None = None) -> int:
        """Return the probe with the largest ``s'm + weight sqrt(s'Cs)``; ties: lowest index."""
        bounds = self.deviation
        bounds *= weight
        bounds += self._mean
        return first_maximum(bounds, allowed)

    def deviation_of(self, index: int) -> float:
        """Return the posterior standard deviation of one probe."""
        return float(max(self._raw_variance.item(index), 0.0) ** 0.5)

    def _absorb(self, belief: Belief, first: int, last: int) -> None:
        """Take in the columns ``first .. last - 1``."""
        if last - first == 1:
            self._absorb_one(*belief.last_column())
        elif belief.n_nodes < LONG:
            self._catch_up(belief)
        else:
            for column, innovation in zip(
                belief.columns[first:last], belief.innovations[first:last].tolist(), strict=True
            ):
                self._absorb_one(column, innovation)

    def _absorb_one(self, column: NDArray[np.float64], innovation: float) -> None:
        column = self._probes.average(column)
        self._mean += innovation * column
        self._raw_variance -= column * column

    def _catch_up(self, belief: Belief) -> None:
        """Absorb many columns, one after the other as a first run did, so that replays agree."""
        columns, innovations = belief.columns, belief.innovations[:, None]
        for start in range(self._absorbed, len(columns), CHUNK):
            chunk = slice(start, start + CHUNK)
            averaged = self._probes.average(columns[chunk])
            steps = np.concatenate([self._mean[None], innovations[chunk] * averaged])
            self._mean = np.add.reduce(steps, axis=0)
            losses = np.concatenate([self._raw_variance[None], averaged * averaged])
            self._raw_variance = np.subtract.reduce(losses, axis=0)
