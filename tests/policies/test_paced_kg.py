"""PacedKG: money, masks, groups, batches, replay; and the traps that fields can be."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.errors import BudgetError, CapacityError, ParameterError
from cheapbandits.policies.paced_kg import PacedKG


def rounds(policy, field, n, noise=0.01, seed=0):
    """Drive a policy by hand; return the probes."""
    rng, probes = np.random.default_rng(seed), []
    for _ in range(n):
        probe = policy.ask()
        mean = float(np.average(field[list(probe.nodes)], weights=probe.weights))
        policy.tell(probe, mean + noise * rng.standard_normal())
        probes.append(probe)
    return probes


def hill(graph, peak):
    return np.exp(-np.sum((graph.coordinates - graph.coordinates[peak]) ** 2, axis=1) / 18)


@pytest.fixture(scope="module")
def land():
    graph = cb.grid(10, 10)
    return graph, hill(graph, 37)


@pytest.mark.parametrize("budget", [6.0, 13.7, 30.0])
def test_the_budget_lasts_to_the_last_round_and_is_never_exceeded(land, budget):
    graph, field = land
    policy = PacedKG(graph, horizon=30, budget=budget, probes="hops")
    probes = rounds(policy, field, 30)
    assert sum(probe.cost for probe in probes) <= budget
    assert policy.best().node in np.argsort(-field)[:5]


def test_a_budget_for_the_least_price_only_is_spent_to_the_last_unit(land):
    graph, field = land
    prices = {w: 10.0 - w for w in range(1, 9)}
    policy = PacedKG(graph, horizon=12, budget=24.0, probes="hops", cost=prices)
    probes = rounds(policy, field, 12)
    assert [probe.width for probe in probes] == [8] * 12
    assert policy.spent == 24.0
    with pytest.raises(BudgetError):
        policy.ask()


def test_prices_of_every_probe_are_kept_to(land):
    graph, field = land
    rng = np.random.default_rng(4)
    prices = {w: rng.uniform(0.5, 3.0, size=100) for w in range(1, 9)}
    policy = PacedKG(graph, horizon=25, budget=30.0, probes="hops", cost=cb.PricePerProbe(prices))
    probes = rounds(policy, field, 25)
    assert sum(probe.cost for probe in probes) <= 30.0


def test_budget_alone_and_price_alone_find_the_hill(land):
    graph, field = land
    for settings in ({"budget": 20.0}, {"price": 0.3}, {}):
        policy = PacedKG(graph, probes="hops", **settings)
        rounds(policy, field, 20)
        assert field[policy.best().node] > 0.9


def test_a_dear_unit_keeps_to_wide_probes(land):
    graph, field = land
    cheap = PacedKG(graph, price=0.0, probes="hops")
    dear = PacedKG(graph, price=3.0, probes="hops")
    for policy in (cheap, dear):
        rounds(policy, field, 30)
    assert dear.spent < 0.5 * cheap.spent


def test_masked_nodes_are_in_no_probe_and_not_the_place(land):
    graph, field = land
    masked = [37, 36, 38, 27, 47]
    policy = PacedKG(graph, horizon=25, budget=12.0, probes="hops", mask=masked)
    probes = rounds(policy, field, 25)
    assert not {node for probe in probes for node in probe.nodes} & set(masked)
    assert policy.best().node not in masked
    assert policy.assess(tolerance=0.05).node not in masked


def test_named_groups(land):
    graph, field = land
    rows = np.zeros((10, 100))
    for i in range(10):
        rows[i, 10 * i : 10 * i + 10] = 0.1
    policy = PacedKG(graph, horizon=30, budget=20.0, probes=cb.NamedGroups(graph, rows))
    rounds(policy, field, 30)
    assert field[policy.best().node] > 0.9


def test_a_batch_is_spread_out_and_paid_for(land):
    graph, field = land
    policy = PacedKG(graph, horizon=30, budget=10.0, probes="hops")
    rounds(policy, field, 8)
    batch = policy.ask_batch(6)
    assert policy.reserved == pytest.approx(sum(probe.cost for probe in batch))
    assert len({probe.nodes for probe in batch}) > 1
    for probe in reversed(batch):
        policy.tell(probe, float(field[list(probe.nodes)].mean()))
    assert policy.spent <= 10.0


def test_replayed_in_another_order_it_asks_the_same(land):
    graph, field = land
    first = PacedKG(graph, horizon=40, budget=20.0, probes="hops")
    probes = rounds(first, field, 17)
    _, readings = first.readings
    told = list(zip(probes, readings, strict=True))
    again = PacedKG(graph, horizon=40, budget=20.0, probes="hops")
    again.restore([told[i] for i in np.random.default_rng(1).permutation(17)])
    np.testing.assert_allclose(first.learned.mean, again.learned.mean, atol=1e-8)
    assert first.ask().nodes == again.ask().nodes


def longest_repeat(probes):
    """How many rounds in a row, at most, the same group was asked for."""
    best = run = 1
    for one, two in pairwise(probes):
        run = run + 1 if one.nodes == two.nodes else 1
        best = max(best, run)
    return best


def test_no_trap_on_a_constant_field():
    graph = cb.grid(9, 9)
    policy = PacedKG(graph, horizon=40, budget=20.0, probes="hops")
    probes = rounds(policy, np.full(81, 5.0), 40, noise=0.0)
    assert np.isfinite(policy.learned.mean).all()
    np.testing.assert_allclose(policy.learned.mean, 5.0, atol=1e-6)
    assert policy.assess(tolerance=0.1).cannot_tell
    assert longest_repeat(probes) < 40


@pytest.mark.parametrize("kind", ["needle", "two levels", "jump", "flat start"])
def test_no_trap(kind):
    graph = cb.grid(12, 12)
    x, y = graph.coordinates.T
    field = {
        "needle": (np.arange(144) == 77) * 1.0,
        "two levels": (x > 8) * 1.0,
        "jump": np.where(x > 6, 0.8 + 0.02 * y, 0.1 + 0.02 * y),
        "flat start": np.exp(-((x - 11) ** 2 + (y - 11) ** 2) / 2),
    }[kind]
    policy = PacedKG(graph, horizon=60, budget=30.0, probes="hops", low=0.0, high=1.2)
    probes = rounds(policy, field, 60)
    verdict = policy.assess(tolerance=0.05)
    found = field[verdict.node] >= field.max() - 0.05
    # It finds the place, or it does not claim to have it.
    assert found or verdict.cannot_tell or verdict.probability < 0.8
    assert kind == "needle" or found
    assert longest_repeat(probes) < 60


def test_isolated_nodes_and_several_parts():
    ring = [(i, (i + 1) % 20) for i in range(20)]
    other = [(20 + i, 20 + (i + 1) % 15) for i in range(15)]
    graph = cb.Graph.from_edges(ring + other, n_nodes=38)
    field = np.concatenate([np.zeros(20), np.sin(np.arange(15) / 15 * np.pi), [0.2, 0.3, 0.1]])
    policy = PacedKG(graph, horizon=40, budget=20.0, probes="strongest-own")
    rounds(policy, field, 40)
    assert field[policy.best().node] > 0.9
    assert np.isfinite(policy.estimates().high).all()


def test_knowledge_is_checked(land):
    graph, _ = land
    for bad in ({"noise": -1.0}, {"low": 1.0, "high": 0.0}, {"price": -2.0}, {"horizon": 0}):
        with pytest.raises(ParameterError):
            PacedKG(graph, **bad)


@pytest.mark.parametrize(
    ("settings", "seed"),
    [
        ({"horizon": 60}, 1),
        ({"budget": 30.0}, 2),
        ({"price": 0.3}, 3),
        *(({"horizon": 60, "budget": 30.0}, seed) for seed in (1, 2, 3)),
        *(
            pytest.param(settings, seed, marks=pytest.mark.thorough)
            for first, settings in enumerate([{"horizon": 60}, {"budget": 30.0}, {"price": 0.3}])
            for seed in (1, 2, 3)
            if seed != first + 1
        ),
    ],
)
def test_a_hill_near_the_first_good_place_is_found(settings, seed):
    """Five innovations without a surprise once made it read the first good place for ever."""
    graph = cb.grid(6, 6)
    summit = np.array([[4.0, 1.0], [1.2, 3.7], [2.5, 2.5]])[seed - 1]
    field = np.exp(-((graph.coordinates - summit) ** 2).sum(axis=1) / 6)
    policy = cb.PacedKG(graph, **settings)
    cb.simulate(policy, field, rng=seed, rounds=settings.get("horizon", 60))
    assert field[policy.best().node] > field.max() - 0.03


def test_more_readings_than_it_can_learn_from_are_refused_before_they_come():
    graph = cb.grid(5, 5)
    with pytest.raises(CapacityError, match="at most 600 readings"):
        PacedKG(graph, horizon=601)
    policy = cb.Finder(graph)
    rows = [((i % 25,), None, float(i % 7)) for i in range(601)]
    with pytest.raises(CapacityError, match="CheapUCB"):
        policy.restore([], observed=rows)
    paper = cb.CheapUCB(graph, horizon=10)
    paper.restore([], observed=rows)
    verdict = paper.assess(tolerance=0.5)
    assert verdict.probability is None
    assert "so many readings" in verdict.cannot_tell
