"""RandomSampling: uniform, and none again before all were seen."""

from collections import Counter

import numpy as np
import pytest

import cheapbandits as cb


def test_a_pass_sees_every_probe_once_and_then_starts_again():
    graph = cb.grid(4, 4)
    policy = cb.RandomSampling(graph, rng=3, width=2, probes="hops")
    for times in (1, 2, 3):
        for _ in range(16):
            policy.tell(policy.ask(), 0.0)
        assert set(Counter(policy.readings[0]).values()) == {times}


def test_pending_and_observed_count_as_seen():
    policy = cb.RandomSampling(cb.grid(3, 3), rng=1)
    policy.observe([4], 1.0)
    assert {probe.center for probe in policy.ask(8)} == set(range(9)) - {4}


@pytest.mark.parametrize("seeds", [1000, pytest.param(3000, marks=pytest.mark.thorough)])
def test_every_probe_is_as_likely_as_any_other(seeds):
    """First to third draw of so many seeds on 8 nodes, each within 4 deviations of an eighth."""
    ring = cb.Graph.from_edges([(i, (i + 1) % 8) for i in range(8)])
    counts = np.zeros((3, 8))
    for seed in range(seeds):
        policy = cb.RandomSampling(ring, rng=seed)
        for place, probe in enumerate(policy.ask(3)):
            counts[place, probe.center] += 1
    assert np.abs(counts - seeds / 8).max() < 4 * np.sqrt(seeds / 8 * 7 / 8)


def test_two_seeds_are_independent_of_the_readings():
    graph, orders = cb.grid(4, 4), []
    for value in (0.0, 5.0):
        policy = cb.RandomSampling(graph, rng=9)
        history = cb.simulate(policy, np.full(16, value), rng=0, rounds=12)
        orders.append([row.center for row in history])
    assert orders[0] == orders[1]


@pytest.mark.parametrize("width", [0, 1.5, True, "2"])
def test_the_width_is_a_whole_number(width):
    with pytest.raises(cb.ParameterError, match="width"):
        cb.RandomSampling(cb.grid(3, 3), width=width)


def test_the_width_is_capped():
    assert cb.RandomSampling(cb.grid(3, 3), width=50).width == 3  # a corner and its neighbours
