"""One campaign shared: by threads, by processes, and with a log that is put back under it."""

import functools
import shutil
import threading

import numpy as np
import pytest
from sqlalchemy import event

import cheapbandits as cb
from cheapbandits.campaign import Campaign, ClosedError, NoSuchAskError
from cheapbandits.store import (
    AlreadyToldError,
    KeyReusedError,
    NotFoundError,
    Store,
    StoreError,
    patience,
)
from tests.campaign.restoring import Copy
from tests.forms import forms
from tests.store.samples import tamper


@pytest.fixture(scope="module")
def graph():
    return cb.grid(6, 7)


@pytest.fixture
def campaign(graph, db):
    return Campaign.create("walk", graph, db=db, horizon=2_000, who="ann", policy="CheapUCB")


def reading_of(ask):
    return ask.number / 100


def play(campaign, rounds):
    for _ in range(rounds):
        (ask,) = campaign.ask()
        campaign.tell(ask, reading_of(ask))


def agrees_with_its_log(campaign, db):
    """What this process believes and would ask is what a fresh one reads from the log."""
    fresh = Campaign.open("walk", db=db)
    with campaign._desk.policy() as (standing, held):
        anew = fresh.policy()
        np.testing.assert_allclose(held.belief.mean, anew.belief.mean, atol=1e-9)
        assert held.n_told == anew.n_told == campaign.status().told == standing.n_told
        assert held.pending == anew.pending
    assert campaign.history() == fresh.history()
    assert campaign.status() == fresh.status()
    mine, theirs = campaign.assess(), fresh.assess()
    assert (mine.node, mine.n_readings) == (theirs.node, theirs.n_readings)
    assert mine.estimate == pytest.approx(theirs.estimate)
    assert Store.open(db).check() == []


def together(*works):
    """Run functions at once, one a thread; return the errors they ended with."""
    errors = []

    def guarded(work):
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


# -- threads: defect 1 -----------------------------------------------------------------------------


def test_threads_assess_while_readings_come(campaign, db):
    rng = np.random.default_rng(0)
    values = [(int(node), float(value)) for node, value in rng.random((60, 2)) * (42, 1)]
    campaign.observe([values[0][0]], values[0][1])
    done = threading.Event()

    def read():
        for node, value in values[1:]:
            campaign.observe([node], value)
        done.set()

    def assess():
        while not done.is_set():
            campaign.assess()

    assert together(read, *[assess] * 6) == []
    assert campaign.assess().n_readings == len(values)
    agrees_with_its_log(campaign, db)


def test_threads_ask_tell_assess_and_look(campaign, db):
    campaign.observe([0], 0.5)  # without any there is nothing to assess

    def rounds(team):
        for _ in range(8):
            for ask in campaign.ask(1, more=True):
                campaign.tell(ask, reading_of(ask), key=f"{team}-{ask.number}")

    def look():
        for _ in range(20):
            status = campaign.status()
            assert status.told + status.open == status.asked
            assert len(campaign.history()) >= status.asked
            campaign.assess()

    teams = [lambda team=team: rounds(team) for team in range(4)]
    assert together(*teams, look, look) == []
    status = campaign.status()
    assert (status.asked, status.told, status.open) == (32, 32, 0)
    assert [row["ask"] for row in campaign.history()] == [None, *range(1, 33)]
    agrees_with_its_log(campaign, db)


# -- a log put back: defect 2 ----------------------------------------------------------------------


@pytest.mark.parametrize("later", forms(3, 1, 9))
def test_a_backup_put_back_under_a_running_process(campaign, db, later):
    """Shorter than what was followed, or as long again with other events at the same places."""
    play(campaign, 4)
    copy = Copy(db)
    play(campaign, 3)
    campaign.observe([5], 9.0)
    campaign.assess()
    copy.put_back()
    other = Campaign.open("walk", db=db)
    for number in range(later - 1):
        other.observe([number], 0.5)
    assert len(campaign.ask()[0].nodes) > 0
    play(campaign, 2)
    agrees_with_its_log(campaign, db)
    assert campaign.status().told == 6


def test_a_file_put_back_under_a_running_process(graph, tmp_path):
    db, copy = tmp_path / "campaigns.db", tmp_path / "copy.db"
    campaign = Campaign.create("walk", graph, db=db, policy="CheapUCB")
    play(campaign, 3)
    Store.open(db).backup(copy)
    (lost,) = campaign.ask()
    play(campaign, 2)
    shutil.copy(copy, db)
    with pytest.raises(NoSuchAskError):
        campaign.tell(lost, 0.5)
    agrees_with_its_log(campaign, db)
    play(campaign, 1)
    agrees_with_its_log(campaign, db)


