"""A copy put back under running processes: they go on from what the file says now, all of them.

SQLite believes what it has in memory while 16 bytes of the file's header are as it saw them. Here
they always are: the processes commit until the count of changes is the very one that was seen.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from cheapbandits.store import Store
from cheapbandits.store.sql import SqlStore
from tests.forked import FORKED
from tests.store.samples import fill, tell


def values(store: Store) -> dict[int | None, float]:
    """Return what each ask was told."""
    return {e.ask: e.body["value"] for e in store.events("forest") if e.kind == "tell"}


def hold(pipe: Connection, place: str) -> None:
    """Keep a store open, and do with it what is said."""
    with Store.open(place) as store:
        pipe.send("open")
        for ask, value in iter(pipe.recv, None):
            if ask is not None:
                tell(store, "forest", ask, value)
            pipe.send(values(store))


@contextmanager
def holding(place: Path) -> Iterator[Callable[..., Any]]:
    """Give a process that has the store open: it tells an ask, and answers what it reads."""
    ours, theirs = FORKED.Pipe()
    process = FORKED.Process(target=hold, args=(theirs, str(place)))
    process.start()
    theirs.close()

    def say(ask: int | None = None, value: float = 0.0) -> Any:
        ours.send((ask, value))
        assert ours.poll(60)
        return ours.recv()

    assert ours.poll(60)
    assert ours.recv() == "open"
    try:
        yield say
    finally:
        ours.send(None)
        process.join(60)
        ours.close()


def count(file: Path) -> int:
    """Return the count of changes in a file's header."""
    return int.from_bytes(file.read_bytes()[24:28], "big")


def by_cp(file: Path, copy: Path) -> None:
    subprocess.run(["cp", copy, file], check=True)


def by_mv(file: Path, copy: Path) -> None:
    subprocess.run(["mv", copy, file], check=True)


def plain(file: Path, copy: Path) -> None:
    shutil.copy(file, copy)


def by_backup(file: Path, copy: Path) -> None:
    with Store.open(file) as store:
        store.backup(copy)


@pytest.mark.parametrize("make", [plain, by_backup])
@pytest.mark.parametrize("put_back", [by_cp, by_mv])
def test_what_is_acknowledged_after_it_is_kept(
    file: Path,
    tmp_path: Path,
    make: Callable[[Path, Path], None],
    put_back: Callable[[Path, Path], None],
) -> None:
    with Store.open(file) as store:
        fill(store, rounds=0)
        tell(store, "forest", 1, 0.1)
    make(file, copy := tmp_path / "copy.db")
    with holding(file) as server, holding(file) as other, holding(file) as terminal:
        server(2, 99.0)
        kept = {1: 0.1}
        other(), terminal()
        seen = count(file)
        put_back(file, copy)
        while count(file) < seen:
            kept[len(kept) + 9] = 0.5
            assert terminal(max(kept), 0.5) == kept
        assert count(file) == seen
        assert server() == other() == kept
        for number, process in enumerate((server, other, terminal, server), start=50):
            kept[number] = number / 100
            assert process(number, number / 100) == kept
    with Store.open(file) as store:
        assert values(store) == kept
        assert store.check() == []


def laid_out_otherwise(file: Path, made: Path) -> None:
    """Write the same rows to a file in which each table has another place."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(made)) as target:
        target.execute("CREATE TABLE first (a)")
        target.executescript("\n".join(source.iterdump()))
        target.execute("DROP TABLE first")


def test_a_copy_with_its_tables_in_other_places(file: Path, tmp_path: Path) -> None:
    """Each file that ``db backup`` writes says 1 where the number of its layout stands."""
    with Store.open(tmp_path / "first.db") as store:
        fill(store, rounds=1)
        store.backup(file)
    laid_out_otherwise(tmp_path / "first.db", tmp_path / "second.db")
    with Store.open(tmp_path / "second.db") as store:
        tell(store, "forest", 2, 0.2)
        store.backup(tmp_path / "copy.db")
    with holding(file) as server:
        assert server() == {1: 0.1}
        by_cp(file, tmp_path / "copy.db")
        assert server(3, 0.3) == {1: 0.1, 2: 0.2, 3: 0.3}
    with Store.open(file) as store:
        assert store.check() == []


def test_a_file_that_is_replaced_while_a_writer_waits_for_it(file: Path, tmp_path: Path) -> None:
    """What it wrote would go to the file that has no name any more."""
    with Store.open(file) as store:
        fill(store, rounds=0)
        store.backup(copy := tmp_path / "copy.db")
        assert isinstance(store, SqlStore)
        engine: Engine = store._database.engines.reader

        def replace(*_: object) -> None:
            if copy.exists():
                os.replace(copy, file)

        event.listen(engine, "checkout", replace)  # the old file is open already
        tell(store, "forest", 1, 0.1)
        assert [e.ask for e in store.events("forest")] == [1]
