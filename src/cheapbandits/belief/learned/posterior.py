"""One model's posterior over all nodes and probes, a column a reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.prior import Prior

__all__ = ["Posterior"]


class Posterior:
    """Columns ``C = R^-1 S K`` of one model and what they give for every probe.

    Attributes
    ----------
    columns
        ``(t, N)``, with room for more.
    variance, cross
        ``(m,)`` ``s'Ks - |C s|^2`` and ``e_c'Ks - (C e_c)'(C s)``: with the mean known.
    by_z, by_o
        ``(m,)`` ``z'C s`` and ``o'C s``.
    """

    def __init__(self, prior: Prior, m: int) -> None:
        g, k = prior.nugget[m], prior.kernel[m]
        self.count = 0
        self.columns = np.empty((8, prior.catalogue.n_nodes))
        self.variance = (1 - g) * prior.variances[k] + g * prior.own
        self.cross = (1 - g) * prior.crosses[k] + g * prior.own_cross
        self.by_z, self.by_o = np.zeros(len(self.variance)), np.zeros(len(self.variance))

    def copy(self) -> Posterior:
        """Return an independent copy."""
        twin = Posterior.__new__(Posterior)
        twin.count = self.count
        twin.columns = self.columns[: self.count + 1].copy()
        twin.variance, twin.cross = self.variance.copy(), self.cross.copy()
        twin.by_z, twin.by_o = self.by_z.copy(), self.by_o.copy()
        return twin

    def take(
        self,
        column: NDArray[np.float64],
        seen: NDArray[np.float64],
        at_center: NDArray[np.float64],
        z: float,
        o: float,
    ) -> None:
        """Add the column of a new reading, given also as the probes and the centres see it."""
        if self.count == len(self.columns):
            self.columns = np.concatenate([self.columns, np.empty_like(self.columns)])
        self.columns[self.count] = column
        self.count += 1
        self.variance -= seen * seen
        self.cross -= seen * at_center
        self.by_z += z * seen
        self.by_o += o * seen
