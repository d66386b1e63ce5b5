"""The effective dimension of large graphs: bounds that hold, and exact where they meet."""

import gc
import math
import weakref

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.spectrum import dimension, dimension_bounds
from cheapbandits.spectrum.bracket import bracket
from cheapbandits.spectrum.quadrature import estimate_dimension

GRAPHS = {
    "grid": lambda: cb.grid(40, 50),
    "scale-free": lambda: cb.barabasi_albert(1500, 3, rng=0),
    "parts": lambda: cb.erdos_renyi(1500, 0.0008, rng=1),
    "blocks": lambda: cb.stochastic_block_model([400, 500, 300], 0.03, 0.001, rng=2),
}


def exact_dimension(graph, horizon, ridge):
    values = np.linalg.eigvalsh(graph.laplacian.toarray()).clip(0) + ridge
    budget = horizon / math.log1p(horizon / ridge)
    return int(np.flatnonzero(np.arange(len(values)) * values <= budget)[-1]) + 1


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("horizon", [1, 20, 100, 1000])
@pytest.mark.parametrize("tolerance", [0.0, 0.05])
def test_the_bracket_closes_around_the_dimension(name, horizon, tolerance):
    graph, ridge = GRAPHS[name](), 0.01
    values = np.linalg.eigvalsh(graph.laplacian.toarray()).clip(0)
    counted = []

    def count(threshold):
        counted.append(threshold)
        return int((values < threshold - 1e-12).sum())

    low, high = bracket(
        count,
        budget=horizon / math.log1p(horizon / ridge),
        ridge=ridge,
        n_nodes=graph.n_nodes,
        n_parts=graph.n_parts,
        tolerance=tolerance,
    )
    assert low <= exact_dimension(graph, horizon, ridge) <= high
    assert high - low <= tolerance * high
    assert len(counted) <= 12


@pytest.mark.parametrize("name", GRAPHS)
def test_the_estimate_is_near_and_says_how_near(name):
    graph, ridge, horizon = GRAPHS[name](), 0.01, 100
    low, high = estimate_dimension(graph, horizon / math.log1p(horizon / ridge), ridge)
    exact = exact_dimension(graph, horizon, ridge)
    # Two standard errors miss now and then; a fixed seed makes this one outcome, not a chance.
    assert low * 0.97 - 1 <= exact <= high * 1.03 + 1
    assert high <= 1.5 * low + 3


def test_nothing_but_isolated_nodes():
    graph = cb.Graph.from_edges([(0, 1)], n_nodes=50)
    assert estimate_dimension(graph, 3.0, 1.0) == (4, 4)


def test_large_graphs_are_counted_by_dissection(monkeypatch):
    graph = cb.grid(66, 66)
    assert graph.n_nodes > dimension.COUNTING_NODES
    # A grid's eigenvalues are known: sums of those of two paths.
    path = 2 - 2 * np.cos(np.pi * np.arange(66) / 66)
    values = np.sort((path[:, None] + path).ravel()) + 0.01
    exact = int(np.flatnonzero(np.arange(66**2) * values <= 100 / math.log1p(1e4))[-1]) + 1
    low, high = dimension_bounds(graph, horizon=100)
    assert low == high == exact
    assert cb.effective_dimension(graph, horizon=100) == high
    monkeypatch.setattr(dimension, "EXACT_NODES", 1000)
    graph.release()
    low, high = dimension_bounds(graph, horizon=100)
    assert low <= exact <= high <= 1.02 * low


def test_the_dimension_is_kept_with_its_graph_and_nowhere_else():
    graph = cb.grid(30, 30)
    once = cb.effective_dimension(graph, horizon=100)
    assert len(graph._kept) == 1
    assert (once, once) == dimension_bounds(graph, horizon=100.0, ridge=0.01)
    assert len(graph._kept) == 1
    gone = weakref.ref(graph)
    del graph
    gc.collect()
    assert gone() is None
