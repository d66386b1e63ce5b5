"""What a large belief says about one set of probes; variances piece by piece, when asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.view import _same as same_groups
from cheapbandits.belief.view import Interval
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.large_belief import LargeBelief
    from cheapbandits.probes import ProbeSet

__all__ = ["CHUNK", "LargeView"]

#: Nodes looked at closely at a time.
CHUNK = 8192


class LargeView:
    """Mean and variance of every probe of a set, in the readings' units.

    Where the engine only bounds variances these are estimates.
    """

    def __init__(self, belief: LargeBelief, probes: ProbeSet) -> None:
        self._belief, self._probes, self._count = belief, probes, belief.count
        self.exact = belief.prior.exact

    @cached_property
    def mean(self) -> NDArray[np.float64]:
        """``(m,)`` posterior means."""
        return self._probes.average(self._belief.mean)

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """``(m,)`` posterior variances."""
        return np.concatenate(
            [
                self._variances(np.arange(start, min(start + CHUNK, len(self._probes))))
                for start in range(0, len(self._probes), CHUNK)
            ]
        )

    @property
    def lower(self) -> NDArray[np.float64]:
        """The same as ``upper``."""
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
        return float(np.sqrt(max(self._variances(np.array([index]))[0], 0.0)))

    def _variances(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        if self._belief.count != self._count:
            raise ParameterError("the belief has learned more since: ask for a new view")
        prior = self._belief.prior
        for width, probes in zip(prior.catalogue.widths, prior.sets, strict=True):
            if probes is self._probes or _same(probes, self._probes):
                index = prior.catalogue.starts[width] + rows
                near = self._belief.closeup_of(index)
                variance = near.average().variance  # wider probes come last
                if width == 1:
                    return variance[np.searchsorted(near.nodes, rows)]
                return variance[-len(rows) :]
        raise ParameterError(
            f"the belief looks at the widths {prior.catalogue.widths}; these probes are others"
        )


def _same(one: ProbeSet, other: ProbeSet) -> bool:
    """Whether two sets, of two families of one kind perhaps, have the same groups."""
    return len(one) == len(other) and same_groups(one.matrix, other.matrix)
