import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph, disjoint_cliques, stochastic_block_model
from cheapbandits.spectrum import fourier_basis
from cheapbandits.theory import (
    alpha_norm,
    cauchy_schwarz_bound,
    check_local_smoothness,
    eigenvalue_gap,
    local_smoothness_gap,
    proposition2_bound,
    weak_local_smoothness_bound,
)
from tests.theory.graphs import complete, connected_graphs, path, star

STATEMENTS = ["proposition 2", "weak", "cauchy-schwarz"]


def with_field(graphs):
    values = st.floats(-1, 1, allow_subnormal=False)
    return graphs.flatmap(
        lambda g: st.tuples(st.just(g), arrays(float, g.n_nodes, elements=values))
    )


@settings(max_examples=40, deadline=None)
@given(with_field(connected_graphs()), st.sampled_from([0.0, 0.01, 2.0]))
def test_alpha_norm_equals_the_eigenbasis_definition(drawn, ridge):
    graph, field = drawn
    eigenvalues, basis = fourier_basis(graph)
    alpha = basis.T @ field
    expected = math.sqrt(np.sum((eigenvalues + ridge) * alpha**2))
    assert alpha_norm(graph, field, ridge=ridge) == pytest.approx(expected, abs=1e-6)


def test_a_constant_field_does_not_have_norm_zero():
    assert alpha_norm(path(4), [0.5] * 4, ridge=0.01) == pytest.approx(0.5 * math.sqrt(0.04))


def test_gap_by_hand():
    graph = Graph.from_edges([(0, 1), (0, 2), (1, 3)], weights=[1.0, 2.0, 1.0])
    field = [0.6, 1.0, 0.3, 0.2]  # the maximum is node 1, with neighbours 0 and 3
    assert local_smoothness_gap(graph, field) == pytest.approx(1 - 1.8 / 3)
    assert local_smoothness_gap(graph, field, width=2) == pytest.approx(1 - 1.6 / 2)
    assert local_smoothness_gap(graph, field, node=0, width=2) == pytest.approx(0.6 - 0.9 / 2)
    assert local_smoothness_gap(graph, field, width=1) == 0.0
    lone = Graph.from_edges([(0, 1)], n_nodes=3)
    assert local_smoothness_gap(lone, [0, 0, 1]) == 0.0


def test_bounds_by_hand():
    graph = disjoint_cliques(2, 3)  # kappa = 2, so c' = 224 c; d = 2 and lambda_3 = 3
    same = {"smoothness": 0.5, "horizon": 16, "ridge": 0.01}
    assert proposition2_bound(graph, **same) == pytest.approx(112 * 2 / 3)
    assert weak_local_smoothness_bound(graph, **same, width=3) == pytest.approx(112 * 4 * 3 / 3)
    assert cauchy_schwarz_bound(graph, smoothness=0.5, node=4) == pytest.approx(0.5 / math.sqrt(3))
    mixed = Graph.from_edges([(0, 1), (2, 3), (3, 4), (4, 2)], n_nodes=6)
    bounds = [cauchy_schwarz_bound(mixed, smoothness=1.0, node=i) for i in (0, 2, 5)]
    assert bounds == pytest.approx([1 / math.sqrt(2), 1 / math.sqrt(3), math.inf])


def test_the_eigenvalue_gap_of_the_papers_block_model():
    graph = stochastic_block_model(rng=0)
    gap = eigenvalue_gap(graph, horizon=150, ridge=0.01)
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    assert gap.low == pytest.approx(values[gap.dimension - 1])
    assert gap.high == pytest.approx(values[gap.dimension])
    assert gap.ratio == pytest.approx(gap.high / gap.low)
    assert gap.required == gap.dimension**2
    # A large gap after the fourth eigenvalue, but it is not d^2, at d or anywhere.
    assert values[4] / values[3] == pytest.approx(4.1, abs=0.5)
    assert not gap.holds


def test_no_eigenvalue_is_left_when_the_dimension_is_the_number_of_nodes():
    gap = eigenvalue_gap(path(3), horizon=10_000)
    assert (gap.dimension, gap.high) == (3, math.inf)
    for c in (0.0, 1.0):
        assert proposition2_bound(path(3), smoothness=c, horizon=10_000) == math.inf


