"""By how much the highest value exceeds that of a named node: draws, and room for surprise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.cautious import one_by_one
from cheapbandits.belief.learned.samples import fields

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.bounds import Bounds
    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["gaps", "only_bounds"]

#: Prior weight of "some nodes are unlike all others", and the points its share is averaged over.
UNLIKE, SHARES = 0.3, 200
#: What a field may have in store is taken for at least this share of what the models foretell. A
#: choice may trust a few looks that brought nothing; whoever stops by them is wrong too often.
STORE = 0.75


def gaps(
    belief: LearnedBelief,
    node: int,
    free: NDArray[np.bool_],
    n_free: int,
    bounds: Bounds,
    n: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return ``(n,)`` draws of ``max f - f(node)`` over the nodes that may be the answer.

    What the models have in store above the node counts as far as this field has shown it, at least
    ``STORE`` of it. Some nodes may be unlike all that was seen: then the gap is of the size of what
    was seen. Where only the bounds are known, it may be anything up to the upper one.

    Where places were read one by one, what the models cannot explain may be noise or field, and
    nobody knows: they may be sure of a place that nobody read, between two that were. The gap is
    the larger of both, quantile by quantile, so that what is stated holds either way.

    Parameters
    ----------
    free
        ``(N,)`` which nodes may be the answer.
    n_free
        How many may be, of the whole graph.
    bounds
        Lowest and highest value that can be, where known.
    """
    # Only another that may be the answer can be a surprise: neither one that is masked nor the
    # named one. Those that were read count wherever they are: they have shown what they are like.
    places = belief.places
    masked = sum(not free[list(place)].any() for place in places)
    named = any(node in place for place in places)
    none = _none_left(len(places), n_free + masked - (not named))
    as_noise = _lost(belief, node, free, none, bounds, fields(belief, n, rng), rng)
    if not one_by_one(belief):
        return as_noise
    as_field = _lost(belief, node, free, none, bounds, fields(belief, n, rng, whole=True), rng)
    return np.maximum(np.sort(as_noise), np.sort(as_field))


def _lost(
    belief: LearnedBelief,
    node: int,
    free: NDArray[np.bool_],
    none: float,
    bounds: Bounds,
    drawn: NDArray[np.float64],
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return ``(n,)`` gaps, in the order of the ``(n, N)`` fields; ``none``: :func:`_none_left`."""
    n, (low, high) = len(drawn), bounds
    if low is not None or high is not None:
        drawn = np.clip(drawn, low, high)
    if high is not None and only_bounds(belief, bounds):
        return rng.random(n) * np.maximum(high - drawn[:, node], 0)
    store = max(belief.left_out().headroom(), STORE)
    found = store * (drawn[:, free].max(axis=1) - drawn[:, node])
    unlike = rng.random(n) > none
    surprise = float(np.ptp(np.array(belief.evidence.readings))) * rng.exponential(size=n)
    lost = np.where(unlike, np.maximum(found, surprise), found)
    if high is not None:
        lost = np.minimum(lost, np.maximum(high - drawn[:, node], 0))
    return np.asarray(lost)


def only_bounds(belief: LearnedBelief, bounds: Bounds) -> bool:
    """Whether there are two bounds and one reading, which tells nothing of how far values go."""
    told = np.count_nonzero(~np.isnan(belief.evidence.readings))
    return bool(told < 2) and None not in bounds


def _none_left(places: int, n_nodes: int) -> float:
    """Return the chance that no node is unlike the rest, when no place that was read was.

    Places count, not nodes: the average of a group hides one that is unlike the others.

    A share ``theta`` of nodes, log-uniform on [1/N, 1], is unlike with prior weight ``UNLIKE``.
    """
    theta = np.exp(np.linspace(-math.log(n_nodes), 0.0, SHARES))
    none, so_far = ((1 - theta) ** n_nodes).mean(), ((1 - theta) ** places).mean()
    return float((1 - UNLIKE + UNLIKE * none) / (1 - UNLIKE + UNLIKE * so_far))
