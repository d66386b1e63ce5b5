"""Graphs that would break a factor: a right answer or a clear word, and nothing half-built."""

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.engines import DenseEngine, choice, choose
from cheapbandits.engines import memory as memory_module
from cheapbandits.engines.choice import suited
from cheapbandits.engines.dissection import cuts, metis, order
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.probes import Hops, NamedGroups, StrongestNeighbors

RIDGE = 0.01


@pytest.fixture
def early(monkeypatch):
    """Make small graphs count as large, and have many fronts."""
    monkeypatch.setattr(choice, "DENSE_NODES", 100)
    monkeypatch.setattr(choice, "FILLED_NODES", 300)
    monkeypatch.setattr(order, "LEAF", 24)


def hub_over_a_grid(side):
    pairs = cb.grid(side, side).edges()[0]
    spokes = np.stack([np.full(side**2, side**2), np.arange(side**2)], axis=1)
    return cb.Graph.from_edges(np.concatenate([pairs, spokes]))


def test_weights_over_fifteen_orders_of_magnitude():
    rng = np.random.default_rng(0)
    pairs = [(i, i + 1) for i in range(299)] + [(i, i + 7) for i in range(0, 290, 3)]
    graph = cb.Graph.from_edges(pairs, weights=10.0 ** rng.uniform(-12, 3, len(pairs)))
    engine, exact = DissectionEngine(graph, RIDGE), DenseEngine(graph.laplacian, RIDGE)
    probes = StrongestNeighbors(graph, cap="own").at(2)
    np.testing.assert_allclose(
        engine.variances(probes).upper, exact.variances(probes).upper, rtol=1e-8
    )


@pytest.mark.usefixtures("early")
def test_parts_by_the_thousand():
    """Two thousand pairs, and as many nodes alone: the variances are known."""
    n = 6000
    pairs = 3 * np.arange(n // 3)[:, None] + [[0, 1]]
    graph = cb.Graph.from_edges(pairs, n_nodes=n)
    assert suited(graph)[0] == "dissection"
    variances = choose(graph, 0.5).variances(Hops(graph).at(1)).upper
    np.testing.assert_allclose(variances.reshape(-1, 3), [[1.2, 1.2, 2.0]] * (n // 3), rtol=1e-12)


@pytest.mark.usefixtures("early")
def test_a_hub_joined_to_everyone():
    graph = hub_over_a_grid(25)
    sets = [StrongestNeighbors(graph).at(width) for width in (1, 4)]
    assert suited(graph, sets)[0] == "dissection"
    engine = choose(graph, RIDGE, sets=sets)
    engine.prepare(sets)
    exact = DenseEngine(graph.laplacian, RIDGE)
    for probes in sets:
        np.testing.assert_allclose(
            engine.variances(probes).upper, exact.variances(probes).upper, rtol=1e-9
        )


def test_groups_of_half_the_graph_are_solved_for(monkeypatch):
    monkeypatch.setattr(order, "LEAF", 12)
    graph = cb.grid(15, 20)
    rows = np.random.default_rng(0).random((3, 300)) < 0.5
    family = NamedGroups(graph, sp.csr_array(rows / rows.sum(axis=1, keepdims=True)))
    engine, exact = DissectionEngine(graph, RIDGE), DenseEngine(graph.laplacian, RIDGE)
    for probes in (family.at(1), StrongestNeighbors(graph).at(3), family.at(1)):
        np.testing.assert_allclose(
            engine.variances(probes).upper, exact.variances(probes).upper, rtol=1e-9
        )


def test_memory_that_ends_in_the_middle_leaves_nothing_half_built(monkeypatch):
    monkeypatch.setattr(order, "LEAF", 24)
    graph = cb.grid(25, 25)
    engine = DissectionEngine(graph, RIDGE)
    before = engine.variances(StrongestNeighbors(graph).at(1)).upper
    wide = Hops(graph).at(9)  # asks for another order, and so for another factor
    with monkeypatch.context() as patched:
        patched.setattr(memory_module, "memory_limit", lambda: 2**20)
        with pytest.raises(cb.CapacityError, match="probes"):
            engine.variances(wide)
    exact = DenseEngine(graph.laplacian, RIDGE)
    np.testing.assert_allclose(engine.variances(wide).upper, exact.variances(wide).upper, rtol=1e-9)
    np.testing.assert_allclose(before, exact.variances(StrongestNeighbors(graph).at(1)).upper)


@pytest.mark.usefixtures("early")
def test_what_exactness_would_cost_is_said_and_may_be_allowed(monkeypatch):
    monkeypatch.setattr(cuts, "WORK_A_NODE", 1e3)
    graph = cb.grid(25, 25)
    policy = cb.CheapUCB(graph, horizon=10, dimension=20)
    said = str(policy.explain())
    assert policy.engine == "iterative"
    needed = float(said.split("effort=")[1].split()[0])
    assert "operations" in said
    graph.release()
    allowed = cb.CheapUCB(graph, horizon=10, dimension=20, effort=1.1 * needed)
    assert allowed.engine == "dissection"
    with pytest.raises(cb.ParameterError, match="effort"):
        cb.CheapUCB(graph, horizon=10, effort=0)


@pytest.mark.usefixtures("early")
def test_what_nothing_cuts_is_given_up_in_time(monkeypatch):
    """The borders alone of a large random graph would fill the memory."""
    monkeypatch.setattr(cuts, "WORK_A_NODE", 1.0)
    graph = cb.erdos_renyi(500, 0.02, rng=0)
    name, reason = suited(graph)
    assert name == "iterative"
    assert "more than 100 times" in reason
    with pytest.raises(cb.CapacityError, match="fill in"):
        choose(graph, RIDGE, "dissection").prepare([])


@pytest.mark.usefixtures("early")
def test_without_metis_the_other_engines_serve(monkeypatch):
    for module in (metis, cuts, choice):
        monkeypatch.setattr(module, "metis", lambda: None)
    assert suited(cb.grid(15, 15))[0] == "dense"
    name, reason = suited(cb.grid(25, 25))
    assert name == "iterative"
    assert "pymetis" in reason
    with pytest.raises(cb.CapacityError, match="pymetis"):
        choose(cb.grid(5, 5), RIDGE, "dissection")
