"""What is learned does not hang on the readings' unit, nor on where their scale begins."""

import numpy as np
import pytest

import cheapbandits as cb


def answers(policy_of, unit, zero=0.0, rounds=25):
    """Return what was asked, and the answer and the intervals in the unit."""
    graph = cb.grid(7, 7)
    hill = np.exp(-((np.argwhere(np.ones((7, 7))) - (5, 2)) ** 2).sum(axis=1) / 8)
    policy, rng = policy_of(graph), np.random.default_rng(1)
    asked = []
    for _ in range(rounds):
        probe = policy.ask()
        asked.append(probe.nodes)
        value = hill[list(probe.nodes)].mean() + 0.01 * rng.standard_normal()
        policy.tell(probe, zero + unit * value)
    found = policy.assess(tolerance=0.05 * unit)
    ends = np.array([found.low, found.high, *policy.estimates().high])
    stated = found.probability, found.expected_regret / unit
    return asked, found.node, np.array([*stated, *(ends - zero) / unit])


POLICIES = {
    "Finder": lambda graph: cb.Finder(graph, budget=25.0),
    "PacedKG": lambda graph: cb.PacedKG(graph, horizon=25),
}


@pytest.mark.parametrize("power", [-190, -64, 160])  # 6e-58, 5e-20 (watts of a star), 1e48
@pytest.mark.parametrize("name", POLICIES)
def test_readings_in_another_unit_give_the_same_answer(name, power):
    """Seen: readings of 1e-19 had intervals from -0.5 to 2 units, those of 1e-25 of a million."""
    *plain, ends = answers(POLICIES[name], 1.0)
    *scaled, same = answers(POLICIES[name], 2.0**power)
    assert scaled == plain
    np.testing.assert_allclose(same, ends, rtol=1e-6)


@pytest.mark.parametrize("zero", [-1e6, 9.8e8, 1.7e9])  # gravity in microgals, seconds since 1970
@pytest.mark.parametrize("name", POLICIES)
def test_readings_far_from_zero_give_the_same_answer(name, zero):
    """Seen: what differs by less than a billionth of its size was called equal."""
    *plain, ends = answers(POLICIES[name], 1.0)
    *moved, same = answers(POLICIES[name], 1.0, zero)
    assert moved == plain
    np.testing.assert_allclose(same, ends, atol=1e-4)


def test_the_highest_is_named_however_far_from_zero_all_are():
    graph = cb.Graph.from_points([(float(k), 0.0) for k in range(6)])
    for zero in (0.0, 9.8e8, 1.7e9):
        policy = cb.Finder(graph, budget=50.0)
        for node, value in enumerate([0, 0.2, 1.6, 0.6, 0.9, 2.5]):
            for k in range(8 if node == 2 else 1):
                policy.observe([node], zero + value + 0.01 * k)
        found = policy.assess(tolerance=0.1)
        assert (found.node, found.cannot_tell) == (5, "")
        assert found.probability > 0.9


@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize("seed", [5, 59])
def test_places_read_again_give_the_same_answer_in_another_unit(seed, bounded):
    """Seen: 13 %, 16 and 35 in units of a hundred, one and a hundredth, with a bound above."""
    graph, rng = cb.grid(7, 8), np.random.default_rng(seed)
    at = rng.choice(56, 24)
    hill = np.exp(-((np.asarray(graph.coordinates) - (4, 3)) ** 2).sum(axis=1) / 6)
    readings = hill[at] + 0.2 * rng.standard_normal(24)

    def stated(unit):
        high = {"high": unit * (float(readings.max()) + 0.02)} if bounded else {}
        policy = cb.Finder(graph, budget=500.0, **high)
        for node, reading in zip(at.tolist(), readings.tolist(), strict=True):
            policy.observe([node], unit * reading)
        found = policy.assess(tolerance=0.06 * unit)
        return found.probability, found.expected_regret / unit, found.regret_bound / unit

    np.testing.assert_allclose([stated(0.01), stated(100.0)], [stated(1.0)] * 2, rtol=1e-6)
