"""A campaign as a whole: renamed, cloned, deleted, finished and opened again."""

import subprocess
import sys

import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign, ClosedError
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CampaignError, CheapBanditsError
from cheapbandits.store import NameTakenError, NotFoundError, Store
from tests.forms import forms

LOOKS = {
    "ask": lambda campaign: campaign.ask(),
    "ask with a key": lambda campaign: campaign.ask(key="k"),
    "tell": lambda campaign: campaign.tell(1, 0.5),
    "observe": lambda campaign: campaign.observe([3], 0.5),
    "cancel": lambda campaign: campaign.cancel(1),
    "mask": lambda campaign: campaign.mask([3]),
    "finish": lambda campaign: campaign.finish(),
    "status": lambda campaign: campaign.status(),
    "history": lambda campaign: campaign.history(),
    "events": lambda campaign: campaign.events(),
    "assess": lambda campaign: campaign.assess(),
    "rename": lambda campaign: campaign.rename("third"),
    "clone": lambda campaign: campaign.clone("third"),
}


def start(db, name="walk", **settings):
    settings = {"horizon": 20, "policy": "CheapUCB", **settings}
    return Campaign.create(name, cb.grid(4, 5), db=db, who="ann", **settings)


@pytest.fixture
def campaign(db):
    return start(db)


@pytest.mark.parametrize("fate", forms("renamed", "deleted", "replaced", "usurped", always=2))
def test_whoever_holds_it_is_told_what_became_of_it(db, fate):
    """Nothing goes to the campaign that may have its name now; each look by one who held it."""
    start(db).ask()
    held = {name: Campaign.open("walk", db=db) for name in LOOKS}
    for one in held.values():
        assert one.ask()[0].number == 1
    other = Campaign.open("walk", db=db)
    if fate in ("renamed", "usurped"):
        other.rename("stroll")
    else:
        Store.open(db).delete("walk")
    if fate in ("replaced", "usurped"):
        start(db).ask()
    words = {
        "renamed": "was renamed to 'stroll'",
        "usurped": "was renamed to 'stroll'",
        "deleted": "was deleted since it was opened here",
        "replaced": "another campaign has its name now",
    }
    store = Store.open(db)
    before = {row.name: row.place for row in store.campaigns()}
    for name, look in LOOKS.items():
        with pytest.raises(NotFoundError, match=words[fate]):
            pytest.fail(f"{name}: {look(held[name])}")
        assert {row.name: row.place for row in store.campaigns()} == before, name


def test_a_graph_is_not_taken_from_another_campaign(db):
    """It is read when it is first needed: by then another may have the name."""
    start(db)
    held = Campaign.open("walk", db=db)
    Store.open(db).delete("walk")
    Campaign.create("walk", cb.grid(3, 3), db=db)
    with pytest.raises(NotFoundError, match="another campaign has its name now"):
        _ = held.graph


def test_a_renamed_campaign_goes_on_where_it_was(campaign, db):
    twin = start(db, "twin")
    for one in (campaign, twin):
        one.tell(one.ask()[0], 0.5)
    now = campaign.rename("stroll")
    assert now.name == "stroll"
    assert now.status().told == 1
    assert now.ask()[0].nodes == twin.ask()[0].nodes
    assert Campaign.open("stroll", db=db).events()[2].body == {"from": "walk"}
    with pytest.raises(NameTakenError):
        now.rename("twin")
    assert Store.open(db).check() == []


def test_a_clone_has_the_settings_and_no_readings(campaign):
    campaign.tell(campaign.ask()[0], 0.5)
    campaign.mask([3, 1])
    before = campaign.events()
    twin = campaign.clone("twin")
    assert twin.spec == campaign.spec
    assert (twin.graph.weights != campaign.graph.weights).nnz == 0
    assert [(e.kind, e.body) for e in twin.events()] == [("mask", {"nodes": [1, 3]})]
    assert (twin.status().told, twin.status().observed) == (0, 0)
    with pytest.raises(NameTakenError):
        campaign.clone("twin")
    assert campaign.events() == before


