"""A campaign from the first ask to the finish, on every database."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign, CampaignError, ClosedError, NoSuchAskError
from cheapbandits.store import (
    AlreadyToldError,
    KeyReusedError,
    NameTakenError,
    NotFoundError,
    clock,
)


@pytest.fixture(scope="module")
def graph():
    return cb.grid(6, 7)


@pytest.fixture
def campaign(graph, db):
    return Campaign.create("forest walk", graph, db=db, horizon=30, who="ann", policy="CheapUCB")


def field_of(graph):
    return np.exp(-((graph.coordinates - [4, 2]) ** 2).sum(axis=1) / 6)


def measure(ask, field):
    return float(np.mean(field[list(ask.nodes)]))


def play(campaign, rounds, field):
    for _ in range(rounds):
        (ask,) = campaign.ask()
        campaign.tell(ask, measure(ask, field))


def test_it_asks_what_the_policy_would(campaign, graph):
    policy, field = cb.CheapUCB(graph, horizon=30, probes="nearest"), field_of(graph)
    for _ in range(30):
        (ask,) = campaign.ask()
        probe = policy.ask()
        assert (ask.nodes, ask.cost) == (probe.nodes, probe.cost)
        campaign.tell(ask, measure(ask, field))
        policy.tell(probe, measure(ask, field))
    status = campaign.status()
    assert (status.told, status.open, status.state) == (30, 0, "running")
    assert status.spent == pytest.approx(sum(row["cost"] for row in campaign.history()))
    with pytest.raises(ClosedError, match="30 planned"):
        campaign.ask()
    assert len(campaign.ask(beyond=True)) == 1


def test_asking_again_returns_what_is_open(campaign):
    first = campaign.ask()
    assert campaign.ask() == first
    three = campaign.ask(3)
    assert three[0] == first[0]
    assert len({ask.number for ask in three}) == 3
    assert len(campaign.ask(2, more=True)) == 2
    assert campaign.status().open == 5


def test_batches_allow_for_pending_ones(campaign, graph):
    expected = cb.CheapUCB(graph, horizon=30, probes="nearest").ask(4)
    assert [ask.nodes for ask in campaign.ask(4)] == [probe.nodes for probe in expected]


def test_reopened_it_goes_on_as_if_never_interrupted(campaign, graph, db):
    """Row 24: the next group after each reopening is that of a campaign never closed."""
    field, policy = field_of(graph), cb.CheapUCB(graph, horizon=30, probes="nearest")
    for _ in range(12):
        again = Campaign.open("forest walk", db=db)
        (ask,) = again.ask()
        probe = policy.ask()
        assert ask.nodes == probe.nodes
        again.tell(ask, measure(ask, field))
        policy.tell(probe, measure(ask, field))
    assert campaign.ask()[0].nodes == policy.ask().nodes


def test_late_missing_and_out_of_order(campaign, db):
    """Row 4: any order gives the same belief; cancelled asks can still be told."""
    asks = campaign.ask(6)
    campaign.cancel(asks[2])
    for ask in reversed(asks):
        campaign.tell(ask, ask.number / 10)
    other = Campaign.create("straight", campaign.graph, db=db, horizon=30, policy="CheapUCB")
    for ask in other.ask(6):
        other.tell(ask, ask.number / 10)
    np.testing.assert_allclose(
        campaign.policy().belief.mean, other.policy().belief.mean, atol=1e-10
    )


def test_an_ask_is_told_once(campaign):
    (ask,) = campaign.ask()
    campaign.tell(ask, 0.25)
    with pytest.raises(AlreadyToldError) as refused:
        campaign.tell(ask, 0.5)
    assert refused.value.event.body == {"reading": 0.25}
    assert campaign.status().told == 1


def test_idempotency_keys(campaign):
    """Row 3: same key and body, same answer; same key and another body, refused."""
    (ask,) = campaign.ask()
    first = campaign.tell(ask, 0.25, key="k1")
    assert campaign.tell(ask, 0.25, key="k1") == first
    with pytest.raises(KeyReusedError):
        campaign.tell(ask, 0.5, key="k1")
    seen = campaign.observe([3], 0.1, key="k2")
    assert campaign.observe([3], 0.1, key="k2") == seen
    with pytest.raises(KeyReusedError):
        campaign.observe([4], 0.1, key="k2")
    assert len(campaign.events()) == 3


@pytest.mark.parametrize("reading", [float("nan"), float("inf"), "NaN", True, None, 10**400])
def test_readings_that_are_none_leave_the_ask_open(campaign, reading):
    (ask,) = campaign.ask()
    with pytest.raises(cb.ReadingError):
        campaign.tell(ask, reading)
    assert campaign.ask() == [ask]
    assert len(campaign.events()) == 1


def test_corrections_and_annulments_count_and_are_kept(campaign, graph, db):
    asks = campaign.ask(3)
    for ask, reading in zip(asks, (0.1, 99.0, 0.3), strict=True):
        campaign.tell(ask, reading)
    campaign.observe([5], 7.0)
    seq = campaign.events()[-1].seq
    campaign.correct(asks[1].number, 0.2)
    campaign.annul(seq, observation=True)
    clean = Campaign.create("clean", graph, db=db, horizon=30, policy="CheapUCB")
    for ask, reading in zip(clean.ask(3), (0.1, 0.2, 0.3), strict=True):
        clean.tell(ask, reading)
    for one in (campaign, Campaign.open("forest walk", db=db)):
        np.testing.assert_allclose(one.policy().belief.mean, clean.policy().belief.mean, atol=1e-10)
    kinds = [event.kind for event in campaign.events()]
    assert kinds[-3:] == ["observe", "correct", "annul"]
    assert 99.0 in [event.body.get("reading") for event in campaign.events()]
    with pytest.raises(CampaignError, match="annulled already"):
        campaign.annul(seq, observation=True)
    with pytest.raises(NoSuchAskError):
        campaign.correct(77, 0.1)


def test_masks_hold_for_everybody(campaign, graph, db):
    campaign.mask([0, 1, 2])
    other = Campaign.open("forest walk", db=db)
    for ask in other.ask(8):
        assert {0, 1, 2}.isdisjoint(ask.nodes)
    other.unmask([1])
    assert campaign.policy().masked == (0, 2)
    with pytest.raises(cb.ParameterError, match="leaves no node"):
        campaign.mask(list(range(42)))
    assert campaign.policy().masked == (0, 2)


def test_a_node_that_is_masked_twice_in_one_breath_is_masked_once(campaign):
    assert campaign.mask([3, 0, 3]).body == {"nodes": [3, 0]}
    assert campaign.policy().masked == (0, 3)
    assert campaign.unmask([0, 0]).body == {"nodes": [0]}
    assert campaign.policy().masked == (3,)


def test_the_budget_is_never_exceeded(graph, db):
    campaign = Campaign.create("poor", graph, db=db, horizon=100, budget=3.0)
    field = field_of(graph)
    with pytest.raises(ClosedError, match="used up"):
        play(campaign, 100, field)
    status = campaign.status()
    assert 0 <= status.left < 1
    assert status.spent <= 3.0
    campaign = Campaign.create("poor batch", graph, db=db, horizon=100, budget=2.0)
    asks = campaign.ask(50)
    assert sum(ask.cost for ask in asks) <= 2.0
    assert campaign.ask(50) == asks


def test_leases_run_out(campaign, monkeypatch):
    (ask,) = campaign.ask(lease=60)
    assert campaign.ask() == [ask]
    late = clock.later(120)
    monkeypatch.setattr(clock, "now", lambda: late)
    (fresh,) = campaign.ask()
    assert fresh.number == ask.number + 1
    assert [row["status"] for row in campaign.history()] == ["expired", "open"]
    campaign.tell(ask, 0.4)  # late, and welcome


def test_a_clock_set_back_changes_nothing(campaign, monkeypatch):
    """Row 15: order and budget follow the sequence number."""
    play(campaign, 3, field_of(campaign.graph))
    monkeypatch.setattr("cheapbandits.store.clock.now", lambda: "1999-12-31T23:59:59.000000+00:00")
    play(campaign, 3, field_of(campaign.graph))
    assert [event.seq for event in campaign.events()] == list(range(1, 13))
    assert [row["ask"] for row in campaign.history()] == list(range(1, 7))
    assert campaign.status().told == 6


def test_what_changes_nothing_is_refused_and_not_recorded(campaign, db):
    campaign.mask([3])
    with pytest.raises(CampaignError, match=r"no node of these is masked: 5, 6; masked: 3"):
        campaign.unmask([5, 6])
    campaign.unmask([3, 5])  # what was masked of these is free now
    with pytest.raises(CampaignError, match="no node of these is masked: 3; no node is"):
        campaign.unmask(3)
    with pytest.raises(CampaignError, match="is not paused"):
        campaign.resume()
    campaign.pause()
    for one in (campaign, Campaign.open(campaign.name, db=db)):
        with pytest.raises(CampaignError, match="is paused already"):
            one.pause()
    campaign.resume()
    assert [event.kind for event in campaign.events()] == ["mask", "unmask", "pause", "resume"]


def test_pause_resume_finish(campaign):
    (ask,) = campaign.ask()
    campaign.pause()
    with pytest.raises(ClosedError, match="paused"):
        campaign.ask()
    campaign.tell(ask, 0.3)
    campaign.resume()
    assert campaign.ask()
    campaign.finish("found it")
    for call in (
        campaign.ask,
        lambda: campaign.tell(2, 0.1),
        lambda: campaign.observe([1], 0.1),
        campaign.pause,
    ):
        with pytest.raises(ClosedError, match="finished"):
            call()
    assert campaign.status().state == "finished"


def test_names_and_observations_by_name(file_db):
    db = file_db
    counties = cb.load_dataset("us_counties").graph
    settings = {"horizon": 20, "probes": "hops", "policy": "CheapUCB"}  # the quickest to begin
    campaign = Campaign.create("jobs", "us_counties", db=db, **settings)
    assert campaign.graph == counties
    campaign.observe(["Imperial County, California"], 30.1)
    assert campaign.policy().best().node == counties.index("Imperial County, California")
    rows = [(["Imperial County, California"], 30.0, "f:1"), ([7], 4.0, "f:2")]
    assert campaign.observe_many(rows) == 2
    assert campaign.observe_many(rows) == 0
    with pytest.raises(cb.GraphError, match="no node"):
        campaign.observe(["Atlantis"], 1.0)


def test_mistakes_store_nothing(graph, db):
    with pytest.raises(cb.ParameterError):
        Campaign.create("bad", graph, db=db, horizon=0)
    with pytest.raises(cb.ParameterError):
        Campaign.create("bad", graph, db=db, policy="Greedy")
    with pytest.raises(cb.ParameterError):
        Campaign.create("bad", graph, db=db, budget=-1)
    with pytest.raises(NotFoundError):
        Campaign.open("bad", db=db)
    Campaign.create("good", graph, db=db)
    with pytest.raises(NameTakenError):  # before the graph is looked at
        Campaign.create("good", "no such file.csv", db=db)
    campaign = Campaign.open("good", db=db)
    with pytest.raises(NoSuchAskError):
        campaign.tell(1, 0.5)
    with pytest.raises(NoSuchAskError):
        campaign.cancel(1)
    assert campaign.events() == []


def test_it_shows_itself(campaign):
    play(campaign, 2, field_of(campaign.graph))
    assert "2 of 30 told" in repr(campaign)
    assert campaign._repr_svg_().lstrip().startswith(("<?xml", "<svg"))


def test_every_event_says_who(campaign, db):
    campaign.ask()
    Campaign.open("forest walk", db=db, who="bob").tell(1, 0.3)
    assert [event.who for event in campaign.events()] == ["ann", "bob"]


def test_only_new_asks_come_with_more(graph, db):
    campaign = Campaign.create("short", graph, db=db, horizon=3)
    campaign.ask(3)
    assert campaign.ask(2, more=True) == []
    with pytest.raises(CampaignError):
        campaign.ask(0)


@pytest.mark.parametrize("lease", [float("nan"), 1e300, -5])
def test_leases_are_spans_of_time(campaign, lease):
    with pytest.raises(cb.ParameterError, match="lease"):
        campaign.ask(lease=lease)
    assert campaign.events() == []


def test_a_finished_campaign_is_not_rewritten(campaign):
    (ask,) = campaign.ask()
    campaign.tell(ask, 0.3)
    (other,) = campaign.ask()
    campaign.finish()
    for call in (
        lambda: campaign.correct(ask.number, 0.4),
        lambda: campaign.annul(ask.number),
        lambda: campaign.cancel(other),
    ):
        with pytest.raises(ClosedError):
            call()


def test_a_stopping_rule_that_is_none_is_refused(graph, db):
    with pytest.raises(cb.ParameterError):
        Campaign.create("bad rule", graph, db=db, stop="when tired")


def test_history_is_in_the_order_things_came(campaign):
    campaign.ask()
    campaign.observe([4], 0.2)
    campaign.ask(1, more=True)
    assert [(row["ask"], row["observation"]) for row in campaign.history()] == [
        (1, None),
        (None, 2),
        (2, None),
    ]


def test_the_assessment_is_in_the_users_units(graph, db):
    plain = Campaign.create("plain", graph, db=db, policy="CheapUCB")
    percent = Campaign.create(
        "percent", graph, db=db, policy="CheapUCB", parameters={"center": 50.0, "scale": 20.0}
    )
    field = field_of(graph)
    for campaign, unit in ((plain, lambda v: v), (percent, lambda v: 50 + 20 * v)):
        for _ in range(12):
            (ask,) = campaign.ask()
            campaign.tell(ask, unit(measure(ask, field)))
    a = plain.assess(tolerance=0.1)
    b = Campaign.open("percent", db=db).assess(tolerance=2.0)
    assert b.node == a.node
    assert b.estimate == pytest.approx(50 + 20 * a.estimate)
    assert (b.low, b.high) == pytest.approx((50 + 20 * a.low, 50 + 20 * a.high))
    assert b.expected_regret == pytest.approx(20 * a.expected_regret)
    assert b.probability == pytest.approx(a.probability)


def test_settings_of_the_policy_are_settings(graph, db):
    campaign = Campaign.create(
        "rates", graph, db=db, center=9, scale=10, noise=0.1, policy="CheapUCB"
    )
    model = campaign.policy().model
    assert (model.mean, model.scale) == (9.0, 10.0)
    for wrong in ({"centre": 3}, {"parameters": {"centre": 3}}):
        with pytest.raises(cb.ParameterError, match="centre"):
            Campaign.create("wrong", graph, db=db, **wrong)


def test_a_correction_brings_an_annulled_reading_back(campaign):
    (ask,) = campaign.ask()
    campaign.tell(ask, 0.3)
    campaign.annul(ask.number)
    campaign.correct(ask.number, 0.4)
    assert campaign.history()[0]["reading"] == 0.4
    assert campaign.history()[0]["status"] == "told"


def test_a_whole_file_is_struck_at_once_or_not_at_all(campaign):
    campaign.observe_many([([k], 0.1 * k, f"row {k}") for k in range(5)])
    numbers = [event.seq for event in campaign.events()]
    with pytest.raises(NoSuchAskError, match="no observation 99"):
        campaign.annul_many([*numbers, 99], observation=True)
    assert campaign.status().observed == 5
    events = campaign.annul_many(np.array([*numbers[:3], numbers[0]]), observation=True)
    assert [event.body for event in events] == [{"observation": n} for n in numbers[:3]]
    assert campaign.status().observed == 2
    with pytest.raises(CampaignError, match=f"{numbers[2]} has been annulled already"):
        campaign.annul_many(numbers[2:], observation=True)
    assert campaign.status().observed == 2
    for wrong in ([], [1.5], "12", 3):
        with pytest.raises(cb.ParameterError):
            campaign.annul_many(wrong)


def test_a_database_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(NotFoundError, match="no database"):
        Campaign.open("walk", db=tmp_path / "missing.db")
    assert not (tmp_path / "missing.db").exists()


def test_one_node_needs_no_list(campaign):
    campaign.mask(3)
    assert campaign.policy().masked == (3,)
    for wrong in (None, 1.5, True):
        with pytest.raises(NoSuchAskError):
            campaign.tell(wrong, 0.1)


def test_a_correction_that_changes_nothing_is_said_so(db):
    """Seen: a second event, for a reading that stayed what it was."""
    campaign = Campaign.create("same", cb.grid(3, 3), db=db, horizon=5)
    campaign.tell(campaign.ask()[0], 3.0)
    seen = campaign.observe([1], 4.0)
    campaign.correct(1, 5.0)
    before = campaign.events()
    with pytest.raises(CampaignError, match=r"the reading of 1 is 5\.0 already; nothing was rec"):
        campaign.correct(1, 5)
    with pytest.raises(CampaignError, match="already"):
        campaign.correct(seen, 4.0, observation=True, was=4.0)
    assert campaign.events() == before
    campaign.annul(1)
    assert campaign.correct(1, 5.0).kind == "correct"  # it was struck, and counts again


@pytest.mark.parametrize("reason", ["", " ", "finished"])
def test_who_gives_no_reason_is_told_none(db, reason):
    """Seen: "is finished: finished"."""
    campaign = Campaign.create("over", cb.grid(3, 3), db=db, horizon=5)
    campaign.finish(reason)
    with pytest.raises(CampaignError, match="over is finished; to go on"):
        campaign.ask()
