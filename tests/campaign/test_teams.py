"""Asks with a key and for a team: nobody measures what somebody else does, and retries are safe."""

from datetime import datetime, timedelta

import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign, ClosedError
from cheapbandits.errors import ParameterError
from cheapbandits.store import KeyReusedError, clock


@pytest.fixture
def campaign(db):
    return Campaign.create("walk", cb.grid(6, 7), db=db, horizon=30, who="ann")


def numbers(asks):
    return [ask.number for ask in asks]


def test_two_teams_get_two_groups_and_each_its_own_again(campaign, db):
    (first,) = campaign.ask(assignee="north")
    (second,) = Campaign.open("walk", db=db).ask(assignee="south")
    assert first.number != second.number
    assert first.nodes != second.nodes
    assert (first.assignee, second.assignee) == ("north", "south")
    assert campaign.ask(assignee="north") == [first]
    assert campaign.ask(assignee="south") == [second]
    assert numbers(campaign.ask(2, assignee="south")) == [2, 3]
    assert numbers(campaign.ask(1, more=True, assignee="north")) == [4]
    campaign.tell(first, 0.5)
    assert numbers(campaign.ask(assignee="north")) == [4]
    assert campaign.status().assigned == {"south": [2, 3], "north": [4]}
    assert [row["assignee"] for row in campaign.history()] == ["north", "south", "south", "north"]


def test_nobody_in_particular_sees_all_that_is_open(campaign):
    (plain,) = campaign.ask()
    (mine,) = campaign.ask(assignee="north")
    assert plain.assignee is None
    assert mine.number == 2
    assert campaign.ask() == [plain, mine]
    assert numbers(campaign.ask(3)) == [1, 2, 3]


def test_what_one_team_holds_does_not_open_the_others_purse(db):
    campaign = Campaign.create("poor", cb.grid(6, 7), db=db, horizon=2)
    campaign.ask(2, assignee="north")
    assert len(campaign.ask(5, assignee="north")) == 2
    with pytest.raises(ClosedError, match="2 planned"):
        campaign.ask(assignee="south")


def test_a_team_whose_lease_ran_out_gets_another(campaign, monkeypatch):
    (ask,) = campaign.ask(assignee="north", lease=60)
    late = clock.later(120)
    monkeypatch.setattr(clock, "now", lambda: late)
    (fresh,) = campaign.ask(assignee="north")
    assert fresh.number == ask.number + 1
    assert campaign.status().assigned == {"north": [2]}


@pytest.mark.parametrize("wrong", ["", "a\nb", "x" * 300, 7])
def test_odd_names_of_teams_are_refused(campaign, wrong):
    with pytest.raises(ParameterError, match="the assignee"):
        campaign.ask(assignee=wrong)
    assert campaign.events() == []


def test_the_same_key_gives_the_same_asks(campaign, db):
    asks = campaign.ask(2, key="k", assignee="north")
    before = campaign.events()
    assert campaign.ask(2, key="k", assignee="north") == asks
    campaign.tell(asks[0], 0.5)
    campaign.cancel(asks[1])
    campaign.pause()
    for one in (campaign, Campaign.open("walk", db=db)):
        assert one.ask(2, key="k", assignee="north") == asks
    assert len(campaign.events()) == len(before) + 3
    campaign.resume()
    assert numbers(campaign.ask(2, key="another", assignee="north")) == [3, 4]


def test_a_key_remembers_what_was_open_already(campaign):
    """Also where nothing new was asked: the answer to a retry is the answer that was lost."""
    (ask,) = campaign.ask()
    assert campaign.ask(key="k") == [ask]
    campaign.tell(ask, 0.5)
    assert campaign.ask(key="k") == [ask]
    assert campaign.status().asked == 1


def test_a_key_for_something_else_is_refused(campaign):
    (ask,) = campaign.ask(key="k")
    campaign.tell(ask, 0.5, key="told")
    for call in (
        lambda: campaign.ask(2, key="k"),
        lambda: campaign.ask(key="k", assignee="north"),
        lambda: campaign.ask(key="k", more=True),
        lambda: campaign.ask(key="told"),
        lambda: campaign.tell(ask, 0.5, key="k"),
        lambda: campaign.observe_many([([3], 0.5, "k")]),
    ):
        with pytest.raises(KeyReusedError):
            call()
    assert campaign.status().asked == 1


