"""Ask and tell: pending, late, out of order, never; masks; bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import choose

POLICIES = [cb.CheapUCB, cb.SpectralUCB, cb.LinUCB]


@pytest.fixture(scope="module")
def graph():
    return cb.barabasi_albert(30, 3, weights="uniform", rng=0)


@pytest.mark.parametrize("policy_class", POLICIES)
def test_replaying_probes_and_readings_gives_the_same_answers(policy_class, graph):
    first, rng = policy_class(graph, horizon=40), np.random.default_rng(1)
    told = []
    for _ in range(25):
        told.append((first.ask(), rng.standard_normal()))
        first.tell(*told[-1])
    again = policy_class(graph, horizon=40)
    for probe, reading in told:
        again.tell(probe, reading)
    assert again.ask() == first.ask()
    assert again.best() == first.best()
    asking = policy_class(graph, horizon=40)
    for probe, reading in told:
        assert asking.ask() == probe
        asking.tell(probe, reading)
    assert asking.ask().nodes == again.pending[-1].nodes


@settings(max_examples=30, deadline=None)
@given(order=st.permutations(range(8)))
def test_any_order_of_tells_gives_the_same_belief(order):
    graph = cb.grid(4, 5)
    policy = cb.CheapUCB(graph, horizon=20)
    probes = policy.ask(8)
    for i in order:
        policy.tell(probes[i], float(i))
    straight = cb.CheapUCB(graph, horizon=20)
    for i, probe in enumerate(probes):
        straight.tell(probe, float(i))
    np.testing.assert_allclose(policy.belief.mean, straight.belief.mean, atol=1e-10)
    singles = policy.family.at(1)
    np.testing.assert_allclose(
        policy.belief.view(singles).variance.upper,
        straight.belief.view(singles).variance.upper,
        atol=1e-10,
    )
    assert policy.ask().nodes == straight.ask().nodes


def test_a_pending_probe_is_allowed_for(graph):
    """The second ask is the one a belief would make that expects the first to come as foreseen."""
    policy = cb.SpectralUCB(graph, horizon=10)
    first, second = policy.ask(2)
    belief = Belief(choose(graph, 0.01))
    belief.condition((first.nodes, None), 0.0)
    view = belief.view(policy.family.at(1))
    assert second.center == int((view.mean + policy.beta * view.deviation.upper).argmax())
    assert second.center != first.center
    assert policy.pending == (first, second)


def test_batches_and_single_asks_agree(graph):
    together, one_by_one = cb.CheapUCB(graph, horizon=30), cb.CheapUCB(graph, horizon=30)
    assert together.ask(6) == [one_by_one.ask() for _ in range(6)]


def test_forgetting_gives_the_round_back(graph):
    policy = cb.CheapUCB(graph, horizon=16)
    probe = policy.ask()
    policy.forget(probe)
    assert policy.pending == ()
    assert policy.ask().nodes == probe.nodes
    with pytest.raises(cb.ProbeError, match="not pending"):
        policy.forget(probe)
    policy.tell(probe, 0.5)  # the reading came after all
    assert policy.n_told == 1


@pytest.mark.parametrize("policy_class", POLICIES)
def test_a_mask_keeps_nodes_out_of_every_probe(policy_class, graph):
    masked = {0, 3, 7, 11}
    policy = policy_class(graph, horizon=40, mask=masked)
    history = cb.simulate(policy, np.arange(30.0), rng=0)
    assert all(masked.isdisjoint(row.nodes) for row in history)
    assert policy.masked == (0, 3, 7, 11)
    assert policy.best().node not in masked
    policy.unmask([0, 3])
    assert policy.masked == (7, 11)


def test_a_mask_that_leaves_only_narrow_probes_narrows():
    star = cb.Graph.from_edges([(0, i) for i in range(1, 6)])
    policy = cb.CheapUCB(star, horizon=100, mask=[0])  # every pair contains the hub
    assert policy.ask().width == 1


def test_best_names_the_hottest_place():
    graph = cb.grid(6, 6)
    x, y = graph.coordinates.T
    field = np.exp(-((x - 4) ** 2 + (y - 1) ** 2) / 6)
    policy = cb.CheapUCB(graph, horizon=60)
    cb.simulate(policy, field, noise=0.001, rng=0)
    node, estimate, deviation = policy.best()
    assert node == int(field.argmax())
    assert 0.2 < estimate < 1.1
    assert 0 < deviation < 1


@pytest.mark.parametrize(
    "reading", [float("nan"), float("inf"), -float("inf"), "NaN", "1", True, None, 10**400, 1j]
)
def test_readings_that_are_no_finite_number_are_refused(graph, reading):
    policy = cb.CheapUCB(graph, horizon=10)
    probe = policy.ask()
    with pytest.raises(cb.ReadingError):
        policy.tell(probe, reading)
    assert policy.pending == (probe,)
    policy.tell(probe, Fraction(1, 3))


def test_probes_of_other_policies_are_refused(graph):
    policy = cb.CheapUCB(graph, horizon=10)
    others = [
        cb.SpectralUCB(graph, horizon=10),
        cb.CheapUCB(graph, horizon=11),
        cb.CheapUCB(cb.grid(5, 6), horizon=10),
        cb.CheapUCB(graph, horizon=10, cost="laplacian"),
    ]
    for other in others:
        with pytest.raises(cb.ProbeError, match="another policy"):
            policy.tell(other.ask(), 0.1)
    assert policy.n_told == 0


def test_a_probe_is_told_once(graph):
    policy = cb.CheapUCB(graph, horizon=10)
    probe = policy.ask()
    policy.tell(probe, 0.1)
    mean = policy.belief.mean.copy()
    with pytest.raises(cb.ProbeError, match="told already"):
        policy.tell(probe, 0.2)
    np.testing.assert_array_equal(policy.belief.mean, mean)


@pytest.mark.parametrize(
    ("settings_", "word"),
    [
        ({"horizon": 0}, "horizon"),
        ({"horizon": 2.5}, "horizon"),
        ({"horizon": 5, "ridge": 0}, "ridge"),
        ({"horizon": 5, "ridge": -1.0}, "ridge"),
        ({"horizon": 5, "ridge": float("nan")}, "ridge"),
        ({"horizon": 5, "delta": 0.0}, "delta"),
        ({"horizon": 5, "delta": 1.0}, "delta"),
        ({"horizon": 5, "noise": -0.1}, "noise"),
        ({"horizon": 5, "smoothness": -1}, "smoothness"),
        ({"horizon": 5, "probes": "wide"}, "probes"),
        ({"horizon": 5, "cost": "free"}, "cost"),
        ({"horizon": 5, "mask": range(30)}, "mask"),
        ({"horizon": 5, "mask": [30]}, "mask"),
        ({"horizon": 5, "probes": "nearest"}, "coordinates"),
        ({"horizon": 5, "probes": cb.Hops(cb.grid(2, 2))}, "nodes"),
    ],
)
def test_parameters_out_of_range_say_which(graph, settings_, word):
    with pytest.raises(ValueError, match=word):
        cb.CheapUCB(graph, **settings_)


def test_a_ridge_that_drowns_is_refused(graph):
    heavy = cb.Graph(graph.weights * 1e12)
    with pytest.raises(cb.ParameterError, match="ridge"):
        cb.CheapUCB(heavy, horizon=5, ridge=1e-9)


@pytest.mark.parametrize("n", [0, -1])
def test_asking_for_nothing_is_refused(graph, n):
    with pytest.raises(cb.ParameterError, match="from 1"):
        cb.CheapUCB(graph, horizon=5).ask(n)


def test_repr_names_the_settings(graph):
    assert "horizon=5" in repr(cb.CheapUCB(graph, horizon=5))


def test_a_reading_that_the_belief_could_not_take_can_be_told_again(graph, monkeypatch):
    policy = cb.CheapUCB(graph, horizon=10)
    probe = policy.ask()

    def out_of_memory(row, reading):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(policy.belief, "condition", out_of_memory)
        with pytest.raises(MemoryError):
            policy.tell(probe, 0.4)
    assert policy.pending == (probe,)
    policy.tell(probe, 0.4)
    assert (policy.n_told, policy.pending) == (1, ())
    assert policy.spent == probe.cost


def test_every_width_is_offered_with_its_costs_at_once(graph):
    policy = cb.CheapUCB(graph, horizon=10, probes="hops", budget=0.6, mask=[0])
    offers = policy.all_candidates(widest=5)
    assert [offer.width for offer in offers] == [2, 3, 4, 5]  # a single node costs 1
    for offer in offers:
        assert len(offer.costs) == len(offer.probes) == len(offer.allowed)
        assert (offer.costs[offer.allowed] <= 0.6).all()
        assert not offer.probes.touching(np.arange(graph.n_nodes) == 0)[offer.allowed].any()
    with pytest.raises(cb.BudgetError):
        cb.CheapUCB(graph, horizon=10, budget=0.01).all_candidates(widest=3)


@pytest.mark.parametrize("mask", [3, "12", 3.5, None, [True], ["3"]])
def test_a_mask_is_a_list_of_nodes(graph, mask):
    with pytest.raises(cb.ParameterError, match="mask"):
        cb.CheapUCB(graph, horizon=10, mask=mask)


@pytest.mark.parametrize("budget", [0, -1, "3", True, float("nan")])
def test_a_budget_is_a_positive_number(graph, budget):
    with pytest.raises(cb.ParameterError, match="budget"):
        cb.CheapUCB(graph, horizon=10, budget=budget)


def test_a_batch_has_a_largest_size():
    policy = cb.CheapUCB(cb.grid(3, 3), horizon=10)
    for n in (10_001, 10**30, 0, -1, True, 2.0, "2"):
        with pytest.raises(cb.ParameterError, match="whole number"):
            policy.ask_batch(n)
    assert not policy.pending
    assert len(policy.ask_batch(np.int64(2))) == 2
