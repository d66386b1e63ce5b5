"""How sure one may be while nothing shows the noise: half by the models, half by the loudest noise.

Where places are read one by one, a place's own part and the noise of its reading look alike: the
highest reading is the highest place, or the largest error. Who knows the noise can tell. So can
readings of one group taken again, groups of several widths (a place's own part averages out,
noise does not), and a field that follows the graph closely: they refute models as loud as itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["one_by_one", "stated_models"]

#: Where this share of the readings is of single places, the answer hangs on the noise.
ALONE = 0.75
#: The loudest noise counts for half, unless its models, all levels alike beforehand, weigh less
#: than this; then for less, the next level for the rest, and for nothing where it is refuted.
LIKELY = 0.1


def stated_models(belief: LearnedBelief) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return models and weights, summing to 1, for intervals and chances that people act on."""
    models, weights = belief.active(stated=True)
    if belief.evidence.known_noise is not None or not one_by_one(belief):
        return models, weights
    likely = np.exp(belief.evidence.log_weights() - belief.evidence.log_prior)
    likely /= likely.sum()
    both, left = np.zeros(len(likely)), 1.0
    for level in np.unique(belief.prior.noise)[::-1].tolist():
        loud = belief.prior.noise == level
        weight = float(likely[loud].sum())
        share = left * min(1.0, weight / LIKELY)
        both[loud] += share / 2 * likely[loud] / max(weight, 1e-300)
        left -= share
    both[models] += (1 - both.sum()) * weights
    models = np.flatnonzero(both > 1e-6)
    return models, both[models] / both[models].sum()


def one_by_one(belief: LearnedBelief) -> bool:
    """Tell whether places were read by themselves, as in surveys: noise and field look alike."""
    alone = sum(len(nodes) == 1 for nodes, _ in belief.rows)
    return alone >= ALONE * len(belief.rows)