def test_two_with_the_same_key_at_once(campaign, db, monkeypatch):
    """The other one is quicker, after our look at the key: we get what it got."""
    choose, others = cb.CheapUCB.choose, [Campaign.open("walk", db=db)]

    def interrupted(self, *arguments):
        if others:
            others.pop().ask(2, key="k")
        return choose(self, *arguments)

    monkeypatch.setattr(cb.CheapUCB, "choose", interrupted)
    assert numbers(campaign.ask(2, key="k")) == [1, 2]
    assert campaign.status().asked == 2


def test_a_refused_request_leaves_its_key_free(campaign):
    campaign.pause()
    with pytest.raises(ClosedError):
        campaign.ask(key="k")
    campaign.resume()
    assert len(campaign.ask(key="k")) == 1


BLANKS = [" north", "north ", "  north  ", "\u00a0north\u3000"]


@pytest.mark.parametrize("name", BLANKS)
def test_blanks_around_a_team_make_no_other_team(campaign, db, name):
    """Seen: 'north' and ' north ' held a group each, and looked the same wherever they stood."""
    (first,) = campaign.ask(assignee="north", key="k")
    assert campaign.ask(assignee=name) == [first]
    assert campaign.ask(assignee=name, key="k") == [first]
    (other,) = campaign.ask(assignee=name, more=True)
    assert other.assignee == "north"
    assert campaign.status().assigned == {"north": [1, 2]}
    Campaign.open("walk", db=db, who=name).tell(first, 0.5)
    assert campaign.events()[-1].who == "north"
    Campaign.create("other", campaign.graph, db=db, horizon=3, who=name).pause()
    assert Campaign.open("other", db=db).events()[-1].who == "north"


def test_a_name_of_blanks_is_none(campaign, db):
    with pytest.raises(ParameterError, match="the assignee must have 1 to 200 characters"):
        campaign.ask(assignee="  ")
    with pytest.raises(ParameterError, match="who must have 1 to 200 characters"):
        Campaign.open("walk", db=db, who=" ").pause()
    assert campaign.events() == []


@pytest.mark.parametrize("key", [" k", "k ", "k\u00a0"])
def test_a_new_key_has_no_blanks_around_it(campaign, key):
    """A header loses them: over HTTP it would be another key, and the reading stand twice."""
    (ask,) = campaign.ask()
    for call in (
        lambda: campaign.ask(2, key=key),
        lambda: campaign.tell(ask, 0.5, key=key),
        lambda: campaign.observe([1], 0.5, key=key),
        lambda: campaign.observe_many([([1], 0.5, None), ([2], 0.5, key)]),
    ):
        with pytest.raises(ParameterError, match="key must not begin or end with a blank"):
            call()
    assert [event.kind for event in campaign.events()] == ["ask"]


def test_an_old_key_with_blanks_is_still_known(campaign, monkeypatch):
    with monkeypatch.context() as older:
        older.setattr("cheapbandits.store.writer.fresh_key", lambda key: key)
        told = campaign.observe([1], 0.5, key=" k")
    assert campaign.observe([1], 0.5, key=" k") == told


def test_a_clock_that_is_set_back_mixes_nothing_up(campaign, db, monkeypatch):
    """Order, budget and what is open follow the log; only when a lease ends is by the clock."""
    (first,) = campaign.ask(lease=60)
    (second,) = campaign.ask(more=True)
    campaign.tell(second, 2.0)

    class Back(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) - timedelta(days=9000)

    monkeypatch.setattr(clock, "datetime", Back)
    (third,) = campaign.ask(more=True, lease=60)
    assert third.lease < first.lease
    campaign.tell(first, 1.0)
    campaign.correct(second, 2.5)
    seen = campaign.observe([3], 4.0)
    monkeypatch.undo()
    assert seen.at < campaign.events()[0].at
    assert campaign.status().expired == 1  # the third, by the clock as it is now
    assert numbers(campaign.ask()) == [4]
    there = Campaign.open("walk", db=db)
    assert there.status() == campaign.status()
    rows = [(row["ask"], row["status"], row["reading"]) for row in there.history()]
    told = [(1, "told", 1.0), (2, "told", 2.5), (3, "expired", None), (None, "observed", 4.0)]
    assert rows == [*told, (4, "open", None)]
    assert there._desk.store.check() == []


@pytest.mark.parametrize("lease", [0, 0.0, -1, float("nan")])
def test_a_lease_of_no_time_is_none(campaign, lease):
    """Seen: an ask that had expired as it was made."""
    with pytest.raises(ParameterError, match="a lease is a number of seconds above 0"):
        campaign.ask(lease=lease)
    assert campaign.events() == []
