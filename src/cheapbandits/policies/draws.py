"""One field a round, drawn from what is believed: for policies that choose by chance.

With ``z ~ N(0, K)`` from the prior, probes ``S`` (each distinct one read ``n_s`` times) and
``e ~ N(0, I)``, the field

    x = z - C S' (n (S z) + nu sqrt(n) e) / nu^2

has the posterior covariance ``C``: ``z`` is corrected by what its own readings would have taught.

The draw is a function of the seed, the round and *which* readings were told, not of the order they
came in or of when the belief was factorised. So a run that is replayed, restored or reopened asks
what it would have asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.belief import as_matrix
from cheapbandits.checks import generator as generator_of
from cheapbandits.engines import Local

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief import Belief
    from cheapbandits.engines import Covariance, Row

__all__ = ["FieldDraws"]

#: Draws of the prior are made together, for so many rounds or bytes: a factor is then gone through
#: once for all of them, where one draw alone would go through all of it.
BLOCK, BLOCK_BYTES = 32, 2**26


class FieldDraws:
    """Centred draws from a policy's belief, one a round.

    Parameters
    ----------
    prior
        ``K``, what was believed before any reading.
    noise
        ``nu`` of the belief's model.
    rng
        A generator or a seed. One number is taken from it, now; every round has a stream of its
        own, made of that number.
    """

    def __init__(
        self, prior: Covariance, noise: float, rng: np.random.Generator | int | None = None
    ) -> None:
        self._prior, self._noise = prior, noise
        self.seed = int(generator_of(rng).integers(2**63))
        self._size = int(np.clip(BLOCK_BYTES // (8 * prior.n_nodes), 1, BLOCK))
        self._block: tuple[int, NDArray[np.float64]] = (-1, np.empty((0, prior.n_nodes)))

    def field(self, belief: Belief, rows: Sequence[Row], t: int) -> NDArray[np.float64]:
        """Return the ``(N,)`` draw of round ``t``, without the mean.

        Parameters
        ----------
        belief
            The posterior, its ``C``.
        rows
            All that the belief was conditioned on since the prior, in any order.
        t
            The round, from 1.
        """
        draw = self._of_prior(t)
        if not rows:
            return draw
        counted = Counter(rows)
        distinct = sorted(counted, key=lambda row: (row[0], row[1] or ()))
        times = np.array([counted[row] for row in distinct], dtype=float)
        probes = as_matrix(distinct, belief.n_nodes)
        errors = self._stream(1, t).standard_normal(len(distinct))
        seen = times * (probes @ draw) + self._noise * np.sqrt(times) * errors
        taught = np.asarray(probes.T @ seen) / self._noise**2
        nodes = np.flatnonzero(taught)
        column = belief.column((tuple(nodes.tolist()), tuple(taught[nodes].tolist())))
        if isinstance(column, Local):
            draw[column.nodes] -= column.values
        else:
            draw -= column
        return draw

    def _of_prior(self, t: int) -> NDArray[np.float64]:
        number, place = divmod(t - 1, self._size)
        if self._block[0] != number:
            block = self._prior.sample(self._size, self._stream(0, number))
            self._block = (number, block)
        return np.array(self._block[1][place])

    def _stream(self, purpose: int, number: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, purpose, number])
