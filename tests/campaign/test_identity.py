"""An ask knows whose it is and for which nodes: its number alone may have come to mean another."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign, NoSuchAskError
from cheapbandits.errors import ConflictError, OtherAskError
from tests.campaign.restoring import Copy


@pytest.fixture
def campaign(db):
    return Campaign.create("walk", cb.grid(6, 7), db=db, horizon=200, who="ann")


def put_back_and_ask_elsewhere(campaign, db):
    """Return an ask of a log that is gone, whose number belongs to another group now."""
    copy = Copy(db)
    (lost,) = campaign.ask()
    copy.put_back()
    campaign.mask(lost.nodes)
    (now,) = campaign.ask()
    assert now.number == lost.number
    assert now.nodes != lost.nodes
    return lost, now


def test_a_reading_does_not_go_to_another_group(campaign, db):
    lost, now = put_back_and_ask_elsewhere(campaign, db)
    with pytest.raises(OtherAskError, match="nodes") as caught:
        campaign.tell(lost, 0.9)
    assert isinstance(caught.value, ConflictError)
    assert caught.value.event.ask == now.number
    with pytest.raises(OtherAskError):
        campaign.cancel(lost)
    campaign.tell(now, 0.1)
    with pytest.raises(OtherAskError):
        campaign.correct(lost, 0.9)
    with pytest.raises(OtherAskError):
        campaign.annul(lost)
    assert campaign.history()[0]["reading"] == 0.1


def test_a_known_key_does_not_hide_it(campaign, db):
    lost, now = put_back_and_ask_elsewhere(campaign, db)
    campaign.tell(now, 0.9, key="k")
    with pytest.raises(OtherAskError):
        campaign.tell(lost, 0.9, key="k")


def test_an_ask_of_another_campaign(campaign, db):
    other = Campaign.create("other", cb.grid(6, 7), db=db, horizon=200)
    (mine,), (theirs,) = campaign.ask(), other.ask()
    assert mine.nodes == theirs.nodes
    with pytest.raises(OtherAskError, match="another campaign"):
        campaign.tell(theirs, 0.5)
    assert campaign.status().told == 0


def test_the_same_group_asked_for_again_is_the_same(campaign, db):
    """After a backup was put back it may ask the same again; the reading is then as good."""
    copy = Copy(db)
    (lost,) = campaign.ask()
    copy.put_back()
    assert campaign.ask()[0].nodes == lost.nodes
    campaign.tell(lost, 0.5)
    campaign.correct(lost, 0.4)
    campaign.annul(lost)
    assert campaign.status().annulled == 1


def test_an_observation_does_not_go_to_another_group(campaign, db):
    """By the event that observe() gave; by its number alone nobody can tell."""
    copy = Copy(db)
    lost = campaign.observe([3], 12.0)
    shared = campaign.observe([4, 5], 6.0, weights=[0.5, 0.5])
    copy.put_back()
    campaign.observe([30], 31.0)
    again = campaign.observe([4, 5], 6.0, weights=[0.5, 0.5])
    assert (lost.seq, shared.seq) == (1, again.seq)
    told = campaign.tell(campaign.ask()[0], 0.5)
    for change in (campaign.annul, lambda event, **more: campaign.correct(event, 13.5, **more)):
        with pytest.raises(OtherAskError, match=r"nodes \[30\] now, not of \[3\].*put back"):
            change(lost, observation=True)
        with pytest.raises(NoSuchAskError, match="is no ask"):
            change(lost)
        with pytest.raises(NoSuchAskError, match="is no ask"):
            change(told)
    assert [row["reading"] for row in campaign.history() if row["ask"] is None] == [31.0, 6.0]
    campaign.correct(shared, 6.5, observation=True)  # the same group again is the same
    campaign.annul(again, observation=True)


def test_whole_numbers_of_numpy_are_whole_numbers(db):
    campaign = Campaign.create(
        "walk", cb.grid(6, 7), db=db, horizon=np.int64(9), seed=np.int32(3), budget=np.float64(5)
    )
    assert Campaign.open("walk", db=db).spec.horizon == 9
    first, second = campaign.ask(np.int64(2))
    campaign.tell(np.int64(first.number), np.float32(0.5))
    campaign.correct(np.int64(first.number), 0.25)
    campaign.cancel(np.uint8(second.number))
    seen = campaign.observe(np.int64(3), 0.5)
    campaign.observe(np.array([3, 4]), 0.5)
    campaign.annul(np.int64(seen.seq), observation=True)
    campaign.mask(np.array([7]))
    campaign.unmask([np.int64(7)])
    assert campaign.status().observed == 1


@pytest.mark.parametrize("wrong", [None, True, 1.0, "1", (1,)])
def test_what_names_no_ask(campaign, wrong):
    campaign.tell(campaign.ask()[0], 0.5)
    for use in (
        lambda: campaign.tell(wrong, 0.5),
        lambda: campaign.cancel(wrong),
        lambda: campaign.correct(wrong, 0.5),
        lambda: campaign.annul(wrong),
        lambda: campaign.annul(wrong, observation=True),
    ):
        with pytest.raises(NoSuchAskError):
            use()
