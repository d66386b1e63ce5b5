"""What a belief says about one set of probes, kept up to date at the cost of what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.probes import ProbeSet

__all__ = ["View"]

#: Columns absorbed at a time when many are new; bounds the memory of a catch-up.
CHUNK = 64


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
            self._raw_variance = belief.prior.quadratic(self._probes)
            self._absorbed = 0
        new = belief.n_columns - self._absorbed
        if new == 1:
            column, innovation = belief.last_column()
            column = self._probes.average(column)
            self._mean += innovation * column
            self._raw_variance -= column * column
        elif new > 1:
            self._catch_up(belief)
        self._absorbed += new

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