def test_another_campaign_of_the_same_name(graph, db):
    """The whole database was replaced: what was meant for the one must not go to the other."""
    Campaign.create("other", graph, db=db, policy="CheapUCB")
    copy = Copy(db)
    campaign = Campaign.create("walk", graph, db=db, horizon=20, policy="CheapUCB")
    play(campaign, 2)
    copy.put_back()
    now = Campaign.create("walk", cb.grid(3, 3), db=db, horizon=7, policy="CheapUCB")
    with pytest.raises(NotFoundError, match="another campaign has its name now"):
        campaign.observe([4], 0.5)
    assert now.events() == []
    play(now, 2)
    agrees_with_its_log(now, db)


# -- others need not wait: defect 3 ----------------------------------------------------------------


@pytest.mark.parametrize("step", ["choose", "restore"])
def test_others_write_while_it_follows_and_chooses(graph, tmp_path, monkeypatch, step):
    """SQLite has one writer for the whole file: it must not be somebody who computes."""
    monkeypatch.setattr(patience, "PATIENCE", 0.05)
    db = tmp_path / "campaigns.db"
    other = Campaign.create("other", graph, db=db, policy="CheapUCB")
    Campaign.create("walk", graph, db=db, policy="CheapUCB").observe([3], 0.5)
    compute, wrote = getattr(cb.CheapUCB, step), []

    def slow(self, *arguments, **more):
        thread = threading.Thread(target=lambda: wrote.append(other.observe([1], 0.25)))
        thread.start()
        thread.join()
        return compute(self, *arguments, **more)

    monkeypatch.setattr(cb.CheapUCB, step, slow)
    assert len(Campaign.open("walk", db=db).ask()) == 1
    assert wrote


def test_a_choice_is_made_anew_when_somebody_else_wrote(campaign, db, monkeypatch):
    play(campaign, 2)
    choose, others = cb.CheapUCB.choose, [Campaign.open("walk", db=db) for _ in range(3)]

    def interrupted(self, *arguments):
        if others:
            others.pop().observe([len(others)], 0.5)
        return choose(self, *arguments)

    monkeypatch.setattr(cb.CheapUCB, "choose", interrupted)
    (ask,) = campaign.ask()
    kinds = [event.kind for event in campaign.events()]
    assert kinds == ["ask", "tell"] * 2 + ["observe"] * 3 + ["ask"]
    assert ask.number == 3
    agrees_with_its_log(campaign, db)


def test_it_asks_even_if_others_never_stop_writing(campaign, db, monkeypatch):
    """A choice that always comes too late would starve; after a few it has the log to itself."""
    choose, busy = cb.CheapUCB.choose, Campaign.open("walk", db=db)
    tries, others = [], []

    def interrupted(self, *arguments):
        tries.append(1)
        if len(tries) < 50:
            thread = threading.Thread(target=busy.observe, args=([1], 0.5))
            thread.start()
            others.append(thread)
            thread.join(1)  # for ever where the desk holds the log
        return choose(self, *arguments)

    monkeypatch.setattr(cb.CheapUCB, "choose", interrupted)
    assert len(campaign.ask()) == 1
    assert len(tries) < 50
    for thread in others:
        thread.join()


def test_polling_a_paused_campaign_replays_nothing(graph, db):
    campaign = Campaign.create("walk", graph, db=db, policy="CheapUCB")
    play(campaign, 3)
    campaign.pause()
    tamper(db, "DROP TABLE cheapbandits_events")
    for one in (campaign, Campaign.open("walk", db=db)):
        with pytest.raises(ClosedError, match="paused"):
            one.ask()


def test_a_store_that_fails_leaves_nothing_half_way(graph, tmp_path):
    """The disk is full in the middle of asking, and later is not."""
    db, limit = tmp_path / "campaigns.db", {"pages": 10_000}
    campaign = Campaign.create("walk", graph, db=db, horizon=10_000, policy="CheapUCB")
    play(campaign, 3)

    def restrict(connection, _record, _proxy):
        connection.execute(f"PRAGMA max_page_count = {limit['pages']}")

    event.listen(campaign._desk.store._database.engines.reader, "checkout", restrict)
    limit["pages"] = 1
    with pytest.raises(StoreError, match="the disk is full"):
        campaign.ask(200, key="many")
    limit["pages"] = 10_000
    agrees_with_its_log(campaign, db)
    assert [ask.number for ask in campaign.ask(2, key="many")] == [4, 5]
    agrees_with_its_log(campaign, db)


