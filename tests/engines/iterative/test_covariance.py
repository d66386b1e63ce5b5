"""The iterative engine as a covariance, against the dense inverse."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.engines.iterative import IterativeEngine, coarse, system
from cheapbandits.engines.iterative.system import System
from cheapbandits.errors import ConvergenceError, ParameterError
from cheapbandits.probes import StrongestNeighbors
from tests.engines.iterative.families import RIDGE, all_families, dense_inverse

FAMILIES = all_families(900)


@pytest.mark.parametrize("name", FAMILIES)
def test_columns_are_the_inverses(name):
    graph = FAMILIES[name]
    engine, covariance = IterativeEngine(graph, RIDGE), dense_inverse(graph)
    rows = [((0,), None), ((5, 9, 700), None), ((3, 4), (0.25, 0.75))]
    for nodes, weights in rows:
        shares = np.full(len(nodes), 1 / len(nodes)) if weights is None else np.array(weights)
        expected = shares @ covariance[list(nodes)]
        column = engine.column((nodes, weights))
        np.testing.assert_allclose(column, expected, rtol=0, atol=1e-7 * expected.max())
        column[:] = 0  # the caller may overwrite what it was given
        again = engine.column((nodes, weights))
        np.testing.assert_allclose(again, expected, rtol=0, atol=1e-7 * expected.max())


def test_coarse_levels_are_kept_only_where_they_are_cheaper(monkeypatch):
    graph = cb.grid(40, 40)
    assert System(graph, RIDGE).coarse.sizes
    monkeypatch.setattr(coarse, "SHRINK", 0.001)
    engine = IterativeEngine(graph, RIDGE)
    assert engine._system.coarse.sizes == []
    expected = dense_inverse(graph)[7]
    np.testing.assert_allclose(engine.column(((7,), None)), expected, rtol=0, atol=1e-6)


def test_draws_have_the_covariance():
    graph = cb.grid(4, 5)
    engine = IterativeEngine(graph, 0.5)
    draws = engine.sample(4000, np.random.default_rng(0))
    np.testing.assert_allclose(draws.T @ draws / 4000, dense_inverse(graph, 0.5), atol=0.12)


def test_precision_is_the_inverses_inverse():
    graph = cb.grid(4, 5)
    precision = IterativeEngine(graph, 0.5).precision().toarray()
    np.testing.assert_allclose(precision @ dense_inverse(graph, 0.5), np.eye(20), atol=1e-12)


def test_a_ridge_that_rounding_would_drown_is_refused():
    with pytest.raises(ParameterError, match="too small beside"):
        IterativeEngine(cb.grid(3, 3), 1e-12)


def test_a_solve_that_does_not_get_there_says_so(monkeypatch):
    monkeypatch.setattr(system, "MAX_STEPS", 3)
    with pytest.raises(ConvergenceError, match="conjugate gradients came to"):
        IterativeEngine(FAMILIES["grid"], RIDGE).column(((0,), None))


@pytest.mark.parametrize("name", ["grid", "attachment"])
def test_it_explains_itself(name):
    graph = FAMILIES[name]
    engine = IterativeEngine(graph, RIDGE, "for a reason")
    family = StrongestNeighbors(graph)
    engine.prepare([family.at(2), family.at(1)])
    first, second = engine.variances(family.at(1)), engine.variances(family.at(1))
    np.testing.assert_array_equal(first.upper, second.upper)
    before = second.upper.copy()
    everyone = np.argsort(-first.upper)
    while len(first.sharpen(everyone[:3], np.zeros(3))):
        pass
    np.testing.assert_array_equal(second.upper, before)  # each has bounds of its own
    explanation = engine.explain()
    assert (explanation.engine, explanation.reason) == ("iterative", "for a reason")
    assert "conjugate gradients" in str(explanation)
    assert ("spectral gap" in explanation.facts) == (name == "attachment")
    assert engine.n_nodes == graph.n_nodes


def test_nodes_without_links():
    graph = cb.Graph(np.zeros((3, 3)))
    engine = IterativeEngine(graph, 0.5)
    variances = engine.variances(StrongestNeighbors(graph).at(1))
    np.testing.assert_allclose(variances.lower, 2)
    np.testing.assert_allclose(variances.upper, 2, rtol=1e-5)
    assert engine.column(((1,), None)).tolist() == [0, 2, 0]
