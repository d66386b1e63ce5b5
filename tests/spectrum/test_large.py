"""The effective dimension of large graphs: bounds that hold, and exact where they meet."""

import functools
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
    "grid": lambda: cb.grid(30, 40),
    "scale-free": lambda: cb.barabasi_albert(900, 3, rng=0),
    "parts": lambda: cb.erdos_renyi(900, 0.0013, rng=1),
    "blocks": lambda: cb.stochastic_block_model([300, 400, 200], 0.04, 0.001, rng=2),
}


@functools.cache
def graph_and_values(name):
    """A graph and all its eigenvalues, which take a second to compute."""
    graph = GRAPHS[name]()
    return graph, np.linalg.eigvalsh(graph.laplacian.toarray()).clip(0)


def exact_dimension(values, horizon, ridge):
    values = values + ridge
    budget = horizon / math.log1p(horizon / ridge)
    return int(np.flatnonzero(np.arange(len(values)) * values <= budget)[-1]) + 1


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("horizon", [1, 20, 100, 1000])
@pytest.mark.parametrize("tolerance", [0.0, 0.05])
def test_the_bracket_closes_around_the_dimension(name, horizon, tolerance):
    (graph, values), ridge = graph_and_values(name), 0.01
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
    assert low <= exact_dimension(values, horizon, ridge) <= high
    assert high - low <= tolerance * high
    assert len(counted) <= 12


@pytest.mark.parametrize("name", GRAPHS)
def test_the_estimate_is_near_and_says_how_near(name):
    (graph, values), ridge, horizon = graph_and_values(name), 0.01, 100
    low, high = estimate_dimension(graph, horizon / math.log1p(horizon / ridge), ridge)
    exact = exact_dimension(values, horizon, ridge)
    # Two standard errors miss now and then; a fixed seed makes this one outcome, not a chance.
    assert low * 0.97 - 1 <= exact <= high * 1.03 + 1
    assert high <= 1.5 * low + 3


def test_nothing_but_isolated_nodes():
    graph = cb.Graph.from_edges([(0, 1)], n_nodes=50)
    assert estimate_dimension(graph, 3.0, 1.0) == (4, 4)


def dimension_of_grid(rows, columns, horizon):
    """From a grid's known eigenvalues: sums of those of two paths."""
    down, across = (2 - 2 * np.cos(np.pi * np.arange(n) / n) for n in (rows, columns))
    values = np.sort((down[:, None] + across).ravel()) + 0.01
    budget = horizon / math.log1p(horizon / 0.01)
    return int(np.flatnonzero(np.arange(len(values)) * values <= budget)[-1]) + 1


@pytest.mark.parametrize("horizon", [5, 100, 1000])
def test_sparse_graphs_need_no_dense_solver(horizon, monkeypatch):
    """A dense one took ten seconds for the 3,215 counties, a few sparse counts take 0.03."""
    monkeypatch.setattr(np.linalg, "eigvalsh", lambda matrix: pytest.fail("a dense solver"))
    exact = dimension_of_grid(50, 60, horizon)
    assert exact > dimension.N_GUESSED
    assert cb.effective_dimension(cb.grid(50, 60), horizon=horizon) == exact


def test_large_graphs_are_counted_by_dissection(monkeypatch):
    graph = cb.grid(66, 66)
    assert graph.n_nodes > dimension.COUNTING_NODES
    exact = dimension_of_grid(66, 66, 100)
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
