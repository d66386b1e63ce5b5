"""A policy of a user's own, randomised, outside the package."""

import numpy as np

from cheapbandits.belief import Belief, laplacian_covariance
from cheapbandits.policies import Policy


class RandomPick(Policy):
    """Probe single nodes at random."""

    def __init__(self, graph, *, horizon=None, rng=None):
        super().__init__(graph, belief=Belief(laplacian_covariance(graph, 0.01)))
        self.horizon = horizon
        self.rng = np.random.default_rng(rng)

    def choose(self, belief, t):
        return 1, int(self.rng.integers(self.graph.n_nodes))
