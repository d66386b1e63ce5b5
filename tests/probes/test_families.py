"""Families of probes against plain, slow definitions."""

import gc
import itertools
import pickle
import threading
import weakref

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings

import cheapbandits as cb
from cheapbandits.probes import Family, strongest_neighbors
from cheapbandits.probes.family import NestedFamily
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


def test_nearest_are_nearest_even_on_one_spot():
    points = np.array([[0, 0], [0, 0], [0, 0], [1, 0], [5, 0], [5.5, 0]])
    graph = cb.Graph.from_points(points, 2)
    family = cb.Nearest(graph)
    assert family.at(3).members.tolist() == [
        [0, 1, 2],
        [1, 0, 2],
        [2, 0, 1],
        [3, 0, 1],
        [4, 5, 3],
        [5, 4, 3],
    ]


def nearest_by_definition(points, width):
    """Sort all others by distance, as far as rounding tells them apart, then by index."""
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    others = range(len(points))
    return [
        [i, *sorted(set(others) - {i}, key=lambda j: (float(f"{distance[i, j]:.8e}"), j))][:width]
        for i in others
    ]


POINTS = {
    "random": np.random.default_rng(0).random((60, 2)),
    "grid": np.array(list(itertools.product(range(5), range(5))), dtype=float),
    "grid of tenths": np.array(list(itertools.product(range(7), range(4)))) * 0.1,
    "a circle and its centre": np.array(
        [[0.0, 0.0], *([np.cos(a), np.sin(a)] for a in np.arange(12) * np.pi / 6)]
    ),
    "one spot": np.zeros((30, 2)),
    "three spots, mixed": np.array([[0.0, 0], [5, 5], [0, 0], [9, 9]] * 8),
    "far from the origin": np.array(list(itertools.product(range(4), range(4)))) + 1e6,
    "tiny": np.array(list(itertools.product(range(4), range(4)))) * 1e-150,
    "three dimensions": np.array(list(itertools.product(range(3), repeat=3)), dtype=float),
}


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("widths", [(2, 5, 3, 13), (13, 2), (3,)], ids=str)
def test_nearest_against_brute_force_for_any_width_in_any_order(name, widths):
    points = POINTS[name]
    family = cb.Nearest(cb.Graph(np.zeros((len(points),) * 2), coordinates=points))
    for width in widths:
        assert family.at(width).members.tolist() == nearest_by_definition(points, width)


def test_nearest_with_very_many_on_one_spot():
    """More than would fit in memory pair by pair."""
    points = np.repeat([[0.0, 0.0], [1.0, 0.0]], [70_000, 3], axis=0)
    graph = cb.Graph(sp.csr_array((len(points),) * 2), coordinates=points)
    members = cb.Nearest(graph).at(4).members
    assert members[0].tolist() == [0, 1, 2, 3]
    assert members[2].tolist() == [2, 0, 1, 3]
    assert members[69_999].tolist() == [69_999, 0, 1, 2]
    assert members[70_001].tolist() == [70_001, 70_000, 70_002, 0]


@pytest.mark.parametrize(
    "make", [cb.Nearest, cb.Hops, lambda g: cb.StrongestNeighbors(g, cap="own")]
)
def test_groups_do_not_depend_on_what_was_asked_before(make):
    graphs = [
        cb.grid(5, 5),
        cb.Graph.from_points(POINTS["three spots, mixed"], 3),
        cb.Graph.from_points(POINTS["grid of tenths"], 4, weights="gaussian"),
    ]
    for graph in graphs:
        family, rising = make(graph), make(graph)
        widest = min(5, family.max_width)
        falling = {w: groups_in_order(family.at(w)) for w in range(widest, 0, -1)}
        assert {w: groups_in_order(rising.at(w)) for w in range(1, widest + 1)} == falling


def groups_in_order(probes):
    return [probes.group(i) for i in range(len(probes))]


def test_sums_that_differ_by_rounding_are_ties_for_hops():
    """Nodes 5 and 4 are tied to the first ring by 0.1 + 0.2 and by 0.3: the lower index first."""
    edges = [(0, 1), (0, 2), (0, 3), (1, 5), (2, 5), (3, 4)]
    graph = cb.Graph.from_edges(edges, weights=[1, 1, 1, 0.1, 0.2, 0.3])
    assert 0.1 + 0.2 > 0.3
    assert cb.Hops(graph).at(5).group(0)[0] == (0, 1, 2, 3, 4)


