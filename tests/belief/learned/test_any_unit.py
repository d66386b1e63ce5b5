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
