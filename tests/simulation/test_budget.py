"""A run ends where its policy's money does."""

import numpy as np
import pytest

import cheapbandits as cb
from tests.policies.random_pick import RandomPick

GRAPH = cb.grid(5, 5)
FIELD = np.linspace(0, 1, 25)


class Frugal(RandomPick):
    """Plans no rounds, only money."""

    def __init__(self, graph, *, budget, rng=None):
        super().__init__(graph, rng=rng)
        self.budget = budget


def test_the_budget_ends_a_run_before_the_horizon():
    policy = cb.SpectralUCB(GRAPH, horizon=20, budget=7.0)
    history = cb.simulate(policy, FIELD, rng=0)
    assert (len(history), history.cost[-1]) == (7, 7.0)
    whole = cb.simulate(cb.SpectralUCB(GRAPH, horizon=20), FIELD, rng=0)
    assert history.rounds == whole.rounds[:7]


def test_the_budget_alone_says_how_long():
    assert len(cb.simulate(Frugal(GRAPH, budget=4.0, rng=0), FIELD, rng=0)) == 4
    assert len(cb.simulate(Frugal(GRAPH, budget=4.0, rng=0), FIELD, rng=0, rounds=3)) == 3
    with pytest.raises(cb.ParameterError, match="how many rounds"):
        cb.simulate(RandomPick(GRAPH, rng=0), FIELD, rng=0)


def test_a_budget_for_nothing_is_said():
    with pytest.raises(cb.BudgetError):
        cb.simulate(cb.SpectralUCB(GRAPH, horizon=20, budget=0.01), FIELD, rng=0)


def test_runs_of_unequal_length_have_no_mean_curve():
    def stops_by_chance(graph, rng):
        return Frugal(graph, budget=float(rng.integers(2, 9)), rng=rng)

    result = cb.replicate({"frugal": stops_by_chance}, (GRAPH, FIELD), runs=5, jobs=1)
    assert len({len(history) for history in result.histories["frugal"]}) > 1
    with pytest.raises(cb.ParameterError, match=r"ended after \d to \d rounds"):
        result.mean("frugal")
