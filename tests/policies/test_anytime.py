"""CheapUCB without a horizon, against a literal run of its epochs."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.policies.anytime import epoch_of_round
from tests.oracles.literal import LiteralUCB
from tests.strategies import weight_matrices


@settings(max_examples=30, deadline=None)
@given(weights=weight_matrices(), first=st.integers(1, 9), seed=st.integers(0, 2**32 - 1))
def test_every_choice_is_that_of_a_literal_epoch(weights, first, seed):
    """Each epoch is Algorithm 1 with the epoch's horizon, its own beta, and all readings so far."""
    rng = np.random.default_rng(seed)
    field = rng.standard_normal(len(weights))
    policy = cb.AnytimeCheapUCB(cb.Graph(weights), first=first)
    state, done, length = None, 0, first
    for _ in range(3):
        literal = LiteralUCB(weights, kind="cheap", horizon=length)
        literal.beta = LiteralUCB(weights, kind="cheap", horizon=done + length).beta
        if state is not None:
            literal.v, literal.s_sum = state
        for _ in range(length):
            probe, scores = policy.ask(), literal.scores()
            assert scores[probe.center] >= scores.max() - 1e-7 * max(1.0, abs(scores.max()))
            value = float(np.mean(field[list(probe.nodes)]) + 0.01 * rng.standard_normal())
            policy.tell(probe, value)
            literal.learn(probe.center, value)
        state = literal.v, literal.s_sum
        done, length = done + length, 2 * length


@given(t=st.integers(1, 10**6), first=st.integers(1, 100))
def test_epochs_double_and_leave_no_gap(t, first):
    before, length = epoch_of_round(t, first)
    assert before < t <= before + length
    assert length == first * 2 ** round(math.log2(length / first))
    assert epoch_of_round(before + length + 1, first) == (before + length, 2 * length)


def test_the_cost_of_a_round_stays_cheap_ucbs():
    graph = cb.erdos_renyi(300, 0.1, rng=0)
    policy = cb.AnytimeCheapUCB(graph)
    cost = np.array([cb.width_cost(policy.planned_width(t), 300) for t in range(1, 4081)])
    share = [cost[: 16 * (2**k - 1)].mean() for k in range(2, 9)]
    np.testing.assert_allclose(share, math.log(2), atol=0.05)
    assert share[-1] == pytest.approx(math.log(2), abs=0.01)
    known = cb.CheapUCB(graph, horizon=2048)
    widths = [known.planned_width(t) for t in range(1, 2049)]
    assert np.mean([cb.width_cost(w, 300) for w in widths]) == pytest.approx(share[-1], abs=0.01)


def test_it_costs_little_against_the_known_horizon():
    """The bound is 3.4 times the regret; measured here, the mean is far below."""
    ratios = []
    for seed in range(6):
        graph = cb.erdos_renyi(60, 0.15, weights="uniform", rng=seed)
        field = cb.sparse_field(graph, rng=np.random.default_rng(seed))
        anytime = cb.simulate(cb.AnytimeCheapUCB(graph), field, rng=seed, rounds=112)
        known = cb.simulate(cb.CheapUCB(graph, horizon=112), field, rng=seed)
        ratios.append(anytime.regret[-1] / known.regret[-1])
    assert np.mean(ratios) < 1.5


@pytest.mark.parametrize("first", [0, -3, 2.5, True, "16"])
def test_the_first_epoch_is_a_number_of_rounds(first):
    with pytest.raises(cb.ParameterError, match="first"):
        cb.AnytimeCheapUCB(cb.grid(3, 3), first=first)
