import math

import numpy as np
import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph, disjoint_cliques
from cheapbandits.policies import SpectralUCB
from cheapbandits.policies.schedule import widths
from cheapbandits.spectrum import effective_dimension
from cheapbandits.theory import (
    alpha_norm,
    averaging_constant,
    cheap_ucb_regret_bound,
    spectral_ucb_regret_bound,
)

SETTING = {"ridge": 0.01, "delta": 0.001, "noise": 0.01, "smoothness": 1.0}
# Chosen so that the logarithms are whole: log(1 + T/ridge) = 1 at T = 1, and 2 log(1/delta) = 3.
WHOLE = {"ridge": 1 / (math.e - 1), "delta": math.exp(-1.5), "noise": 1.0}


def test_theorem_1_by_hand():
    # (8 R sqrt(1 * 1 + 3) + 4 c) sqrt(1 * 1 * 1) = 16 + 20
    bound = spectral_ucb_regret_bound(dimension=1, horizon=1, smoothness=5.0, **WHOLE)
    assert bound == pytest.approx(36.0)
    # d = 6: (8 sqrt(6 + 3) + 4 * 5) sqrt(6) = 44 sqrt(6); the proof has 4 more in the bracket.
    six = {"dimension": 6, "horizon": 1, "smoothness": 5.0, **WHOLE}
    assert spectral_ucb_regret_bound(**six) == pytest.approx(44 * math.sqrt(6))
    assert spectral_ucb_regret_bound(**six, form="proved") == pytest.approx(48 * math.sqrt(6))


def test_theorem_1_is_linear_in_noise_and_smoothness():
    def bound(noise, smoothness):
        return spectral_ucb_regret_bound(
            dimension=3, horizon=80, ridge=0.1, delta=0.05, noise=noise, smoothness=smoothness
        )

    assert bound(0.0, 0.0) == 0.0
    assert bound(0.2, 3.0) == pytest.approx(2 * bound(0.1, 0) + 3 * bound(0.0, 1.0))


def test_a_curve_ends_at_the_bound_and_an_array_of_horizons_gives_each():
    curve = spectral_ucb_regret_bound(dimension=4, horizon=150, rounds=np.arange(1, 151), **SETTING)
    whole = spectral_ucb_regret_bound(dimension=4, horizon=150, **SETTING)
    assert curve.shape == (150,)
    assert np.all(np.diff(curve) > 0)
    assert curve[-1] == pytest.approx(float(whole))
    each = spectral_ucb_regret_bound(dimension=4, horizon=[10, 150], **SETTING)
    one = spectral_ucb_regret_bound(dimension=4, horizon=10, **SETTING)
    assert each == pytest.approx([float(one), float(whole)])
    # A run of horizon 150 explores more in its first 10 rounds than one of horizon 10.
    assert curve[9] > each[0]


def test_the_constant_of_proposition_2():
    assert averaging_constant(8, 0.5) == pytest.approx(56 * 8 * 4 * 0.5)
    assert averaging_constant(0, 0.5) == 0.0


@pytest.mark.parametrize(
    ("case", "second"),
    # T = 16: log2(T/2) = 3, sqrt(T/4) = 2; c' = 224, d = 3.
    [("gap", 224 * 9 * 3), ("general", 224 * 3 * 2 * 3)],
)
def test_theorem_2_by_hand(case, second):
    same = {"dimension": 3, "horizon": 16, **SETTING}
    first = spectral_ucb_regret_bound(**same)
    bound = cheap_ucb_regret_bound(**same, max_degree=2, case=case)
    assert bound - first == pytest.approx(second * math.log1p(1600))


@pytest.mark.parametrize("horizon", [1, 2, 3, 4, 7, 8, 9, 64, 71, 100, 128, 150])
def test_theorem_2_as_proved_sums_over_the_wide_rounds(horizon):
    same = {"dimension": 2, "horizon": horizon, "rounds": np.arange(1, horizon + 1), **SETTING}
    first = spectral_ucb_regret_bound(**same, form="proved")
    width = widths(horizon, max_width=99)
    eigenvalue = horizon / (2 * math.log1p(horizon / 0.01))  # the least that lambda_(d+1) can be
    c = averaging_constant(5, 1.0)
    losses = {
        "gap": np.where(width > 1, c * 2 / eigenvalue, 0),
        "general": np.where(width > 1, c * math.sqrt(horizon) * width / eigenvalue, 0),
    }
    for case, loss in losses.items():
        bound = cheap_ucb_regret_bound(**same, max_degree=5, case=case, form="proved")
        np.testing.assert_allclose(bound - first, np.cumsum(loss), rtol=1e-9)


