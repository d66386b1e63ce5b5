import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cheapbandits.errors import ParameterError
from cheapbandits.graphs import disjoint_cliques
from cheapbandits.policies import SpectralUCB
from cheapbandits.spectrum import effective_dimension
from cheapbandits.theory import (
    alpha_norm,
    fixed_clique_regret,
    hard_gap,
    hard_instance,
    informed_regret,
    lower_bound,
    smallest_hard_clique,
    spectral_ucb_regret_bound,
    uniform_regret,
)


def test_by_hand():
    # d = 2: (1/2)^2 / 2 sqrt(2 * 50) = 10 / 8, gap (1/2) sqrt(2 / 50) = 1 / 10
    assert lower_bound(2, 50) == pytest.approx(1.25)
    assert hard_gap(2, 50) == pytest.approx(0.1)
    assert lower_bound(2, 50, noise=0.2) == pytest.approx(0.25)
    assert lower_bound(1, 50) == 0.0


def test_the_constant_beats_the_textbooks():
    # Lattimore and Szepesvari (2020), Theorem 15.2: sqrt((d - 1) T) / 27 for T >= d - 1.
    for d in range(2, 200):
        assert lower_bound(d, 1000) > math.sqrt((d - 1) * 1000) / 27
        assert lower_bound(d, 1000) >= math.sqrt(d * 1000) / 8 - 1e-9


@pytest.mark.parametrize(("d", "horizon"), [(2, 64), (5, 200), (20, 100)])
def test_a_policy_that_knows_the_construction_does_not_beat_it(d, horizon):
    """Probe what is most probably the good arm, given level, gap and noise: hard to do better."""
    rng = np.random.default_rng(d)
    runs, gap = 4000, hard_gap(d, horizon)
    good = rng.integers(d, size=runs)
    evidence = np.zeros((runs, d))  # log likelihood of "arm i is the good one"
    lost = np.zeros(runs)
    for _ in range(horizon):
        arm = (evidence + 1e-9 * rng.random((runs, d))).argmax(axis=1)
        hit = arm == good
        reading = gap * hit + rng.standard_normal(runs)
        evidence[np.arange(runs), arm] += gap * reading - gap**2 / 2
        lost += gap * ~hit
    error = lost.std() / math.sqrt(runs)
    assert lost.mean() > lower_bound(d, horizon) - 4 * error
    # and the bound is of the right size: such a policy is within a factor of four
    assert lost.mean() < 4 * lower_bound(d, horizon)


def test_pulling_at_random_is_above_the_bound():
    for d in range(2, 30):
        at_random = hard_gap(d, 500) * 500 * (1 - 1 / d)
        assert at_random == pytest.approx(2 * lower_bound(d, 500))


@settings(max_examples=40, deadline=None)
@given(
    d=st.integers(1, 8),
    horizon=st.integers(1, 600),
    ridge=st.sampled_from([1e-4, 0.01, 0.3, 2.0]),
    extra=st.integers(0, 3),
)
def test_the_graph_has_effective_dimension_d(d, horizon, ridge, extra):
    try:
        least = smallest_hard_clique(d, horizon, ridge=ridge)
    except ParameterError:
        # The half of Definition 1 that the paper does not mention fails: so no size will do.
        graph = disjoint_cliques(d, 50)
        assert effective_dimension(graph, horizon=horizon, ridge=ridge) < d
        return
    assume(d * (least + extra) > 1)
    graph, field = hard_instance(d, horizon, least + extra, rng=0, ridge=ridge)
    assert effective_dimension(graph, horizon=horizon, ridge=ridge) == d
    assert graph.n_parts == d
    if least > 2:
        smaller = disjoint_cliques(d, least - 1)
        assert effective_dimension(smaller, horizon=horizon, ridge=ridge) > d
        with pytest.raises(ParameterError, match=f"at least {least}"):
            hard_instance(d, horizon, least - 1, ridge=ridge)
    assert len(np.unique(field)) == min(d, 2)
    assert np.ptp(field) == pytest.approx(hard_gap(d, horizon))


def test_the_field_is_smooth_and_the_good_clique_is_drawn_uniformly():
    graph, field = hard_instance(3, 400, 40, rng=1, noise=0.5, level=0.0)
    gap = hard_gap(3, 400, noise=0.5)
    assert alpha_norm(graph, field, ridge=0.01) == pytest.approx(gap * math.sqrt(0.01 * 40))
    rng = np.random.default_rng(0)
    best = [int(hard_instance(3, 20, 3, rng)[1].argmax()) // 3 for _ in range(300)]
    assert np.bincount(best).min() > 70


def test_lower_and_upper_bound_are_consistent():
    for d in (2, 4, 8):
        graph, field = hard_instance(d, 300, rng=0, level=0.0)
        c = alpha_norm(graph, field)
        policy = SpectralUCB(graph, horizon=300, noise=1.0, smoothness=c)
        upper = spectral_ucb_regret_bound(
            dimension=policy.dimension, horizon=300, ridge=0.01, delta=0.001, noise=1.0,
            smoothness=c,
        )  # fmt: skip
        assert policy.dimension == d
        assert lower_bound(d, 300) < upper


def test_refusals():
    with pytest.raises(ParameterError, match="smaller ridge"):
        hard_instance(10, 5, ridge=100.0)
    with pytest.raises(ParameterError, match="dimension"):
        lower_bound(0, 10)
    with pytest.raises(ParameterError, match="noise"):
        lower_bound(2, 10, noise=-1)


@pytest.mark.parametrize(("d", "horizon"), [(2, 100), (5, 400)])
def test_reference_policies_on_the_construction(d, horizon):
    """Played out: a clique drawn in every round, and one clique for ever on each of the fields."""
    xi = hard_gap(d, horizon)
    rng = np.random.default_rng(0)
    uniform = [
        xi * float((rng.integers(d, size=horizon) != rng.integers(d)).sum()) for _ in range(2000)
    ]
    assert uniform_regret(d, horizon) == pytest.approx(np.mean(uniform), rel=0.02)
    assert uniform_regret(d, horizon) == pytest.approx(2 * lower_bound(d, horizon))
    fixed = [xi * sum(good != 0 for _ in range(horizon)) for good in range(d)]
    assert fixed_clique_regret(d, horizon) == pytest.approx(max(fixed))
    assert min(fixed) == 0
    assert max(fixed) > lower_bound(d, horizon)


def test_who_knows_all_but_the_place_is_between_the_bound_and_uniform_play():
    """The first who would be seen below a bound that is too high: 1.6 times it, and never 1."""
    for d, horizon in ((2, 300), (16, 300)):
        shares = informed_regret(d, horizon, runs=600, rng=1) / lower_bound(d, horizon)
        assert 1.3 < shares.mean() < 1.8
        assert shares.max() <= fixed_clique_regret(d, horizon) / lower_bound(d, horizon)
    quiet = informed_regret(4, 100, noise=1e-9, runs=50, rng=0)
    # The gap shrinks with the noise, so that the task stays as hard.
    assert quiet.mean() / lower_bound(4, 100, noise=1e-9) == pytest.approx(1.6, abs=0.4)


def test_every_field_of_the_construction_can_be_asked_for():
    for good in range(3):
        _, field = hard_instance(3, 50, good=good)
        assert int(field.argmax()) // (len(field) // 3) == good
        assert len(np.unique(field)) == 2
    for wrong in (-1, 3):
        with pytest.raises(ParameterError, match="good must be from 0 to 2"):
            hard_instance(3, 50, good=wrong)
