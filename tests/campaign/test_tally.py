"""The tally is what the log says, whichever way it was brought up to date."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.answers import listing
from cheapbandits.campaign.documents import listing_document
from cheapbandits.campaign.tally import filled, tally_of
from cheapbandits.store import Store
from tests.store.samples import tamper


def tallies(campaign):
    """The tally that is stored, and the one that the whole log gives."""
    row = campaign._desk.store.campaign(campaign.name)
    with campaign._desk.standing() as standing:
        return filled(row.summary), filled(tally_of(standing, row.summary.get("best")))


def random_step(campaign, rng):
    """Do something to a campaign, as users do; return whether it could be done."""
    status = campaign.status()
    ask = int(rng.integers(1, status.asked + 2))
    seen = [row["observation"] for row in campaign.history() if row["observation"]] or [0]
    steps = [
        lambda: campaign.ask(int(rng.integers(1, 4)), assignee=str(rng.choice(["a", "b"]))),
        lambda: campaign.ask(1, more=True, lease=1e-6),
        lambda: campaign.tell(ask, float(rng.standard_normal())),
        lambda: campaign.tell(ask, float(rng.standard_normal())),
        lambda: campaign.cancel(ask),
        lambda: campaign.observe([3], 0.5),
        lambda: campaign.annul(ask),
        lambda: campaign.correct(ask, float(rng.standard_normal())),
        lambda: campaign.annul(int(rng.choice(seen)), observation=True),
        lambda: campaign.correct(int(rng.choice(seen)), float(rng.random()), observation=True),
        lambda: campaign.mask([4]),
        campaign.pause,
        campaign.resume,
        campaign.resume,
    ]
    try:
        steps[int(rng.integers(len(steps)))]()
    except cb.CheapBanditsError:
        return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_the_tally_is_what_the_log_gives(tmp_path, seed):
    rng = np.random.default_rng(seed)
    campaign = Campaign.create("walk", cb.grid(4, 4), db=tmp_path / "c.db", budget=20.0)
    done = sum(random_step(campaign, rng) for _ in range(80))
    assert done > 30
    stored, whole = tallies(campaign)
    assert stored.pop("spent") == pytest.approx(whole.pop("spent"))
    assert stored == whole
    assert stored["annulled"] + stored["told"] + stored["observed"] > 5


def old_tally(campaign):
    """Make the tally one of an older version, which counted annulled readings as told."""
    with campaign._desk.store.writing(campaign.name) as writer:
        old = {**writer.row.summary}
        old["told"] += old.pop("annulled")
        writer.summarise(old)


def test_a_tally_of_an_older_version_is_mended(tmp_path):
    campaign = Campaign.create("walk", cb.grid(4, 4), db=tmp_path / "c.db")
    for ask in campaign.ask(4):
        campaign.tell(ask, 0.5)
    campaign.annul(2)
    old_tally(campaign)
    assert (campaign.status().told, campaign.status().annulled) == (3, 1)
    assert listing(campaign._desk.store) == [campaign.status()]
    campaign.observe([3], 0.5)  # does not look at the log: it stays old
    assert "annulled" not in campaign._desk.store.campaign("walk").summary
    assert (campaign.status().told, campaign.status().annulled) == (3, 1)
    campaign.ask()
    assert campaign._desk.store.campaign("walk").summary["annulled"] == 1


def test_one_damaged_campaign_does_not_hide_the_others(db):
    for name in ("first", "second", "third"):
        Campaign.create(name, cb.grid(3, 3), db=db)
    tamper(db, "UPDATE cheapbandits_campaigns SET summary = '{' WHERE name = 'second'")
    with Store.open(db) as store:
        assert [row.name for row in store.campaigns()] == ["third", "first"]
        third, damage, first = store.listing()
        assert (third.name, first.name) == ("third", "first")
        assert damage.campaign == "second"
        shown = listing_document(listing(store))["campaigns"]
    assert [one["state"] for one in shown] == ["running", "damaged", "running"]
    assert "cheapbandits db backup" in shown[1]["problem"]
