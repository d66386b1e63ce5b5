"""A policy of a user's own, randomised, outside the package."""

import os

import numpy as np

from cheapbandits.belief import Belief
from cheapbandits.policies import Policy
from tests.workers import die_once


class RandomPick(Policy):
    """Probe single nodes at random."""

    def __init__(self, graph, *, horizon=None, rng=None):
        super().__init__(graph, belief=Belief.of(graph))
        self.horizon = horizon
        self.rng = np.random.default_rng(rng)

    def choose(self, belief, t):
        width, _, _, allowed = self.candidates(1)
        nodes = np.arange(self.graph.n_nodes) if allowed is None else np.flatnonzero(allowed)
        return width, int(self.rng.choice(nodes))


class DiesOnce(RandomPick):
    """Kills the first process that asks it, once; the file that the environment names says so."""

    def choose(self, belief, t):
        die_once(os.environ["DIES_ONCE"])
        return super().choose(belief, t)
