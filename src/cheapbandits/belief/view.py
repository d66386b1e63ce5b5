"""What a belief says about one set of probes, kept up to date at the cost of what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cheapbandits.engines.engine import Remaining

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.engines import Variances
    from cheapbandits.probes import ProbeSet

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["Interval", "View"]


class Interval(NamedTuple):
    """Between what two arrays ``(m,)`` the numbers lie; one array twice where they are exact."""

    lower: Values
    upper: Values

    @property
    def exact(self) -> bool:
        """Whether the two ends are the same."""
        return self.lower is self.upper


class View:
    """Mean ``s'm`` and variance ``s'Cs`` of every probe ``s`` of a set.

    A view is obtained from :meth:`Belief.view` and belongs to that belief. Its variances can be
    sharpened as :class:`~cheapbandits.engines.Variances` can.
    """

    def __init__(self, belief: Belief, probes: ProbeSet) -> None:
        self._belief, self._probes = belief, probes
        self._prior: Variances = belief.prior.variances(probes)
        self._mean: Values = probes.average(belief.prior_mean).copy()
        self._taken: Values = np.zeros(len(probes))  # by readings, from the prior variances
        self._absorbed = 0

    def refresh(self) -> None:
        """Absorb the readings that came since the last time."""
        count = self._belief.n_columns
        if count > self._absorbed:
            self._belief.columns.absorb(
                self._probes, self._absorbed, self._belief.innovations, self._mean, self._taken
            )
            self._absorbed = count

    @property
    def mean(self) -> Values:
        """``(m,)`` posterior means."""
        return self._mean

    @property
    def exact(self) -> bool:
        """Whether the variances are known without an error."""
        return self._prior.exact

    @property
    def lower(self) -> Values:
        """``(m,)`` what the posterior variances are at least; rounding may go below zero."""
        return self._prior.lower - self._taken

    @property
    def upper(self) -> Values:
        """``(m,)`` what the posterior variances are at most; rounding may go below zero."""
        return self._prior.upper - self._taken

    @property
    def variance(self) -> Interval:
        """Posterior variances, never negative; the ends agree unless the engine gives bounds."""
        upper = np.maximum(self.upper, 0.0)
        return Interval(upper if self.exact else np.maximum(self.lower, 0.0), upper)

    @property
    def deviation(self) -> Interval:
        """Posterior standard deviations: the paper's ``||s~||_{V^-1}``, as :attr:`variance` is."""
        lower, upper = variance = self.variance
        root = np.sqrt(upper)
        return Interval(root if variance.exact else np.sqrt(lower), root)

    def bounds_of(self, indices: Indices) -> Interval:
        """Return bounds on the posterior variances of some probes; rounding may go below zero."""
        taken = self._taken[indices]
        return Interval(self._prior.lower[indices] - taken, self._prior.upper[indices] - taken)

    def deviation_of(self, index: int) -> float:
        """Return one probe's posterior standard deviation, sharpened to what a solve gives."""
        alone = np.array([index])
        while len(self.sharpen(alone, np.array([-np.inf]))):
            pass
        return float(max(self._prior.upper[index] - self._taken[index], 0.0) ** 0.5)

    @property
    def work(self) -> float:
        """Work done on sharpening so far, in products with the Laplacian."""
        return self._prior.work

    def sharpen(self, candidates: Indices, wanted: Values) -> Indices:
        """Tighten the bounds of some candidates; return which. See ``Variances``."""
        return self._prior.sharpen(candidates, wanted + self._taken[candidates])

    def frozen(self) -> Variances:
        """Return the posterior variances as they are now, for a belief that stands on this one."""
        return Remaining(self._prior, self._taken.copy())
