"""Fault 1: ``kill -9`` at random moments; ``CHEAPBANDITS_KILLS=200`` is the long form."""

from __future__ import annotations

import os
import random
import signal
import time

import pytest

from cheapbandits.store import Store, patience
from tests.forked import FORKED
from tests.services import PostgresServer
from tests.store.hammer import append_to
from tests.store.samples import fill, tell

KILLS = int(os.environ.get("CHEAPBANDITS_KILLS", "20"))


def test_no_acknowledged_event_is_lost(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, rounds=0)
    chance = random.Random(5)
    total = 0
    for _ in range(KILLS):
        acknowledged = _killed_writer(place, chance.uniform(0.0, 0.08))
        total += len(acknowledged)
        assert list(acknowledged) == list(range(min(acknowledged), max(acknowledged) + 1))
        with monkeypatch.context() as impatient:
            # Who comes after the dead waits for nobody: a lock left behind would be an error.
            impatient.setattr(patience, "PATIENCE", 0.001)
            with Store.open(place) as reopened:
                found = {e.seq: e.digest for e in reopened.events("forest")}
        assert acknowledged.items() <= found.items()
        # At most the one in flight was stored without its acknowledgement being seen.
        assert len(found) <= max(acknowledged) + 1
    assert total >= KILLS
    assert store.check() == []
    tell(store, "forest", 10**6, 0.5)


def _killed_writer(place: str, after: float) -> dict[int, str]:
    reader, writes = FORKED.Pipe(duplex=False)
    writer = FORKED.Process(target=append_to, args=(writes, place, "forest"))
    writer.start()
    writes.close()  # the writer's own copy is the last: its death ends the pipe
    with reader:
        said = os.read(reader.fileno(), 65536)
        time.sleep(after)
        writer.kill()
        while more := os.read(reader.fileno(), 65536):
            said += more
    writer.join(30)
    assert writer.exitcode == -signal.SIGKILL  # it did not end by itself, in an error
    rows = (line.split() for line in said.decode().splitlines())
    return {int(seq): digest for seq, digest in rows}


@pytest.mark.parametrize("mode", ["immediate"])
def test_a_server_that_crashes_loses_nothing(postgres_server: PostgresServer, mode: str) -> None:
    with Store.open(postgres_server.url) as store:
        fill(store, f"crash-{time.time_ns()}", rounds=5)
        name = store.campaigns()[0].name
        before = store.events(name)
        postgres_server.stop(mode)
        postgres_server.start()
        assert store.events(name) == before  # The pool's dead connections are replaced.
        tell(store, name, 6, 0.6)
        assert store.campaign(name).last_seq == 11
