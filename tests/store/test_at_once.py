"""Faults 2 and 14: many writers at once, on one file or one server."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from cheapbandits.store import Store
from tests.forked import FORKED
from tests.store.hammer import make, race
from tests.store.samples import fill, tell

PROCESSES = 8
ASKS = 15


def answers(program: Callable[..., object], *words: list[Any]) -> list[Any]:
    """Return what processes answer that begin together, each with its own words."""
    pipes = [FORKED.Pipe(duplex=False) for _ in words]
    running = [
        FORKED.Process(target=program, args=(writes, *own))
        for (_, writes), own in zip(pipes, words, strict=True)
    ]
    for process in running:
        process.start()
    for _, writes in pipes:
        writes.close()  # a process that dies ends its pipe
    got = [reader.recv() if reader.poll(60) else "no answer" for reader, _ in pipes]
    for (reader, _), process in zip(pipes, running, strict=True):
        reader.close()
        process.join(60)
    assert [process.exitcode for process in running] == [0] * len(running)
    return got


def test_eight_processes_tell_the_same_asks(store: Store, place: str) -> None:
    fill(store, rounds=0)
    outcomes = answers(race, *([place, "forest", ASKS, f"p{i}"] for i in range(PROCESSES)))
    stored = {e.ask: e.body["value"] for e in store.events("forest")}
    assert len(store.events("forest")) == ASKS
    assert outcomes == [stored] * PROCESSES
    assert store.check() == []


def test_the_first_opening_by_many_at_once(place: str) -> None:
    assert answers(make, *([place, f"c{i}"] for i in range(4))) == [1, 1, 1, 1]
    with Store.open(place) as store:
        assert sorted(row.name for row in store.campaigns()) == ["c0", "c1", "c2", "c3"]


def made(file: Path) -> set[str]:
    """Return the tables and indexes of a file, as they were written."""
    with closing(sqlite3.connect(file)) as link:
        return {sql for (sql,) in link.execute("SELECT sql FROM sqlite_master WHERE sql NOTNULL")}


def test_threads_make_files_of_their_own_at_once(tmp_path: Path) -> None:
    """Seen: two exports at once failed, or left a file without its unique indexes."""
    Store.open(tmp_path / "alone.db").close()
    threads = 4
    for turn in range(5):
        together = threading.Barrier(threads)
        files = [tmp_path / f"{turn}-{i}.db" for i in range(threads)]

        def make_one(file: Path, together: threading.Barrier = together) -> None:
            together.wait()
            Store.open(file).close()

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(make_one, files))
        for file in files:
            assert made(file) == made(tmp_path / "alone.db")


def test_threads_export_campaigns_at_once(store: Store, tmp_path: Path) -> None:
    names = ["north", "south", "west"]
    for name in names:
        fill(store, name=name, rounds=2)
    for turn in range(5):
        together = threading.Barrier(len(names))

        def export(name: str, turn: int = turn, together: threading.Barrier = together) -> None:
            together.wait()
            store.export(name, tmp_path / f"{turn}-{name}.db")

        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(export, names))
        for name in names:
            with Store.open(tmp_path / f"{turn}-{name}.db") as copy:
                assert copy.check() == []
                assert copy.events(name) == store.events(name)


def test_threads_share_a_store(store: Store) -> None:
    fill(store, rounds=0)
    faults: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for number in range(first, first + 10):
                tell(store, "forest", number, 0.5)
                assert store.events("forest")[-1].seq >= 1
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=(100 * i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    asks = Counter(e.ask for e in store.events("forest"))
    assert len(asks) == 60
    assert set(asks.values()) == {1}


def test_a_forked_child_uses_connections_of_its_own(store: Store) -> None:
    fill(store, rounds=1)
    child = os.fork()
    if child == 0:
        try:
            tell(store, "forest", 2, 0.2)
            store.close()
            os._exit(0)
        except BaseException:
            os._exit(1)
    tell(store, "forest", 3, 0.3)
    assert os.waitpid(child, 0)[1] == 0
    tell(store, "forest", 4, 0.4)
    assert sorted(e.ask or 0 for e in store.events("forest")[2:]) == [2, 3, 4]
    assert store.check() == []
