"""Costs: the paper's formula and the user's prices."""

from datetime import date, timedelta
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.probes import PriceFunction


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


def test_laplacian_cost_of_a_whole_part_is_not_below_nothing():
    """Seen: -4.6e-18 of six nodes all joined, and every ask of a campaign called it damaged."""
    graph = cb.Graph(np.ones((6, 6)) - np.eye(6))
    assert (cb.LaplacianCost(graph)(cb.Hops(graph).at(6), 6) >= 0).all()
    policy = cb.Finder(graph, budget=10.0, cost="laplacian")
    probe = policy.ask()
    policy.tell(probe, 0.5)
    assert policy.spent >= 0


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


def fee(probes, width):
    return 2.0 / width + probes.centers


class Tariff:
    def __call__(self, width):
        return 7 - width


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (lambda width: 1 / width, lambda center: 0.5),
        (lambda width, discount=0.5: discount * width, lambda center: 1.0),
        (lambda probes, width: np.full(len(probes), 3), lambda center: 3.0),
        (lambda probes, width: 4, lambda center: 4.0),
        (lambda *given: given[1], lambda center: 2.0),
        (fee, lambda center: 1.0 + center),
        (Tariff(), lambda center: 5.0),
        (np.sqrt, lambda center: 2**0.5),
    ],
)
def test_a_plain_function_is_a_cost(cost, expected):
    policy = cb.CheapUCB(cb.grid(3, 3), horizon=4, cost=cost)
    probe = policy.ask()
    assert probe.width == 2
    assert probe.cost == pytest.approx(expected(probe.center))
    policy.tell(probe, 0.5)


def test_a_function_prices_groups_by_their_own_width():
    star = cb.Graph.from_edges([(0, 1), (0, 2), (0, 3), (3, 4)])
    family = cb.StrongestNeighbors(star, cap="own")
    costs = PriceFunction(star, lambda width: 10.0 * width)(family.at(4), 4)
    assert costs.tolist() == [40, 20, 20, 30, 20]


@pytest.mark.parametrize(
    ("cost", "word"),
    [
        (lambda: 1.0, "function of the width"),
        (lambda a, b, c: 1.0, "function of the width"),
        (lambda width, *, fee: 1.0, "function of the width"),
        (lambda width: "dear", "ValueError"),
        (lambda width: None, "TypeError"),
        (lambda width: 1 / (width - 1), "ZeroDivisionError"),
        (lambda probes, width: [1.0, 2.0], "shape"),
        (lambda probes, width: np.ones((len(probes), 1)), "shape"),
        (lambda probes, width: -np.ones(len(probes)), "not negative"),
        (lambda width: float("nan"), "finite"),
        (lambda width: 2.0 - 3 * (width > 1), "not negative"),
        (7, "cost must be"),
        (None, "cost must be"),
        ("wide", "cost must be"),
        (np.ones(9), "cost must be"),
        (cb.WidthCost, "cost must be"),
        ({"one": 1.0}, "whole number"),
        ({1.5: 1.0}, "whole number"),
        ({1: "dear"}, "number"),
        ({1: None}, "number"),
    ],
)
def test_a_cost_that_cannot_be_used_is_refused_at_construction(cost, word):
    with pytest.raises(cb.ParameterError, match=word):
        cb.CheapUCB(cb.grid(3, 3), horizon=4, cost=cost)


@pytest.mark.parametrize("prices", [5, [1.0], {1: "dear"}, {1: [1.0, "x"]}, {"a": [1.0]}])
def test_prices_by_probe_of_the_wrong_kind(prices):
    with pytest.raises(cb.ParameterError, match="price"):
        cb.PricePerProbe(prices)


def test_functions_that_price_otherwise_have_other_fingerprints():
    graph = cb.grid(3, 3)
    level = {"fee": 1.0}
    same = [PriceFunction(graph, fee).fingerprint for _ in range(2)]
    assert same[0] == same[1]
    twins = [lambda width: 1 / width, lambda width: 1 / width**2, lambda width: level["fee"]]
    found = [PriceFunction(graph, function).fingerprint for function in twins]
    level["fee"] = 2.0
    found.append(PriceFunction(graph, twins[2]).fingerprint)
    assert len(set(found)) == 4
    policies = [cb.CheapUCB(graph, horizon=4, cost=function) for function in twins[:2]]
    with pytest.raises(cb.ProbeError, match="another policy"):
        policies[1].tell(policies[0].ask(), 0.5)


@pytest.mark.parametrize("mask", [3, 3.5, None, [3.5], ["a"], [True], [-1], [9], "12", [[1, 2]]])
def test_a_mask_that_is_none_is_refused(mask):
    with pytest.raises(cb.ParameterError, match="mask"):
        cb.CheapUCB(cb.grid(3, 3), horizon=4, mask=mask)


@pytest.mark.parametrize("probes", [3, None, "wide", cb.Hops, np.eye(9)])
def test_probes_that_are_none_are_refused(probes):
    with pytest.raises(cb.ParameterError, match="probes must be"):
        cb.CheapUCB(cb.grid(3, 3), horizon=4, probes=probes)


NO_PRICES = [
    *("1_0", "\u0663", " 7\n", b"5", True, np.True_, 1j),
    *(np.timedelta64(5, "s"), np.datetime64("2020-01-01"), timedelta(5), date(2020, 1, 1)),
]


@pytest.mark.parametrize("price", NO_PRICES, ids=repr)
def test_what_a_function_returns_is_a_number_as_in_a_table(price):
    """Seen: '1_0' was a price of 10, a day one of 18262."""
    graph = cb.grid(2, 2)
    for cost in (
        lambda width: price,
        lambda probes, width: price,
        lambda probes, width: [price] * len(probes),
        lambda probes, width: [1.0, 2, price, 3][: len(probes)],
        lambda probes, width: np.array([price] * len(probes)),
        {1: price},
    ):
        with pytest.raises(cb.ParameterError, match=r"numbers?\b"):
            cb.CheapUCB(graph, horizon=5, cost=cost)
    with pytest.raises(cb.ParameterError, match="must be numbers"):
        cb.PricePerProbe({1: [price] * 4})


@pytest.mark.parametrize(
    "price", [2, 2.0, np.float32(2), np.int8(2), Fraction(2), np.array(2.0)], ids=repr
)
def test_numbers_of_any_kind_are_prices(price):
    for cost in (lambda width: price, lambda probes, width: [price] * len(probes)):
        assert cb.CheapUCB(cb.grid(2, 2), horizon=5, cost=cost).ask().cost == 2
