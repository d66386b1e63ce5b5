"""Prior covariances: what a belief must know about the field before any reading.

In node space the paper's estimate is the posterior mean of a Gaussian process with covariance
``K = (L + ridge I)^-1`` (``I / ridge`` for LinUCB) and unit observation noise. No eigenbasis is
needed: a column ``K s`` for each probe really used, and ``s'Ks`` for the candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.probes import ProbeSet

__all__ = ["Covariance", "IdentityCovariance", "Row"]

#: One probe as nodes and their weights in the average (``None``: equal weights).
Row = tuple[tuple[int, ...], tuple[float, ...] | None]


class Covariance(Protocol):
    """The two operations of a covariance ``K`` over ``N`` nodes that are enough, and samples."""

    @property
    def n_nodes(self) -> int:
        """``N``."""

    def column(self, row: Row) -> NDArray[np.float64]:
        """Return ``K s`` of one probe, ``(N,)``, free to be overwritten."""

    def quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return ``s'Ks`` of every probe in a set, ``(m,)``, free to be overwritten."""

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` draws from the centred Gaussian with this covariance."""

    def precision(self) -> sp.csr_array | None:
        """Return ``K^-1`` as a sparse matrix, or ``None`` where there is none to be had."""


class IdentityCovariance:
    """``K = I / ridge``: every node on its own, as LinUCB has it."""

    def __init__(self, n_nodes: int, ridge: float) -> None:
        self._n_nodes = n_nodes
        self._variance = 1.0 / ridge

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self._n_nodes

    def column(self, row: Row) -> NDArray[np.float64]:
        """Return ``s / ridge``."""
        nodes, weights = row
        column = np.zeros(self._n_nodes)
        column[list(nodes)] = self._variance * (1 / len(nodes) if weights is None else 1.0)
        if weights is not None:
            column[list(nodes)] *= weights
        return column

    def quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return ``s's / ridge``."""
        squares = probes.matrix.power(2).sum(axis=1)
        return np.asarray(self._variance * squares, dtype=float).ravel()

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return independent normal values of variance ``1 / ridge``."""
        scale = float(self._variance**0.5)
        return rng.standard_normal((n_samples, self._n_nodes)) * scale

    def precision(self) -> sp.csr_array:
        """Return ``ridge I``."""
        return sp.csr_array(sp.eye_array(self._n_nodes) / self._variance)
