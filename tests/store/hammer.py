"""What the fault tests run in processes of their own, see :mod:`tests.forked`."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection

from cheapbandits.store import AlreadyToldError, Store


def append_to(writes: Connection, place: str, name: str) -> None:
    """Append for ever as a forked child, whose standard output is a pipe to its parent."""
    os.dup2(writes.fileno(), 1)
    writes.close()
    append(place, name)


def append(place: str, name: str) -> None:
    store = Store.open(place)
    number = store.campaign(name).last_seq
    while True:
        number += 1
        with store.writing(name) as log:
            event = log.append("tell", {"value": number / 7}, ask=number, who="hammer")
            log.summarise({"told": number})
        # One system call for the whole line: a kill cannot tear it.
        os.write(1, f"{event.seq} {event.digest}\n".encode())


def race(writes: Connection, place: str, name: str, asks: int, who: str) -> None:
    """Tell all asks, as everybody else does; answer who won each."""
    with Store.open(place) as store:
        outcome = {}
        for ask in range(1, asks + 1):
            try:
                with store.writing(name) as log:
                    log.append("tell", {"value": f"{who}-{ask}"}, ask=ask, who=who)
                outcome[ask] = f"{who}-{ask}"
            except AlreadyToldError as error:
                outcome[ask] = error.event.body["value"]
    writes.send(outcome)


def make(writes: Connection, place: str, name: str) -> None:
    """Open a database that nobody has opened yet, and put a campaign into it."""
    with Store.open(place) as store:
        store.create(name, {}, b"", who="ana")
    writes.send(1)
