"""Faults 2 and 14: many writers at once, on one file or one server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter

from cheapbandits.store import Store
from tests.store.samples import fill, tell

PROCESSES = 8
ASKS = 15


def test_eight_processes_tell_the_same_asks(store: Store, place: str) -> None:
    fill(store, rounds=0)
    program = [sys.executable, "-m", "tests.store.hammer", "race", place, "forest", str(ASKS)]
    running = [
        subprocess.Popen(
            [*program, f"p{i}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for i in range(PROCESSES)
    ]
    answers = [process.communicate(timeout=60) for process in running]
    assert [error for _, error in answers if error] == []
    outcomes = [json.loads(output) for output, _ in answers]
    stored = {str(e.ask): e.body["value"] for e in store.events("forest")}
    assert len(store.events("forest")) == ASKS
    assert all(outcome == stored for outcome in outcomes)
    assert store.check() == []


def test_the_first_opening_by_many_at_once(place: str) -> None:
    program = (
        "import sys; from cheapbandits.store import Store\n"
        "s = Store.open(sys.argv[1]); s.create(sys.argv[2], {}, b'', who='ana'); s.close()"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, place, f"c{i}"], stderr=subprocess.PIPE)
        for i in range(4)
    ]
    assert [process.communicate(timeout=60)[1] for process in running] == [b""] * 4
    with Store.open(place) as store:
        assert sorted(row.name for row in store.campaigns()) == ["c0", "c1", "c2", "c3"]


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
