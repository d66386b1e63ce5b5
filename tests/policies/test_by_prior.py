"""How sure by the prior alone: against brute force, and on fields drawn from that prior."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from scipy.stats import t as student

import cheapbandits.policies.by_prior as by_prior_module
from cheapbandits.belief import Belief
from cheapbandits.engines import choose
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph
from cheapbandits.policies import CheapUCB, LinUCB, SpectralUCB
from cheapbandits.policies.base import Policy
from cheapbandits.policies.by_prior import assess_by_prior as assess
from cheapbandits.policies.by_prior import estimates_by_prior

RIDGE = 0.2


@cache
def ring(n: int = 12) -> Graph:
    return Graph.from_edges([(i, (i + 1) % n) for i in range(n)])


def told(sigma: float, rounds: int, seed: int, n: int = 12, kind=CheapUCB):
    """Return a policy after some rounds on a field drawn from its own prior, and the field."""
    rng = np.random.default_rng(seed)
    policy = kind(ring(n), horizon=max(rounds, 1), ridge=RIDGE, noise=1.0)
    field = sigma * policy.belief.sample(1, rng)[0]
    for _ in range(rounds):
        probe = policy.ask()
        noise = sigma * float(rng.standard_normal())
        policy.tell(probe, float(field[list(probe.nodes)].mean()) + noise)
    return policy, field


def posterior(policy: Policy) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and covariance as arrays."""
    belief = policy.belief
    columns = [belief.column(((i,), None)) for i in range(belief.n_nodes)]
    return belief.mean, np.array(columns)


# -- the numbers --


def test_matches_brute_force() -> None:
    policy, _ = told(2.0, 9, seed=4)
    seen = assess(policy, n_samples=20_000, tolerance=0.5, level=0.9)
    mean, covariance = posterior(policy)
    z = policy.belief.innovations
    sigma = math.sqrt(float(z @ z) / 9)
    rng = np.random.default_rng(1)
    draws = rng.multivariate_normal(np.zeros(12), covariance, 40_000)
    fields = mean + sigma * draws * np.sqrt(9 / rng.chisquare(9, 40_000))[:, None]
    gaps = fields.max(axis=1) - fields[:, mean.argmax()]
    assert seen.node == mean.argmax()
    assert seen.estimate == pytest.approx(mean.max())
    half = student.ppf(0.95, 9) * sigma * math.sqrt(covariance[seen.node, seen.node])
    assert (seen.low, seen.high) == pytest.approx((mean.max() - half, mean.max() + half))
    assert seen.probability is None
    assert "not learned" in seen.cannot_tell
    assert seen.regret_bound == pytest.approx(float(np.quantile(gaps, 0.9)), rel=0.05)
    every = estimates_by_prior(policy, 0.9)
    assert every.low[seen.node] == pytest.approx(seen.low)
    assert every.high[seen.node] == pytest.approx(seen.high)
    assert seen.expected_regret == pytest.approx(float(gaps.mean()), rel=0.04)


def test_masked_nodes_are_no_rivals() -> None:
    policy, _ = told(1.0, 8, seed=0)
    free = assess(policy)
    others = [i for i in range(12) if i != free.node]
    policy.mask(others)
    alone = assess(policy)
    assert (alone.node, alone.expected_regret) == (free.node, 0.0)
    policy.unmask(others)
    policy.mask([free.node])
    assert assess(policy).node != free.node


def test_chunks_change_nothing_but_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    policy, _ = told(1.0, 8, seed=0)
    whole = assess(policy, n_samples=3000)
    monkeypatch.setattr(by_prior_module, "CHUNK_VALUES", 12 * 7)
    parts = assess(policy, n_samples=3000)
    assert parts.expected_regret == pytest.approx(whole.expected_regret, rel=0.15)


def test_same_seed_same_answer_and_the_policy_is_left_alone() -> None:
    policy, _ = told(1.0, 5, seed=0)
    twin, _ = told(1.0, 5, seed=0)
    assert assess(policy, rng=3) == assess(policy, rng=3)
    assert policy.ask() == twin.ask()


