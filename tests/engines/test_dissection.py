"""Nested dissection against dense linear algebra."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.engines.dissection import (
    Elimination,
    Plan,
    Tree,
    dissect,
    negative_eigenvalues,
)
from cheapbandits.engines.dissection.pairs import variances_of
from cheapbandits.engines.dissection.pattern import joined
from cheapbandits.engines.dissection.peel import FEW, edge_keys, peel
from cheapbandits.probes import WeightedProbes
from tests.strategies import graphs

RIDGE = 0.02


def precision(graph):
    return sp.csr_array(graph.laplacian + RIDGE * sp.eye_array(graph.n_nodes))


@pytest.fixture(autouse=True, params=[2, FEW], ids=["peeled", "dissected"])
def few(request, monkeypatch):
    """Peel small graphs too, or leave them to the dissection."""
    monkeypatch.setattr("cheapbandits.engines.dissection.peel.FEW", request.param)


def plan_for(pattern, leaf):
    peeled = peel(edge_keys(sp.csr_array(pattern)), pattern.shape[0])
    rest = peeled.rest()
    return Plan(peeled, Tree(rest, dissect(rest, leaf=leaf)))


def factor_of(graph, leaf=4):
    return Elimination(precision(graph), plan_for(graph.weights, leaf))


def ancestors(t, parent):
    found = []
    while t >= 0:
        found.append(t)
        t = parent[t]
    return found


def comparable(pattern, dissection):
    """Whether every pair of the pattern lies in one line of descent."""
    owner, parent = dissection
    pairs = sp.coo_array(pattern)
    return all(
        owner[i] in ancestors(owner[j], parent) or owner[j] in ancestors(owner[i], parent)
        for i, j in zip(*pairs.coords, strict=True)
    )


SHAPES = {
    "grid": lambda: cb.grid(9, 11),
    "cliques": lambda: cb.disjoint_cliques(3, 7),
    "isolated": lambda: cb.Graph.from_edges([(0, 1), (1, 2)], n_nodes=30),
    "random": lambda: cb.erdos_renyi(80, 0.05, rng=1),
    "scale-free": lambda: cb.barabasi_albert(90, 2, weights="uniform", rng=2),
}


@pytest.mark.parametrize("name", SHAPES)
def test_no_edge_crosses_a_cut_and_leaves_are_small(name):
    graph = SHAPES[name]()
    dissection = dissect(graph.weights, leaf=6)
    owner, parent = dissection
    assert (owner >= 0).all()
    assert (parent < np.arange(len(parent))).all()
    assert comparable(graph.weights, dissection)
    if name == "grid":
        childless = np.setdiff1d(np.arange(len(parent)), parent)
        assert np.bincount(owner)[childless].max() <= 6


@settings(max_examples=60, deadline=None)
@given(graph=graphs(max_nodes=24), leaf=st.integers(1, 5), seed=st.integers(0, 2**32 - 1))
def test_solutions_and_inverse_are_those_of_dense_algebra(graph, leaf, seed):
    rng = np.random.default_rng(seed)
    factor, n = factor_of(graph, leaf), graph.n_nodes
    exact = np.linalg.inv(precision(graph).toarray())
    nodes = rng.permutation(n)[: rng.integers(1, n + 1)]
    values = rng.standard_normal(len(nodes))
    where, found = factor.solve_local(nodes, values, drop=0.0)
    solution = np.zeros(n)
    solution[where] = found
    np.testing.assert_allclose(solution, exact[:, nodes] @ values, rtol=1e-9, atol=1e-9)
    diagonal, values = factor.inverse()
    np.testing.assert_allclose(diagonal, exact.diagonal(), rtol=1e-8, atol=1e-9)
    pairs = np.divmod(factor.plan.peel.keys, n)
    assert len(pairs[0]) == graph.n_edges
    np.testing.assert_allclose(values, exact[pairs], rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("drop", [1e-2, 1e-4, 1e-8])
def test_what_a_solve_leaves_out_is_below_the_bound(drop):
    graph = cb.grid(40, 40)
    plan = plan_for(graph.weights, leaf=8)
    factor = Elimination(sp.csr_array(graph.laplacian + 0.3 * sp.eye_array(1600)), plan)
    whole = np.zeros(1600)
    whole[factor.solve_local(np.array([820]), np.ones(1), 0.0)[0]] = factor.solve_local(
        np.array([820]), np.ones(1), 0.0
    )[1]
    nodes, values = factor.solve_local(np.array([820]), np.ones(1), drop)
    local = np.zeros(1600)
    local[nodes] = values
    assert np.abs(whole - local).max() <= drop
    assert len(nodes) < (1600 if drop > 1e-6 else 1601)
    np.testing.assert_allclose(local[nodes], whole[nodes], atol=1e-14)


def test_samples_have_the_inverse_as_covariance():
    graph = cb.grid(4, 5)
    draws = factor_of(graph).sample(100_000, np.random.default_rng(0))
    exact = np.linalg.inv(precision(graph).toarray())
    np.testing.assert_allclose(draws.T @ draws / 100_000, exact, atol=0.05)


@settings(max_examples=60, deadline=None)
@given(graph=graphs(max_nodes=20), share=st.floats(0.01, 0.99))
def test_negative_eigenvalues_are_counted(graph, share):
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    threshold = share * max(values[-1], 1.0)
    if np.abs(values - threshold).min() < 1e-6 * max(values[-1], 1.0):
        return
    shifted = sp.csr_array(graph.laplacian - threshold * sp.eye_array(graph.n_nodes))
    count = negative_eigenvalues(shifted, plan_for(graph.weights, leaf=3))
    assert count is None or count == (values < threshold).sum()


def test_a_singular_block_is_owned_up_to():
    graph = cb.disjoint_cliques(2, 3)
    plan = plan_for(graph.weights, leaf=3)
    assert negative_eigenvalues(sp.csr_array(graph.laplacian - 3.0 * sp.eye_array(6)), plan) is None


@settings(max_examples=40, deadline=None)
@given(graph=graphs(min_nodes=4, max_nodes=24), seed=st.integers(0, 2**32 - 1))
def test_every_probe_has_its_variance(graph, seed):
    rng = np.random.default_rng(seed)
    n = graph.n_nodes
    rows = np.zeros((n, n))
    for i in range(n):
        rows[i, rng.permutation(n)[:3]] = rng.dirichlet(np.ones(3))
    probes = WeightedProbes(sp.csr_array(rows), np.arange(n))
    pattern = joined(graph, [probes])
    assert comparable(pattern, dissect(pattern, leaf=2))
    factor = Elimination(precision(graph), plan_for(pattern, leaf=2))
    found = variances_of(probes.matrix, factor.plan, *factor.inverse())
    exact = np.linalg.inv(precision(graph).toarray())
    np.testing.assert_allclose(
        found, np.einsum("gi,ij,gj->g", rows, exact, rows), rtol=1e-9, atol=1e-9
    )


def test_a_probe_that_the_order_was_not_made_for_is_noticed():
    graph = cb.grid(20, 20)
    factor = factor_of(graph, leaf=8)
    ends = sp.csr_array(([0.5, 0.5], ([0, 0], [0, 399])), shape=(1, 400))
    assert variances_of(ends, factor.plan, *factor.inverse()) is None


def test_work_and_memory_are_those_of_the_fronts():
    tree = Tree(cb.grid(1, 7).weights, dissect(cb.grid(1, 7).weights, leaf=3))
    own, border = tree.sizes
    assert own.sum() == 7
    roots = [o * o if inside else 0 for o, inside in zip(own, tree.children, strict=True)]
    assert any(roots)
    assert tree.factor_entries == (own * border).sum() + sum(roots)
    assert tree.factor_work > 0


#: Shapes that are peeled to a few nodes, and how many levels that may take at most.
PEELED = {
    "star": (lambda: cb.Graph.from_edges([(0, k) for k in range(1, 400)]), 1),
    "path": (lambda: cb.grid(1, 400), 16),
    "ring": (lambda: cb.Graph.from_edges([(k, (k + 1) % 400) for k in range(400)]), 16),
    "tree": (lambda: cb.barabasi_albert(400, 1, weights="uniform", rng=3), 10),
    "alone": (lambda: cb.Graph.from_edges([(0, 1)], n_nodes=400), 1),
    "grid with whiskers": (
        lambda: cb.Graph.from_edges(
            [*cb.grid(14, 14).edges()[0].tolist(), *((k, 196 + k) for k in range(196))]
        ),
        2,
    ),
}


@pytest.mark.parametrize("name", PEELED)
def test_nodes_of_few_neighbours_are_peeled_level_by_level(name):
    build, most = PEELED[name]
    graph = build()
    n = graph.n_nodes
    factor = factor_of(graph)
    peeled = factor.plan.peel
    assert peeled.n_peeled >= (196 if "grid" in name else 300)
    assert len(peeled.begins) - 1 <= most
    assert sorted(peeled.nodes) == list(range(n))
    turn = factor.plan.turn
    levels = np.searchsorted(peeled.begins, turn, side="right")
    one, other = graph.edges()[0].T
    assert ((levels[one] != levels[other]) | (turn[one] >= peeled.n_peeled)).all()
    exact = np.linalg.inv(precision(graph).toarray())
    np.testing.assert_allclose(factor.inverse()[0], exact.diagonal(), rtol=1e-11)
    for drop in (0.0, 1e-3):
        for start in (0, 7, n - 1):
            nodes, values = factor.solve_local(np.array([start, 7]), np.array([0.75, 0.25]), drop)
            assert len(np.unique(nodes)) == len(nodes)
            solution = np.zeros(n)
            solution[nodes] = values
            wanted = exact[:, [start, 7]] @ [0.75, 0.25]
            assert np.abs(solution - wanted).max() <= drop + 1e-11


def test_samples_of_a_peeled_graph_have_the_inverse_as_covariance():
    graph = cb.barabasi_albert(30, 1, rng=0)
    draws = factor_of(graph).sample(100_000, np.random.default_rng(0))
    exact = np.linalg.inv(precision(graph).toarray())
    np.testing.assert_allclose(draws.T @ draws / 100_000, exact, rtol=0.05, atol=0.3)