def test_where_the_second_term_of_theorem_2_is_not_what_its_proof_gives():
    horizons = np.arange(1, 3000)
    same = {"dimension": 1, "horizon": horizons, **SETTING, "max_degree": 3}
    node_only = {k: v for k, v in same.items() if k != "max_degree"}

    def second(case, form):
        first = spectral_ucb_regret_bound(**node_only, form=form)
        return cheap_ucb_regret_bound(**same, case=case, form=form) - first

    assert np.all(second("gap", "proved") <= second("gap", "printed") + 1e-6)
    above = second("general", "proved") > second("general", "printed") + 1e-6
    expected = [3, *range(5, 8), *range(9, 14), *range(17, 24), *range(33, 41), *range(65, 72)]
    assert horizons[above].tolist() == expected


def run_regret(policy, field, noise, rng):
    lost = []
    for _ in range(policy.horizon):
        probe = policy.ask()
        value = float(field[list(probe.nodes)].mean())
        policy.tell(probe, value + noise * rng.standard_normal())
        lost.append(field.max() - value)
    return np.cumsum(lost)


@pytest.mark.parametrize("seed", range(4))
def test_measured_regret_of_spectral_ucb_is_below_theorem_1(seed):
    rng = np.random.default_rng(seed)
    graph = disjoint_cliques(3, 16)
    field = np.repeat(rng.permutation([0.9, 0.2, -0.6]), 16) + 0.01 * rng.standard_normal(48)
    horizon, ridge, noise, delta = 300, 0.01, 0.05, 0.01
    setting = {"ridge": ridge, "delta": delta, "noise": noise}
    c = alpha_norm(graph, field, ridge=ridge)
    policy = SpectralUCB(graph, horizon=horizon, smoothness=c, **setting)
    bound = spectral_ucb_regret_bound(
        dimension=policy.dimension,
        horizon=horizon,
        rounds=np.arange(1, horizon + 1),
        smoothness=c,
        **setting,
    )
    regret = run_regret(policy, field, noise, rng)
    assert np.all(regret <= bound)
    assert regret[-1] < 0.1 * np.ptp(field) * horizon  # it has learned


def test_theorem_1_as_printed_fails_without_the_proofs_four():
    # Two cliques, no noise, a small ridge and a small field: one wrong probe is beyond 4c sqrt(..).
    graph, horizon, ridge = disjoint_cliques(2, 10), 1, 1e-4
    field = 0.1 * np.repeat([-1.0, 1.0], 10)
    c = alpha_norm(graph, field, ridge=ridge)
    d = effective_dimension(graph, horizon=horizon, ridge=ridge)
    policy = SpectralUCB(graph, horizon=horizon, ridge=ridge, delta=0.001, noise=0.0, smoothness=c)
    regret = run_regret(policy, field, 0.0, np.random.default_rng(0))[-1]
    same = {
        "dimension": d, "horizon": horizon, "ridge": ridge, "delta": 0.001, "noise": 0.0,
        "smoothness": c,
    }  # fmt: skip
    assert d == 2
    assert regret == pytest.approx(0.2)
    assert spectral_ucb_regret_bound(**same) < 0.08
    assert spectral_ucb_regret_bound(**same, form="proved") > regret


@pytest.mark.parametrize(
    "wrong",
    [
        {"dimension": 0}, {"horizon": 0}, {"horizon": 2.5}, {"ridge": 0.0}, {"delta": 1.0},
        {"noise": -1.0}, {"smoothness": math.nan}, {"rounds": 11}, {"form": "other"},
    ],
)  # fmt: skip
def test_refusals_name_the_parameter(wrong):
    good = {"dimension": 2, "horizon": 10, **SETTING}
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        spectral_ucb_regret_bound(**{**good, **wrong})


def test_case_is_checked():
    with pytest.raises(ParameterError, match="case"):
        cheap_ucb_regret_bound(
            dimension=2, horizon=10, **SETTING, max_degree=Graph.from_edges([(0, 1)]).degrees.max(),
            case="none",
        )  # fmt: skip