@pytest.mark.parametrize("rounds", [0, 1])
def test_before_two_readings_the_scale_is_guessed(rounds: int) -> None:
    policy, _ = told(3.0, rounds, seed=1)
    seen = assess(policy)
    z = policy.belief.innovations
    scale = math.sqrt((float(z @ z) + (2 - rounds) * 1.0) / 2)
    half = student.ppf(0.975, 2) * scale * policy.best().deviation
    assert seen.high - seen.estimate == pytest.approx(half)
    assert seen.n_readings == rounds
    assert math.isfinite(seen.expected_regret)
    assert seen.low < seen.estimate < seen.high


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tolerance": -1.0}, "tolerance must be"),
        ({"tolerance": math.nan}, "tolerance must be"),
        ({"n_samples": 0}, "n_samples must be at least 1"),
        ({"level": 1.0}, "level must be between"),
    ],
)
def test_bad_options_are_refused(options: dict, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        assess(LinUCB(ring(), horizon=3), **options)


# -- calibration: fields and noise drawn as the belief has it, sigma unknown to it --


@pytest.mark.parametrize(
    ("sigma", "rounds", "tolerance"),
    [(0.05, 2, 0.0), (7.0, 3, 0.0), (0.05, 24, 0.2), (7.0, 24, 0.2)],
)
def test_calibrated_on_fields_of_the_prior(sigma: float, rounds: int, tolerance: float) -> None:
    runs = 400
    covered, regrets, expected = 0, [], []
    for seed in range(runs):
        policy, field = told(sigma, rounds, seed)
        seen = assess(policy, n_samples=100, rng=seed, level=0.8, tolerance=tolerance * sigma)
        gap = float(field.max() - field[seen.node])
        covered += seen.low <= field[seen.node] <= seen.high
        regrets.append(gap / sigma)
        expected.append(seen.expected_regret / sigma)
    assert covered / runs == pytest.approx(0.8, abs=3 * math.sqrt(0.16 / runs))
    error = 3 * float(np.std(np.subtract(regrets, expected))) / math.sqrt(runs)
    assert np.mean(regrets) <= np.mean(expected) + error  # few readings: on the safe side
    if rounds > 3:
        assert np.mean(regrets) == pytest.approx(np.mean(expected), abs=error)


# -- surprise --


def squares(mean, rows, readings, start=None):
    """``sum z^2 = (r - S m_0)'(r - S m)``, from the readings ``r`` of probes ``S`` themselves."""

    def errors(signal):
        means = [np.average(signal[list(nodes)], weights=weights) for nodes, weights in rows]
        return np.asarray(readings) - means

    return float(errors(np.zeros_like(mean) if start is None else start) @ errors(mean))


def test_surprise_of_readings_is_the_sum_of_squared_innovations() -> None:
    policy = SpectralUCB(ring(), horizon=30, ridge=RIDGE)
    start = np.linspace(0.5, 1.5, 12)
    belief = Belief(choose(ring(), RIDGE), mean=start)
    rng = np.random.default_rng(0)
    rows = [((i % 12, (i + 1) % 12), (0.75, 0.25) if i % 3 else None) for i in range(30)]
    readings = rng.standard_normal(30).tolist()
    for row, reading in zip(rows, readings, strict=True):
        policy.belief.condition(row, reading)
        belief.condition(row, reading)
    direct = squares(policy.belief.mean, rows, readings)
    assert policy.belief.surprise.total == pytest.approx(direct)
    moved = squares(belief.mean, rows, readings, start)
    assert belief.surprise.total == pytest.approx(moved)


def test_surprise_outlives_a_belief_that_starts_afresh() -> None:
    """Many readings at once leave no innovations behind; their squares are still counted."""
    policy = SpectralUCB(ring(), horizon=300, ridge=RIDGE)
    rng = np.random.default_rng(0)
    rows = [((int(i),), None) for i in rng.integers(0, 12, 200)]
    readings = (3.0 * rng.standard_normal(200)).tolist()
    policy.belief.condition_many(rows, readings)
    known = squares(policy.belief.mean, rows, readings)
    assert policy.belief.surprise.total == pytest.approx(known)
    seen = assess(policy)
    assert seen.n_readings == 200
    assert policy.belief.surprise.scale(1.0)[0] == pytest.approx(3.0, rel=0.15)
