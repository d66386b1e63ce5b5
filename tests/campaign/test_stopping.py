"""How sure the answer is: against brute force, and calibrated on fields drawn from the prior."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t as student

import cheapbandits.campaign.stopping.assessment as assessment_module
from cheapbandits.belief import Belief
from cheapbandits.campaign.stopping import (
    Assessment,
    CostAtLeast,
    Never,
    ProbabilityAtLeast,
    RegretAtMost,
    RoundsAtLeast,
    Surprise,
    assess,
    expected_cost_of_going_on,
    parse_rule,
)
from cheapbandits.engines import choose
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph
from cheapbandits.policies import CheapUCB, LinUCB, SpectralUCB
from cheapbandits.policies.base import Policy

RIDGE = 0.2


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
    assert seen.scale == pytest.approx(sigma)
    assert seen.estimate == pytest.approx(mean.max())
    half = student.ppf(0.95, 9) * sigma * math.sqrt(covariance[seen.node, seen.node])
    assert (seen.low, seen.high) == pytest.approx((mean.max() - half, mean.max() + half))
    assert seen.probability_best == pytest.approx(float((gaps <= 0.5).mean()), abs=0.015)
    assert seen.expected_regret == pytest.approx(float(gaps.mean()), rel=0.04)


def test_two_independent_nodes_by_hand() -> None:
    """Each read often: P(f_0 > f_1) is Student's of the difference of the means."""
    policy = LinUCB(Graph(np.zeros((2, 2))), horizon=20, ridge=1.0)
    for node, value in [(0, 1.1), (1, 0.0), (0, 0.7), (1, 0.6), (0, 0.2), (1, 0.4)]:
        policy.belief.condition(((node,), None), value)
    seen = assess(policy, n_samples=40_000)
    difference = float(np.ptp(policy.belief.mean))
    expected = student.cdf(difference / (seen.scale * math.sqrt(2 * 0.25)), 6)
    assert seen.probability_best == pytest.approx(expected, abs=0.01)


def test_masked_nodes_are_no_rivals() -> None:
    policy, _ = told(1.0, 8, seed=0)
    free = assess(policy)
    others = [i for i in range(12) if i != free.node]
    policy.mask(others)
    alone = assess(policy)
    assert (alone.node, alone.probability_best, alone.expected_regret) == (free.node, 1.0, 0.0)
    policy.unmask(others)
    policy.mask([free.node])
    assert assess(policy).node != free.node


def test_chunks_change_nothing_but_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    policy, _ = told(1.0, 8, seed=0)
    whole = assess(policy, n_samples=3000)
    monkeypatch.setattr(assessment_module, "CHUNK_VALUES", 12 * 7)
    parts = assess(policy, n_samples=3000)
    assert parts.expected_regret == pytest.approx(whole.expected_regret, rel=0.15)
    assert parts.probability_best == pytest.approx(whole.probability_best, abs=0.05)


def test_same_seed_same_answer_and_the_policy_is_left_alone() -> None:
    policy, _ = told(1.0, 5, seed=0)
    twin, _ = told(1.0, 5, seed=0)
    assert assess(policy, rng=3) == assess(policy, rng=3)
    assert policy.ask() == twin.ask()


def test_a_wider_tolerance_is_surer() -> None:
    policy, _ = told(1.0, 6, seed=0)
    sure = [assess(policy, tolerance=x).probability_best for x in (0.0, 1.0, 100.0)]
    assert sure == sorted(sure)
    assert sure[-1] == 1.0


@pytest.mark.parametrize("rounds", [0, 1])
def test_before_two_readings_the_scale_is_guessed(rounds: int) -> None:
    policy, _ = told(3.0, rounds, seed=1)
    seen = assess(policy)
    z = policy.belief.innovations
    assert seen.scale == pytest.approx(math.sqrt((float(z @ z) + (2 - rounds) * 1.0) / 2))
    assert seen.n_readings == rounds
    assert math.isfinite(seen.expected_regret)
    assert seen.low < seen.estimate < seen.high


def test_no_noise_given_means_unit_scale() -> None:
    assert assess(LinUCB(ring(), horizon=3, noise=0.0)).scale == 1.0


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
    runs = 600
    covered, hits, promised, regrets, expected = 0, 0, 0.0, [], []
    for seed in range(runs):
        policy, field = told(sigma, rounds, seed)
        seen = assess(policy, n_samples=100, rng=seed, level=0.8, tolerance=tolerance * sigma)
        gap = float(field.max() - field[seen.node])
        covered += seen.low <= field[seen.node] <= seen.high
        hits += gap <= tolerance * sigma
        promised += seen.probability_best
        regrets.append(gap / sigma)
        expected.append(seen.expected_regret / sigma)
    assert covered / runs == pytest.approx(0.8, abs=3 * math.sqrt(0.16 / runs))
    assert hits / runs == pytest.approx(promised / runs, abs=3 * math.sqrt(0.25 / runs))
    error = 3 * float(np.std(np.subtract(regrets, expected))) / math.sqrt(runs)
    assert np.mean(regrets) <= np.mean(expected) + error  # few readings: on the safe side
    if rounds > 3:
        assert np.mean(regrets) == pytest.approx(np.mean(expected), abs=error)


# -- surprise --


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
    direct = Surprise.of_readings(policy.belief.mean, rows, readings)
    assert direct.total == pytest.approx(Surprise.of_belief(policy.belief).total)
    moved = Surprise.of_readings(belief.mean, rows, readings, prior_mean=start)
    assert moved.total == pytest.approx(Surprise.of_belief(belief).total)


