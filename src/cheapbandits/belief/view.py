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
        self._variance: NDArray[np.float64] = np.empty(0)

    @property
    def mean(self) -> NDArray[np.float64]:
        """``(m,)`` posterior means."""
        return self._mean

    @property
    def variance(self) -> NDArray[np.float64]:
        """``(m,)`` posterior variances, never negative."""
        return self._variance

    @property
    def deviation(self) -> NDArray[np.float64]:
        """``(m,)`` posterior standard deviations: the paper's ``||s~||_{V^-1}``."""
        return np.sqrt(self._variance)

    def refresh(self, belief: Belief) -> None:
        """Absorb the readings that came since the last time."""
        if self._absorbed < 0:
            self._mean = self._probes.average(belief.prior_mean).copy()
            self._variance = belief.prior.quadratic(self._probes)
            self._absorbed = 0
        columns, innovations = belief.columns, belief.innovations
        while self._absorbed < len(innovations):
            if len(innovations) - self._absorbed == 1:
                self._absorb(self._probes.average(columns[-1]), innovations[-1])
                self._absorbed += 1
                return
            stop = min(self._absorbed + CHUNK, len(innovations))
            averaged = self._probes.average(columns[self._absorbed : stop])
            # One after the other, so that a replay rounds as the first run did.
            for column, innovation in zip(
                averaged, innovations[self._absorbed : stop], strict=True
            ):
                self._absorb(column, innovation)
            self._absorbed = stop

    def _absorb(self, column: NDArray[np.float64], innovation: float) -> None:
        self._mean += innovation * column
        self._variance -= column * column
        np.maximum(self._variance, 0.0, out=self._variance)  # rounding may go below zero
