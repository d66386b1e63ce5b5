"""When to stop: rules, and what going on would cost."""

from __future__ import annotations

import pytest

from cheapbandits.belief import Belief
from cheapbandits.belief.learned import Verdict
from cheapbandits.campaign.stopping import (
    CostAtLeast,
    Never,
    ProbabilityAtLeast,
    RegretAtMost,
    RoundsAtLeast,
    expected_cost_of_going_on,
    parse_rule,
)
from cheapbandits.engines import choose
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph
from cheapbandits.policies import CheapUCB, SpectralUCB
from cheapbandits.policies.base import Policy

RIDGE = 0.2


def ring(n: int = 12) -> Graph:
    return Graph.from_edges([(i, (i + 1) % n) for i in range(n)])


# -- rules --


def an_assessment(
    probability: float | None = 0.5, regret: float = 1.0, n_readings: int = 9
) -> Verdict:
    return Verdict(0, 1.0, 0.8, 1.2, 0.95, probability, 0.1, regret, 2 * regret, "", n_readings)


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
    with pytest.raises(ParameterError, match=r"must be|is not a number"):
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


def test_nobody_stops_at_a_probability_that_nobody_states() -> None:
    assert not ProbabilityAtLeast(0.01).met(an_assessment(probability=None), 0, 9)


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