def test_a_refusal_keeps_what_was_learned(graph, db, monkeypatch):
    campaign = Campaign.create("walk", graph, db=db, horizon=100, budget=1.2, policy="CheapUCB")
    made, make = [], cb.CheapUCB.__init__

    @functools.wraps(make)
    def counted(self, *arguments, **settings):
        made.append(self)
        make(self, *arguments, **settings)

    monkeypatch.setattr(cb.CheapUCB, "__init__", counted)
    with pytest.raises(ClosedError, match="used up"):
        play(campaign, 100)
    for _ in range(3):
        with pytest.raises(ClosedError, match="used up"):
            campaign.ask()
        with pytest.raises(NoSuchAskError):
            campaign.cancel(99)
        with pytest.raises(AlreadyToldError):
            campaign.tell(1, 0.1)
    assert len(made) == 1
    agrees_with_its_log(campaign, db)


# -- what counts: defect 11 ------------------------------------------------------------------------


def test_annulled_readings_no_longer_count(graph, db):
    campaign = Campaign.create("walk", graph, db=db, horizon=3, budget=50.0, policy="CheapUCB")
    play(campaign, 3)
    seen = campaign.observe([3], 0.5).seq
    campaign.observe([4], 0.5)
    spent = campaign.status().spent
    campaign.annul(2)
    campaign.annul(seen, observation=True)
    status = campaign.status()
    assert (status.told, status.observed, status.annulled) == (2, 1, 2)
    assert status.spent == pytest.approx(spent)  # the price stays spent
    (again,) = campaign.ask()  # one of the three planned is missing again
    assert again.number == 4
    campaign.correct(2, 0.25)
    campaign.correct(seen, 0.25, observation=True)
    status = campaign.status()
    assert (status.told, status.observed, status.annulled) == (3, 2, 0)
    assert status.spent == pytest.approx(spent)
    campaign.tell(again, 0.1)
    with pytest.raises(ClosedError, match="3 planned"):
        campaign.ask()


def test_money_of_annulled_readings_stays_spent(graph, db):
    campaign = Campaign.create("walk", graph, db=db, horizon=100, budget=2.0, policy="CheapUCB")

    def waste(rounds):
        for _ in range(rounds):
            (ask,) = campaign.ask()
            campaign.tell(ask, 0.5)
            campaign.annul(ask.number)

    with pytest.raises(ClosedError, match="used up"):
        waste(100)
    for one in (campaign, Campaign.open("walk", db=db)):
        assert one.status().told == 0
        assert 1.0 < one.status().spent <= 2.0
        with pytest.raises(ClosedError, match="used up"):
            one.ask()


def test_a_known_key_with_other_content_is_refused_in_bulk(campaign):
    campaign.observe_many([([3], 0.5, "a"), ([4], 0.5, "b")])
    for wrong in ([3], 0.6, "a"), ([3, 4], 0.5, "b"):
        with pytest.raises(KeyReusedError):
            campaign.observe_many([([9], 0.1, "new"), wrong])
    (ask,) = campaign.ask()
    campaign.tell(ask, 0.1, key="told")
    with pytest.raises(KeyReusedError):
        campaign.observe_many([([3], 0.1, "told")])
    assert campaign.status().observed == 2
    assert campaign.observe_many([([9], 0.1, "c"), ([9], 0.1, "c"), ([3], 0.5, "a")]) == 1


# -- nobody waits for a policy who needs none ------------------------------------------------------


def test_looking_and_changing_do_not_wait_for_a_choice(campaign, db, monkeypatch):
    """All of it through one object, while another thread of it chooses."""
    play(campaign, 2)
    first, second = campaign.ask(2)
    seen = campaign.observe([5], 0.5).seq
    choose, choosing, done = cb.CheapUCB.choose, threading.Event(), threading.Event()

    def slow(self, *arguments):
        choosing.set()
        assert done.wait(30), "somebody waits for the choice"
        return choose(self, *arguments)

    def others():
        choosing.wait(30)
        campaign.cancel(second)
        campaign.tell(first, 0.25)
        campaign.correct(first, 0.5)
        campaign.annul(seen, observation=True)
        campaign.mask([3])
        assert len(campaign.history()) == 5
        assert campaign.status().told == 3
        done.set()

    monkeypatch.setattr(cb.CheapUCB, "choose", slow)
    assert together(lambda: campaign.ask(1, more=True), others) == []
    agrees_with_its_log(campaign, db)
