"""Nested dissection against dense linear algebra."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.engines.dissection import (
    Factor,
    Tree,
    dissect,
    inverse_by_front,
    negative_eigenvalues,
)
from cheapbandits.engines.dissection.groups import Groups
from cheapbandits.engines.dissection.pattern import joined
from cheapbandits.probes import WeightedProbes
from tests.strategies import graphs

RIDGE = 0.02


def precision(graph):
    return sp.csr_array(graph.laplacian + RIDGE * sp.eye_array(graph.n_nodes))


def factor_of(graph, leaf=4):
    tree = Tree(graph.weights, dissect(graph.weights, leaf=leaf))
    return Factor(precision(graph), tree)


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
    for t, inverse in inverse_by_front(factor):
        tree = factor.tree
        own = np.arange(tree.start[t], tree.start[t + 1])
        members = tree.nodes[np.concatenate([tree.borders[t], own])]
        np.testing.assert_allclose(inverse, exact[np.ix_(members, members)], rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("drop", [1e-2, 1e-4, 1e-8])
def test_what_a_solve_leaves_out_is_below_the_bound(drop):
    graph = cb.grid(40, 40)
    tree = Tree(graph.weights, dissect(graph.weights, leaf=8))
    factor = Factor(sp.csr_array(graph.laplacian + 0.3 * sp.eye_array(1600)), tree)
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
    tree = Tree(graph.weights, dissect(graph.weights, leaf=3))
    shifted = sp.csr_array(graph.laplacian - threshold * sp.eye_array(graph.n_nodes))
    count = negative_eigenvalues(shifted, tree)
    assert count is None or count == (values < threshold).sum()


def test_a_singular_block_is_owned_up_to():
    graph = cb.disjoint_cliques(2, 3)
    tree = Tree(graph.weights, dissect(graph.weights, leaf=3))
    assert negative_eigenvalues(sp.csr_array(graph.laplacian - 3.0 * sp.eye_array(6)), tree) is None


@settings(max_examples=40, deadline=None)
@given(graph=graphs(min_nodes=4, max_nodes=24), seed=st.integers(0, 2**32 - 1))
def test_every_probe_lies_in_one_front(graph, seed):
    rng = np.random.default_rng(seed)
    n = graph.n_nodes
    rows = np.zeros((n, n))
    for i in range(n):
        rows[i, rng.permutation(n)[:3]] = rng.dirichlet(np.ones(3))
    probes = WeightedProbes(sp.csr_array(rows), np.arange(n))
    pattern = joined(graph, [probes])
    dissection = dissect(pattern, leaf=2)
    assert comparable(pattern, dissection)
    factor = Factor(precision(graph), Tree(pattern, dissection))
    groups = Groups(probes.matrix, factor.tree)
    for t, inverse in inverse_by_front(factor):
        groups.fill(t, inverse)
    assert groups.complete
    exact = np.linalg.inv(precision(graph).toarray())
    np.testing.assert_allclose(
        groups.variances, np.einsum("gi,ij,gj->g", rows, exact, rows), rtol=1e-9, atol=1e-9
    )


def test_a_probe_that_no_front_holds_is_noticed():
    graph = cb.grid(20, 20)
    factor = factor_of(graph, leaf=8)
    ends = sp.csr_array(([0.5, 0.5], ([0, 0], [0, 399])), shape=(1, 400))
    groups = Groups(ends, factor.tree)
    for t, inverse in inverse_by_front(factor):
        groups.fill(t, inverse)
    assert not groups.complete


def test_work_and_memory_are_those_of_the_fronts():
    tree = Tree(cb.grid(1, 7).weights, dissect(cb.grid(1, 7).weights, leaf=3))
    own, border = tree.sizes
    assert own.sum() == 7
    assert tree.factor_entries == sum(o * o + o * b for o, b in zip(own, border, strict=True))
    assert tree.factor_work > 0
