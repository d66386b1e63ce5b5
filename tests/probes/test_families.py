"""Families of probes against plain, slow definitions."""

import itertools

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings

import cheapbandits as cb
from cheapbandits.probes import Family
from tests.strategies import graphs


def groups_of(probes):
    return [set(probes.group(i)[0]) for i in range(len(probes))]


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_strongest_neighbours_are_the_heaviest_edges(graph):
    weights = graph.weights.toarray()
    family = cb.StrongestNeighbors(graph)
    assert family.max_width == (weights > 0).sum(axis=1).min() + 1
    for width in range(1, family.max_width + 1):
        for i in range(graph.n_nodes):
            ranked = sorted(np.flatnonzero(weights[i]), key=lambda j: (-weights[i, j], j))
            expected = (i, *ranked[: width - 1])
            assert family.at(width).group(i) == (expected, None)


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_own_caps_stop_at_each_closed_neighbourhood(graph):
    family = cb.StrongestNeighbors(graph, cap="own")
    widest = family.at(family.max_width)
    for i, group in enumerate(groups_of(widest)):
        assert group == {i, *graph.neighbors(i).tolist()}
    np.testing.assert_allclose(widest.matrix.sum(axis=1), 1)


@settings(max_examples=60, deadline=None)
@given(graph=graphs())
def test_hops_grow_ring_by_ring_strongest_first(graph):
    weights = graph.weights.toarray()
    network = nx.from_numpy_array(weights)
    family = cb.Hops(graph)
    for i in range(graph.n_nodes):
        rings = list(nx.bfs_layers(network, i))
        order = [i]
        for inner, ring in itertools.pairwise(rings):
            tie = {j: weights[j, inner].sum() for j in ring}
            order += sorted(ring, key=lambda j: (-round(tie[j], 9), j))
        for width in (1, 2, 3, family.max_width):
            if width <= family.max_width:
                nodes, shares = family.at(width).group(i)
                assert shares is None
                assert set(nodes) == set(order[:width]) or _ties(order, width, weights, rings)
                assert nodes[0] == i


def _ties(order, width, weights, rings):
    """Whether the cut falls between nodes of one ring that tie to rounding."""
    for inner, ring in itertools.pairwise(rings):
        if width < len(order) and order[width - 1] in ring and order[width] in ring:
            a, b = weights[order[width - 1], inner].sum(), weights[order[width], inner].sum()
            return abs(a - b) < 1e-8
    return False


def test_sums_that_differ_by_rounding_are_ties_for_hops():
    """Nodes 5 and 4 are tied to the first ring by 0.1 + 0.2 and by 0.3: the lower index first."""
    edges = [(0, 1), (0, 2), (0, 3), (1, 5), (2, 5), (3, 4)]
    graph = cb.Graph.from_edges(edges, weights=[1, 1, 1, 0.1, 0.2, 0.3])
    assert 0.1 + 0.2 > 0.3
    assert cb.Hops(graph).at(5).group(0)[0] == (0, 1, 2, 3, 4)


def test_widths_asked_in_any_order_are_nested():
    graph = cb.grid(5, 5)
    for family in (cb.Hops(graph), cb.StrongestNeighbors(graph), cb.Nearest(graph)):
        narrow, wide = family.at(2), family.at(3)
        assert all(a <= b for a, b in zip(groups_of(narrow), groups_of(wide), strict=True))
        assert family.at(2) is narrow


@pytest.mark.parametrize("as_sparse", [False, True])
def test_named_groups_are_used_from_coarse_to_fine(as_sparse):
    graph = cb.grid(2, 4)
    halves = np.kron(np.eye(2), np.full((1, 4), 0.25))
    pairs = np.kron(np.eye(4), np.full((1, 2), 0.5))
    given_groups = [sp.csr_array(m) if as_sparse else m for m in (pairs, halves)]
    family = cb.NamedGroups(graph, given_groups)
    assert isinstance(family, Family)
    policy = cb.CheapUCB(graph, horizon=7, probes=family)
    history = cb.simulate(policy, np.arange(8.0), rng=0)
    assert [row.width for row in history] == [4, 2, 2, 1, 1, 1, 1]


def test_groups_with_weights_reach_the_probe():
    graph = cb.Graph.from_edges([(0, 1), (1, 2)])
    policy = cb.CheapUCB(graph, horizon=3, probes=cb.NamedGroups(graph, [[0.2, 0.7, 0.1]]))
    probe = policy.ask()
    assert (probe.center, probe.nodes, probe.weights) == (1, (1, 0, 2), (0.7, 0.2, 0.1))


@pytest.mark.parametrize(
    ("groups", "word"),
    [
        ([[0.5, 0.4, 0.0]], "sum to 1"),
        ([[1.5, -0.5, 0.0]], "non-negative"),
        ([[np.nan, 1.0, 0.0]], "finite"),
        ([[1.0, 0.0]], "shape"),
        (np.empty((0, 3)), "shape"),
    ],
)
def test_bad_groups_name_the_row(groups, word):
    with pytest.raises(cb.ProbeError, match=word):
        cb.NamedGroups(cb.Graph.from_edges([(0, 1), (1, 2)]), groups)


@pytest.mark.parametrize("groups", [None, "abc", 5, [["a", "b"]], [object()], [[1.0], [0.5, 0.5]]])
def test_groups_of_the_wrong_kind(groups):
    with pytest.raises(cb.ProbeError, match="groups must"):
        cb.NamedGroups(cb.grid(3, 3), groups)


def test_rows_in_a_tuple_are_rows():
    rows = ([0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5])
    assert cb.NamedGroups(cb.grid(2, 2), rows).at(2).group(1) == ((2, 3), None)


def test_what_others_do_with_the_matrix_leaves_the_groups_alone():
    """SciPy sorts the indices of a matrix it works with, in place: they are not the members."""
    star = cb.Graph.from_edges([(0, i) for i in range(1, 4)])
    probes = cb.StrongestNeighbors(star).at(2)
    probes.matrix.power(2)
    assert [probes.group(i)[0] for i in range(4)] == [(0, 1), (1, 0), (2, 0), (3, 0)]
