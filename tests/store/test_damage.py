"""Fault 13: torn, corrupt, edited."""

from __future__ import annotations

import re
import sqlite3
import uuid
from pathlib import Path

import pytest

from cheapbandits.store import DamagedError, Store, StoreError, chain
from cheapbandits.store.glance import QUERY, glance
from tests.services import schema_url
from tests.store.samples import fill, tamper

EVENTS, CAMPAIGNS, GRAPHS = (f"cheapbandits_{table}" for table in ("events", "campaigns", "graphs"))
EDITS = {
    "a value": (f"UPDATE {EVENTS} SET body = '{{\"value\":0.9}}' WHERE seq = 4", 4),
    "broken JSON": (f"UPDATE {EVENTS} SET body = '{{\"val' WHERE seq = 4", 4),
    "who": (f"UPDATE {EVENTS} SET who = 'eve' WHERE seq = 4", 4),
    "when": (f"UPDATE {EVENTS} SET at = '2001-01-01' WHERE seq = 4", 4),
    "the ask": (f"UPDATE {EVENTS} SET ask = 77 WHERE seq = 4", 4),
    "the kind": (f"UPDATE {EVENTS} SET kind = 'annul' WHERE seq = 4", 4),
    "the digest": (f"UPDATE {EVENTS} SET digest = 'abc' WHERE seq = 4", 4),
    "removed in the middle": (f"DELETE FROM {EVENTS} WHERE seq = 3", 3),
    "removed at the start": (f"DELETE FROM {EVENTS} WHERE seq = 1", 1),
    "removed at the end": (f"DELETE FROM {EVENTS} WHERE seq = 6", 6),
    "all removed": (f"DELETE FROM {EVENTS}", 1),
    "renumbered": (f"UPDATE {EVENTS} SET seq = 9 WHERE seq = 6", 6),
    "added": (
        f"INSERT INTO {EVENTS} SELECT campaign, 7, 'note', body, NULL, NULL, who, at, digest "
        f"FROM {EVENTS} WHERE seq = 6",
        7,
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_event_is_found(store: Store, place: str, edit: str) -> None:
    fill(store, rounds=3)
    fill(store, "untouched", rounds=0)
    statement, seq = EDITS[edit]
    tamper(place, statement)
    with pytest.raises(DamagedError, match="`cheapbandits db check`") as caught:
        store.events("forest")
    assert (caught.value.campaign, caught.value.seq) == ("forest", seq)
    assert "'forest'" in str(caught.value)
    assert f"event {seq}" in str(caught.value)
    (problem,) = store.check()
    assert "'forest'" in problem
    assert store.events("untouched") == []


@pytest.mark.parametrize("column", ["summary", "spec"])
def test_an_edited_campaign_is_found(store: Store, place: str, column: str) -> None:
    fill(store, rounds=1)
    tamper(place, f"UPDATE {CAMPAIGNS} SET {column} = '{{\"budget\":9}}'")
    for use in (store.campaign, store.events, store.graph):
        with pytest.raises(DamagedError, match=r"'forest'.*its row was changed"):
            use("forest")
    assert len(store.check()) == 1


@pytest.mark.parametrize("name", ["x'6a'", "NULL", "7"])
def test_a_name_that_is_no_text_is_damage(file: Path, name: str) -> None:
    """Seen: a traceback, as the name was compared with the one that was asked for."""
    with Store.open(file) as store:
        fill(store, rounds=1)
        tamper(file, "CREATE TABLE copy AS SELECT * FROM cheapbandits_campaigns")
        tamper(file, f"UPDATE copy SET name = {name}")
        tamper(file, "DROP TABLE cheapbandits_campaigns")
        tamper(file, "ALTER TABLE copy RENAME TO cheapbandits_campaigns")
        with pytest.raises(StoreError, match="no campaign is named 'forest'"):
            store.campaign("forest")


@pytest.mark.usefixtures("no_garbage")
@pytest.mark.parametrize("column", ["summary", "spec"])
def test_values_nested_without_end_are_damage(file: Path, column: str) -> None:
    with Store.open(file) as store:
        fill(store, rounds=1)
        deep = "[" * 100_000
        tamper(file, f"UPDATE {CAMPAIGNS} SET {column} = '{deep}'")
        with pytest.raises(DamagedError, match=r"'forest'.*its row was changed"):
            store.campaign("forest")
        assert len(store.check()) == 1
        with sqlite3.connect(file) as database:
            row = database.execute(QUERY).fetchone()
        *parts, summary, last_seq, last_digest, _ = row
        sealed = chain.seal(chain.genesis(*parts), summary, last_seq, last_digest)
        tamper(file, f"UPDATE {CAMPAIGNS} SET seal = '{sealed}'")
        with pytest.raises(DamagedError, match=r"'forest'.*its row was changed"):
            store.campaign("forest")
        assert glance(file) is None


_ON_ASKS = "CREATE {}INDEX cheapbandits_events_tell ON cheapbandits_events (campaign, ask) {}"
LOST_RULES = {
    "dropped": "",
    "not unique": _ON_ASKS.format("", "WHERE kind = 'tell'"),
    "of another kind": _ON_ASKS.format("UNIQUE ", "WHERE kind = 'ask'"),
    "of all kinds": _ON_ASKS.format("UNIQUE ", ""),
}


@pytest.mark.parametrize("table", [EVENTS, CAMPAIGNS, GRAPHS])
def test_a_view_in_place_of_a_table_is_found(store: Store, place: str, table: str) -> None:
    fill(store, rounds=1)
    tamper(place, f"ALTER TABLE {table} RENAME TO elsewhere")
    tamper(place, f"CREATE VIEW {table} AS SELECT * FROM elsewhere")
    (problem,) = [one for one in store.check() if "view" in one]
    assert problem.startswith(f"{table} is a view and no table: nothing can be stored in it")
    tamper(place, f"DROP VIEW {table}")
    tamper(place, f"ALTER TABLE elsewhere RENAME TO {table}")
    assert store.check() == []


@pytest.mark.parametrize("loss", LOST_RULES)
def test_a_rule_that_was_taken_away_is_found(store: Store, place: str, loss: str) -> None:
    fill(store, rounds=0)
    assert store.check() == []
    tamper(place, "DROP INDEX cheapbandits_events_tell")
    if LOST_RULES[loss]:
        tamper(place, LOST_RULES[loss])
    (problem,) = store.check()
    mend = re.search("cheapbandits_events_tell.*twice; run (CREATE .*) \\(after DROP", problem)
    assert mend is not None, problem
    if LOST_RULES[loss]:
        tamper(place, "DROP INDEX cheapbandits_events_tell")
    tamper(place, mend[1])
    assert store.check() == []


def test_a_stranger_s_rule_is_found(store: Store, place: str) -> None:
    """It would keep events out: what stands against a rule is not added."""
    fill(store, rounds=1)
    tamper(place, f"CREATE INDEX harmless ON {EVENTS} (who)")
    assert store.check() == []
    tamper(place, f"CREATE UNIQUE INDEX odd ON {EVENTS} (campaign, at)")
    (problem,) = store.check()
    assert re.search("'odd'.*none of ours.*DROP INDEX", problem)


def test_a_constraint_that_was_taken_away_is_found(postgres_url: str) -> None:
    place = schema_url(postgres_url, f"s{uuid.uuid4().hex}")
    with Store.open(place) as store:
        fill(store, rounds=1)
        tamper(place, f"ALTER TABLE {EVENTS} DROP CONSTRAINT cheapbandits_events_key")
        (problem,) = store.check()
        assert re.search(r"cheapbandits_events.*\(campaign, key\).*twice", problem)


def test_two_formats_at_once_are_refused(place: str) -> None:
    with Store.open(place) as store:
        fill(store, rounds=1)
        tamper(place, "INSERT INTO cheapbandits_version VALUES ('0002')")
        (problem,) = store.check()
        assert "more than one format: 0001, 0002" in problem
    with pytest.raises(DamagedError, match=r"more than one format: 0001, 0002.*db backup"):
        Store.open(place)


def test_an_edited_or_lost_graph_is_found(store: Store, place: str) -> None:
    fill(store, rounds=1)
    for statement in (f"UPDATE {GRAPHS} SET data = 'x'", f"DELETE FROM {GRAPHS}"):
        tamper(place, statement)
        with pytest.raises(DamagedError, match="its graph was changed or removed"):
            store.graph("forest")
        assert len(store.check()) == 1


def test_a_single_event_is_verified_too(store: Store, place: str) -> None:
    fill(store, rounds=2)
    tamper(place, EDITS["a value"][0])
    with store.writing("forest") as log:
        assert log.told(1) is not None
        with pytest.raises(DamagedError, match="event 4"):
            log.told(2)


def test_a_file_of_something_else(file: Path) -> None:
    file.write_bytes(b"time,value\n1,2\n" * 1000)
    with pytest.raises(DamagedError, match=r"not a database.*`cheapbandits db backup`"):
        Store.open(file)


def test_a_database_of_somebody_else(file: Path) -> None:
    tamper(file, "CREATE TABLE bookmarks (url TEXT)")
    with pytest.raises(StoreError, match=r"belongs to another program.*'bookmarks'"):
        Store.open(file)


def _looked_through(file: Path) -> list[str]:
    """Return the problems, found at opening or by the check."""
    try:
        store = Store.open(file)
    except DamagedError as error:
        return [str(error)]
    with store:
        return store.check()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a database of sixty rounds."""
    file = tmp_path_factory.mktemp("whole") / "campaigns.db"
    with Store.open(file) as store:
        fill(store, rounds=60)
    return file.read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.5, 0.9, 0.99])
def test_a_truncated_file(file: Path, whole: bytes, share: float) -> None:
    file.write_bytes(whole[: int(len(whole) * share)])
    assert "cheapbandits db" in _looked_through(file)[-1]


def test_flipped_bytes_anywhere_are_found_or_harmless(file: Path, whole: bytes) -> None:
    file.write_bytes(whole)
    with Store.open(file) as store:
        events = store.events("forest")
    found = 0
    for start in range(0, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[start : start + 64] = bytes(b ^ 0xA5 for b in broken[start : start + 64])
        file.write_bytes(broken)
        problems = _looked_through(file)
        found += bool(problems)
        if not problems:  # The bytes were in an unused part of a page.
            with Store.open(file) as store:
                assert store.events("forest") == events
    assert found > 10


def test_a_journal_without_its_database(file: Path) -> None:
    file.with_name("campaigns.db-journal").write_bytes(b"left over")
    with pytest.raises(DamagedError, match=r"campaigns.db-journal is there"):
        Store.open(file)


def test_a_file_replaced_under_a_running_program(file: Path, tmp_path: Path) -> None:
    with Store.open(file) as store:
        fill(store, rounds=2)
        store.backup(tmp_path / "copy.db")
        fill(store, "later", rounds=1)
        (tmp_path / "copy.db").replace(file)
        assert [row.name for row in store.campaigns()] == ["forest"]
        fill(store, "now", rounds=1)
    with Store.open(file) as store:
        assert [row.name for row in store.campaigns()] == ["now", "forest"]
        file.unlink()
        with pytest.raises(StoreError, match="cannot be opened"):
            store.campaigns()
