"""A covariance in which every node also has something of its own: ``K + nugget I``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.engines.engine import ExactVariances, Local, Remaining, row_arrays

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from cheapbandits.engines.engine import Covariance, Row, Variances
    from cheapbandits.engines.explanation import Explanation
    from cheapbandits.probes import ProbeSet

__all__ = ["with_nugget"]


def with_nugget(covariance: Covariance, nugget: float) -> Covariance:
    """Return ``K + nugget I``; ``K`` itself where the nugget is nothing."""
    return _WithNugget(covariance, nugget) if nugget else covariance


class _WithNugget:
    def __init__(self, covariance: Covariance, nugget: float) -> None:
        self._covariance, self._nugget = covariance, nugget

    @property
    def n_nodes(self) -> int:
        return self._covariance.n_nodes

    @property
    def local(self) -> bool:
        return self._covariance.local

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        self._covariance.prepare(sets)

    def column(self, row: Row) -> Any:
        column = self._covariance.column(row)
        nodes, shares = row_arrays(row)
        if not isinstance(column, Local):
            column[nodes] += self._nugget * shares
            return column
        order = np.argsort(column.nodes)
        column.values[order[np.searchsorted(column.nodes, nodes, sorter=order)]] += (
            self._nugget * shares
        )
        return column

    def variances(self, probes: ProbeSet) -> Variances:
        own = self._nugget * np.asarray(probes.matrix.power(2).sum(axis=1)).ravel()
        found = self._covariance.variances(probes)
        return ExactVariances(found.upper + own) if found.exact else Remaining(found, -own)

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        draws = self._covariance.sample(n_samples, rng)
        draws += self._nugget**0.5 * rng.standard_normal(draws.shape)
        return draws

    def precision(self) -> sp.csr_array | None:
        return None  # not sparse

    def absorb(self, matrix: sp.csr_array) -> None:  # noqa: ARG002
        return

    def explain(self) -> Explanation:
        return self._covariance.explain().add({"nugget": f"{self._nugget:g}"})
