"""Stars, wheels, bushes: a few hubs cut them, and no array of all pairs is needed."""

import tracemalloc

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.engines.choice import choose, suited
from cheapbandits.engines.dissection import dissect
from cheapbandits.probes import Hops
from tests.engines.test_dissection import comparable


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
    dissection = dissect(graph.weights, leaf=6)
    assert (dissection.owner >= 0).all()
    assert (dissection.parent < np.arange(len(dissection.parent))).all()
    assert comparable(graph.weights, dissection)
