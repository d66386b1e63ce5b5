"""Costs: the paper's formula and the user's prices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cheapbandits as cb


@given(n=st.integers(2, 10_000), w=st.integers(1, 10_000))
def test_the_papers_cost_is_one_for_a_node_and_at_most_one_over_w(n, w):
    cost = float(cb.width_cost(min(w, n), n))
    assert cost <= 1 / min(w, n) + 1e-15
    assert (cost == 1.0) == (min(w, n) == 1)


def test_the_papers_cost_by_hand():
    """Equation (3) worked out: 1/w - (w - 1) / (N w^2), falling in w."""
    costs = cb.width_cost(np.arange(1, 13), 12)
    assert costs[0] == 1
    assert costs[2] == pytest.approx(1 / 3 - 2 / (12 * 9))
    assert (np.diff(costs) < 0).all()


def test_laplacian_cost_is_the_sum_over_edges():
    graph = cb.barabasi_albert(20, 3, weights="uniform", rng=0)
    probes = cb.Hops(graph).at(3)
    costs = cb.LaplacianCost(graph)(probes, 3)
    pairs, weights = graph.edges()
    s = probes.matrix.toarray()
    expected = ((s[:, pairs[:, 0]] - s[:, pairs[:, 1]]) ** 2) @ weights
    np.testing.assert_allclose(costs, expected)


def test_prices_by_width_and_by_probe():
    graph = cb.grid(3, 3)
    table = cb.CheapUCB(graph, horizon=4, cost={1: 9.0, 2: 5.0})
    assert table.ask().cost == 5.0
    each = cb.PricePerProbe({1: np.arange(9.0), 2: np.arange(9.0) + 100})
    policy = cb.CheapUCB(graph, horizon=4, cost=each)
    probe = policy.ask()
    assert probe.cost == 100 + probe.center


@pytest.mark.parametrize(
    "make",
    [
        lambda g: cb.CheapUCB(g, horizon=4, cost={1: 9.0}).ask(),
        lambda g: cb.CheapUCB(g, horizon=4, cost={1: -1.0, 2: 1.0}),
        lambda g: cb.CheapUCB(g, horizon=4, cost={1: float("nan")}),
        lambda g: cb.CheapUCB(g, horizon=4, cost=cb.PricePerProbe({2: [1.0, 2.0]})).ask(),
        lambda g: cb.PricePerProbe({1: [float("inf")]}),
    ],
)
def test_missing_or_absurd_prices_are_refused(make):
    with pytest.raises(cb.ParameterError, match="price"):
        make(cb.grid(3, 3))