def test_a_clone_with_readings_knows_what_counts_at_no_cost(campaign, tmp_path):
    first, second = campaign.ask(2)
    campaign.tell(first, 0.5)
    campaign.tell(second, 0.6)
    campaign.correct(second, 0.7)
    struck = campaign.observe([4], 9.0)
    campaign.annul(struck.seq, observation=True)
    campaign.observe([5, 6], 0.4, weights=[0.25, 0.75])
    file = tmp_path / "r.csv"
    file.write_text("nodes,reading\n7,0.3\n8,0.2\n")
    rows = [(r.nodes, r.reading, r.key) for r in read_import(file, campaign.graph).rows]
    assert campaign.observe_many(rows) == 2
    twin = campaign.clone("twin", with_readings=True)
    mine, theirs = campaign.assess(tolerance=0.1), twin.assess(tolerance=0.1)
    assert theirs.estimate == pytest.approx(mine.estimate)
    assert (theirs.node, theirs.n_readings) == (mine.node, mine.n_readings) == (mine.node, 5)
    status = twin.status()
    assert (status.told, status.observed, status.spent, status.open) == (0, 5, 0.0, 0)
    assert twin.observe_many(rows) == 0


#: Dies as the second of the first events is to be appended.
DIES = """
import os, sys
import cheapbandits as cb
from cheapbandits.store.writer import Writer
append, seen = Writer.append, []
def dying(self, *what, **more):
    seen.append(what)
    if len(seen) == 2:
        os.kill(os.getpid(), 9)
    return append(self, *what, **more)
Writer.append = dying
"""
BEGINS = {
    "clone": "cb.Campaign.open('walk', db=sys.argv[1]).clone('twin', with_readings=True)",
    "create": "rows = [([4], 0.5, None), ([5], 0.6, None)]\n"
    "cb.Campaign.create('twin', cb.grid(4, 5), db=sys.argv[1], readings=rows)",
}


@pytest.mark.parametrize("begins", BEGINS)
def test_what_a_campaign_begins_with_is_stored_with_it_or_neither_is(campaign, db, begins):
    """Seen: a copy without masks and readings, that looked like a campaign of its own."""
    campaign.mask([3])
    campaign.observe_many([([4], 0.5, None), ([5], 0.6, None)])
    program = [sys.executable, "-c", f"{DIES}\n{BEGINS[begins]}", str(db)]
    assert subprocess.run(program, capture_output=True, check=False).returncode == -9
    with pytest.raises(NotFoundError):
        Campaign.open("twin", db=db)
    if begins == "clone":
        twin = campaign.clone("twin", with_readings=True)
        assert twin.masked == {3}
    else:
        rows = [([4], 0.5, None), ([5], 0.6, "k"), ([5], 0.6, "k")]
        twin = Campaign.create("twin", cb.grid(4, 5), db=db, readings=rows)
    assert (twin.status().observed, len(twin.history())) == (2, 2)
    assert Store.open(db).check() == []
    twin.tell(twin.ask()[0], 0.7)


def test_readings_to_begin_with_are_checked_before_anything_is_stored(db):
    for rows in ([([99], 0.5, None)], [([4], "high", None)], [([4], 0.5)], [([], 0.5, None)]):
        with pytest.raises(CheapBanditsError):
            start(db, readings=rows)
    with pytest.raises(NotFoundError):
        Campaign.open("walk", db=db)
    start(db)


def test_settings_that_are_looked_at_can_be_changed_and_the_campaign_is_not(db):
    """Seen: who took them for another campaign changed this one."""
    campaign = start(db, center=0.5, scale=0.5, cost={1: 3.0, 2: 2.0})
    before, spec = campaign.spec, campaign.spec
    spec.parameters["center"] = 50.0
    spec.cost.clear()
    assert campaign.spec == before != spec


def test_a_finished_campaign_is_opened_again(campaign, db):
    (ask,) = campaign.ask()
    campaign.pause()
    campaign.finish("season over")
    for refused in (lambda: campaign.tell(ask, 0.5), campaign.ask, campaign.resume):
        with pytest.raises(ClosedError, match="campaign reopen walk"):
            refused()
    campaign.reopen()
    assert campaign.status().state == "paused"
    assert "reason" not in Store.open(db).campaign("walk").summary
    campaign.resume()
    campaign.tell(ask, 0.5)
    assert Campaign.open("walk", db=db).status().told == 1
    with pytest.raises(CampaignError, match="not finished"):
        campaign.reopen()
    campaign.finish()
    assert campaign.status().state == "finished"
