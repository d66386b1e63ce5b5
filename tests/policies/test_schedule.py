"""Stages, widths and costs for every horizon from 1 to 5000."""

import math

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import columns
from cheapbandits.policies.schedule import n_stages, stage_of_round, width_of_round, widths


def stages_by_the_book(horizon):
    """Algorithm 1's double loop, with the last stage run on to T."""
    total = max(1, math.ceil(math.log2(horizon)))
    listed = []
    for j in range(1, total + 1):
        stop = horizon if j == total else min(2**j - 1, horizon)
        listed += [j] * len(range(2 ** (j - 1), stop + 1))
    return total, listed


def test_every_horizon_to_5000():
    for horizon in range(1, 5001):
        total, stages = stages_by_the_book(horizon)
        assert n_stages(horizon) == total
        assert len(stages) == horizon
        for t in {1, 2, 3, horizon // 2, horizon - 1, horizon} & set(range(1, horizon + 1)):
            assert stage_of_round(t, horizon) == stages[t - 1]
            assert width_of_round(t, horizon, 4) == min(4, total - stages[t - 1] + 1)


@pytest.mark.parametrize("horizon", [1, 2, 3, 4, 5, 7, 8, 9, 100, 127, 128, 129, 150, 4096, 5000])
def test_widths_fall_by_one_a_stage_to_single_nodes(horizon):
    total, stages = stages_by_the_book(horizon)
    all_widths = widths(horizon, max_width=10**6)
    assert all_widths.tolist() == [total - j + 1 for j in stages]
    assert all_widths[-1] == 1
    assert set(np.diff(all_widths)) <= {0, -1}


@pytest.mark.parametrize("horizon", [1, 2, 16, 100, 150])
def test_a_run_costs_what_the_schedule_says(horizon):
    graph = cb.disjoint_cliques(2, 12)
    history = cb.simulate(cb.CheapUCB(graph, horizon=horizon), np.arange(24.0), rng=0)
    total, stages = stages_by_the_book(horizon)
    w = np.array([min(12, total - j + 1) for j in stages], dtype=float)
    n = graph.n_nodes
    expected = (w - 1) / w**2 * (1 - 1 / n) + 1 / w**2
    assert [row.width for row in history] == w.astype(int).tolist()
    np.testing.assert_allclose(np.diff(history.cost, prepend=0.0), expected)


def test_past_the_horizon_the_last_width_stays():
    policy = cb.CheapUCB(cb.disjoint_cliques(2, 12), horizon=8)
    history = cb.simulate(policy, np.arange(24.0), rng=0, rounds=30)
    assert {row.width for row in history.rounds[7:]} == {1}


def test_the_smallest_closed_neighbourhood_caps_every_width():
    path = cb.Graph.from_edges([(0, 1), (1, 2), (2, 3)])
    assert cb.CheapUCB(path, horizon=100).ask().width == 2
    lonely = cb.Graph.from_edges([(0, 1), (1, 2)], n_nodes=4)
    assert cb.CheapUCB(lonely, horizon=100).ask().width == 1


def test_where_columns_are_long_later_sets_hear_of_every_reading(monkeypatch):
    """So that the round that turns to narrower groups has nothing to catch up with."""
    graph, field = cb.Graph.from_edges([(0, k) for k in range(1, 60)]), np.linspace(0, 1, 60)

    def play():
        policy = cb.CheapUCB(graph, horizon=20, probes="hops", engine="dissection")
        behind, chosen = [], []
        for t in range(1, 21):
            probe = policy.ask()
            policy.tell(probe, float(field[list(probe.nodes)].mean()))
            chosen.append(probe.nodes)
            views = policy.belief._views
            later = {policy.width(k) for k in range(t + 1, 21)}
            waits = [
                policy.belief.n_columns - (views[s]._absorbed if s in views else 0)
                for s in map(policy.family.at, later)
            ]
            behind.append(max(waits, default=0))
        return behind, chosen

    behind, usual = play()
    assert max(behind) > 5
    monkeypatch.setattr(columns, "LONG", 10)
    behind, heard = play()
    assert max(behind) == 0
    assert heard == usual
