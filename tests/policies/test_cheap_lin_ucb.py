"""CheapLinUCB: the literal algorithm with an identity prior and the stages' widths."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from tests.oracles.literal import LiteralUCB
from tests.strategies import weight_matrices


class LiteralCheapLin(LiteralUCB):
    """LinUCB's ``V_0``, ``d`` and ``beta``; Algorithm 1's widths."""

    def __init__(self, weights, **settings_):
        super().__init__(weights, kind="lin", **settings_)
        self.kind = "cheap"


@settings(max_examples=60, deadline=None)
@given(weights=weight_matrices(), horizon=st.integers(1, 40), seed=st.integers(0, 2**32 - 1))
def test_every_choice_is_the_literal_one(weights, horizon, seed):
    rng = np.random.default_rng(seed)
    field = rng.standard_normal(len(weights))
    policy = cb.CheapLinUCB(cb.Graph(weights), horizon=horizon)
    literal = LiteralCheapLin(weights, horizon=horizon)
    for _ in range(horizon):
        probe, scores = policy.ask(), literal.scores()
        assert scores[probe.center] >= scores.max() - 1e-7 * max(1.0, abs(scores.max()))
        value = float(np.mean(field[list(probe.nodes)]) + 0.01 * rng.standard_normal())
        policy.tell(probe, value)
        literal.learn(probe.center, value)


def test_a_reading_teaches_about_its_own_nodes_only():
    graph = cb.grid(5, 5)
    policy = cb.CheapLinUCB(graph, horizon=30)
    probe = policy.ask()
    assert probe.width > 1
    policy.tell(probe, 1.0)
    taught = np.flatnonzero(policy.belief.mean)
    assert set(taught) == set(probe.nodes)