def test_surprise_outlives_a_belief_that_starts_afresh() -> None:
    """Many readings at once leave no innovations behind; their squares are still counted."""
    policy = SpectralUCB(ring(), horizon=300, ridge=RIDGE)
    rng = np.random.default_rng(0)
    rows = [((int(i),), None) for i in rng.integers(0, 12, 200)]
    readings = (3.0 * rng.standard_normal(200)).tolist()
    policy.belief.condition_many(rows, readings)
    known = Surprise.of_readings(policy.belief.mean, rows, readings)
    assert Surprise.of_belief(policy.belief).total == pytest.approx(known.total)
    seen = assess(policy)
    assert seen.n_readings == 200
    assert seen.scale == pytest.approx(3.0, rel=0.15)


# -- rules --


def an_assessment(probability: float = 0.5, regret: float = 1.0, n_readings: int = 9) -> Assessment:
    return Assessment(0, 1.0, 0.1, 0.8, 1.2, 0.95, probability, 0.0, regret, 1.0, n_readings)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("probability>=0.95", ProbabilityAtLeast(0.95)),
        (" regret <= 1e-3 ", RegretAtMost(0.001)),
        ("cost>=50.0", CostAtLeast(50)),
        ("rounds>=100", RoundsAtLeast(100)),
        ("never", Never()),
        (f"cost>={0.1 + 0.2!r}", CostAtLeast(0.1 + 0.2)),
    ],
)
def test_rules_read_and_print(text: str, rule: object) -> None:
    assert parse_rule(text) == rule
    assert parse_rule(str(rule)) == rule
    assert str(rule) == str(parse_rule(text))
    assert hash(parse_rule(text)) == hash(rule)


def test_numbers_print_short() -> None:
    assert [str(parse_rule(t)) for t in ("cost>=50.0", "rounds>=1e2")] == [
        "cost>=50",
        "rounds>=100",
    ]


@pytest.mark.parametrize(
    "text",
    ["", "probability", "probability<=0.9", "regret>=1", "cost>5", "luck>=1", "cost>=x"],
)
def test_bad_rules_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match=r"stopping rule is|not a number"):
        parse_rule(text)


@pytest.mark.parametrize(
    "text",
    [
        "probability>=95",
        "probability>=0",
        "rounds>=1.5",
        "rounds>=0",
        "cost>=-1",
        "cost>=nan",
        "cost>=inf",
    ],
)
def test_numbers_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="must be"):
        parse_rule(text)


def test_rules_are_met_at_their_number() -> None:
    assert ProbabilityAtLeast(0.5).met(an_assessment(0.5), 0, 9)
    assert not ProbabilityAtLeast(0.51).met(an_assessment(0.5), 0, 9)
    assert RegretAtMost(1.0).met(an_assessment(regret=1.0), 0, 9)
    assert not RegretAtMost(0.9).met(an_assessment(regret=1.0), 0, 9)
    assert CostAtLeast(5).met(None, 5.0, 0)
    assert not CostAtLeast(5).met(None, 4.9, 100)
    assert RoundsAtLeast(7).met(None, 0.0, 7)
    assert not RoundsAtLeast(7).met(None, 100.0, 6)
    assert not Never().met(an_assessment(1.0, 0.0), 1e9, 10**9)


def test_nothing_is_sure_before_two_readings() -> None:
    early = an_assessment(probability=1.0, regret=0.0, n_readings=1)
    assert not ProbabilityAtLeast(0.5).met(early, 0, 1)
    assert not RegretAtMost(1.0).met(early, 0, 1)


def test_rules_say_whether_they_need_an_assessment() -> None:
    needy = [ProbabilityAtLeast(0.5), RegretAtMost(1.0)]
    assert all(rule.needs_assessment for rule in needy)
    assert not any(r.needs_assessment for r in (CostAtLeast(1), RoundsAtLeast(1), Never()))
    with pytest.raises(ParameterError, match="needs an assessment"):
        needy[0].met(None, 0.0, 0)


# -- the cost of going on --


def test_cost_of_the_schedule_is_what_the_policy_then_pays() -> None:
    policy = CheapUCB(ring(), horizon=20)
    outlook = expected_cost_of_going_on(policy)
    paid = 0.0
    for t in range(20):
        assert expected_cost_of_going_on(policy) == pytest.approx(outlook - paid)
        probe = policy.ask()
        paid += probe.cost
        if t % 5:  # every fifth stays pending: its cost is behind us all the same
            policy.tell(probe, 0.1)
    assert paid == pytest.approx(outlook)
    assert expected_cost_of_going_on(policy) == 0.0
    assert expected_cost_of_going_on(policy, 3) == pytest.approx(3.0)


def test_cost_of_going_on_stays_within_the_means() -> None:
    policy = SpectralUCB(ring(), horizon=20)
    policy.budget = 2.5
    assert expected_cost_of_going_on(policy) == 2.5
    policy.charge(2.5)
    assert expected_cost_of_going_on(policy) == 0.0


class Wandering(Policy):
    """A policy without a plan."""

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:
        return 1, 0


def test_cost_without_a_schedule() -> None:
    graph = ring()
    policy = Wandering(graph, belief=Belief(choose(graph, RIDGE)))
    assert expected_cost_of_going_on(policy, 4) == pytest.approx(4.0)
    policy.tell(policy.ask(), 0.1)
    policy.tell(policy.ask(), 0.1)
    assert expected_cost_of_going_on(policy, 4, spent=0.5) == pytest.approx(1.0)
    with pytest.raises(ParameterError, match="has no horizon"):
        expected_cost_of_going_on(policy)
    with pytest.raises(ParameterError, match="must not be negative"):
        expected_cost_of_going_on(policy, -1)
