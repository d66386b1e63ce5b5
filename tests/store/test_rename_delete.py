"""Another name for a campaign, a campaign gone, and nothing of the others touched."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from cheapbandits.errors import DamagedError, ParameterError
from cheapbandits.store import NameTakenError, NotFoundError, Place, Store, StoreError
from tests.store.samples import GRAPH, ask, fill, tamper, tell


def rename(store: Store, old: str, new: str) -> None:
    with store.writing(old) as log:
        log.rename(new)
        log.append("rename", {"from": old}, who="ana")


def contents(store: Store, name: str) -> list[object]:
    return [(e.seq, e.kind, e.body, e.ask, e.key, e.who, e.at) for e in store.events(name)]


def test_a_new_name_keeps_everything_but_the_digests(store: Store) -> None:
    fill(store, rounds=3)
    tell(store, "forest", 7, 0.7, key="k")
    fill(store, "other", rounds=2)
    before, others = contents(store, "forest"), store.events("other")
    was, neighbour = store.campaign("forest"), store.campaign("other")
    rename(store, "forest", "wood")
    now = store.campaign("wood")
    assert contents(store, "wood")[:-1] == before
    assert store.events("wood")[-1].kind == "rename"
    assert (now.id, now.created, now.spec, now.summary) == (
        *(was.id, was.created, was.spec, was.summary),
    )
    assert store.graph("wood") == GRAPH
    assert store.find("wood", "k") is not None
    assert store.check() == []
    with pytest.raises(NotFoundError, match="no campaign is named"):
        store.campaign("forest")
    assert (store.events("other"), store.campaign("other")) == (others, neighbour)
    ask(store, "wood", 8)
    tell(store, "wood", 8, 0.8)
    assert store.check() == []
    rename(store, "wood", "forest")
    assert store.follow("forest", was.place)[0].kind == "rename"


def test_a_campaign_without_events_is_renamed(store: Store) -> None:
    fill(store, rounds=0)
    with store.writing("forest") as log:
        log.rename("wood")
    assert store.campaign("wood").last_seq == 0
    assert store.check() == []


def test_names_that_are_refused_change_nothing(store: Store) -> None:
    fill(store, rounds=1)
    fill(store, "other", rounds=1)
    before = store.campaigns()
    with pytest.raises(NameTakenError, match="'other' exists already"):
        rename(store, "forest", "other")
    with pytest.raises(ParameterError, match="called 'forest' already"):
        rename(store, "forest", "forest")
    with pytest.raises(ParameterError, match="slashes"):
        rename(store, "forest", "a/b")
    assert store.campaigns() == before
    assert store.check() == []


def test_two_take_one_name_at_the_same_moment(store: Store, place: str) -> None:
    """One gets it; to the other the name is taken, whoever looked first."""
    fill(store, "one", rounds=1)
    fill(store, "two", rounds=1)
    both, errors = threading.Barrier(2, timeout=60), []

    def take(name: str) -> None:
        with Store.open(place) as mine:
            both.wait()
            try:
                rename(mine, name, "wanted")
            except NameTakenError as error:
                errors.append(error)

    threads = [threading.Thread(target=take, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=90)
    assert len(errors) == 1
    assert sorted(row.name for row in store.campaigns()) in (["one", "wanted"], ["two", "wanted"])
    assert store.check() == []


def test_a_damaged_log_is_not_made_to_look_whole(store: Store, place: str) -> None:
    fill(store, rounds=3)
    tamper(place, "UPDATE cheapbandits_events SET body = '{\"value\":9.0}' WHERE seq = 4")
    with pytest.raises(DamagedError, match="event 4"):
        rename(store, "forest", "wood")
    assert len(store.check()) == 1


def test_a_deleted_campaign_is_gone_and_the_others_are_not(store: Store) -> None:
    fill(store, "before", rounds=2)
    fill(store, rounds=3)
    fill(store, "after", rounds=1)
    others = [(row, store.events(row.name)) for row in store.campaigns() if row.name != "forest"]
    store.delete("forest", store.campaign("forest").place)
    assert [(row, store.events(row.name)) for row in store.campaigns()] == others
    assert store.graph("before") == GRAPH
    with pytest.raises(NotFoundError):
        store.events("forest")
    with pytest.raises(NotFoundError):
        store.delete("forest")
    assert store.check() == []
    fill(store, rounds=1)
    assert store.campaign("forest").last_seq == 2


def test_what_was_written_since_is_not_deleted(store: Store) -> None:
    fill(store, rounds=1)
    seen = store.campaign("forest").place
    tell(store, "forest", 9, 0.9)
    with pytest.raises(StoreError, match="nothing was deleted"):
        store.delete("forest", seen)
    with pytest.raises(StoreError, match="nothing was deleted"):
        store.delete("forest", Place(3, "x"))
    assert store.campaign("forest").last_seq == 3


def test_a_damaged_campaign_can_be_deleted(store: Store, place: str) -> None:
    fill(store, rounds=1)
    fill(store, "other", rounds=1)
    tamper(place, "UPDATE cheapbandits_campaigns SET seal = 'x' WHERE name = 'forest'")
    with pytest.raises(DamagedError):
        store.export("forest", "never.db")
    store.delete("forest")
    assert store.check() == []
    assert [row.name for row in store.listing() if not isinstance(row, DamagedError)] == ["other"]


def test_an_export_is_a_database_with_one_campaign(store: Store, tmp_path: Path) -> None:
    fill(store, "before", rounds=2)
    fill(store, rounds=3)
    target = tmp_path / "forest-only.db"
    row = store.export("forest", target)
    assert row == store.campaign("forest")
    with Store.open(target, create=False) as copy:
        assert copy.campaigns() == [row]
        assert copy.events("forest") == store.events("forest")
        assert copy.graph("forest") == GRAPH
        assert copy.check() == []
        ask(copy, "forest", 4)
    assert store.campaign("forest").last_seq == 6
    with pytest.raises(StoreError, match="exists already"):
        store.export("forest", target)
    with pytest.raises(NotFoundError):
        store.export("nobody", tmp_path / "x.db")
    assert [path.name for path in tmp_path.glob("*x.db*")] == []


def test_an_export_refuses_a_damaged_log(store: Store, place: str, tmp_path: Path) -> None:
    fill(store, rounds=3)
    tamper(place, "DELETE FROM cheapbandits_events WHERE seq = 4")
    with pytest.raises(DamagedError, match="event 4"):
        store.export("forest", tmp_path / "x.db")
    assert not (tmp_path / "x.db").exists()
