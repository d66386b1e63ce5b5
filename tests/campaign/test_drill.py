"""A rehearsal with every fault ends well, and counts what happened."""

from collections import Counter

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.drill import drill
from cheapbandits.errors import ParameterError


def hill(graph):
    return np.exp(-((graph.coordinates - [4, 2]) ** 2).sum(axis=1) / 6)


@pytest.fixture(scope="module")
def graph():
    return cb.grid(6, 7)


def start(graph, db, **settings):
    return Campaign.create(
        "rehearsal", graph, db=db, **{"horizon": 40, **settings}, policy="CheapUCB"
    )


def test_without_faults_it_is_the_simulation(graph, db):
    campaign = start(graph, db)
    none = {"late": 0, "missing": 0, "duplicate": 0, "corrected": 0}
    report = drill(campaign, hill(graph), noise=0.0, rng=np.random.default_rng(0), **none)
    policy = cb.CheapUCB(graph, horizon=40, probes="nearest")
    history = cb.simulate(policy, hill(graph), noise=0.0, rng=0)
    assert [tuple(row["nodes"]) for row in campaign.history()] == [r.nodes for r in history]
    assert report.cost == pytest.approx(history.cost[-1])
    assert (report.told, report.late, report.cancelled, report.duplicates) == (40, 0, 0, 0)
    assert report.node == policy.best().node


def test_with_many_faults_nothing_is_lost(graph, db):
    campaign = start(graph, db)
    shares = {"late": 0.3, "missing": 0.3, "duplicate": 0.4, "corrected": 0.3}
    report = drill(
        campaign, hill(graph), noise=0.01, rng=np.random.default_rng(3), batch=3, **shares
    )
    assert (report.lost, report.accepted_twice) == (0, 0)
    assert report.told == 40
    assert "40 planned" in report.ended
    assert min(report.late, report.cancelled, report.expired) > 0
    assert min(report.duplicates, report.corrected) > 0
    kinds = Counter(event.kind for event in campaign.events())
    assert kinds["tell"] == report.told == campaign.status().told
    assert kinds["correct"] == report.corrected
    assert (kinds["cancel"], kinds["expire"]) == (report.cancelled, report.expired)
    assert campaign.status().open == 0
    assert report.hottest == graph.name(int(hill(graph).argmax()))
    assert report.regret == pytest.approx(report.hottest_value - report.value)


def test_the_same_seed_gives_the_same_drill(graph, tmp_path):
    reports = [
        drill(start(graph, tmp_path / f"{n}.db"), hill(graph), noise=0.1, rng=rng)
        for n, rng in enumerate([np.random.default_rng(5), np.random.default_rng(5)])
    ]
    assert reports[0] == reports[1]


def test_it_ends_with_rounds_budget_or_rule(graph, tmp_path):
    rng, field = np.random.default_rng(0), hill(graph)
    short = drill(start(graph, tmp_path / "a.db"), field, noise=0.01, rng=rng, rounds=5)
    assert short.told + short.cancelled + short.expired == 5
    poor = drill(start(graph, tmp_path / "b.db", budget=3.0), field, noise=0.01, rng=rng)
    assert poor.cost <= 3.0
    assert "used up" in poor.ended
    ruled = start(graph, tmp_path / "c.db", stop="cost>=2")
    stopped = drill(ruled, field, noise=0.01, rng=rng, stop=lambda c: c.status().spent >= 2)
    assert "cost>=2 is met" in stopped.ended


def test_what_was_open_before_is_measured_too(graph, tmp_path):
    campaign = start(graph, tmp_path / "c.db")
    before = campaign.ask(3)
    drill(campaign, hill(graph), noise=0.0, rng=np.random.default_rng(0), rounds=2)
    told = {row["ask"] for row in campaign.history() if row["status"] == "told"}
    assert {ask.number for ask in before} <= told


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"late": 1.5}, "late"),
        ({"missing": 0.95}, "missing"),
        ({"late": 0.6, "missing": 0.6}, "together"),
        ({"rounds": 0}, "rounds"),
        ({"batch": 0}, "batch"),
        ({"noise": -1.0}, "noise"),
    ],
)
def test_mistakes(graph, tmp_path, settings, word):
    campaign = start(graph, tmp_path / "c.db")
    with pytest.raises(cb.ParameterError, match=word):
        drill(campaign, hill(graph), rng=np.random.default_rng(0), **{"noise": 0.1, **settings})
    with pytest.raises(cb.ParameterError):
        drill(campaign, [1.0, 2.0], noise=0.1, rng=np.random.default_rng(0))
    assert campaign.events() == []


def test_what_no_money_ends_is_refused_unless_the_policy_does(tmp_path):
    graph = cb.grid(3, 3)
    given = {"cost": {1: 0.0}, "budget": 5.0}
    for policy in ("RandomSampling", "CheapUCB"):
        with Campaign.create(policy, graph, db=tmp_path / "c.db", policy=policy, **given) as free:
            play = {"noise": 0.1, "rng": np.random.default_rng(0)}
            with pytest.raises(ParameterError, match="say how many to play"):
                drill(free, np.arange(9.0), **play)
            assert free.events() == []
            assert drill(free, np.arange(9.0), rounds=2, **play).told <= 2
