import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import laplacian

from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.graphs import Graph, disjoint_cliques, grid
from cheapbandits.theory import (
    conductance,
    expansion_bounds,
    expansion_constant,
    isoperimetric_bounds,
    isoperimetric_number,
    normalized_laplacian_eigenvalues,
)
from tests.theory.graphs import complete, connected_graphs, cycle, path, star

LOOSE = 1 + 1e-9


@pytest.mark.parametrize("n", range(2, 13))
def test_isoperimetric_numbers_in_closed_form(n):
    half = n // 2
    assert isoperimetric_number(complete(n)) == pytest.approx(n - half)
    assert isoperimetric_number(path(n)) == pytest.approx(1 / half)
    if n >= 3:
        assert isoperimetric_number(cycle(n)) == pytest.approx(2 / half)
        assert isoperimetric_number(star(n)) == pytest.approx(1.0)


def test_hypercube_and_torn_graph():
    cube = Graph.from_edges(
        [(i, i ^ (1 << b)) for i in range(16) for b in range(4) if i < i ^ (1 << b)]
    )
    assert isoperimetric_number(cube) == 1.0
    assert isoperimetric_bounds(cube).lower == pytest.approx(1.0)  # lambda_2 = 2: tight
    assert isoperimetric_number(disjoint_cliques(2, 4)) == 0.0
    assert isoperimetric_bounds(disjoint_cliques(2, 4)) == (0.0, 0.0)
    assert isoperimetric_number(grid(3, 6)) == pytest.approx(1 / 3)  # 18 nodes, cut in the middle


@settings(max_examples=60, deadline=None)
@given(connected_graphs())
def test_isoperimetric_number_against_the_definition(graph):
    weights, n = graph.weights.toarray(), graph.n_nodes
    ratios = []
    for size in range(1, n // 2 + 1):
        for chosen in combinations(range(n), size):
            rest = [i for i in range(n) if i not in chosen]
            ratios.append(weights[np.ix_(chosen, rest)].sum() / size)
    theta = isoperimetric_number(graph)
    assert theta == pytest.approx(min(ratios))
    lower, upper = isoperimetric_bounds(graph)
    assert lower <= theta * LOOSE
    assert theta <= upper * LOOSE


@settings(max_examples=25, deadline=None)
@given(connected_graphs(max_nodes=14, weighted=False))
def test_isoperimetric_bounds_on_larger_graphs(graph):
    lower, upper = isoperimetric_bounds(graph)
    assert lower <= isoperimetric_number(graph) * LOOSE <= upper * LOOSE**2


def test_conductance_by_hand():
    graph = Graph.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)], weights=[1.0, 2.0, 3.0, 4.0])
    assert conductance(graph, [0]) == 1.0
    assert conductance(graph, [0, 1]) == pytest.approx(5 / 7)
    assert conductance(graph, [0, 1, 2, 3]) == 0.0
    assert conductance(Graph.from_edges([(0, 1)], n_nodes=3), [2]) == 0.0
    with pytest.raises(ParameterError, match="from 0 to 3"):
        conductance(graph, [])
    with pytest.raises(ParameterError, match="from 0 to 3"):
        conductance(graph, [-1])


def test_expansion_constants_by_hand():
    # K_4 into two pairs: 4 edges leave, volume 6. Into three: one set is a single node.
    assert [expansion_constant(complete(4), k) for k in (1, 2, 3, 4)] == pytest.approx(
        [0, 2 / 3, 1, 1]
    )
    # A cycle of 12 into k arcs of 12/k: 2 edges leave, volume 24/k.
    for k in (2, 3, 4, 6):
        assert expansion_constant(cycle(12), k) == pytest.approx(k / 12)
    assert expansion_constant(disjoint_cliques(4, 3), 4) == 0.0


def brute_force_expansion(graph: Graph, k: int) -> float:
    """Give each node a set from 1 to k, or none (0)."""
    best = math.inf
    for labels in product(range(k + 1), repeat=graph.n_nodes):
        sets = [[i for i, x in enumerate(labels) if x == s] for s in range(1, k + 1)]
        if all(sets):
            best = min(best, max(conductance(graph, nodes) for nodes in sets))
    return best


@settings(max_examples=10, deadline=None)
@given(connected_graphs(max_nodes=5), st.integers(1, 3))
def test_expansion_constant_against_the_definition(graph, k):
    k = min(k, graph.n_nodes)
    assert expansion_constant(graph, k) == pytest.approx(brute_force_expansion(graph, k))


@settings(max_examples=40, deadline=None)
@given(connected_graphs(max_nodes=8))
def test_expansion_lies_between_its_spectral_bounds(graph):
    constants = [expansion_constant(graph, k) for k in range(1, graph.n_nodes + 1)]
    assert np.all(np.diff(constants) >= -1e-12)
    for k, rho in enumerate(constants, start=1):
        lower, upper = expansion_bounds(graph, k)
        assert lower <= rho * LOOSE + 1e-9
        assert rho <= upper * LOOSE + 1e-9
        # On graphs this small, 1 will do for the paper's open constant.
        assert rho <= expansion_bounds(graph, k, constant=1.0).upper * LOOSE + 1e-9


@settings(max_examples=40, deadline=None)
@given(connected_graphs(max_nodes=8, weighted=False))
def test_isoperimetric_number_is_at_least_the_conductance(graph):
    """The supplement's step theta >= phi; it needs degrees of at least 1."""
    assert isoperimetric_number(graph) >= expansion_constant(graph, 2) * (1 - 1e-9)


def test_small_degrees_turn_that_step_round():
    graph = Graph.from_edges([(0, 1), (1, 2)], weights=[0.1, 0.1])
    assert isoperimetric_number(graph) < expansion_constant(graph, 2)


@settings(max_examples=40, deadline=None)
@given(connected_graphs())
def test_normalized_eigenvalues(graph):
    values = normalized_laplacian_eigenvalues(graph)
    expected = np.linalg.eigvalsh(laplacian(graph.weights.toarray(), normed=True))
    np.testing.assert_allclose(values, expected, atol=1e-9)
    # The supplement's last step, mu_k >= lambda_k / kappa.
    ordinary = np.linalg.eigvalsh(graph.laplacian.toarray())
    assert np.all(values >= ordinary / graph.degrees.max() - 1e-9)


def test_large_graphs_are_refused_with_a_way_out():
    with pytest.raises(CapacityError, match="at most 18 nodes, got 20; isoperimetric_bounds"):
        isoperimetric_number(path(20))
    with pytest.raises(CapacityError, match="at most 12 nodes, got 13; expansion_bounds"):
        expansion_constant(path(13), 2)
    with pytest.raises(ParameterError, match="from 1 to 5"):
        expansion_constant(path(5), 6)
    with pytest.raises(ParameterError, match="from 1 to 5"):
        expansion_bounds(path(5), 0)
