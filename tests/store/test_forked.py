"""A process that is forked while another thread is at an SQLite file; each in one of its own.

SQLite notes its locks in the process: seen were children that waited for a thread of their parent,
60 s for each write, or for ever.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from cheapbandits.service.client.queue import Queue
from cheapbandits.store import Store, StoreError, forking, patience
from cheapbandits.store.sql import SqlStore
from tests.forked import FORKED
from tests.store.samples import fill, tell

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


class Busy(threading.Thread):
    """A thread that stays at a file until somebody forks, and a while longer."""

    def __init__(self, work: Callable[[Callable[[], None]], None], *, longer: float) -> None:
        super().__init__(daemon=True)
        self.work, self.longer = work, longer
        self.inside, self.forked = threading.Event(), threading.Event()
        # What is registered later is run earlier.
        os.register_at_fork(before=self.forked.set)

    def run(self) -> None:
        self.work(self.stay)

    def stay(self) -> None:
        self.inside.set()
        assert self.forked.wait(20)
        time.sleep(self.longer)

    def begin(self) -> None:
        self.start()
        assert self.inside.wait(20)


def child_does(work: Callable[[], object]) -> int:
    """Return the status of a forked child that does this."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitpid(child, 0)[1]


def writes(store: Store) -> Callable[[Callable[[], None]], None]:
    def work(stay: Callable[[], None]) -> None:
        with store.writing("forest") as log:
            log.append("note", {}, who="parent")
            stay()

    return work


def reads(store: Store) -> Callable[[Callable[[], None]], None]:
    assert isinstance(store, SqlStore)
    database = store._database

    def look(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT count(*) FROM cheapbandits_events").fetchall()

    def work(stay: Callable[[], None]) -> None:
        database.read(lambda connection: (look(connection), stay()))

    return work


def beside(file: Path, what: Callable[..., Callable[[Callable[[], None]], None]]) -> None:
    with patience.patient(3.0):
        store = Store.open(file)
    fill(store, rounds=0)
    busy = Busy(what(store), longer=0.1)
    busy.begin()
    assert child_does(lambda: tell(store, "forest", 1, 0.1, who="child")) == 0
    busy.join(20)
    tell(store, "forest", 2, 0.2, who="parent again")
    assert "child" in [event.who for event in store.events("forest")]
    assert store.check() == []


def too_long(file: Path) -> None:
    """The fork goes on, and so do its parent's threads; the child is told at once."""
    forking.LONGEST = 0.05
    store = Store.open(file)
    fill(store, rounds=0)
    busy = Busy(writes(store), longer=1.0)
    busy.begin()

    def refused() -> None:
        for use in (lambda: tell(store, "forest", 1, 0.1), lambda: store.events("forest")):
            with pytest.raises(StoreError, match=r"was forked while .* 'spawn' or 'forkserver'"):
                use()
        with Store.open(file.with_name("other.db")) as other:
            fill(other, rounds=1)

    assert child_does(refused) == 0
    assert busy.is_alive()  # the child did not wait for it
    assert store.events("forest") == []
    busy.join(20)
    assert child_does(lambda: tell(store, "forest", 1, 0.1, who="child")) == 0
    assert [event.who for event in store.events("forest")] == ["parent", "child"]


def own(file: Path) -> None:
    """Who forks in its own transaction does not wait for itself, and only the parent commits."""
    forking.LONGEST = 30.0
    store = Store.open(file)
    fill(store, rounds=0)
    parent, began = os.getpid(), time.monotonic()
    try:
        with store.writing("forest") as log:
            child = os.fork()
            log.append("note", {}, who="parent" if child else "child")
    except StoreError as error:
        os._exit(0 if os.getpid() != parent and "was forked" in str(error) else 1)
    if child == 0:
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert time.monotonic() - began < forking.LONGEST
    assert [event.who for event in store.events("forest")] == ["parent"]
    assert store.check() == []


def queues(file: Path) -> None:
    """The readings that wait on disk for a server are in such a file, too."""
    queue = Queue(file, "server")
    queue.add("/api/campaigns/1/tell", {}, "first")

    def work(stay: Callable[[], None]) -> None:
        with queue._opened() as db:
            db.execute("BEGIN IMMEDIATE")
            stay()

    busy = Busy(work, longer=0.1)
    busy.begin()
    assert child_does(lambda: queue.add("/api/campaigns/1/tell", {}, "second")) == 0
    assert [one.key for one in queue.list()] == ["first", "second"]


def carry_out(said: Path, program: Callable[..., None], *words: object) -> None:
    os.setsid()
    os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT), 2)
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    program(*words)


@pytest.mark.parametrize(
    "words",
    [(beside, writes), (beside, reads), (too_long,), (own,), (queues,)],
    ids=["writes", "reads", "too long", "own", "queue"],
)
def test_a_child_can_use_the_file(words: tuple[Callable[..., None]], file: Path) -> None:
    said, (program, *more) = file.with_name("said"), words
    process = FORKED.Process(target=carry_out, args=(said, program, file, *more))
    process.start()
    process.join(25)
    if process.exitcode is None:
        assert process.pid is not None
        os.killpg(process.pid, 9)
        process.join()
    assert process.exitcode == 0, said.read_text()


@pytest.mark.parametrize("failing", [False, True])
def test_nobody_is_at_a_file_afterwards(file: Path, failing: bool) -> None:
    """Else each fork would wait for them."""
    with patience.patient(0.05), Store.open(file) as store:
        fill(store, rounds=1)
        if failing:
            file.write_bytes(b"no database" * 1000)
            with pytest.raises(StoreError):
                store.events("forest")
        assert [visit for visit in forking._visits if visit.path == file] == []


#: In a Python of its own: only at its end are all objects taken down.
ENDS = """
import os, sys
from cheapbandits.store import Store

store = Store.open(sys.argv[1])
with store.writing("forest") as log:
    log.append("note", {}, who="parent")
    child = os.fork()
    if child == 0:
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


def test_a_child_that_ends_leaves_its_parents_journal_alone(file: Path) -> None:
    with Store.open(file) as store:
        fill(store, rounds=0)
        done = subprocess.run(
            [sys.executable, "-c", ENDS, str(file)], capture_output=True, text=True, timeout=20
        )
        assert done.returncode == 0, done.stderr
        assert [event.who for event in store.events("forest")] == ["parent"]
