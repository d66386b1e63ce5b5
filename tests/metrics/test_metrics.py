"""Metrics against numbers worked by hand, and the floor against a linear program."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import binom

import cheapbandits as cb
from cheapbandits.metrics import (
    best_mixture,
    brier_score,
    cost_to_find,
    coverage,
    floor_regret,
    gap_closed,
    mean_ratio,
    probe_prices,
    regret_ratio,
    reliability,
    share_interval,
    simple_regret,
)

PROBES = st.lists(st.tuples(st.floats(0.05, 1), st.floats(-1, 1)), min_size=1, max_size=8)


@given(PROBES, st.floats(0.05, 1.5))
def test_the_floor_is_the_best_of_all_mixtures(probes, mean_cost):
    """Shares ``x >= 0`` of the rounds, ``sum x = 1``, cost within the mean: a linear program."""
    costs, values = map(np.array, zip(*probes, strict=True))
    mean_cost = max(mean_cost, costs.min())
    program = linprog(
        -values, A_ub=[costs], b_ub=[mean_cost], A_eq=[np.ones(len(costs))], b_eq=[1.0]
    )
    assert best_mixture(costs, values, mean_cost) == pytest.approx(-program.fun, abs=1e-6)


def test_the_floor_by_hand():
    # A pair at half the price gives 0.6 of 1.0; the four for 0.25 is worse than any mixture.
    costs, values = [0.25, 0.5, 0.5, 1.0], [0.1, 0.6, 0.2, 1.0]
    assert best_mixture(costs, values, 0.5) == 0.6
    assert best_mixture(costs, values, 0.75) == 0.8
    assert best_mixture(costs, values, 9.0) == 1.0
    assert best_mixture(costs, values, 0.01) == 0.1
    assert floor_regret(costs, values, 1.0, total_cost=60, rounds=80) == pytest.approx(16.0)


def test_dear_probes_that_are_worse_are_never_mixed_in():
    assert best_mixture([0.5, 1.0], [0.9, 0.1], 0.8) == 0.9


def test_a_gap_of_means_not_a_mean_of_gaps():
    assert gap_closed([10.0, 30.0], [10.0, 10.0], [0.0, 10.0]) == pytest.approx(10 / 15)
    assert gap_closed([10.0], [12.0], [5.0]) == pytest.approx(-0.4)
    assert np.isnan(gap_closed([5.0], [5.0], [5.0]))


def test_prices_of_a_menu_are_those_of_its_best_probes():
    graph = cb.grid(4, 5)
    field = np.random.default_rng(0).random(20)
    policy = cb.CheapUCB(graph, horizon=10, probes="hops")
    prices, values = probe_prices(policy.menu, field)
    assert values.max() == field.max()
    single = prices == policy.menu.costs(1)[0]
    assert values[single].max() == field.max()
    pairs = policy.family.at(2)
    seen = max(np.mean(field[list(pairs.group(i)[0])]) for i in range(len(pairs)))
    assert any(np.isclose(values, seen))


def test_found_means_found_for_good():
    costs, gaps = [2.0] * 5, [0.5, 0.0, 0.4, 0.1, 0.0]
    assert cost_to_find(costs, gaps, within=0.2) == 8.0
    assert cost_to_find(costs, gaps, within=1.0) == 2.0
    assert cost_to_find(costs[:3], gaps[:3], within=0.2) == float("inf")
    with pytest.raises(cb.ParameterError, match="same rounds"):
        cost_to_find(costs, gaps[:3], within=0.2)


def test_simple_regret_is_of_the_named_place():
    assert simple_regret([0.25, -1.0, 0.75], [1, 0, 2, 2]).tolist() == [1.75, 0.5, 0.0, 0.0]


def test_reliability_by_hand():
    stated = [0.0, 0.1, 0.2, 0.55, 0.85, 0.95, 1.0]
    happened = [0, 1, 0, 1, 1, 1, 0]
    bins = reliability(stated, happened)
    assert [(b.low, b.count) for b in bins] == [(0.0, 2), (0.2, 1), (0.4, 1), (0.8, 3)]
    assert [b.true.mean for b in bins] == [0.5, 0.0, 1.0, pytest.approx(2 / 3)]
    assert bins[-1].stated == pytest.approx(2.8 / 3)


@pytest.mark.parametrize(("successes", "count"), [(0, 7), (3, 7), (7, 7), (28, 30)])
def test_a_share_at_the_end_of_its_interval_is_just_possible(successes, count):
    """At the upper end so few, at the lower end so many, have probability 2.5 %."""
    share = share_interval(successes, count)
    if successes < count:
        assert binom.cdf(successes, count, share.high) == pytest.approx(0.025)
    if successes:
        assert binom.sf(successes - 1, count, share.low) == pytest.approx(0.025)


def test_brier_coverage_and_regret_by_hand():
    assert brier_score([0.8, 0.3], [1, 0]) == pytest.approx((0.04 + 0.09) / 2)
    assert coverage([0, 0], [1, 1], [1, 1.1]) == 0.5
    assert regret_ratio([0.1, 0.3], [0.1, 0.1]) == pytest.approx(2.0)
    assert regret_ratio([0.1], [0.0]) == float("inf")
    with pytest.raises(cb.ParameterError, match="from 0 to 1"):
        brier_score([1.2], [1])
    with pytest.raises(cb.ParameterError, match="one outcome"):
        reliability([], [])


def test_a_ratio_of_means_by_hand():
    # q = 2; residuals -1, 1; their standard error is 1, and t of one degree 12.706.
    ratio = mean_ratio([3.0, 9.0], [2.0, 4.0])
    assert ratio.mean == 2.0
    assert ratio.high - ratio.mean == pytest.approx(12.706 / 3, rel=1e-4)
    assert np.isnan(mean_ratio([1.0, 2.0], [0.0, 0.0]).mean)
