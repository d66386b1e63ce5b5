"""Fault 14: another program has the database to itself for a while, or for too long."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event

from cheapbandits.store import Store, StoreError, patience, statements
from cheapbandits.store.sql import SqlStore
from tests.store.samples import fill, tell


def test_a_writer_waits_for_its_turn_and_readers_do_not(store: Store) -> None:
    fill(store, rounds=0)
    inside, trying, let_go = threading.Event(), threading.Event(), threading.Event()

    def slow() -> None:
        with store.writing("forest") as log:
            inside.set()
            assert let_go.wait(30)
            log.append("note", {}, who="slow")

    def quick() -> None:
        trying.set()
        tell(store, "forest", 1, 0.1, who="quick")

    writers = [threading.Thread(target=slow), threading.Thread(target=quick)]
    try:
        writers[0].start()
        assert inside.wait(30)
        assert store.events("forest") == []  # answered while the writer is inside for certain
        writers[1].start()
        assert trying.wait(30)
        writers[1].join(0.2)  # time enough to go wrong; it must not come through however long
        assert writers[1].is_alive()
        assert store.events("forest") == []
    finally:
        let_go.set()
        for writer in writers:
            if writer.ident is not None:
                writer.join(30)
    assert [e.who for e in store.events("forest")] == ["slow", "quick"]


def test_writers_that_wait_for_another_thread_hold_no_connection(file: Path) -> None:
    """At the file's own lock each would hold one, sleep, and look again."""
    with Store.open(file) as store:
        fill(store, rounds=0)
        assert isinstance(store, SqlStore)
        opened: list[object] = []
        event.listen(store._database.engines.reader, "connect", lambda *_: opened.append(1))
        with store.writing("forest"):
            writers = [
                threading.Thread(target=tell, args=(store, "forest", k, 0.1)) for k in range(8)
            ]
            for writer in writers:
                writer.start()
            writers[-1].join(0.1)  # time enough to open one
            assert len(opened) == 1
        for writer in writers:
            writer.join(30)
        assert len(store.events("forest")) == 8


def test_a_file_that_is_never_let_go(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.05)
    with Store.open(file) as store:
        fill(store, rounds=1)
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        for use in (lambda: store.campaigns(), lambda: tell(store, "forest", 2, 0.2)):
            with pytest.raises(StoreError, match="another program keeps the database") as caught:
                use()
            assert "locked" not in str(caught.value)
        holder.execute("ROLLBACK")
        holder.close()
        tell(store, "forest", 2, 0.2)


@pytest.mark.parametrize("lock", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_file_is_waited_for_once_and_that_is_said(
    file: Path, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    """Seen: three attempts of a minute each, without a word."""
    said: list[str] = []
    monkeypatch.setattr(patience, "SILENT", 0.02)
    with patience.patient(0.5), patience.hearing(said.append), Store.open(file) as store:
        fill(store, rounds=1)
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute(f"BEGIN {lock}")
        with pytest.raises(StoreError, match="another program keeps the database"):
            tell(store, "forest", 2, 0.2)
        # Each wait says it once: so there was one.
        assert said == [f"another program keeps {file} to itself: waiting for it, 0.5 s at most"]
        holder.execute("ROLLBACK")
        holder.close()
        tell(store, "forest", 2, 0.2)
        assert len(said) == 1


def test_who_has_lost_patience_tries_no_more() -> None:
    tries = []

    def once() -> None:
        tries.append(1)
        raise sqlite3.OperationalError

    wait = patience.Wait(0.0)
    for _ in range(2):  # such as to open, and to commit
        with pytest.raises(sqlite3.OperationalError):
            wait.until(once, lambda _: True)
    assert len(tries) == 2


def test_a_database_keeps_the_patience_that_it_was_opened_with(place: str) -> None:
    with patience.patient(5.0):
        store = Store.open(place)
    assert isinstance(store, SqlStore)
    assert store._database.patience == 5.0
    with store._database.engines.reader.connect() as connection:
        if connection.dialect.name == "postgresql":
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "5s"
    store.close()


def test_a_file_that_a_tool_has_set_to_wal(file: Path) -> None:
    """It is named while the tool has it open, and put right by itself later."""
    with Store.open(file) as store:
        fill(store, rounds=1)
        with closing(sqlite3.connect(file, isolation_level=None)) as tool:
            assert tool.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
            tool.execute("SELECT count(*) FROM cheapbandits_events").fetchall()
            refused = pytest.raises(StoreError, match=r"is in WAL mode.*close that program")
            with patience.patient(0.1), refused:
                Store.open(file)
        tell(store, "forest", 2, 0.2)
        assert [path.name for path in file.parent.iterdir()] == [file.name]
        assert store.check() == []


def test_a_reader_in_the_way_of_a_commit(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.05)
    with Store.open(file) as store:
        fill(store, rounds=1)
        reader = sqlite3.connect(file, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM cheapbandits_events").fetchall()
        with pytest.raises(StoreError, match="another program keeps the database"):
            tell(store, "forest", 2, 0.2)
        assert store.campaign("forest").last_seq == 2
        reader.execute("ROLLBACK")
        reader.close()
        tell(store, "forest", 2, 0.2)
        assert store.check() == []


@pytest.mark.parametrize("kind", ["ask", "tell"])
def test_an_asks_events_are_found_by_index(file: Path, kind: str) -> None:
    with Store.open(file) as store:
        fill(store, rounds=1)
        query = str(statements.EVENT_OF_ASK[kind])
    connection = sqlite3.connect(file)
    values = {"number": 1, "wanted": 1, "seq_1": 1}
    plan = str(connection.execute(f"EXPLAIN QUERY PLAN {query}", values).fetchall())
    connection.close()
    assert f"INDEX cheapbandits_events_{kind} " in plan
    assert "SCAN" not in plan
