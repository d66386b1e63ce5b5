"""The search: the probe it returns is the dense engine's best within the gap it states."""

import numpy as np
import pytest

from cheapbandits.belief import Belief, DenseCovariance
from cheapbandits.belief.iterative import IterativeCovariance, highest
from cheapbandits.policies.schedule import width_of_round
from cheapbandits.probes import StrongestNeighbors
from tests.belief.iterative.families import RIDGE, all_families

FAMILIES = all_families(900)
BETA, ROUNDS = 1.3, 200


def absorbed_by(belief, probes):
    return (np.atleast_2d(probes.average(belief.columns)) ** 2).sum(axis=0)


@pytest.mark.parametrize("name", FAMILIES)
def test_two_hundred_rounds_beside_the_dense_engine(name):
    graph = FAMILIES[name]
    rng = np.random.default_rng(0)
    field = rng.random(graph.n_nodes)
    engine = IterativeCovariance(graph, RIDGE)
    belief = Belief(DenseCovariance(graph.laplacian, RIDGE))
    family = StrongestNeighbors(graph)
    for t in range(1, ROUNDS + 1):
        probes = family.at(width_of_round(t, ROUNDS, family.max_width))
        view = belief.view(probes)
        scores = view.mean + BETA * view.deviation
        allowed = rng.random(len(probes)) < 0.9 if t % 3 == 0 else None
        index, gap = highest(
            view.mean,
            absorbed_by(belief, probes),
            engine.variances(probes),
            BETA,
            allowed,
            tolerance=1e-4,
        )
        assert gap <= 1e-4
        assert allowed is None or allowed[index]
        best = scores.max() if allowed is None else scores[allowed].max()
        assert scores[index] >= best - 1.01e-4 * abs(best) - 1e-9
        row = probes.group(index)
        belief.condition(row, field[list(row[0])].mean())


class Known:
    """Bounds that are sharpened to the truth one by one."""

    def __init__(self, exact, slack):
        self.exact = np.asarray(exact, dtype=float)
        self.lower, self.upper = self.exact * (1 - slack), self.exact * (1 + slack)
        self.work, self.asked = 0.0, []

    def sharpen(self, candidates, wanted, room=np.inf):
        closed = self.lower[candidates] == self.upper[candidates]
        changed = candidates[~closed][:1]
        self.lower[changed] = self.upper[changed] = self.exact[changed]
        self.asked += changed.tolist()
        self.work += 1
        return changed


def search(known, **options):
    zeros = np.zeros(len(known.exact))
    return highest(zeros, zeros, known, 1.0, **options)


def test_only_those_who_may_win_are_looked_at():
    known = Known([1, 4, 9, 8.9, 2], slack=0.1)
    assert search(known, tolerance=0.0) == (2, 0.0)
    assert set(known.asked) <= {2, 3}


def test_ties_go_to_the_first():
    assert search(Known([1, 9, 9, 9], slack=0.1), tolerance=0.0)[0] == 1


def test_a_spent_budget_is_told_by_the_gap():
    index, gap = search(Known([9, 8.9], slack=0.1), tolerance=0.0, budget=0)
    assert index == 0
    assert gap == pytest.approx(1 - np.sqrt(0.9 / 1.1))


def test_the_gap_covers_the_truth_whatever_the_budget():
    rng = np.random.default_rng(1)
    for budget in range(12):
        known = Known(rng.random(50) + 0.5, slack=0.2)
        index, gap = search(known, tolerance=1e-3, budget=budget)
        scores = np.sqrt(known.exact)
        assert scores[index] >= scores.max() * (1 - gap) - 1e-12


def test_masked_probes_are_never_chosen():
    allowed = np.array([True, False, True])
    assert search(Known([1, 9, 4], slack=0.1), allowed=allowed, tolerance=0.0)[0] == 2
