"""What a learned belief says about one set of probes, in the shape policies and pictures know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.view import Interval
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from cheapbandits.belief.learned.learned import LearnedBelief
    from cheapbandits.probes import ProbeSet

__all__ = ["LearnedView"]


@dataclass(frozen=True, eq=False)
class LearnedView:
    """Mean and variance of every probe of a set, in the readings' units."""

    mean: NDArray[np.float64]
    upper: NDArray[np.float64]
    exact = True

    @classmethod
    def of(cls, belief: LearnedBelief, probes: ProbeSet) -> LearnedView:
        """Return the view of a set that is in the belief's catalogue, such as the nodes."""
        catalogue, average = belief.prior.catalogue, belief.average()
        for width in catalogue.widths:
            at = catalogue.at(width)
            if at.stop - at.start == len(probes) and _same(catalogue.matrix[at], probes.matrix):
                return cls(average.mean[at], average.variance[at])
        raise ParameterError(
            f"the belief looks at groups up to {catalogue.widths[-1]} nodes; these are others"
        )

    @property
    def lower(self) -> NDArray[np.float64]:
        """The same as ``upper``: variances are exact."""
        return self.upper

    @property
    def variance(self) -> Interval:
        """``(m,)`` posterior variances."""
        return Interval(self.upper, self.upper)

    @cached_property
    def deviation(self) -> Interval:
        """``(m,)`` posterior standard deviations."""
        root = np.sqrt(np.maximum(self.upper, 0))
        return Interval(root, root)

    def deviation_of(self, index: int) -> float:
        """Return the standard deviation of one probe."""
        return float(np.sqrt(max(self.upper[index], 0.0)))


def _same(one: csr_array, other: csr_array) -> bool:
    return bool(
        np.array_equal(one.indptr, other.indptr)
        and np.array_equal(one.indices, other.indices)
        and np.array_equal(one.data, other.data)
    )
