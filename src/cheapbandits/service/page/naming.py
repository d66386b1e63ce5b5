"""Which place the answer names, and between what its value very likely lies.

"Very likely" is one thing wherever the page says it: the interval that holds the value with a
probability of 95 %, now or at an earlier moment, of the answer or of any place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cheapbandits.belief.learned import estimates
from cheapbandits.belief.learned.sure import best_known

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned import LearnedBelief
    from cheapbandits.belief.learned.bounds import Bounds
    from cheapbandits.service.page.moments import Frame

__all__ = ["LEVEL", "NORMAL", "Named", "interval", "named"]

#: How likely "very likely" is, and how many deviations of a normal that takes.
LEVEL, NORMAL = 0.95, 1.96
#: Of places with one estimate, how many are looked at more closely.
MOST_EQUAL = 64
#: Frames keep four bytes a value: what differs by less may be equal.
ROUNDING = 4 * float(np.finfo(np.float32).eps)


class Named(NamedTuple):
    """The place of the highest estimate, and between what it very likely lies."""

    best: int
    estimate: float
    low: float
    high: float


def named(
    belief: LearnedBelief, bounds: Bounds, frame: Frame, free: NDArray[np.bool_]
) -> Named | None:
    """Return the place that the answer names, by its rule, of the free ones; in milliseconds.

    Of places with the highest estimate it is the one known best: of many, which after the first
    reading all are, only those of the least deviation are compared by their intervals.
    """
    if not free.any():
        return None
    scores = np.where(free, frame.value, -np.inf)
    top = float(scores.max())
    equal = np.flatnonzero(scores >= top - ROUNDING * abs(top))
    if len(equal) > MOST_EQUAL:
        order = np.argsort(frame.deviation[equal], kind="stable")[:MOST_EQUAL]
        equal = np.sort(equal[order])
    known = estimates(belief, LEVEL, bounds=bounds, nodes=equal)
    k = best_known(known.estimate, known.widths, np.ones(len(equal), dtype=bool))
    ends = float(known.low[k]), float(known.high[k])
    return Named(int(equal[k]), float(known.estimate[k]), *ends)


def interval(belief: LearnedBelief, bounds: Bounds, node: int) -> tuple[float, float, float]:
    """Return estimate, low and high of one place."""
    known = estimates(belief, LEVEL, bounds=bounds, nodes=np.array([node]))
    return float(known.estimate[0]), float(known.low[0]), float(known.high[0])
