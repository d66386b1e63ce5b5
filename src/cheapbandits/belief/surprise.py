"""How far off the belief's expectations were: what the noise scale is estimated from.

A belief is ``N(m, C)`` for unit noise. With field and noise ``sigma`` times as large it is
``N(m, sigma^2 C)``, and the standardised innovations are independent ``z_k ~ N(0, sigma^2)``,
however the probes were chosen. So ``sigma^2`` is estimated by ``sum z_k^2 / t``, and what is left
unknown about it turns the normal into Student's distribution with ``t`` degrees of freedom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["ENOUGH", "Surprise"]

#: Innovations below this number are made up by pretended ones of the size of the first guess.
#: Two are the fewest for which Student's distribution has a mean, so that regret is finite.
ENOUGH = 2


@dataclass(frozen=True)
class Surprise:
    """``total``: ``sum z_k^2`` over ``count`` readings."""

    count: int = 0
    total: float = 0.0

    def plus(self, count: int, total: float) -> Surprise:
        """Return it with that of more readings."""
        return Surprise(self.count + count, self.total + max(total, 0.0))

    def scale(self, guess: float) -> tuple[float, int]:
        """Return ``sigma`` and its degrees of freedom.

        Below two readings, pretended innovations of size ``guess`` stand in for the missing ones.
        """
        missing = max(ENOUGH - self.count, 0)
        freedom = self.count + missing
        return math.sqrt((self.total + missing * guess**2) / freedom), freedom
