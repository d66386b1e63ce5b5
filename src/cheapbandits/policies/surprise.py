"""How far off the belief's expectations were: what the noise scale is estimated from.

A belief is ``N(m, C)`` for unit noise. With field and noise ``sigma`` times as large it is
``N(m, sigma^2 C)``, and the standardised innovations are independent ``z_k ~ N(0, sigma^2)``,
however the probes were chosen. So ``sigma^2`` is estimated by ``sum z_k^2 / t``, and what is left
unknown about it turns the normal into Student's distribution with ``t`` degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief import Belief
    from cheapbandits.engines import Row

__all__ = ["Surprise"]

#: Innovations below this number are made up by pretended ones of the size of the first guess.
#: Two are the fewest for which Student's distribution has a mean, so that regret is finite.
ENOUGH = 2


@dataclass(frozen=True)
class Surprise:
    """``sum z_k^2`` over ``count`` readings.

    Notes
    -----
    :meth:`of_belief` is what a belief remembers. A belief that starts afresh (after ``N`` readings,
    or when many are told at once) keeps its mean and covariance and forgets its innovations; then
    only later readings count. :meth:`of_readings` knows them all, from the readings themselves.
    """

    count: int = 0
    total: float = 0.0

    @classmethod
    def of_belief(cls, belief: Belief) -> Surprise:
        """Return the surprise of all readings that the belief was conditioned on."""
        return cls(belief.surprise.count, belief.surprise.squares)

    @classmethod
    def of_readings(
        cls,
        mean: NDArray[np.float64],
        rows: Sequence[Row],
        readings: Sequence[float],
        prior_mean: NDArray[np.float64] | None = None,
    ) -> Surprise:
        """Return the surprise of all readings, from the mean ``m`` that they led to.

        Of readings ``r`` of probes ``S`` it is ``sum z^2 = (r - S m_0)'(r - S m)``.

        Parameters
        ----------
        mean
            ``(N,)`` the belief's mean after all these readings and no others.
        rows, readings
            Every probe, as nodes and weights, and what it read.
        prior_mean
            ``(N,)`` mean before the first reading; zero when left out.
        """
        values = np.asarray(readings, dtype=float)
        before = values if prior_mean is None else values - _averages(prior_mean, rows)
        after = values - _averages(mean, rows)
        return cls(len(values), max(float(before @ after), 0.0))

    def scale(self, guess: float) -> tuple[float, int]:
        """Return ``sigma`` and its degrees of freedom.

        Below two readings, pretended innovations of size ``guess`` stand in for the missing ones.
        """
        missing = max(ENOUGH - self.count, 0)
        freedom = self.count + missing
        return float(np.sqrt((self.total + missing * guess**2) / freedom)), freedom


def _averages(signal: NDArray[np.float64], rows: Sequence[Row]) -> NDArray[np.float64]:
    return np.array([np.average(signal[list(nodes)], weights=weights) for nodes, weights in rows])
