"""Engines that policies and threads share: made once, never changed, gone with their graph."""

import gc
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import ENGINES, choose
from cheapbandits.engines import memory as memory_module
from cheapbandits.probes import NamedGroups, StrongestNeighbors


def run(graph, engine, rounds=25, seed=0):
    policy = cb.CheapUCB(graph, horizon=rounds, engine=engine)
    field = np.random.default_rng(seed).random(graph.n_nodes)
    asked = []
    for _ in range(rounds):
        probe = policy.ask()
        asked.append((probe.nodes, probe.cost))
        policy.tell(probe, float(field[list(probe.nodes)].mean()))
    return asked, policy.slacks, policy.best()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_is_asked_for_by_name_and_recorded(engine):
    graph = cb.grid(12, 12)
    policy = cb.CheapUCB(graph, horizon=10, engine=engine)
    assert policy.engine == engine == policy.explain().engine
    assert policy.belief.prior is choose(graph, 0.01, engine)


def test_all_engines_ask_the_same():
    graph = cb.grid(12, 12)
    first, *others = [run(graph, engine) for engine in ENGINES]
    for other in others:
        assert other[0] == first[0]


def test_no_such_engine():
    with pytest.raises(cb.ParameterError, match="dissection"):
        cb.CheapUCB(cb.grid(3, 3), horizon=5, engine="quantum")


def test_a_factor_that_does_not_fit_is_refused(monkeypatch):
    hubs = cb.barabasi_albert(1500, 20, rng=0)
    monkeypatch.setattr(memory_module, "memory_limit", lambda: 2**23)
    with pytest.raises(cb.CapacityError, match="factor"):
        cb.CheapUCB(hubs, horizon=5, engine="dissection", dimension=5)


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_share_an_engine_and_get_what_one_alone_gets(engine):
    alone = [run(cb.grid(11, 13), engine, seed=seed) for seed in range(4)]
    graph = cb.grid(11, 13)
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda seed: run(graph, engine, seed=seed), range(4)))
    for (asked, slacks, best), (their_asked, their_slacks, their_best) in zip(
        alone, together, strict=True
    ):
        assert their_asked == asked
        assert their_slacks == slacks
        assert their_best.node == best.node


def test_the_same_run_twice_gives_the_same_certificate():
    """What one policy sharpened must not make another's bounds look better."""
    graph = cb.Graph.from_points(np.random.default_rng(0).random((500, 5)), n_neighbors=6)
    first, second = run(graph, "iterative", 25), run(graph, "iterative", 25)
    assert max(first[1]) > 0
    assert first[1] == second[1]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_goes_with_its_graph(engine):
    graph = cb.grid(9, 9)
    watched = weakref.ref(cb.CheapUCB(graph, horizon=5, engine=engine).belief.prior)
    gc.collect()
    assert watched() is not None  # the next policy on the graph finds it
    del graph
    gc.collect()
    assert watched() is None


def test_a_graph_keeps_few_engines_however_many_ridges_are_tried():
    graph = cb.grid(9, 9)
    watched = [weakref.ref(choose(graph, 0.01 * (i + 1))) for i in range(10)]
    gc.collect()
    assert sum(one() is not None for one in watched) == 2
    graph.release()
    gc.collect()
    assert not any(one() is not None for one in watched)


def test_groups_wider_than_a_ball():
    """A named group of most of a graph that cannot be cut."""
    graph = cb.barabasi_albert(1200, 3, rng=0)
    members = np.zeros((2, 1200))
    members[0, :900], members[1, 300:] = 1 / 900, 1 / 900
    family = NamedGroups(graph, members)
    policy = cb.CheapUCB(graph, horizon=8, probes=family, engine="iterative")
    exact = cb.CheapUCB(graph, horizon=8, probes=family, engine="dense")
    for t in range(8):
        probe, other = policy.ask(), exact.ask()
        assert probe.nodes == other.nodes
        policy.tell(probe, 0.1 * t)
        exact.tell(other, 0.1 * t)


def test_memory_is_planned_from_the_horizon(monkeypatch):
    graph = cb.barabasi_albert(9000, 3, rng=0)
    monkeypatch.setattr(memory_module, "memory_limit", lambda: 2**28)
    with pytest.raises(cb.CapacityError, match=r"readings"):
        cb.CheapUCB(graph, horizon=5000, dimension=5, engine="iterative")


def test_columns_that_grow_past_the_memory_are_refused_in_time(monkeypatch):
    belief = Belief.of(cb.grid(20, 20))
    for t in range(16):
        belief.condition(((t,), None), 0.1)
    monkeypatch.setattr(memory_module, "memory_limit", lambda: 2**16)
    monkeypatch.setattr(memory_module, "LITTLE", 0)
    with pytest.raises(cb.CapacityError, match="16 readings"):
        belief.condition(((17,), None), 0.1)
    monkeypatch.undo()
    belief.condition(((17,), None), 0.1)  # nothing was half done
    assert len(belief.columns) == belief.surprise.count == 17


def test_a_pickled_belief_carries_what_was_written_and_no_more():
    graph = cb.grid(50, 50)
    belief = Belief.of(graph, engine="iterative")
    belief.condition(((17,), None), 0.1)
    size = len(pickle.dumps(belief)) - len(pickle.dumps(graph))
    assert size < 4 * 8 * graph.n_nodes
    copy = pickle.loads(pickle.dumps(belief))  # noqa: S301
    copy.condition(((5,), None), 0.3)
    belief.condition(((5,), None), 0.3)
    np.testing.assert_array_equal(copy.mean, belief.mean)
    singles = StrongestNeighbors(graph).at(1)
    np.testing.assert_array_equal(copy.view(singles).mean, belief.view(singles).mean)
