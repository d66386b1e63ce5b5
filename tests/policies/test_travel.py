"""Prices that depend on the way: a pure function of what was told and what is pending."""

from contextlib import suppress

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.probes import Travel

PARTS = {"fixed": 5.0, "site": 1.0, "travel": 0.2}
NAMES = ["CheapUCB", "Finder", "PacedKG", "Sweep", "RandomSampling"]


@pytest.fixture
def sites():
    return cb.Graph.from_points(np.random.default_rng(2).random((40, 2)) * 100, 6)


def make(name, graph, **settings):
    kind = getattr(cb, name)
    given = {"probes": "nearest", "cost": PARTS, "budget": 400.0, **settings}
    if name in ("CheapUCB", "Finder", "PacedKG"):
        given["horizon"] = 30
    if name == "RandomSampling":
        given["rng"] = 0
    return kind(graph, **given)


def price(graph, probe, before):
    """What a group costs after another, by hand."""
    travel = Travel(graph)
    probes = cb.Nearest(graph).at(probe.width)
    way = float(travel.through(probes)[probe.center])
    if before is not None:
        way += float(travel.between(np.array(travel.last_of(before)), np.array(probe.center)))
    return 5.0 + probe.width + 0.2 * way


@pytest.mark.parametrize("name", NAMES)
def test_each_group_is_priced_from_the_end_of_the_one_before(sites, name):
    policy, before = make(name, sites), None
    for _ in range(8):
        probe = policy.ask()
        assert probe.cost == pytest.approx(price(sites, probe, before))
        policy.tell(probe, float(probe.center))
        before = probe.nodes
    assert policy.spent <= 400


@pytest.mark.parametrize("name", NAMES)
def test_a_restored_policy_asks_and_prices_the_same(sites, name):
    """Told in another order, one forgotten, two pending: the next ask is the same."""
    policy = make(name, sites)
    first = policy.ask_batch(5)
    for probe in (first[3], first[0], first[2]):
        policy.tell(probe, float(probe.center))
    policy.forget(first[1])
    twin = make(name, sites)
    twin.restore(
        [(probe, float(probe.center)) for probe in (first[3], first[0], first[2])],
        pending=[first[4]],
        last_number=5,
    )
    assert [(p.nodes, p.cost) for p in twin.ask_batch(2)] == [
        (p.nodes, p.cost) for p in policy.ask_batch(2)
    ]


def test_after_the_last_was_forgotten_the_way_starts_from_the_one_before(sites):
    policy = make("CheapUCB", sites)
    first, second = policy.ask_batch(2)
    policy.forget(second)
    assert policy.ask().cost == pytest.approx(price(sites, second, first.nodes))


def test_the_learning_policies_stay_near_where_the_way_is_dear(sites):
    field = np.exp(-((sites.coordinates - [70, 30]) ** 2).sum(axis=1) / 800)

    def steps(travel):
        cost = {"fixed": 1.0, "travel": travel}
        policy = cb.Finder(sites, horizon=25, probes="nearest", cost=cost)
        history = cb.simulate(policy, field, rng=0, noise=0.01)
        centers = sites.coordinates[[row.center for row in history]][8:]
        return np.linalg.norm(np.diff(centers, axis=0), axis=1).mean()

    assert steps(1.0) < 0.8 * steps(1e-9)


def test_pacing_does_not_keep_the_crew_in_one_place(sites):
    """The cheapest step is none: with a budget too small for the horizon it stayed for ever."""
    policy = make("PacedKG", sites, budget=170.0)
    seen = set()
    with suppress(cb.BudgetError):  # it ends after 14 steps or 15, as ties fall by rounding
        for _ in range(15):
            probe = policy.ask()
            seen.add(probe.center)
            policy.tell(probe, float(probe.center))
    assert len(seen) > 5


def test_what_cannot_be_reached_any_more_is_not_asked_for(sites):
    policy = make("RandomSampling", sites, budget=60.0)
    history = cb.simulate(policy, np.zeros(40), rng=0, rounds=50)
    assert 1 < len(history) < 10
    assert policy.spent <= 60
    with pytest.raises(cb.BudgetError):
        policy.ask()
