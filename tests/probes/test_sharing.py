"""Families between policies, threads and processes; fingerprints that tell them apart."""

import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.probes import strongest_neighbors
from cheapbandits.probes.family import NestedFamily


def test_fingerprints_tell_families_and_costs_apart_that_differ():
    points = np.random.default_rng(0).random((60, 2))
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
