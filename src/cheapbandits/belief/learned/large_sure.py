"""How sure on a large graph: the rules of small ones, applied to close-ups.

What is given up: intervals of all nodes are those of one Student with the mixture's mean and
variance, not the mixture's own quantiles; the maximum is looked for near promising nodes and near
the tops of ``DRAWS`` fixed fields, so a stated probability has a standard error of up to 0.07.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from cheapbandits.belief.learned import sure
from cheapbandits.belief.learned.bounds import Bounds, believable
from cheapbandits.belief.learned.sure import Estimates, Verdict
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.large_belief import LargeBelief

__all__ = ["assess_large", "estimates_large"]


def estimates_large(
    belief: LargeBelief, level: float = 0.9, *, bounds: Bounds = (None, None)
) -> Estimates:
    """Return estimate and central interval of every node; it holds the node's own readings' mean.

    Takes some seconds at a million nodes: every node's variance is computed under every model.
    """
    if not 0 < level < 1:
        raise ParameterError(f"level must be between 0 and 1, got {level}; 0.9 is usual")
    if not belief.count:
        raise ParameterError("nothing was told yet: tell a reading first")
    shape, _ = belief.evidence.shape_and_rate()
    factor = float(stdtrit(2 * shape, (1 + level) / 2))
    estimate, deviation = belief.mean, belief.view(belief.prior.sets[0]).deviation.upper
    low, high = estimate - factor * deviation, estimate + factor * deviation
    for node, own in _own_means(belief).items():
        low[node], high[node] = min(low[node], own), max(high[node], own)
    floor, ceiling = believable(bounds, belief.evidence)
    ends = (-math.inf if floor is None else floor, math.inf if ceiling is None else ceiling)
    estimate, low, high = (np.clip(x, *ends) for x in (estimate, low, high))
    return Estimates(estimate, low, high, level)


def assess_large(
    belief: LargeBelief,
    *,
    tolerance: float | None = None,
    bounds: Bounds = (None, None),
    level: float = 0.95,
    nodes: NDArray[np.bool_] | None = None,
) -> Verdict:
    """Return the place that these readings name, and how sure that is; see ``sure.assess``."""
    if not belief.count:
        raise ParameterError("nothing was told yet: tell a reading first")
    mean = belief.mean if nodes is None else np.where(nodes, belief.mean, -np.inf)
    named = np.array([int(np.argmax(mean))])
    looked = np.concatenate([belief.promising(turned=True), named])
    if nodes is not None:
        looked = looked[nodes[looked]]
    near = belief.closeup(np.unique(looked), wide=False)
    free = None if nodes is None else nodes[near.nodes]
    shown = float(np.ptp(belief.mean))
    found = sure.assess(
        near, tolerance=tolerance, bounds=bounds, level=level, nodes=free, shown=shown
    )
    return Verdict(**{**vars(found), "node": int(near.nodes[found.node])})


def _own_means(belief: LargeBelief) -> dict[int, float]:
    """Return the mean of the readings of each node that was read alone."""
    own: dict[int, list[float]] = {}
    for (nodes, _), reading in zip(belief.rows, belief.evidence.readings, strict=True):
        if len(nodes) == 1 and not math.isnan(reading):
            own.setdefault(int(nodes[0]), []).append(reading)
    return {node: float(np.mean(readings)) for node, readings in own.items()}
