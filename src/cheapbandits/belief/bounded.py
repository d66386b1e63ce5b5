"""A belief whose prior variances are known within bounds, and made sharper where it matters.

Means and what readings take from the variances are exact, as in :class:`Belief`. Only the prior
variances ``s'Ks`` are bounded, so a probe is chosen together with a *gap*: how much higher, at
most, the score of any other might be, relative to the highest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.belief import Belief
from cheapbandits.belief.explanation import Explanation
from cheapbandits.belief.iterative.search import highest
from cheapbandits.belief.ties import first_maximum
from cheapbandits.belief.view import View
from cheapbandits.solvers.threads import on_one_thread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.covariance import Covariance
    from cheapbandits.belief.iterative.search import Bounded
    from cheapbandits.probes import ProbeSet

__all__ = ["BUDGET", "TOLERANCE", "BoundedBelief"]

#: A search ends when no probe can be better than the chosen one by more than this, relatively,
TOLERANCE = 1e-4
#: or when it has done the work of this many products with the Laplacian, but on small graphs not
#: before so many of its entries were worked through: about a second at the most.
BUDGET, LEAST_ENTRIES = 25.0, 3e8


class BoundedBelief(Belief):
    """A belief over a prior that bounds its variances.

    Attributes
    ----------
    gaps
        The gap of every choice made so far, those that allow for pending probes included.
    """

    def __init__(self, prior: Covariance, mean: NDArray[np.float64] | None = None) -> None:
        super().__init__(prior, mean)
        self.gaps: list[float] = prior.gaps if isinstance(prior, BoundedBelief) else []

    def __getstate__(self) -> dict[str, object]:
        """Leave the bounds behind: they are large, and computed again where the belief arrives."""
        return {**self.__dict__, "_views": {}}

    def variances(self, probes: ProbeSet) -> Remaining:
        """Return bounds on the posterior variances, for beliefs that stand on this one."""
        view = self.view(probes)
        assert isinstance(view, BoundedView)
        return Remaining(view.bounds, view.absorbed.copy())

    def explain(self) -> Explanation:
        """Return how the engine works, and how good the choices so far are known to be."""
        explanation = self.prior.explain()
        if not self.gaps:
            return explanation
        median, worst = float(np.median(self.gaps)), max(self.gaps)
        text = f"within {worst:.1e} of the best score, half of them within {median:.1e}"
        return explanation.add({"certified": text})

    @property
    def _can_start_afresh(self) -> bool:
        return False  # it would take a dense array

    def _start_afresh(self, *_: object) -> None:
        """Go on: columns are exact, and their number stays far below ``N`` on such graphs."""

    def _new_view(self, probes: ProbeSet) -> View:
        return BoundedView(probes)


class BoundedView(View):
    """Mean and an upper bound on the variance of every probe of a set."""

    def _begin(self, belief: Belief) -> None:
        assert isinstance(belief, BoundedBelief)
        # Only priors that bound their variances name this kind of belief in `belief_type`.
        self.bounds: Bounded = belief.prior.variances(self._probes)  # type: ignore[attr-defined]
        self._gaps = belief.gaps
        precision = belief.prior.precision()
        self._entries = 1 if precision is None else precision.nnz
        self._raw_variance = np.zeros(len(self._probes))  # less what readings have taken

    @property
    def absorbed(self) -> NDArray[np.float64]:
        """``(m,)`` what readings have taken from the prior variances."""
        return -self._raw_variance

    @property
    def variance(self) -> NDArray[np.float64]:
        """``(m,)`` upper bounds on the posterior variances."""
        return np.maximum(self.bounds.upper + self._raw_variance, 0.0)

    @on_one_thread
    def highest(self, weight: float, allowed: NDArray[np.bool_] | None = None) -> int:
        """Return the probe with the largest ``s'm + weight sqrt(s'Cs)``, up to the gap."""
        if weight == 0:
            return first_maximum(self._mean, allowed)
        index, gap = highest(
            self._mean,
            self.absorbed,
            self.bounds,
            weight,
            allowed,
            tolerance=TOLERANCE,
            budget=max(BUDGET, LEAST_ENTRIES / self._entries),
        )
        self._gaps.append(gap)
        return index

    @on_one_thread
    def deviation_of(self, index: int) -> float:
        """Return the posterior standard deviation of one probe, as sharp as it can be had."""
        alone = np.array([index])
        while len(self.bounds.sharpen(alone, np.array([-np.inf]))):
            pass
        return float(max(self.bounds.upper[index] + self._raw_variance[index], 0.0) ** 0.5)


class Remaining:
    """Bounds on variances of which something has been taken away."""

    def __init__(self, bounds: Bounded, taken: NDArray[np.float64]) -> None:
        self._bounds, self._taken = bounds, taken

    @property
    def lower(self) -> NDArray[np.float64]:
        """``(m,)`` lower bounds."""
        return self._bounds.lower - self._taken

    @property
    def upper(self) -> NDArray[np.float64]:
        """``(m,)`` upper bounds."""
        return self._bounds.upper - self._taken

    @property
    def work(self) -> float:
        """Work so far, in products with the Laplacian."""
        return self._bounds.work

    def sharpen(
        self, candidates: NDArray[np.int64], wanted: NDArray[np.float64], room: float = np.inf
    ) -> NDArray[np.int64]:
        """Tighten the bounds of some candidates; return which."""
        return self._bounds.sharpen(candidates, wanted + self._taken[candidates], room)