def test_fingerprints_tell_families_and_costs_apart_that_differ():
    points = POINTS["random"]
    graph = cb.Graph.from_points(points, 3)
    moved = cb.Graph(graph.weights, coordinates=points[::-1])
    heavier = cb.Graph(graph.weights * np.float64(2), coordinates=points)
    assert cb.Nearest(graph).fingerprint == cb.Nearest(heavier).fingerprint
    assert cb.Nearest(graph).fingerprint != cb.Nearest(moved).fingerprint
    for make in (cb.Hops, cb.StrongestNeighbors, cb.LaplacianCost):
        assert make(graph).fingerprint == make(moved).fingerprint
        assert make(graph).fingerprint != make(heavier).fingerprint
    one = cb.CheapUCB(graph, horizon=5, probes="nearest")
    other = cb.CheapUCB(moved, horizon=5, probes="nearest")
    assert one.fingerprint != other.fingerprint
    with pytest.raises(cb.ProbeError, match="another policy"):
        other.tell(one.ask(), 0.5)


def test_the_dimension_in_beta_is_part_of_a_policys_fingerprint():
    graph = cb.grid(4, 4)
    plain, wary = cb.CheapUCB(graph, horizon=5), cb.CheapUCB(graph, horizon=5, dimension=9)
    assert plain.dimension != 9
    assert plain.fingerprint != wary.fingerprint
    same = cb.CheapUCB(graph, horizon=5, dimension=plain.dimension)
    assert plain.fingerprint == same.fingerprint


def test_levels_of_named_groups_do_not_run_into_each_other():
    graph = cb.grid(2, 2)
    pairs, whole = np.kron(np.eye(2), [[0.5, 0.5]]), np.full((1, 4), 0.25)
    families = [
        cb.NamedGroups(graph, [pairs, whole]),
        cb.NamedGroups(graph, [whole, pairs]),
        cb.NamedGroups(graph, np.vstack([pairs, whole])),
    ]
    assert len({family.fingerprint for family in families}) == 3


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


def test_the_papers_family_is_shared_by_the_policies_of_a_graph_and_goes_with_it():
    graph = cb.grid(4, 4)
    first, second = cb.CheapUCB(graph, horizon=5), cb.LinUCB(graph, horizon=5)
    assert first.family is second.family
    assert first.family is not cb.CheapUCB(cb.grid(4, 4), horizon=5).family
    gone = weakref.ref(strongest_neighbors(cb.grid(5, 4)))
    gc.collect()
    assert gone() is None


class SlowFamily(NestedFamily):
    """Node ``i`` with the nodes after it; waits while it grows, so that threads meet there."""

    def __init__(self, n_nodes, meet):
        super().__init__(n_nodes, n_nodes)
        self.meet = meet

    fingerprint = "slow"

    def _grow(self, width):
        self.meet(width)
        return (np.arange(self.n_nodes)[:, None] + np.arange(width)) % self.n_nodes


def test_threads_that_share_a_family_get_the_widths_they_ask_for():
    narrow_grows, wide_is_in = threading.Event(), threading.Event()

    def meet(width):
        if width == 2:
            narrow_grows.set()
            wide_is_in.wait(0.5)  # with a lock nobody comes

    family = SlowFamily(6, meet)
    got = {}

    def ask(width):
        got[width] = family.at(width)
        if width == 4:
            wide_is_in.set()

    narrow = threading.Thread(target=ask, args=(2,))
    narrow.start()
    assert narrow_grows.wait(30)
    ask(4)
    narrow.join(30)
    ask(3)
    assert {width: probes.members.shape[1] for width, probes in got.items()} == {2: 2, 4: 4, 3: 3}
    assert family._table.shape[1] == 4


def test_a_family_travels_to_another_process():
    family = cb.Hops(cb.grid(4, 4))
    before = family.at(3)
    after = pickle.loads(pickle.dumps(family))  # noqa: S301  # our own bytes
    assert after.fingerprint == family.fingerprint
    np.testing.assert_array_equal(after.at(3).members, before.members)


@pytest.mark.parametrize("groups", [None, "abc", 5, [["a", "b"]], [object()], [[1.0], [0.5, 0.5]]])
def test_groups_of_the_wrong_kind(groups):
    with pytest.raises(cb.ProbeError, match="groups must"):
        cb.NamedGroups(cb.grid(3, 3), groups)


def test_rows_in_a_tuple_are_rows():
    rows = ([0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5])
    assert cb.NamedGroups(cb.grid(2, 2), rows).at(2).group(1) == ((2, 3), None)
