"""The search: the probe it returns is the dense engine's best within the slack it states."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.belief.view import Interval
from cheapbandits.engines import DenseEngine
from cheapbandits.engines.iterative import IterativeEngine, balls, sketch, variances
from cheapbandits.policies.scores import highest
from cheapbandits.probes import StrongestNeighbors
from tests.engines.iterative.families import RIDGE, attachment

BETA, ROUNDS, NODES = 1.3, 16, 1200


def points(n_dimensions):
    """More of them than of the others: among few, bounds leave nearly everybody a chance."""
    places = np.random.default_rng(0).random((2000, n_dimensions))
    return cb.Graph.from_points(places, n_neighbors=8)


def small_world():
    rng, starts = np.random.default_rng(0), np.tile(np.arange(NODES), 3)
    ends = (starts + np.repeat([1, 2, 3], NODES)) % NODES
    ends = np.where(rng.random(3 * NODES) < 0.05, rng.integers(0, NODES, 3 * NODES), ends)
    pairs = np.stack([starts, ends], axis=1)
    return cb.Graph.from_edges(pairs[starts != ends], n_nodes=NODES, duplicates="sum")


def power_law():
    rng = np.random.default_rng(0)
    counts = np.minimum(rng.pareto(1.2, NODES) + 1, NODES // 4).astype(int)
    pairs = np.stack([np.repeat(np.arange(NODES), counts), rng.integers(0, NODES, counts.sum())], 1)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return cb.Graph.from_edges(pairs, n_nodes=NODES, duplicates="sum")


def ring_of_rings():
    """Six links a node, three rings in random order: an expander, and all nodes nearly alike."""
    rng = np.random.default_rng(0)
    rings = [rng.permutation(NODES) for _ in range(3)]
    pairs = np.concatenate([np.stack([ring, np.roll(ring, 1)], axis=1) for ring in rings])
    return cb.Graph.from_edges(pairs, n_nodes=NODES, duplicates="sum")


FAMILIES = {
    "small world": small_world,
    "points in 3 dimensions": lambda: points(3),
    "points in 5 dimensions": lambda: points(5),
    "power law": power_law,
    "attachment": lambda: attachment(NODES, np.random.default_rng(0)),
    "regular": ring_of_rings,
    "grid": lambda: cb.grid(30, 40),
}


#: Like others here in what makes them hard: points, hubs, and shortcuts everywhere.
ALIKE = ["points in 5 dimensions", "attachment", "small world"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.thorough) if n in ALIKE else n for n in FAMILIES],
)
def test_every_choice_is_certain_and_as_good_as_it_says(name, monkeypatch):
    """As on a million nodes: 25 products for 1e-4, but whatever it takes for 1e-3."""
    monkeypatch.setattr(sketch, "LEAST_FIELDS", sketch.MOST_FIELDS)
    monkeypatch.setattr(balls, "CALLS", 0.0)
    monkeypatch.setattr(variances, "BALLS", (250,))
    graph = FAMILIES[name]()
    rng = np.random.default_rng(0)
    field = rng.random(graph.n_nodes)
    family = StrongestNeighbors(graph)
    prior = IterativeEngine(graph, RIDGE)
    prior.prepare([family.at(width) for width in (1, min(3, family.max_width))])
    bounded, belief = Belief(prior), Belief(DenseEngine(graph.laplacian, RIDGE))
    for t in range(1, ROUNDS + 1):
        probes = family.at(min(3, family.max_width) if t < ROUNDS // 4 else 1)
        view, mine = belief.view(probes), bounded.view(probes)
        scores = view.mean + BETA * view.deviation.upper
        allowed = rng.random(len(probes)) < 0.9 if t % 3 == 0 else None
        index, slack = highest(mine, BETA, allowed, work=(25.0, np.inf))
        assert slack <= 1e-3
        assert allowed is None or allowed[index]
        best = scores.max() if allowed is None else scores[allowed].max()
        assert scores[index] >= (1 - slack) * best - 1e-7
        row = probes.group(index)
        for each in (belief, bounded):
            each.condition(row, field[list(row[0])].mean())
    # A search, and not a solve for everybody.
    assert (mine._prior.level >= len(mine._prior.steps) - 1).mean() < 0.5


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
