"""What SQLite keeps beside a database is not ours to name files after, nor to write beside."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from cheapbandits.campaign.exports import write_text
from cheapbandits.errors import ParameterError
from cheapbandits.store import DamagedError, Store
from tests.store.samples import fill

SIGNS = ["-journal", "-wal", "-shm"]


@pytest.mark.parametrize("sign", SIGNS)
def test_no_database_has_such_a_name(file: Path, sign: str) -> None:
    """Seen: a live database of that name was removed by a look at the one beside it."""
    taken = file.with_name(file.name + sign)
    with pytest.raises(ParameterError, match=rf"SQLite would take .* does not end in {sign}"):
        Store.open(taken)
    with pytest.raises(ParameterError, match="SQLite would take"):
        Store.open(f"sqlite:///{taken.with_name(taken.name.upper())}")
    assert not taken.exists()
    with Store.open(file.with_name("journal")) as store:
        fill(store, rounds=1)


@pytest.mark.parametrize("sign", SIGNS)
def test_neither_has_a_copy_or_a_campaign_that_is_taken_out(file: Path, sign: str) -> None:
    """Seen: "deleted; everything of it was written to a.db-journal", and no such file."""
    with Store.open(file) as store:
        fill(store, rounds=1)
        taken = file.with_name(file.name + sign)
        for write in (store.backup, lambda path: store.export("forest", path)):
            with pytest.raises(ParameterError, match="SQLite would take"):
                write(taken)
        with pytest.raises(ParameterError, match="part of that database"):
            write_text("node\n", taken)
        assert not taken.exists()
        assert store.check() == []
    write_text("node\n", file.with_name(f"trip{sign}"))  # beside no database


def test_a_link_to_such_a_name(file: Path) -> None:
    link = file.with_name("good.db")
    link.symlink_to(file.with_name("other.db-wal"))
    with pytest.raises(ParameterError, match="-wal"):
        Store.open(link)


def hot_journal(database: Path) -> Path:
    """Return a journal that a killed writer left, its database gone."""
    child = os.fork()
    if child == 0:
        tool = sqlite3.connect(database, isolation_level=None)
        tool.execute("PRAGMA cache_size = 1")
        tool.execute("BEGIN IMMEDIATE")
        tool.execute("UPDATE cheapbandits_events SET who = who || 'x'")
        tool.execute("CREATE TABLE t (x)")
        for _ in range(300):
            tool.execute("INSERT INTO t VALUES (randomblob(3000))")
        os._exit(9)
    os.waitpid(child, 0)
    journal = database.with_name(database.name + "-journal")
    assert journal.stat().st_size > 0
    database.unlink()
    return journal


def test_nothing_is_written_where_another_ones_journal_lies(file: Path) -> None:
    """Seen: the first to open the copy wrote the journal into it, and it was damaged."""
    other = file.with_name("other.db")
    with Store.open(other) as store:
        fill(store, rounds=2)
    journal = hot_journal(other)
    with Store.open(file) as store:
        fill(store, rounds=1)
        for write in (store.backup, lambda path: store.export("forest", path)):
            with pytest.raises(DamagedError, match=r"other.db-journal is there"):
                write(other)
        journal.rename(other.with_name("other.db-wal"))
        with pytest.raises(DamagedError, match=r"other.db-wal is there"):
            store.backup(other)
        with pytest.raises(DamagedError, match=r"other.db-wal is there"):
            Store.open(other)
        assert not other.exists()
        other.with_name("other.db-wal").unlink()
        store.backup(other)
    with Store.open(other) as copy:
        assert copy.check() == []
