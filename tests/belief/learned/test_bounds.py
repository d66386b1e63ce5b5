"""Bounds that the user gave and the readings do not bear."""

import numpy as np
import pytest
from scipy.stats import chi2

import cheapbandits as cb
from cheapbandits.belief.learned import LearnedBelief, Prior, assess
from cheapbandits.belief.learned.bounds import CHANCE, believable, n_outside
from cheapbandits.belief.learned.large import LargePrior
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.belief.learned.large_sure import assess_large, estimates_large
from cheapbandits.fields import load_dataset


@pytest.fixture(scope="module")
def hill():
    graph = cb.grid(10, 10)
    x, y = graph.coordinates.T
    return graph, 20 + 25 * np.exp(-((x - 3) ** 2 + (y - 6) ** 2) / 6)


@pytest.fixture(scope="module")
def known(hill):
    """A belief that read every third node of the hill, its noise known."""
    graph, field = hill
    belief = LearnedBelief(Prior.of(graph, cb.CheapUCB(graph, horizon=9).family), noise=0.3)
    rng = np.random.default_rng(0)
    for node in range(0, 100, 3):
        belief.condition(((node,), None), float(field[node] + 0.3 * rng.standard_normal()))
    return belief.evidence


def test_readings_beyond_by_noise_widen_a_bound_and_others_refute_it(known):
    most, least = max(known.readings), min(known.readings)
    assert believable((0.0, most + 1), known) == (0.0, most + 1)
    assert believable((None, most - 0.3), known) == (None, most + 0.3)
    assert believable((least + 0.3, None), known) == (least - 0.3, None)
    assert believable((0.0, 30.0), known) == (0.0, None)
    assert believable((22.0, 60.0), known) == (None, 60.0)
    assert n_outside((0.0, 60.0), known) == n_outside((None, most - 0.3), known) == 0
    assert n_outside((0.0, 30.0), known) == sum(reading > 30 for reading in known.readings)
    assert n_outside((100.0, -100.0), known) == 2 * len(known.readings)


def test_noise_alone_refutes_a_right_bound_as_rarely_as_it_says(known):
    """Readings of places that are all at the bound, many times."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(4000):
        known = _Readings(7 + 0.3 * rng.standard_normal(20))
        wrong += believable((0.0, 7.0), known)[1] is None
    assert wrong <= 4000 * CHANCE + 4 * (4000 * CHANCE) ** 0.5
    edge = 0.3 * chi2.isf(CHANCE, 1) ** 0.5
    assert believable((0.0, 7.0), _Readings([7 + 0.99 * edge]))[1] is not None
    assert believable((0.0, 7.0), _Readings([7 + 1.01 * edge]))[1] is None


class _Readings:
    def __init__(self, readings):
        self.readings = list(readings)

    def noise_deviation(self):
        return 0.3


@pytest.mark.parametrize("policy", [cb.Finder, cb.PacedKG])
@pytest.mark.parametrize("high", [44.0, 30.0])
def test_a_bound_that_is_too_low_names_no_wrong_place_and_no_false_interval(hill, policy, high):
    """Seen: a place 7 below the best, 'the hottest with probability 100 %, 30 to 30'."""
    graph, field = hill
    found = policy(graph, budget=10.0, low=0.0, high=high)
    cb.simulate(found, field, noise=0.3, rng=0, rounds=30)
    sure = found.assess(tolerance=1.0)
    assert sure.node == found.best().node
    assert field[sure.node] == field.max()
    assert sure.low <= field.max() <= sure.high
    assert sure.probability < 0.99
    assert sure.outside > 0
    assert found.estimates(0.95).estimate.max() > high


def test_on_a_real_field_the_interval_holds_although_the_bound_is_too_low():
    share = 0.95
    data = load_dataset("forest")
    field = data.fields["ponderosa-pine"]
    policy = cb.Finder(data.graph, budget=8.0, low=0.0, high=share * float(field.max()))
    cb.simulate(policy, field, noise=0.02, rng=1, rounds=25)
    sure = policy.assess(tolerance=0.05)
    assert sure.low <= field[sure.node] <= sure.high
    assert sure.estimate > share * field.max()


def test_a_right_bound_still_sharpens_the_answer(hill):
    graph, field = hill

    def sure(high):
        policy = cb.Finder(graph, budget=10.0, low=0.0, high=high)
        cb.simulate(policy, field, noise=0.3, rng=0, rounds=30)
        return policy.assess(tolerance=1.0)

    tight, wide = sure(45.5), sure(None)
    assert (tight.outside, tight.probability > wide.probability) == (0, True)


def test_the_belief_of_large_graphs_too(hill):
    graph, field = hill
    prior = LargePrior.of(graph, cb.CheapUCB(graph, horizon=9).family)
    belief = LargeBelief(prior)
    for node in [*range(0, 100, 7), int(field.argmax())]:
        belief.condition(((node,), None), float(field[node]))
    known = estimates_large(belief, 0.95, bounds=(0.0, 30.0))
    sure = assess_large(belief, tolerance=1.0, bounds=(0.0, 30.0))
    assert known.estimate.max() > 35
    assert (sure.node, sure.outside > 0, sure.high > 40) == (int(field.argmax()), True, True)


def test_what_stopping_loses_is_within_the_bounds():
    """Seen: "loses 6 to expect, at most 18" where values lie between 0 and 10."""
    graph = cb.grid(8, 8)
    belief = LearnedBelief(Prior.of(graph, cb.CheapUCB(graph, horizon=9).family))
    nodes, readings = (57, 26, 2, 60, 51, 8, 44, 29), (0, 0.94, 4.85, 0, 0.01, 0.39, 0.08, 1.45)
    for node, reading in zip(nodes, readings, strict=True):
        belief.condition(((node,), None), reading)
    assert assess(belief).regret_bound > 10
    bound = assess(belief, bounds=(0.0, 10.0))
    assert 0 < bound.expected_regret <= bound.regret_bound <= 10


@pytest.mark.parametrize("noise", [None, 0.1])
@pytest.mark.parametrize("reading", [-2.5, 0.0, 2.9])
def test_one_reading_between_bounds_names_its_place_and_no_loss_beyond_them(reading, noise):
    """Seen: a bound of 8.1 on a loss that cannot be above 6, and a place that nobody read."""
    policy = cb.Finder(cb.grid(5, 5), budget=50.0, low=-3.0, high=3.0, noise=noise)
    policy.observe([7], reading)
    found = policy.assess()
    assert found.node == policy.best().node == 7
    assert found.expected_regret <= found.regret_bound <= 6
    assert found.low <= found.estimate <= found.high
