"""The first probes, before readings can say anything: wide ones that tell most about the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from cheapbandits.belief.learned.prior import Prior

    Row: TypeAlias = tuple[NDArray[np.int64], NDArray[np.float64]]

__all__ = ["Opening"]

#: Variance of the unknown mean and of the noise, in units of the field's variance.
LEVEL, NOISE = 100.0, 0.01


@dataclass
class _Taken:
    """What some probes leave: ``||C s||^2`` and ``s'Cs`` of each probe that may be next.

    ``columns`` are those of the probes so far, ``shares`` what each next probe has of them.
    """

    gains: NDArray[np.float64]
    variances: NDArray[np.float64]
    rows: list[tuple[bytes, bytes]] = field(default_factory=list)
    columns: list[NDArray[np.float64]] = field(default_factory=list)
    shares: list[NDArray[np.float64]] = field(default_factory=list)


class Opening:
    """Picks the probe of a width that takes most off the total variance under the average prior.

    With ``K`` the mean of the kernels plus ``LEVEL 11'`` and ``C`` what is left of it after the
    probes so far: the largest ``||C s||^2 / (s'Cs + NOISE)``. No reading enters. What was computed
    for the probes before is kept: each probe of a large batch takes one more row.
    """

    def __init__(self, prior: Prior, width: int) -> None:
        self._prior = prior
        self._at = prior.catalogue.at(width)
        self._made: tuple[NDArray[np.float64], NDArray[np.float64], csr_array, _Taken] | None = None
        self._taken: _Taken | None = None

    def choose(self, rows: Sequence[Row], allowed: NDArray[np.bool_]) -> int | None:
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
        found = self._after(rows)
        score = np.where(free, found.gains / np.maximum(found.variances + NOISE, NOISE), -np.inf)
        return int(self._at.start) + int(np.argmax(score))

    def _after(self, rows: Sequence[Row]) -> _Taken:
        kernel, seen, matrix, nothing = self._kernel()
        keys = [(nodes.tobytes(), share.tobytes()) for nodes, share in rows]
        found = self._taken
        if found is None or keys[: len(found.rows)] != found.rows:
            found = self._taken = _Taken(nothing.gains, nothing.variances)
        for key, (nodes, share) in list(zip(keys, rows, strict=True))[len(found.rows) :]:
            column = share @ kernel[nodes]
            for known in found.columns:
                column = column - (share @ known[nodes]) * known
            column = column / np.sqrt(share @ column[nodes] + NOISE)
            shares = matrix @ column
            # ||C s - a c||^2 = ||C s||^2 - 2 a c'C s + a^2 c'c, with C before this row
            through = seen @ column
            for known, before in zip(found.columns, found.shares, strict=True):
                through -= before * (known @ column)
            found.gains = found.gains - 2 * shares * through + shares**2 * (column @ column)
            found.variances = found.variances - shares**2
            found.rows.append(key)
            found.columns.append(column)
            found.shares.append(shares)
        return found

    def _kernel(
        self,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], csr_array, _Taken]:
        if self._made is None:
            n = self._prior.catalogue.n_nodes
            total = np.full((n, n), LEVEL)
            everyone = np.arange(n)
            for kernel in self._prior.kernels:
                total += kernel.rows(everyone) / len(self._prior.kernels)
            matrix = self._prior.catalogue.matrix[self._at]
            seen = matrix @ total
            gains, variances = np.einsum("sx,sx->s", seen, seen), matrix.multiply(seen).sum(axis=1)
            self._made = total, seen, matrix, _Taken(gains, variances)
        return self._made
