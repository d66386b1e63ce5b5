"""Finder: finds the place for little, says when to stop, stops when nothing can be paid."""

from __future__ import annotations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.errors import BudgetError
from cheapbandits.policies.finder import Finder


def hunt(policy, field, most, noise=0.01, seed=0):
    rng, asked = np.random.default_rng(seed), []
    for _ in range(most):
        try:
            probe = policy.ask()
        except BudgetError:
            break
        policy.tell(probe, float(field[list(probe.nodes)].mean() + noise * rng.standard_normal()))
        asked.append(probe)
    return asked


@pytest.fixture(scope="module")
def land():
    graph = cb.grid(12, 12)
    x, y = graph.coordinates.T
    return graph, np.exp(-((x - 8) ** 2 + (y - 3) ** 2) / 12)


def test_it_finds_the_hill_and_says_so(land):
    graph, field = land
    policy = Finder(graph, budget=25.0, tolerance=0.05, error=0.2, probes="hops")
    assert not policy.stops()
    hunt(policy, field, 60)
    verdict = policy.assess()
    assert field[verdict.node] >= field.max() - 0.05
    assert verdict.low <= field[verdict.node] <= verdict.high
    assert policy.spent <= 25.0
    assert policy.stops()


def test_the_budget_ends_it(land):
    graph, field = land
    policy = Finder(graph, budget=2.0, probes="hops")
    asked = hunt(policy, field, 200)
    assert 0 < sum(probe.cost for probe in asked) <= 2.0
    with pytest.raises(BudgetError):
        policy.ask()


def test_without_a_tolerance_it_is_a_share_of_what_was_shown(land):
    graph, field = land
    policy = Finder(graph, budget=5.0, probes="hops")
    hunt(policy, field, 12)
    verdict = policy.assess()
    assert verdict.tolerance == pytest.approx(0.05 * np.ptp(policy.estimates().estimate))
    assert verdict == policy.assess(tolerance=verdict.tolerance)
    assert verdict.probability is not None
    assert verdict.expected_regret <= verdict.regret_bound


def test_a_shuffled_graph_is_noticed(land):
    from cheapbandits.belief.learned import calibrate

    graph, field = land
    right = Finder(graph, probes="hops")
    wrong = Finder(graph, probes="hops")
    shuffled = field[np.random.default_rng(2).permutation(144)]
    hunt(right, field, 40)
    hunt(wrong, shuffled, 40)
    assert calibrate(graph, right.learned).verdict == "follows"
    found = calibrate(graph, wrong.learned)
    assert found.verdict != "follows"
    assert found.log_odds < calibrate(graph, right.learned).log_odds - 3
    assert found.energy > calibrate(graph, right.learned).energy
