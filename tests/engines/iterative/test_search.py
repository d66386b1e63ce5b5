"""The search: the probe it returns is the dense engine's best within the slack it states."""

import numpy as np
import pytest

from cheapbandits.belief import Belief
from cheapbandits.belief.view import Interval
from cheapbandits.engines import DenseEngine
from cheapbandits.engines.iterative import IterativeEngine
from cheapbandits.policies.schedule import width_of_round
from cheapbandits.policies.scores import highest
from cheapbandits.probes import StrongestNeighbors
from tests.engines.iterative.families import RIDGE, all_families

FAMILIES = all_families(600)
BETA, ROUNDS = 1.3, 200


@pytest.mark.parametrize("name", FAMILIES)
def test_two_hundred_rounds_beside_the_dense_engine(name):
    graph = FAMILIES[name]
    rng = np.random.default_rng(0)
    field = rng.random(graph.n_nodes)
    bounded = Belief(IterativeEngine(graph, RIDGE))
    belief = Belief(DenseEngine(graph.laplacian, RIDGE))
    family = StrongestNeighbors(graph)
    for t in range(1, ROUNDS + 1):
        probes = family.at(width_of_round(t, ROUNDS, family.max_width))
        view = belief.view(probes)
        scores = view.mean + BETA * view.deviation.upper
        allowed = rng.random(len(probes)) < 0.9 if t % 3 == 0 else None
        index, slack = highest(bounded.view(probes), BETA, allowed, tolerance=1e-4)
        assert slack <= 1e-4
        assert allowed is None or allowed[index]
        best = scores.max() if allowed is None else scores[allowed].max()
        assert scores[index] >= best - 1.01e-4 * abs(best) - 1e-6
        row = probes.group(index)
        for each in (belief, bounded):
            each.condition(row, field[list(row[0])].mean())


class Known:
    """A view whose bounds are sharpened to the truth one by one."""

    exact = False

    def __init__(self, exact, slack):
        self.truth = np.asarray(exact, dtype=float)
        self.lower, self.upper = self.truth * (1 - slack), self.truth * (1 + slack)
        self.mean, self.work, self.asked = np.zeros(len(self.truth)), 0.0, []

    def bounds_of(self, indices):
        return Interval(self.lower[indices], self.upper[indices])

    def sharpen(self, candidates, wanted):
        closed = self.lower[candidates] == self.upper[candidates]
        changed = candidates[~closed][:1]
        self.lower[changed] = self.upper[changed] = self.truth[changed]
        self.asked += changed.tolist()
        self.work += 1
        return changed


def test_only_those_who_may_win_are_looked_at():
    known = Known([1, 4, 9, 8.9, 2], slack=0.1)
    assert highest(known, 1.0, tolerance=0.0) == (2, 0.0)
    assert set(known.asked) <= {2, 3}


def test_ties_go_to_the_first():
    assert highest(Known([1, 9, 9, 9], slack=0.1), 1.0, tolerance=0.0)[0] == 1


def test_a_limit_reached_is_told_by_the_slack():
    index, slack = highest(Known([9, 8.9], slack=0.1), 1.0, tolerance=0.0, work=(0, 0))
    assert index == 0
    assert slack == pytest.approx(1 - np.sqrt(0.9 / 1.1))


def test_the_slack_covers_the_truth_whatever_the_limit():
    rng = np.random.default_rng(1)
    for limit in range(12):
        known = Known(rng.random(50) + 0.5, slack=0.2)
        index, slack = highest(known, 1.0, tolerance=1e-3, work=(limit, limit))
        scores = np.sqrt(known.truth)
        assert scores[index] >= scores.max() * (1 - slack) - 1e-12


def test_masked_probes_are_never_chosen():
    allowed = np.array([True, False, True])
    assert highest(Known([1, 9, 4], slack=0.1), 1.0, allowed, tolerance=0.0)[0] == 2
