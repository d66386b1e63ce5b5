"""Every choice of our policies equals the paper's algorithm in the eigenbasis, up to ties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from tests.oracles.literal import LiteralUCB
from tests.strategies import weight_matrices

KINDS = {"cheap": cb.CheapUCB, "spectral": cb.SpectralUCB, "lin": cb.LinUCB}


def play(policy, literal, field, rng, rounds):
    """Play both on the policy's choices; the literal scores must call each one a maximiser."""
    for _ in range(rounds):
        probe = policy.ask()
        scores = literal.scores()
        tolerance = 1e-7 * max(1.0, abs(scores.max()))
        assert scores[probe.center] >= scores.max() - tolerance
        reading = float(np.mean(field[list(probe.nodes)]) + 0.01 * rng.standard_normal())
        policy.tell(probe, reading)
        literal.learn(probe.center, reading)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None)
@given(
    weights=weight_matrices(),
    horizon=st.integers(1, 40),
    ridge=st.sampled_from([0.01, 0.5]),
    smoothness=st.sampled_from([0.0, 1.0]),
    seed=st.integers(0, 2**32 - 1),
)
def test_every_choice_is_the_literal_one(kind, weights, horizon, ridge, smoothness, seed):
    rng = np.random.default_rng(seed)
    settings_ = {"horizon": horizon, "ridge": ridge, "smoothness": smoothness}
    policy = KINDS[kind](cb.Graph(weights), **settings_)
    literal = LiteralUCB(weights, kind=kind, **settings_)
    assert policy.dimension == literal.d
    assert policy.beta == pytest.approx(literal.beta)
    play(policy, literal, rng.standard_normal(len(weights)), rng, horizon)


@pytest.mark.parametrize(
    "kind",
    [
        "cheap",
        # In small all of them are looked at above.
        *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("spectral", "lin")),
    ],
)
def test_the_papers_size(kind):
    graph = cb.erdos_renyi(250, 0.05, weights="uniform", rng=3)
    field = cb.sparse_field(graph, rng=np.random.default_rng(4))
    literal = LiteralUCB(graph.weights.toarray(), kind=kind, horizon=150)
    play(KINDS[kind](graph, horizon=150), literal, field, np.random.default_rng(5), 150)


@settings(max_examples=15, deadline=None)
@given(weights=weight_matrices(max_nodes=8), seed=st.integers(0, 1000))
def test_more_readings_than_nodes(weights, seed):
    """The belief is factorised afresh on the way; choices stay the literal ones."""
    rng = np.random.default_rng(seed)
    policy = cb.CheapUCB(cb.Graph(weights), horizon=20)
    literal = LiteralUCB(weights, kind="cheap", horizon=20)
    play(policy, literal, rng.standard_normal(len(weights)), rng, 150)
