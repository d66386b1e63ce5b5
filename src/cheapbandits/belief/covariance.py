"""Prior covariances: what a belief must know about the field before any reading.

In node space the paper's estimate is the posterior mean of a Gaussian process with covariance
``K = (L + ridge I)^-1`` (``I / ridge`` for LinUCB) and unit observation noise. No eigenbasis is
needed: a column ``K s`` for each probe really used, and ``s'Ks`` for the candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import scipy.sparse as sp

from cheapbandits.belief.explanation import Explanation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.probes import ProbeSet

__all__ = ["Covariance", "IdentityCovariance", "Local", "Row", "row_arrays"]

#: An identity over more nodes than this keeps its columns local.
LOCAL_FROM = 5000

#: One probe as nodes and their weights in the average (``None``: equal weights).
Row = tuple[tuple[int, ...], tuple[float, ...] | None]


class Local(NamedTuple):
    """A vector that is zero outside of some nodes.

    Attributes
    ----------
    nodes
        ``(k,)`` indices, in any order.
    values
        ``(k,)`` what stands there.
    """

    nodes: NDArray[np.int64]
    values: NDArray[np.float64]


def row_arrays(row: Row) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return a probe's nodes and weights as arrays."""
    nodes, weights = row
    shares = np.full(len(nodes), 1.0 / len(nodes)) if weights is None else np.asarray(weights)
    return np.asarray(nodes, dtype=np.int64), shares


class Covariance(Protocol):
    """The two operations of a covariance ``K`` over ``N`` nodes that are enough, and samples."""

    def belief_type(self) -> type[Belief]:
        """Return the kind of belief that keeps columns as this covariance gives them."""

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Do the set-up for these sets of probes at once; never needed, only quicker."""

    def explain(self) -> Explanation:
        """Say which engine this is, and why it was taken."""

    @property
    def n_nodes(self) -> int:
        """``N``."""

    def column(self, row: Row) -> Any:
        """Return ``K s`` of one probe, ``(N,)`` or local, free to be overwritten."""

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
        self._local = n_nodes > LOCAL_FROM

    def belief_type(self) -> type[Belief]:
        """Return a local belief where columns would be long and almost empty."""
        from cheapbandits.belief.belief import Belief
        from cheapbandits.belief.local import LocalBelief

        return LocalBelief if self._local else Belief

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Nothing is to be done."""

    def explain(self) -> Explanation:
        """Say that there is nothing to solve."""
        return Explanation("identity", "the policy is blind to the graph: nothing is to be solved")

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self._n_nodes

    def column(self, row: Row) -> NDArray[np.float64] | Local:
        """Return ``s / ridge``."""
        nodes, weights = row
        if self._local:
            shares = 1.0 / len(nodes) if weights is None else np.asarray(weights)
            return Local(np.asarray(nodes), np.full(len(nodes), self._variance) * shares)
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
