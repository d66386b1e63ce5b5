"""What every database must do alike."""

from __future__ import annotations

import pickle
from datetime import datetime

import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.store import (
    AlreadyToldError,
    CampaignRow,
    KeyReusedError,
    NameTakenError,
    NotFoundError,
    OtherLogError,
    Place,
    Store,
    StoreError,
    clock,
)
from tests.store.samples import GRAPH, ask, fill, tamper, tell


def test_a_campaign_keeps_what_it_was_created_with(store: Store) -> None:
    made = store.create("forest", {"b": [1, 2.5], "a": None}, GRAPH, who="ana")
    assert made == store.campaign("forest")
    assert made.name == "forest"
    assert len(made.id) == 32
    assert made.spec == {"a": None, "b": [1, 2.5]}
    assert (made.summary, made.last_seq) == ({}, 0)
    assert datetime.fromisoformat(made.created).utcoffset() is not None
    assert store.graph("forest") == GRAPH
    assert store.events("forest") == []
    assert store.check() == []


def test_campaigns_come_newest_first_whatever_the_clock(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, name in ((3, "first"), (1, "second"), (2, "third")):
        monkeypatch.setattr(clock, "now", lambda day=day: f"2026-01-0{day}T00:00:00+00:00")
        store.create(name, {}, b"", who="ana")
    assert [row.name for row in store.campaigns()] == ["third", "second", "first"]


def test_events_are_numbered_without_gaps_in_order(store: Store) -> None:
    fill(store, rounds=3)
    events = store.events("forest")
    assert [e.seq for e in events] == [1, 2, 3, 4, 5, 6]
    assert [(e.kind, e.ask) for e in events[:2]] == [("ask", 1), ("tell", 1)]
    assert (events[1].body, events[1].who, events[1].key) == ({"value": 0.1}, "ben", None)
    assert store.campaign("forest").last_seq == 6
    assert store.campaign("forest").summary == {"told": 3}
    assert len({e.digest for e in events}) == 6


@pytest.mark.parametrize("after", [0, 1, 5, 6, 7, 100])
def test_reading_on_gives_the_rest(store: Store, after: int) -> None:
    fill(store, rounds=3)
    assert store.events("forest", after=after) == store.events("forest")[after:]


@pytest.mark.parametrize("after", [0, 1, 5, 6])
def test_following_from_a_place_gives_the_rest(store: Store, after: int) -> None:
    fill(store, rounds=3)
    row, events = store.campaign("forest"), store.events("forest")
    digests = [row.genesis, *(event.digest for event in events)]
    place = Place(after, digests[after])
    assert store.follow("forest", place) == events[after:]
    with store.writing("forest") as writer:
        assert writer.follow(place) == events[after:]
        assert writer.row.place == row.place == Place(6, digests[6])


@pytest.mark.parametrize("there", [Place(0, "x"), Place(3, "x"), Place(6, "x"), Place(7, "x")])
def test_a_log_that_does_not_go_through_a_place(store: Store, there: Place) -> None:
    """It was put back, it is longer than this one, or it is another campaign's."""
    fill(store, rounds=3)
    fill(store, "other", rounds=3)
    with pytest.raises(OtherLogError):
        store.follow("forest", there)
    with pytest.raises(OtherLogError):
        store.follow("forest", store.campaign("other").place)
    with pytest.raises(OtherLogError), store.writing("forest") as writer:
        writer.follow(there)
    assert store.check() == []


def test_a_follower_may_refuse_at_the_sight_of_the_row(store: Store, place: str) -> None:
    fill(store, rounds=3)
    start = Place(0, store.campaign("forest").genesis)
    tamper(place, "DROP TABLE cheapbandits_events")

    def refuse(row: CampaignRow) -> None:
        raise ZeroDivisionError(row.last_seq)

    with pytest.raises(ZeroDivisionError, match="6"):
        store.follow("forest", start, refuse)


def test_an_event_is_found_by_its_key(store: Store) -> None:
    fill(store, rounds=1)
    tell(store, "forest", 2, 0.5, key="morning")
    assert store.find("forest", "morning") == store.events("forest")[-1]
    assert store.find("forest", "evening") is None


def test_campaigns_do_not_mix(store: Store) -> None:
    fill(store, "one", rounds=1)
    fill(store, "two", rounds=2)
    assert store.campaign("one").last_seq == 2
    assert store.campaign("two").last_seq == 4
    with store.writing("one") as log:
        assert log.asked(2) is None


def test_a_block_sees_what_it_has_appended(store: Store) -> None:
    fill(store, rounds=1)
    with store.writing("forest") as log:
        added = log.append("tell", {"value": 2.0}, key="k-1", who="ana")
        assert log.row.last_seq == added.seq == 3
        assert log.find("k-1") == added == log.events(after=2)[0]
        assert log.find("k-2") is None
        assert log.told(1) == log.events()[1]
        assert log.asked(1) == log.events()[0]
        assert log.told(2) is None
    assert store.events("forest")[-1] == added


def test_an_exception_leaves_nothing_behind(store: Store) -> None:
    fill(store, rounds=1)
    before = store.events("forest")

    def half_way() -> None:
        with store.writing("forest") as log:
            log.append("tell", {"value": 2.0}, who="ana")
            log.summarise({"told": 99})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_way()
    assert store.events("forest") == before
    assert store.campaign("forest").summary == {"told": 1}


def test_the_second_tell_of_an_ask_gets_the_first(store: Store) -> None:
    fill(store, rounds=1)
    with pytest.raises(AlreadyToldError, match="ask 1 was told already, by ben") as caught:
        tell(store, "forest", 1, 0.9)
    assert caught.value.event == store.events("forest")[1]
    assert store.campaign("forest").last_seq == 2


def test_readings_nobody_asked_for_are_not_limited(store: Store) -> None:
    fill(store, rounds=1)
    with store.writing("forest") as log:
        for value in (1.0, 2.0):
            log.append("tell", {"value": value}, who="ana")
    assert store.campaign("forest").last_seq == 4


def test_an_ask_is_made_once(store: Store) -> None:
    fill(store, rounds=1)
    with pytest.raises(StoreError, match="ask 1 was made already"):
        ask(store, "forest", 1)


def test_a_key_is_used_once_in_a_campaign(store: Store) -> None:
    fill(store, rounds=1)
    fill(store, "other", rounds=0)
    tell(store, "forest", 2, 0.5, key="morning")
    tell(store, "other", 2, 0.5, key="morning")
    with pytest.raises(KeyReusedError, match="'morning'") as caught:
        tell(store, "forest", 3, 0.6, key="morning")
    assert caught.value.event.ask == 2


def test_a_name_is_used_once(store: Store) -> None:
    fill(store, rounds=0)
    with pytest.raises(NameTakenError, match="'forest' exists already"):
        fill(store, rounds=0)


def test_an_unknown_name_brings_the_nearest(store: Store) -> None:
    with pytest.raises(NotFoundError, match="there are none yet"):
        store.campaign("forrest")
    fill(store, rounds=0)
    fill(store, "harbour", rounds=0)
    for use in (store.campaign, store.graph, store.events, lambda n: store.writing(n).__enter__()):
        with pytest.raises(NotFoundError, match=r"no campaign is named 'Forrest'.*'forest'"):
            use("Forrest")


@pytest.mark.parametrize(
    "body", [{"v": float("nan")}, {"v": float("inf")}, {"v": {1, 2}}, {"v": b"x"}, [1], "text"]
)
def test_what_json_cannot_hold_is_refused(store: Store, body: object) -> None:
    fill(store, rounds=0)
    with pytest.raises(ParameterError), store.writing("forest") as log:
        log.append("tell", body, who="ana")  # type: ignore[arg-type]
    with pytest.raises(ParameterError):
        store.create("other", body, b"", who="ana")  # type: ignore[arg-type]
    assert store.events("forest") == []
    assert [row.name for row in store.campaigns()] == ["forest"]


@pytest.mark.parametrize("number", [-1, 2**63, True, 1.0, "1"])
def test_odd_ask_numbers_are_refused(store: Store, number: object) -> None:
    fill(store, rounds=0)
    for kind in ("ask", "tell", "cancel"):
        wrong = pytest.raises(ParameterError, match="number of an ask")
        with wrong, store.writing("forest") as log:
            log.append(kind, {}, ask=number, who="ana")  # type: ignore[arg-type]


def test_order_follows_the_sequence_when_the_clock_is_set_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, rounds=1)
    monkeypatch.setattr(clock, "now", lambda: "1999-12-31T00:00:00.000000+00:00")
    tell(store, "forest", 2, 0.2)
    monkeypatch.undo()
    tell(store, "forest", 3, 0.3)
    assert [e.ask for e in store.events("forest")] == [1, 1, 2, 3]
    assert store.events("forest")[2].at.startswith("1999")
    assert store.check() == []


def test_a_second_block_in_the_same_thread_is_refused_at_once(store: Store) -> None:
    fill(store, rounds=0)
    with store.writing("forest") as log:
        with pytest.raises(StoreError, match="writing already"), store.writing("forest"):
            pass
        log.append("note", {}, who="ana")
    assert store.campaign("forest").last_seq == 1
    with pytest.raises(StoreError, match="has been left"):
        log.append("note", {}, who="ana")


def test_another_store_sees_what_was_committed(store: Store, place: str) -> None:
    fill(store, rounds=2)
    with Store.open(place) as other:
        assert other.campaigns() == store.campaigns()
        assert other.events("forest") == store.events("forest")


def test_lists_never_read_events(store: Store, place: str) -> None:
    fill(store, rounds=2)
    before = store.campaigns()
    tamper(place, "DROP TABLE cheapbandits_events")
    assert store.campaigns() == before
    assert store.campaign("forest") == before[0]


def test_errors_travel_between_processes(store: Store) -> None:
    fill(store, rounds=1)
    with pytest.raises(AlreadyToldError) as caught:
        tell(store, "forest", 1, 0.9)
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(copy), copy.event) == (str(caught.value), caught.value.event)
