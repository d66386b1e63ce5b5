"""Stars, wheels, bushes: a few hubs cut them, and no array of all pairs is needed."""

import tracemalloc

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.engines.choice import choose, suited
from cheapbandits.engines.dissection import Factor, Tree, inverse_by_front
from cheapbandits.engines.dissection.hubs import dissect_hubs
from cheapbandits.probes import Hops
from tests.engines.test_dissection import RIDGE, comparable, precision
from tests.strategies import graphs


def star(n, arms=1):
    """Return a star whose arms are stars themselves."""
    hubs = [(0, k) for k in range(1, arms)]
    leaves = [(k % arms, k) for k in range(arms, n)]
    return cb.Graph.from_edges([*hubs, *leaves])


def wheel(n):
    rim = [(k, k % (n - 1) + 1) for k in range(1, n)]
    return cb.Graph.from_edges([*rim, *((0, k) for k in range(1, n))])


def from_networkx(graph):
    return cb.Graph.from_networkx(graph)


SHAPES = {
    "star": star,
    "star of stars": lambda n: star(n, 70),
    "wheel": wheel,
    "two hubs": lambda n: from_networkx(nx.complete_bipartite_graph(2, n - 2)),
    "bush": lambda n: from_networkx(nx.random_labeled_tree(n, seed=1)),
    "preferred": lambda n: cb.barabasi_albert(n, 1, rng=3),
    "stars apart": lambda n: cb.Graph.from_edges(
        [*((0, k) for k in range(2, n // 2)), *((1, k) for k in range(n // 2, n))]
    ),
    "a grid with a depot": lambda n: cb.Graph.from_edges(
        [*cb.grid(n // 80, 80).edges()[0].tolist(), *((n - 1, k) for k in range(0, n - 80, 3))],
        n_nodes=n,
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_graph_with_hubs_takes_no_array_of_all_pairs(name):
    """A star of 8,000 nodes, a file of 55 kB, took a minute and 2.2 GB."""
    graph = SHAPES[name](6000)
    tracemalloc.start()
    try:
        assert suited(graph)[0] == "dissection"
        engine = choose(graph, 0.5)
        engine.prepare([Hops(graph).at(1)])
        column = engine.column(((5999,), None))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * graph.n_nodes**2 / 4  # such an array has 288 MB
    solution = np.zeros(graph.n_nodes)
    solution[column.nodes] = column.values
    wanted = np.zeros(graph.n_nodes)
    wanted[5999] = 1
    matrix = graph.laplacian + 0.5 * sp.eye_array(graph.n_nodes)
    np.testing.assert_allclose(matrix @ solution, wanted, atol=1e-5)


@pytest.mark.parametrize("name", SHAPES)
def test_no_edge_crosses_a_cut(name):
    graph = SHAPES[name](400)
    dissection = dissect_hubs(graph.weights, leaf=6)
    assert (dissection.owner >= 0).all()
    assert (dissection.parent < np.arange(len(dissection.parent))).all()
    assert comparable(graph.weights, dissection)


@settings(max_examples=80, deadline=None)
@given(graph=graphs(max_nodes=24), leaf=st.integers(1, 5))
def test_the_inverse_is_that_of_dense_algebra(graph, leaf):
    dissection = dissect_hubs(graph.weights, leaf=leaf)
    assume(dissection is not None)
    factor = Factor(precision(graph), Tree(graph.weights, dissection))
    exact = np.linalg.inv(graph.laplacian.toarray() + RIDGE * np.eye(graph.n_nodes))
    seen = np.zeros(graph.n_nodes, dtype=bool)
    for t, inverse in inverse_by_front(factor):
        tree = factor.tree
        own = np.arange(tree.start[t], tree.start[t + 1])
        members = tree.nodes[np.concatenate([tree.borders[t], own])]
        np.testing.assert_allclose(inverse, exact[np.ix_(members, members)], rtol=1e-8, atol=1e-9)
        seen[members] = True
    assert seen.all()


def test_where_there_are_no_hubs_nothing_is_tried():
    assert dissect_hubs(cb.grid(30, 30).weights) is None
    assert suited(cb.erdos_renyi(5000, 0.004, rng=0))[0] == "dense"
