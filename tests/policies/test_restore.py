"""Taking over a policy's state, readings nobody asked for, and means that run out."""

from dataclasses import replace

import numpy as np
import pytest

import cheapbandits as cb


@pytest.fixture(scope="module")
def graph():
    return cb.grid(6, 7)


@pytest.mark.parametrize("n_told", [0, 5, 200])
def test_restoring_is_the_same_as_having_been_there(graph, n_told):
    rng = np.random.default_rng(0)
    there, told = cb.CheapUCB(graph, horizon=300), []
    for _ in range(n_told):
        told.append((there.ask(), rng.standard_normal()))
        there.tell(*told[-1])
    there.observe([3, 4], 0.7)
    open_probes = there.ask(3)
    later = cb.CheapUCB(graph, horizon=300)
    later.restore(told, observed=[((3, 4), None, 0.7)], pending=open_probes)
    np.testing.assert_allclose(later.belief.mean, there.belief.mean, atol=1e-9)
    assert later.pending == there.pending
    assert later.ask() == there.ask()
    with pytest.raises(cb.ProbeError, match="restored"):
        later.restore(told)


def test_observed_readings_take_no_round(graph):
    policy = cb.CheapUCB(graph, horizon=100)
    for node in range(20):
        policy.observe([node], 1.0)
    assert policy.n_told == 0
    assert policy.ask().width == cb.CheapUCB(graph, horizon=100).ask().width
    assert policy.belief.mean[:20].mean() > 0.4


@pytest.mark.parametrize(
    ("nodes", "weights"),
    [([], None), ([42], None), ([-1], None), ([1, 1], None), ([1, 2], [0.5, 0.6]), ([1], [1, 0])],
)
def test_observed_groups_must_be_groups(graph, nodes, weights):
    with pytest.raises(cb.ProbeError):
        cb.CheapUCB(graph, horizon=5).observe(nodes, 0.5, weights)


def test_the_budget_decides_what_can_be_asked(graph):
    policy = cb.SpectralUCB(graph, horizon=10, budget=1.6)
    first, second = policy.ask(), policy.ask()
    assert (first.width, second.width) == (1, 2)  # a single node costs 1
    policy.forget(second)
    policy.tell(first, 0.1)
    policy.charge(0.59)
    assert (policy.spent, policy.reserved) == (pytest.approx(1.59), 0)
    with pytest.raises(cb.BudgetError, match=r"0\.01"):
        policy.ask()
    policy.budget = None
    assert policy.ask().width == 1


def test_budget_and_mask_together():
    star = cb.Graph.from_edges([(0, i) for i in range(1, 6)])
    policy = cb.CheapUCB(star, horizon=4, mask=[0], cost={1: 2.0, 2: 1.0}, budget=1.5)
    with pytest.raises(cb.BudgetError):
        policy.ask()  # pairs are cheap enough but contain the hub; single nodes are too dear


def test_units_change_numbers_and_nothing_else(graph):
    """In percent with center and scale, the same probes and the same place in percent."""
    plain = cb.CheapUCB(graph, horizon=40)
    percent = cb.CheapUCB(graph, horizon=40, center=50.0, scale=20.0)
    field = np.sin(np.arange(42.0))
    for _ in range(40):
        probe, other = plain.ask(), percent.ask()
        assert probe.nodes == other.nodes
        value = float(field[list(probe.nodes)].mean())
        plain.tell(probe, value)
        percent.tell(other, 50 + 20 * value)
    assert percent.best().node == plain.best().node
    assert percent.best().estimate == pytest.approx(50 + 20 * plain.best().estimate)
    assert percent.best().deviation == pytest.approx(20 * plain.best().deviation)
    with pytest.raises(cb.ParameterError, match="scale"):
        cb.CheapUCB(graph, horizon=5, scale=0.0)
    with pytest.raises(cb.ProbeError, match="another policy"):
        plain.tell(percent.ask(), 0.1)


def test_a_known_dimension_is_not_computed_again(graph):
    assert cb.CheapUCB(graph, horizon=40, dimension=7).dimension == 7


@pytest.mark.parametrize("policy", [cb.Finder, cb.CheapUCB, cb.SpectralEliminator])
def test_each_probe_is_told_once_when_restoring_too(policy):
    """Seen: two readings of one probe were both believed, and paid for twice."""
    graph = cb.grid(4, 4)
    first = policy(graph, horizon=9).ask()
    later = policy(graph, horizon=9)
    for told, pending in (
        ([(first, 1.0), (first, 9.0)], []),
        ([(first, 1.0), (replace(first, cost=0.5), 1.0)], []),
        ([(first, 1.0)], [first]),
    ):
        with pytest.raises(cb.ProbeError, match="has been told already; each is told once"):
            later.restore(told, pending=pending)
        assert later.is_fresh
        assert (later.n_told, later.spent, later.reserved) == (0, 0, 0)
    later.restore([(first, 1.0)])
    assert later.n_told == 1
