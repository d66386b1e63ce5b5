"""Fault 1: ``kill -9`` at random moments; ``CHEAPBANDITS_KILLS=200`` is the long form."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time

import pytest

from cheapbandits.store import Store, connections
from tests.services import PostgresServer
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
            impatient.setattr(connections, "PATIENCE", 0.001)
            with Store.open(place) as reopened:
                found = {e.seq: e.digest for e in reopened.events("forest")}
        assert acknowledged.items() <= found.items()
        # At most the one in flight was stored without its acknowledgement being seen.
        assert len(found) <= max(acknowledged) + 1
    assert total >= KILLS
    assert store.check() == []
    tell(store, "forest", 10**6, 0.5)


def _killed_writer(place: str, after: float) -> dict[int, str]:
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.store.hammer", "append", place, "forest"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # Lines in a buffer of readline() would be lost to communicate().
    )
    assert writer.stdout is not None
    first = writer.stdout.readline()
    time.sleep(after)
    writer.kill()
    rest, errors = writer.communicate(timeout=30)
    assert errors == b""
    lines = (first + rest).decode().splitlines()
    return {int(seq): digest for seq, digest in (line.split() for line in lines)}


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
