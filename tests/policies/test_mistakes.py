"""Mistakes of users and of policies' authors end in errors of ours."""

import math
import pickle
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import choose
from cheapbandits.policies import Policy


@pytest.fixture(scope="module")
def graph():
    return cb.grid(4, 5)


@pytest.mark.parametrize(
    "make",
    [
        lambda g: cb.CheapUCB(np.eye(3), horizon=5),
        lambda g: cb.CheapUCB(nx.path_graph(3), horizon=5),
        lambda g: cb.CheapUCB(g, horizon="a"),
        lambda g: cb.CheapUCB(g, horizon=None),
        lambda g: cb.CheapUCB(g, horizon=5, ridge="x"),
        lambda g: cb.CheapUCB(g, horizon=5, mask=["a"]),
        lambda g: cb.CheapUCB(g, horizon=5, mask=[1.5]),
        lambda g: cb.CheapUCB(g, horizon=5).ask(1.5),
        lambda g: cb.CheapUCB(g, horizon=5).tell(3, 0.1),
        lambda g: cb.CheapUCB(g, horizon=8, cost={3: 1.0, 2: 2.0}),
        lambda g: cb.effective_dimension(g, horizon=float("nan")),
        lambda g: cb.effective_dimension(g, horizon=5, ridge=float("inf")),
        lambda g: cb.width_cost(0, 10),
        lambda g: cb.History.from_csv("nowhere.csv"),
        lambda g: cb.replicate({"a": cb.CheapUCB}, (g, np.zeros(20)), seed=-1),
        lambda g: cb.replicate({"a": cb.CheapUCB}, (g, np.zeros(20)), jobs=0),
    ],
)
def test_mistakes_are_ours_to_explain(graph, make):
    with pytest.raises(cb.CheapBanditsError):
        make(graph)


class Stubborn(Policy):
    """Always wants the same probe."""

    def __init__(self, graph, index, **options):
        super().__init__(graph, belief=Belief(choose(graph, 0.01)), **options)
        self.index = index

    def choose(self, belief, t):
        return 1, self.index


def test_a_policy_cannot_choose_what_is_not_on_the_menu(graph):
    assert Stubborn(graph, 3).ask().center == 3
    with pytest.raises(cb.ProbeError, match="masked"):
        Stubborn(graph, 3, mask=[3]).ask()
    with pytest.raises(cb.ProbeError, match="99"):
        Stubborn(graph, 99).ask()


def test_batches_are_lists_whatever_their_size(graph):
    policy = cb.CheapUCB(graph, horizon=9)
    assert len(policy.ask_batch(1)) == 1
    assert len(policy.ask_batch(3)) == 3
    with pytest.raises(TypeError):
        iter(policy.ask())


def test_policies_travel(graph):
    policy = cb.CheapUCB(graph, horizon=30)
    for _ in range(5):
        policy.tell(policy.ask(), np.array(0.3))
    pending = policy.ask()
    copy = pickle.loads(pickle.dumps(policy))  # noqa: S301
    assert copy.pending == (pending,)
    assert copy.ask() == policy.ask()


def test_probes_survive_json(graph):
    policy = cb.CheapUCB(graph, horizon=30)
    probe = policy.ask()
    again = cb.Probe(probe.center, list(probe.nodes), probe.cost, probe.number, probe.origin)
    policy.tell(again, 0.2)
    assert policy.n_told == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cost": 0.0}, "of this run costs .*, not 0; .*charge"),
        ({"cost": -5.0}, "cost must be"),
        ({"cost": math.nan}, "cost must be"),
        ({"weights": (1.0, 2.0)}, "shares that sum to 1"),
        ({"nodes": (0, 1)}, "asked for nodes"),
    ],
)
def test_a_probe_is_told_as_it_was_asked_for(change, said):
    """Seen: with a cost of 0 written into them, a hundred probes went into a budget of 2."""
    policy = cb.Finder(cb.grid(5, 5), budget=2.0)
    probe = policy.ask()
    if "weights" in change:
        change = {"weights": tuple(float(k) for k in range(len(probe.nodes)))}
    with pytest.raises(cb.ProbeError, match=said):
        policy.tell(replace(probe, **change), 1.0)
    assert policy.spent == 0
    policy.tell(replace(probe), 1.0)  # a copy, from a file perhaps, is as good
    assert policy.spent == probe.cost
