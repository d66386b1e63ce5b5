"""The floor of averaging, against a count by hand and against runs."""

import math

import numpy as np
import pytest

from cheapbandits.graphs import Graph, disjoint_cliques
from cheapbandits.policies import CheapUCB
from cheapbandits.simulation import rounds_of
from cheapbandits.theory import averaging_floor, floor_rate, schedule_floor, width_losses


@pytest.fixture(scope="module")
def drawn():
    """A small weighted graph whose least degree is 3, and a field."""
    rng = np.random.default_rng(5)
    n = 14
    weights = np.triu(rng.uniform(0.1, 1.0, (n, n)) * (rng.uniform(size=(n, n)) < 0.55), 1)
    weights += weights.T
    assert (weights > 0).sum(axis=1).min() >= 2
    return Graph(weights), rng.normal(size=n), weights


def by_hand(weights, field, horizon):
    """The paper's words, one node and one round at a time; nothing of ours is used."""
    n = len(field)
    neighbors = [
        sorted((j for j in range(n) if weights[i][j] > 0), key=lambda j, i=i: (-weights[i][j], j))
        for i in range(n)
    ]
    cap = min(len(row) for row in neighbors) + 1
    stages = max(1, math.ceil(math.log2(horizon)))
    total, floor = 0.0, []
    for t in range(1, horizon + 1):
        stage = min(math.floor(math.log2(t)) + 1, stages)
        width = min(cap, stages - stage + 1)
        averages = [
            sum(field[j] for j in [i, *neighbors[i][: width - 1]]) / width for i in range(n)
        ]
        total += max(field) - max(averages)
        floor.append(total)
    return floor


@pytest.mark.parametrize("horizon", [1, 2, 7, 8, 9, 40])
def test_it_is_what_counting_by_hand_gives(drawn, horizon):
    graph, field, weights = drawn
    floor = averaging_floor(graph, field, horizon)
    assert floor == pytest.approx(by_hand(weights, field, horizon))


def test_no_run_of_cheap_ucb_is_below_it(drawn):
    graph, field, _ = drawn
    for c in (0.01, 1.0):
        policy = CheapUCB(graph, horizon=64, smoothness=c)
        rows = rounds_of(policy, field, 0.01, np.random.default_rng(0))
        regret = np.cumsum([row.regret for row in rows])
        assert (regret >= averaging_floor(graph, field, 64) - 1e-9).all()


def test_it_grows_in_proportion_to_the_horizon(drawn):
    """At T = 2^J - 1 the shares of the widths differ from their limits by a few rounds in all."""
    graph, field, _ = drawn
    rate = floor_rate(graph, field)
    assert rate > 0.01
    for stages in (6, 9, 12):
        horizon = 2**stages - 1
        assert averaging_floor(graph, field, horizon)[-1] == pytest.approx(
            rate * horizon, abs=5 * np.ptp(field)
        )


def test_there_is_none_where_neighbours_are_equal():
    graph = disjoint_cliques(2, 6)
    field = np.repeat([1.0, 0.0], 6)
    assert averaging_floor(graph, field, 50).max() == 0
    assert floor_rate(graph, field) == 0


def test_losses_grow_with_the_width_of_nested_groups_in_a_clique():
    field = np.array([1.0, 0.6, 0.2, 0.0])
    losses = width_losses(disjoint_cliques(1, 4), field, 9)
    assert losses == pytest.approx([0.0, 1 - 0.8, 1 - 0.6, 1 - 0.45])
    assert schedule_floor(losses, 16)[-1] == pytest.approx(
        sum(n * loss for n, loss in zip((1, 2, 4), losses[[3, 2, 1]], strict=True))
    )