@settings(max_examples=60, deadline=None)
@given(with_field(connected_graphs()), st.data())
def test_cauchy_schwarz_holds_for_every_group(drawn, data):
    graph, field = drawn
    node = data.draw(st.integers(0, graph.n_nodes - 1))
    width = data.draw(st.integers(1, int(graph.neighbor_counts[node]) + 1))
    check = check_local_smoothness(
        graph, field, horizon=10, node=node, width=width, statement="cauchy-schwarz"
    )
    assert check.holds
    # The sharper form, with the norm sqrt(1 - 1/w) that the supplement misprints.
    rough = alpha_norm(graph, field, ridge=0.0)
    sharp = math.sqrt(1 - 1 / width) * cauchy_schwarz_bound(graph, smoothness=rough, node=node)
    assert check.gap <= sharp * (1 + 1e-6) + 1e-9


def test_the_misprinted_norm_is_too_small():
    # K_2, f = (1, 0): the gap is 1/2 and c / sqrt(lambda_2) = 1 / sqrt(2).
    graph, field = complete(2), [1.0, 0.0]
    bound = cauchy_schwarz_bound(graph, smoothness=alpha_norm(graph, field, ridge=0.0))
    gap = local_smoothness_gap(graph, field)
    assert gap == pytest.approx(math.sqrt(1 - 1 / 2) * bound)
    assert gap > (1 - 1 / 2) * bound


@settings(max_examples=60, deadline=None)
@given(with_field(connected_graphs(weighted=False)), st.integers(1, 200))
def test_proposition_2_is_trivial_with_unit_weights(drawn, horizon):
    graph, field = drawn
    for node in range(graph.n_nodes):
        check = check_local_smoothness(graph, field, horizon=horizon, node=node)
        assert check.holds
        assert check.gap <= check.smoothness / 2 + 1e-12
        kappa = graph.degrees.max()
        assert check.bound >= 28 * math.sqrt(2 * kappa) * check.smoothness * (1 - 1e-9)


def test_proposition_2_fails_with_small_weights():
    n, weight = 50, 1e-4
    graph = Graph(np.full((n, n), weight))
    field = np.eye(n)[0]
    check = check_local_smoothness(graph, field, horizon=1, ridge=1e-200)
    assert eigenvalue_gap(graph, horizon=1, ridge=1e-200).holds
    assert check.gap == pytest.approx(0.98)
    assert check.bound < 0.4
    assert not check.holds


def test_proposition_2_fails_where_a_group_crosses_a_weak_edge():
    cliques = disjoint_cliques(2, 10)
    weights = cliques.weights.toarray()
    weights[0, 10] = weights[10, 0] = 1e-9
    graph = Graph(weights)
    field = np.repeat([1.0, 0.0], 10)
    assumed = eigenvalue_gap(graph, horizon=100, ridge=1e-9)
    assert (assumed.dimension, assumed.holds) == (2, True)
    check = check_local_smoothness(graph, field, horizon=100, ridge=1e-9, node=0)
    assert check.gap == pytest.approx(1 / 11)
    assert check.bound < 0.05
    assert not check.holds
    # Within the clique all is well.
    assert check_local_smoothness(graph, field, horizon=100, ridge=1e-9, node=0, width=10).holds


def test_result_is_frozen_and_holds_compares():
    check = check_local_smoothness(star(4), [1.0, 0, 0, 0], horizon=5, smoothness=0.0)
    assert (check.node, check.width, check.bound) == (0, 4, 0.0)
    assert not check.holds
    with pytest.raises(dataclasses.FrozenInstanceError):
        check.gap = 0.0


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statements_agree_with_their_bounds(statement):
    graph, field = disjoint_cliques(2, 4), np.linspace(0, 1, 8)
    same = {"horizon": 30, "ridge": 0.02}
    check = check_local_smoothness(graph, field, **same, statement=statement, width=3)
    c = alpha_norm(graph, field, ridge=0.02)
    bounds = {
        "proposition 2": proposition2_bound(graph, smoothness=c, **same),
        "weak": weak_local_smoothness_bound(graph, smoothness=c, **same, width=3),
        "cauchy-schwarz": cauchy_schwarz_bound(graph, smoothness=c, node=7),
    }
    assert check.bound == pytest.approx(bounds[statement])
    assert (check.node, check.smoothness) == (7, pytest.approx(c))


def test_refusals():
    with pytest.raises(ParameterError, match="shape"):
        alpha_norm(path(3), [1.0, 2.0])
    with pytest.raises(ParameterError, match="node 1"):
        alpha_norm(path(3), [1.0, math.nan, 0.0])
    with pytest.raises(ParameterError, match="from 1 to 2"):
        local_smoothness_gap(path(3), [1.0, 0.0, 0.0], width=3)
    with pytest.raises(ParameterError, match="node"):
        local_smoothness_gap(path(3), [1.0, 0.0, 0.0], node=3)
    with pytest.raises(ParameterError, match="statement"):
        check_local_smoothness(path(3), [1.0, 0.0, 0.0], horizon=5, statement="x")
