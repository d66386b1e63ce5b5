"""Programs that the fault tests run in processes of their own.

``python -m tests.store.hammer append PLACE NAME`` appends for ever and prints each acknowledged
sequence number; ``race PLACE NAME ASKS WHO`` tells all asks and prints who won each, as JSON.
"""

from __future__ import annotations

import json
import os
import sys
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


def race(place: str, name: str, asks: str, who: str) -> None:
    store = Store.open(place)
    outcome = {}
    for ask in range(1, int(asks) + 1):
        try:
            with store.writing(name) as log:
                log.append("tell", {"value": f"{who}-{ask}"}, ask=ask, who=who)
            outcome[ask] = f"{who}-{ask}"
        except AlreadyToldError as error:
            outcome[ask] = error.event.body["value"]
    store.close()
    print(json.dumps(outcome))


if __name__ == "__main__":
    {"append": append, "race": race}[sys.argv[1]](*sys.argv[2:])
