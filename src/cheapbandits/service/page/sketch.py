"""What a map shows of a large network: learned from the readings, without the engines' set-up.

The readings' side (which models fit, mean, scale, noise) and the estimates are those of
:class:`~cheapbandits.belief.learned.large_belief.LargeBelief`, from columns that are good to a
hundredth (:mod:`.spread`); no policy chooses by them. How well a place is known is told by the one
reading that tells most about it: in truth it is known at least as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from cheapbandits.belief.learned.bounds import Bounds, believable
from cheapbandits.belief.learned.large import RHOS, LargePrior
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.belief.learned.prior import DRAWS, NOISES, NUGGETS
from cheapbandits.service.page.moments import Frame, framed
from cheapbandits.service.page.spread import Spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Engine
    from cheapbandits.graphs import Graph

    Values = NDArray[np.float64]

__all__ = ["SketchPrior", "sketched"]

#: Nodes whose variance is solved for; those of the others follow from their degrees.
SAMPLED = 12
#: The share of a variance that is left whatever was read: the others' are only estimates.
LEAST = 0.01


class SketchPrior(LargePrior):
    """The models of a :class:`LargePrior`, of single nodes only, and without draws."""

    def __init__(self, graph: Graph) -> None:
        self.n_nodes = n = graph.n_nodes
        delta = float(np.median(graph.degrees[graph.degrees > 0])) if graph.n_edges else 1.0
        self.ridges = [rho * delta for rho in RHOS]
        self.names = [f"({rho:g},1)" for rho in RHOS]
        self._set_grid(len(RHOS), NUGGETS, NOISES)
        spreads = [Spread(graph, ridge) for ridge in self.ridges]
        self.engines = cast("list[Engine]", spreads)
        self.exact = False
        self.scales = np.empty(len(RHOS))
        self.variances = np.empty((len(RHOS), n))
        for k, spread in enumerate(spreads):
            variances = _variances(graph.degrees, spread)
            level = float(variances.mean()) - 1 / (spread.ridge * n)
            self.scales[k] = 1 / max(level, 1e-300)
            self.variances[k] = self.scales[k] * variances
        # Nobody draws from a sketch: all of them are zero, in no memory.
        self.pool = np.broadcast_to(np.zeros(1, dtype=np.float32), (len(RHOS), DRAWS, n))

    @classmethod
    def on(cls, graph: Graph) -> SketchPrior:
        """Return the prior of a graph; kept with it."""
        return graph.keep("page sketch", lambda: cls(graph))


def _variances(degrees: Values, spread: Spread) -> Values:
    """Return ``(N,)`` variances before any reading: a line in ``1 / (degree + ridge)``."""
    n = len(degrees)
    nodes = np.random.default_rng(7).choice(n, min(SAMPLED, n), replace=False)
    known = np.array([_own(spread, int(node)) for node in nodes])
    alone = 1 / (degrees + spread.ridge)
    if np.ptp(alone[nodes]) < 1e-9 * float(alone[nodes].max()):
        return np.full(n, float(known.mean()))
    slope, level = np.polyfit(alone[nodes], known, 1)
    return np.asarray(np.clip(level + slope * alone, known.min(), known.max()))


def _own(spread: Spread, node: int) -> float:
    nodes, values = spread.column(((node,), None))
    return float(values[np.searchsorted(nodes, node)])


def sketched(belief: LargeBelief, bounds: Bounds) -> Frame:
    """Return what a sketch says of every place."""
    prior = belief.prior
    models, weights = belief.active()
    share, nugget = weights * belief.evidence.scales()[models], prior.nugget[models]
    before = np.full(belief.n_nodes, float(share @ nugget))
    level = float(share @ (1 / belief.evidence.precision_of_mean()[models]))
    within = before + level
    for k, (variances, columns) in enumerate(zip(prior.variances, belief.raw, strict=True)):
        mine = prior.kernel[models] == k
        amount = float(share[mine] @ (1 - nugget[mine]))
        if amount:
            before += amount * variances
            within += amount * np.maximum(variances - columns.taken, LEAST * variances)
    low, high = believable(bounds, belief.evidence)
    value = belief.mean
    if low is not None or high is not None:
        value = np.clip(value, low, high)
    gone = 1 - within / np.maximum(before, 1e-300)
    return framed(value, np.sqrt(within), np.sqrt(np.clip(gone, 0, 1)))
