"""The belief against a fresh factorisation, in every way it can be updated."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import IdentityEngine, choose
from cheapbandits.probes import Hops, NamedGroups, StrongestNeighbors
from tests.strategies import graphs

RIDGE = 0.05


def random_rows(n_nodes, count, rng, weighted=True):
    rows = []
    for _ in range(count):
        nodes = tuple(rng.permutation(n_nodes)[: rng.integers(1, min(6, n_nodes) + 1)].tolist())
        shares = rng.random(len(nodes))
        weights = tuple((shares / shares.sum()).tolist())
        rows.append((nodes, weights if weighted and rng.random() < 0.5 else None))
    return rows


def fresh(graph, rows, readings, ridge=RIDGE, identity=False):
    """Posterior mean and covariance by the textbook: solve with the posterior precision."""
    n = graph.n_nodes
    s = np.zeros((len(rows), n))
    for i, (nodes, weights) in enumerate(rows):
        s[i, list(nodes)] = 1 / len(nodes) if weights is None else weights
    start = ridge * np.eye(n) + (0 if identity else graph.laplacian.toarray())
    precision = start + s.T @ s
    return np.linalg.solve(precision, s.T @ np.asarray(readings)), np.linalg.inv(precision)


def prior_of(graph, identity):
    if identity:
        return IdentityEngine(graph.n_nodes, RIDGE)
    return choose(graph, RIDGE)


@settings(max_examples=60, deadline=None)
@given(
    graph=graphs(max_nodes=10),
    count=st.integers(0, 90),
    identity=st.booleans(),
    batches=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_mean_and_variance_are_the_textbooks(graph, count, identity, batches, seed):
    rng = np.random.default_rng(seed)
    rows = random_rows(graph.n_nodes, count, rng)
    readings = rng.standard_normal(count).tolist()
    belief = Belief(prior_of(graph, identity))
    early = belief.view(StrongestNeighbors(graph).at(1))  # a view from before must keep up
    assert len(early.mean) == graph.n_nodes
    if batches:
        cut = int(rng.integers(0, count + 1))
        belief.condition_many(rows[:cut], readings[:cut])
        belief.condition_many(rows[cut:], readings[cut:])
    else:
        for row, reading in zip(rows, readings, strict=True):
            belief.condition(row, reading)
    mean, covariance = fresh(graph, rows, readings, identity=identity)
    np.testing.assert_allclose(belief.mean, mean, atol=1e-8)
    for family in (StrongestNeighbors(graph, cap="own"), Hops(graph)):
        for width in range(1, family.max_width + 1):
            probes = family.at(width)
            s = probes.matrix.toarray()
            view = belief.view(probes)
            np.testing.assert_allclose(view.mean, s @ mean, atol=1e-8)
            expected = np.einsum("ij,jk,ik->i", s, covariance, s)
            np.testing.assert_allclose(view.variance.upper, expected, atol=1e-8)


def test_ten_thousand_readings_still_agree_with_a_fresh_factorisation():
    graph = cb.grid(10, 12)
    rng = np.random.default_rng(0)
    rows = random_rows(graph.n_nodes, 10_000, rng)
    readings = rng.standard_normal(10_000)
    belief = Belief(choose(graph, 0.01))
    probes = StrongestNeighbors(graph).at(2)
    for row, reading in zip(rows, readings.tolist(), strict=True):
        belief.condition(row, reading)
        assert belief.view(probes).variance.lower.min() >= 0
    mean, covariance = fresh(graph, rows, readings, ridge=0.01)
    s = probes.matrix.toarray()
    np.testing.assert_allclose(belief.mean, mean, atol=1e-6)
    expected = np.einsum("ij,jk,ik->i", s, covariance, s)
    np.testing.assert_allclose(belief.view(probes).variance.upper, expected, atol=1e-6)


def test_the_cost_of_a_reading_stops_growing():
    """What a reading touches is the columns kept; they never outnumber the nodes for long."""
    graph = cb.grid(8, 10)
    belief = Belief(choose(graph, 0.01))
    kept = []
    for t in range(1000):
        belief.condition(((t % 80,), None), 0.1)
        kept.append(len(belief.columns))
    assert max(kept) <= 80


def test_one_node_read_ten_thousand_times_never_turns_negative():
    graph = cb.Graph.from_edges([(0, 1)], n_nodes=3)
    belief = Belief(choose(graph, 1e-6))
    singles = StrongestNeighbors(graph).at(1)
    for _ in range(10_000):
        belief.condition(((2,), None), 1.0)
    variance = belief.view(singles).variance.upper
    assert variance.min() >= 0
    assert variance[2] == pytest.approx(1 / (10_000 + 1e-6), rel=1e-6)


@pytest.mark.parametrize("identity", [False, True])
@pytest.mark.parametrize("count", [0, 5, 100])
def test_samples_have_the_posteriors_mean_and_covariance(identity, count):
    graph = cb.grid(3, 4)
    rng = np.random.default_rng(1)
    rows = random_rows(12, count, rng)
    readings = rng.standard_normal(count).tolist()
    belief = Belief(prior_of(graph, identity))
    belief.condition_many(rows[: count // 2], readings[: count // 2])
    for row, reading in zip(rows[count // 2 :], readings[count // 2 :], strict=True):
        belief.condition(row, reading)
    mean, covariance = (
        (np.zeros(12), prior_of(graph, identity).column)
        if count == 0
        else fresh(graph, rows, readings, identity=identity)
    )
    if count == 0:
        covariance = np.array([covariance(((i,), None)) for i in range(12)])
    draws = belief.posterior_samples(60_000, rng)
    scale = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose((draws.mean(axis=0) - mean) / scale, 0, atol=0.025)
    correlation = np.cov(draws.T) / np.outer(scale, scale)
    np.testing.assert_allclose(correlation, covariance / np.outer(scale, scale), atol=0.04)


def test_imagined_readings_leave_the_mean_and_shrink_the_deviation():
    graph = cb.grid(4, 4)
    belief = Belief(choose(graph, RIDGE))
    belief.condition(((5, 6), None), 0.7)
    imagined = belief.imagine()
    imagined.condition(((1, 2), None), float(belief.mean[[1, 2]].mean()))
    singles = StrongestNeighbors(graph).at(1)
    np.testing.assert_allclose(imagined.view(singles).mean, belief.mean, atol=1e-12)
    _, covariance = fresh(graph, [((5, 6), None), ((1, 2), None)], [0, 0])
    np.testing.assert_allclose(
        imagined.view(singles).variance.upper, np.diag(covariance), atol=1e-10
    )
    assert len(belief.columns) == 1


def test_groups_of_any_weights_are_averaged_right():
    graph = cb.grid(3, 3)
    rng = np.random.default_rng(0)
    groups = rng.random((5, 9)) * (rng.random((5, 9)) < 0.6) + np.eye(5, 9)
    groups /= groups.sum(axis=1, keepdims=True)
    probes = NamedGroups(graph, groups).at(2)
    belief = Belief(choose(graph, RIDGE))
    belief.condition(probes.group(3), 2.0)
    s = groups[3]
    precision = graph.laplacian.toarray() + RIDGE * np.eye(9) + np.outer(s, s)
    covariance = np.linalg.inv(precision)
    np.testing.assert_allclose(belief.mean, covariance @ s * 2.0, atol=1e-10)
    expected = np.einsum("ij,jk,ik->i", groups, covariance, groups)
    np.testing.assert_allclose(belief.view(probes).variance.upper, expected, atol=1e-10)
