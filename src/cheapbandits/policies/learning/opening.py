"""The first probes, before readings can say anything: wide ones that tell most about the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.prior import Prior

__all__ = ["Opening"]

#: Variance of the unknown mean and of the noise, in units of the field's variance.
LEVEL, NOISE = 100.0, 0.01


class Opening:
    """Picks the probe of a width that takes most off the total variance under the average prior.

    With ``K`` the mean of the kernels plus ``LEVEL 11'`` and ``C`` what is left of it after the
    probes so far: the largest ``||C s||^2 / (s'Cs + NOISE)``. No reading enters.
    """

    def __init__(self, prior: Prior, width: int) -> None:
        self._prior = prior
        self._at = prior.catalogue.at(width)
        self._made: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None

    def choose(
        self,
        rows: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]],
        allowed: NDArray[np.bool_],
    ) -> int | None:
        """Return the catalogue's index of the next probe, ``None`` where none is allowed.

        Parameters
        ----------
        rows
            Nodes and weights of the probes so far, told or not.
        allowed
            ``(m,)`` which probes of the catalogue may be chosen.
        """
        free = allowed[self._at]
        if not free.any():
            return None
        kernel, seen = self._kernel()
        matrix = self._prior.catalogue.matrix[self._at]
        gains, variances = np.einsum("sx,sx->s", seen, seen), matrix.multiply(seen).sum(axis=1)
        columns: list[NDArray[np.float64]] = []
        for nodes, share in rows:
            column = share @ kernel[nodes]
            for known in columns:
                column = column - (share @ known[nodes]) * known
            column = column / np.sqrt(share @ column[nodes] + NOISE)
            shares = matrix @ column
            # ||C s - a c||^2 = ||C s||^2 - 2 a c'C s + a^2 c'c, with C before this row
            through = seen @ column
            for known in columns:
                through -= (matrix @ known) * (known @ column)
            gains = gains - 2 * shares * through + shares**2 * (column @ column)
            variances = variances - shares**2
            columns.append(column)
        score = np.where(free, gains / np.maximum(variances + NOISE, NOISE), -np.inf)
        return int(self._at.start) + int(np.argmax(score))

    def _kernel(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if self._made is None:
            n = self._prior.catalogue.n_nodes
            total = np.full((n, n), LEVEL)
            everyone = np.arange(n)
            for kernel in self._prior.kernels:
                total += kernel.rows(everyone) / len(self._prior.kernels)
            self._made = total, self._prior.catalogue.matrix[self._at] @ total
        return self._made
