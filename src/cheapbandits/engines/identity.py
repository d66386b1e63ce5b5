"""``K = I / ridge``: nothing to be solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dense import DenseEngine
from cheapbandits.engines.engine import ExactVariances, Local, Row, row_arrays
from cheapbandits.engines.explanation import Explanation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.engine import Variances
    from cheapbandits.probes import ProbeSet

__all__ = ["IdentityEngine"]

#: An identity over more nodes than this keeps its columns local.
LOCAL_FROM = 5000


class IdentityEngine:
    """``K = I / ridge``: every node on its own, as LinUCB has it."""

    name = "identity"

    def __init__(self, n_nodes: int, ridge: float) -> None:
        self.n_nodes = n_nodes
        self._variance = 1.0 / ridge
        self.local = n_nodes > LOCAL_FROM

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Nothing is to be done."""

    def explain(self) -> Explanation:
        """Say that there is nothing to solve."""
        return Explanation("identity", "the policy is blind to the graph: nothing is to be solved")

    def column(self, row: Row) -> NDArray[np.float64] | Local:
        """Return ``s / ridge``."""
        nodes, shares = row_arrays(row)
        if self.local:
            return Local(nodes, self._variance * shares)
        column = np.zeros(self.n_nodes)
        column[nodes] = self._variance * shares
        return column

    def variances(self, probes: ProbeSet) -> Variances:
        """Return ``s's / ridge``."""
        squares = probes.matrix.power(2).sum(axis=1)
        return ExactVariances(np.asarray(self._variance * squares, dtype=float).ravel())

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return independent normal values of variance ``1 / ridge``."""
        return rng.standard_normal((n_samples, self.n_nodes)) * float(self._variance**0.5)

    def precision(self) -> sp.csr_array:
        """Return ``ridge I``."""
        return sp.csr_array(sp.eye_array(self.n_nodes) / self._variance)

    @property
    def log_determinant(self) -> float:
        """``log det K^-1``."""
        return -self.n_nodes * float(np.log(self._variance))

    def absorb(self, matrix: sp.csr_array) -> DenseEngine | None:
        """Return a dense covariance, on few nodes."""
        if self.local:
            return None
        return DenseEngine(sp.csr_array(self.precision() + matrix.T @ matrix))
