"""Fault 14: another program has the database to itself for a while, or for too long."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import event

from cheapbandits.store import Store, StoreError, connections, statements
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
        for writer in writers:
            writer.join(30)
        assert len(store.events("forest")) == 8
        assert len(opened) <= 1


def test_a_file_that_is_never_let_go(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
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


def test_a_reader_in_the_way_of_a_commit(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.05)
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
