"""How much of a field the readings cover: the share of its variance that they took away.

By the model that counts most, from where things were read and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["Coverage"]


class Coverage:
    """What is left of every probe's variance, and what one more look would take.

    Parameters
    ----------
    belief
        What the readings taught.

    Attributes
    ----------
    model
        The model.
    remaining
        ``(m,)`` share of the prior variance of ``s'f`` that is left, about 0 to 1; the unknown mean
        may put it above.
    known
        The mean over nodes of what was taken, 0 to 1.
    """

    def __init__(self, belief: LearnedBelief) -> None:
        models, weights = belief.active()
        self._belief, self.model = belief, int(models[np.argmax(weights)])
        prior, m = belief.prior, self.model
        g = prior.nugget[m]
        before = (1 - g) * prior.variances[prior.kernel[m]] + g * prior.own
        self._before = np.maximum(before, 1e-12)
        self.remaining = belief.variance_of_model(m) / self._before
        self.known = float(np.mean(1 - np.minimum(self.remaining[: belief.n_nodes], 1)))

    def added_by(self, index: int) -> float:
        """Return how much of the field one look at a probe would cover, as :attr:`known` counts.

        The mean over nodes of ``cov(f_i, s'f)^2 / (var(s'f) + n)`` by their prior variances.
        """
        belief = self._belief
        nodes, share = belief.prior.catalogue.row(index)
        column = belief.covariance_of_model(self.model, nodes, share)
        variance = float(column[nodes] @ share) + belief.prior.noise[self.model]
        taken: NDArray[np.float64] = column**2 / self._before[: belief.n_nodes]
        return float(taken.mean() / max(variance, 1e-300))
