"""What is learned does not hang on the unit of the readings, however small it makes them."""

import numpy as np
import pytest

import cheapbandits as cb


def answers(policy_of, unit, rounds=25):
    """Return what was asked, and the answer and the intervals in the unit."""
    graph = cb.grid(7, 7)
    hill = np.exp(-((np.argwhere(np.ones((7, 7))) - (5, 2)) ** 2).sum(axis=1) / 8)
    policy, rng = policy_of(graph), np.random.default_rng(1)
    asked = []
    for _ in range(rounds):
        probe = policy.ask()
        asked.append(probe.nodes)
        policy.tell(probe, unit * (hill[list(probe.nodes)].mean() + 0.01 * rng.standard_normal()))
    found = policy.assess(tolerance=0.05 * unit)
    ends = found.low, found.high, found.expected_regret, *policy.estimates().high
    return asked, found.node, found.probability, np.array(ends) / unit


@pytest.mark.parametrize("power", [-190, -64, 160])  # 6e-58, 5e-20 (watts of a star), 1e48
@pytest.mark.parametrize(
    "policy_of",
    [
        lambda graph: cb.Finder(graph, budget=15.0),
        lambda graph: cb.PacedKG(graph, horizon=25),
    ],
    ids=["Finder", "PacedKG"],
)
def test_readings_in_another_unit_give_the_same_answer(policy_of, power):
    """Seen: readings of 1e-19 had intervals from -0.5 to 2 units, those of 1e-25 of a million."""
    *plain, ends = answers(policy_of, 1.0)
    *scaled, same = answers(policy_of, 2.0**power)
    assert scaled == plain
    np.testing.assert_allclose(same, ends, rtol=1e-6)
