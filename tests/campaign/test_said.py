"""What a campaign says of itself: the same everywhere, and never more than it knows."""

import json
import sys

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.answers import listing
from cheapbandits.cli import main
from cheapbandits.errors import KeyReusedError
from tests.store.samples import tamper


@pytest.fixture
def db(file_db):
    return file_db


@pytest.fixture
def campaign(db):
    return Campaign.create("walk", cb.grid(6, 7), db=db, horizon=50, budget=20.0)


def run(capsys, *words):
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(sys, "argv", ["cheapbandits", *words])
    try:
        main()
        code = 0
    except SystemExit as stop:
        code = stop.code
    finally:
        monkeypatch.undo()
    out, err = capsys.readouterr()
    return code or 0, out, err


def row_of(listing):
    return next(line for line in listing.splitlines() if "walk" in line).split()


# -- the same key, another request -----------------------------------------------------------------


@pytest.mark.parametrize(
    "other", [{"lease": 60.0}, {"lease": 3601}, {"lease": None}, {"beyond": True}, {"n": 2}]
)
def test_a_key_belongs_to_one_request_lease_and_all(campaign, other):
    given = {"n": 1, "lease": 3600.0, "beyond": False}
    asks = campaign.ask(key="k", **given)
    for same in (3600, np.int64(3600)):
        assert campaign.ask(key="k", **{**given, "lease": same}) == asks
    with pytest.raises(KeyReusedError):
        campaign.ask(key="k", **{**given, **other})


# -- the best place --------------------------------------------------------------------------------


def test_no_best_place_before_anything_was_told(campaign, db, capsys):
    campaign.ask()
    assert campaign.status().best is None
    assert [one.best for one in listing(campaign._desk.store)] == [None]
    code, out, _ = run(capsys, "campaign", "status", "walk", "--db", str(db), "--json")
    assert (code, json.loads(out)["best"]) == (0, None)
    _, out, _ = run(capsys, "campaign", "status", "walk", "--db", str(db))
    assert "nothing is known yet" in out


@pytest.mark.parametrize("how", ["tell", "observe"])
def test_list_and_status_agree_on_the_best_place(campaign, db, capsys, how):
    if how == "tell":
        campaign.tell(campaign.ask()[0], 0.9)
    else:
        campaign.observe([17], 0.9)
    assert campaign.status().best is None  # no ask has counted it yet
    _, out, _ = run(capsys, "campaign", "list", "--db", str(db))
    assert row_of(out)[-1] == "-"
    _, out, _ = run(capsys, "campaign", "status", "walk", "--db", str(db))
    assert "1 reading came since" in out
    campaign.ask()
    best = campaign.status().best
    assert best["told"] + best["observed"] == 1
    _, out, _ = run(capsys, "campaign", "list", "--db", str(db))
    assert row_of(out)[-1] == best["name"]
    _, out, _ = run(capsys, "campaign", "status", "walk", "--db", str(db))
    assert f"{best['name']}, about" in out
    if how == "tell":
        campaign.annul(1)
        assert campaign.status().best is None  # nothing counts any more


# -- masks and money -------------------------------------------------------------------------------


def test_an_open_ask_says_that_it_has_been_masked(campaign, db, capsys):
    (ask,) = campaign.ask()
    assert not ask.masked
    campaign.mask([ask.nodes[0]])
    (again,) = campaign.ask()
    assert again.masked
    campaign.tell(ask, 0.5)  # the same ask, whatever was masked since
    code, out, err = run(capsys, "campaign", "ask", "walk", "--db", str(db), "--json")
    assert json.loads(out)["asks"][0]["masked"] is False
    campaign.mask([json.loads(out)["asks"][0]["center"]])
    code, out, err = run(capsys, "campaign", "ask", "walk", "--db", str(db))
    assert code == 0
    assert "masked" in err
    assert "cancel" in err


def test_a_late_reading_may_exceed_the_budget_and_it_is_said(db, capsys):
    campaign = Campaign.create(
        "walk", cb.grid(6, 7), db=db, horizon=50, budget=0.7, probes="strongest"
    )
    (first,) = campaign.ask()
    campaign.ask(more=True)
    campaign.cancel(first)
    campaign.ask(more=True)
    code, out, err = run(capsys, "campaign", "tell", "walk", "1", "0.5", "--db", str(db))
    assert code == 0
    assert "over budget by" in err
    code, out, err = run(capsys, "campaign", "tell", "walk", "2", "0.5", "--db", str(db), "--json")
    status = campaign.status()
    assert status.left < -0.1
    assert json.loads(out)["over_budget"] == status.over_budget == -status.left
    assert f"over budget by {-status.left:.4g}" in err
    _, out, _ = run(capsys, "campaign", "status", "walk", "--db", str(db), "--json")
    assert json.loads(out)["over_budget"] == status.over_budget
    _, out, _ = run(capsys, "campaign", "status", "walk", "--db", str(db))
    assert f"over budget by {-status.left:.4g}" in out
    assert campaign.ask(more=True) == []


# -- the object ------------------------------------------------------------------------------------


def test_a_campaign_is_closed_and_shown_whatever_happened(db):
    with Campaign.create("walk", cb.grid(6, 7), db=db) as campaign:
        campaign.ask()
        assert "walk" in repr(campaign)
    campaign.close()
    tamper(db, "DROP TABLE cheapbandits_campaigns")
    assert "walk" in repr(campaign)
    db.unlink()
    assert "walk" in repr(campaign)
