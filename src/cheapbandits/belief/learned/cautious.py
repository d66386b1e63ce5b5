"""How sure one may be while nothing shows the noise: half by the models, half by the loudest.

Where every place was read once, a place's own part and the noise of its reading look alike: the
highest reading is the highest place, or the largest error. Readings of one group taken again tell,
and so does who knows the noise; and a field that follows the graph closely, as its readings refute
models as loud as itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["stated_models"]

#: Where this share of the places was read by itself, the answer hangs on the noise.
COVERED = 0.5
#: Noise as large as the field is refuted where its models weigh less, all levels alike beforehand.
REFUTED = 0.02


def stated_models(belief: LearnedBelief) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return models and weights, summing to 1, for intervals and chances that people act on."""
    models, weights = belief.active(stated=True)
    loud = belief.prior.noise >= 1.0
    likely = np.exp(belief.evidence.log_weights() - belief.evidence.log_prior)
    if likely[loud].sum() < REFUTED * likely.sum() or not _hidden(belief):
        return models, weights
    both = np.zeros(len(likely))
    both[models] += weights / 2
    both[loud] += likely[loud] / likely[loud].sum() / 2
    models = np.flatnonzero(both > 1e-6)
    return models, both[models] / both[models].sum()


def _hidden(belief: LearnedBelief) -> bool:
    """Whether nobody said the noise, no group was read twice, and most places were read alone."""
    if belief.evidence.known_noise is not None:
        return False
    groups = [(nodes.tobytes(), share.tobytes()) for nodes, share in belief.rows]
    alone = {int(nodes[0]) for nodes, _ in belief.rows if len(nodes) == 1}
    return len({*groups}) == len(groups) and len(alone) >= COVERED * belief.prior.catalogue.n_nodes
