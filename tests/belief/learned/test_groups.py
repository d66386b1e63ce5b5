"""A group is its nodes and their weights: their order, and who weighs nothing, say nothing."""

import numpy as np
import pytest

import cheapbandits as cb


def said(graph, rows, readings, *, weights=None, **settings):
    """Return the answer and all intervals, as one array."""
    policy = cb.Finder(graph, budget=500.0, **settings)
    weights = [None] * len(rows) if weights is None else weights
    for row, reading, share in zip(rows, readings, weights, strict=True):
        policy.observe(row, float(reading), share)
    found, known = policy.assess(), policy.estimates()
    stated = [found.node, found.probability, found.expected_regret, found.regret_bound]
    return np.concatenate([np.array(stated, float), [found.low, found.high], known.low, known.high])


@pytest.fixture
def survey():
    """25 readings of overlapping groups of a grid, some of them twice."""
    graph, rng = cb.grid(9, 8), np.random.default_rng(34)
    centers = rng.choice(72, 20, replace=False).tolist()
    rows = [[c, *graph.neighbors(c)] if k % 3 else [c] for k, c in enumerate(centers)]
    rows += rows[:5]
    hill = np.exp(-((np.asarray(graph.coordinates) - (6, 3)) ** 2).sum(axis=1) / 8)
    readings = [hill[row].mean() + 0.05 * rng.standard_normal() for row in rows]
    return graph, [[int(node) for node in row] for row in rows], readings


@pytest.mark.parametrize("seed", range(3))
def test_nodes_in_another_order_are_the_same_group(survey, seed):
    """Seen: 55 % one way, 73 % the other; a group and its repeat told apart."""
    graph, rows, readings = survey
    rng = np.random.default_rng(seed)
    plain = said(graph, rows, readings)
    mixed = [rng.permutation(row).tolist() for row in rows]
    np.testing.assert_allclose(said(graph, mixed, readings), plain, rtol=1e-9, atol=1e-12)


def test_weights_go_with_their_nodes_and_weights_of_nothing_are_no_part(survey):
    graph, rows, readings = survey
    rng = np.random.default_rng(0)
    weights = [rng.dirichlet(np.ones(len(row))).tolist() for row in rows]
    plain = said(graph, rows, readings, weights=weights)
    orders = [rng.permutation(len(row)) for row in rows]
    mixed = [np.array(row)[order].tolist() for row, order in zip(rows, orders, strict=True)]
    shares = [np.array(share)[order] for share, order in zip(weights, orders, strict=True)]
    found = said(graph, mixed, readings, weights=shares)
    np.testing.assert_allclose(found, plain, rtol=1e-9, atol=1e-12)

    alone = [row[:1] for row in rows]
    beside = [[row[0], (row[0] + 5) % 72] for row in rows]
    ones = [[1.0, 0.0]] * len(rows)
    plain = said(graph, alone, readings)
    found = said(graph, beside, readings, weights=ones)
    np.testing.assert_allclose(found, plain, rtol=1e-9, atol=1e-12)


def test_groups_in_another_order_of_a_large_graph():
    graph, rng = cb.grid(90, 90), np.random.default_rng(3)
    rows = [[int(c), *map(int, graph.neighbors(int(c)))] for c in rng.choice(8100, 12)]
    rows = [row for center in rows for row in (center, center[:1])]
    readings = np.cumsum(rng.standard_normal(len(rows)))
    plain = said(graph, rows, readings)
    mixed = [rng.permutation(row).tolist() for row in rows]
    np.testing.assert_allclose(said(graph, mixed, readings), plain, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("seed", [0, 1])
def test_groups_among_equal_neighbours_however_nodes_are_numbered(seed):
    """Seen: an expected loss of 1.2 or 0.3, and other intervals, from the same readings."""
    rng, n = np.random.default_rng(seed), 24
    weights = np.kron(np.eye(2), np.ones((12, 12))) - np.eye(n)
    values = np.cumsum(rng.standard_normal(n))
    rows = [[c, *np.flatnonzero(weights[c])[:3]] for c in rng.choice(n, 12, replace=False)]
    readings = [values[row].mean() for row in rows]

    def stated(order):
        place = np.argsort(order)
        policy = cb.Finder(cb.Graph(weights[np.ix_(order, order)]), budget=500.0)
        for row, reading in zip(rows, readings, strict=True):
            policy.observe(place[row].tolist(), float(reading))
        found, known = policy.assess(), policy.estimates()
        return np.stack([known.estimate, known.low, known.high])[:, place], found

    plain, sure = stated(np.arange(n))
    for _ in range(3):
        other, same = stated(rng.permutation(n))
        np.testing.assert_allclose(other, plain, atol=1e-6 * np.ptp(plain[0]))
        assert same.low == pytest.approx(sure.low)
        assert same.expected_regret == pytest.approx(sure.expected_regret, rel=0.2)
        assert same.probability == pytest.approx(sure.probability, abs=0.08)
