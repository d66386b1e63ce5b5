"""One database under load: in process, over HTTP, and over HTTP with a server that is killed."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import cheapbandits as cb
from cheapbandits.campaign.campaign import Campaign
from cheapbandits.store import Store
from tools.load.clients import Client, run_all
from tools.load.process import Serving

__all__ = ["Trial", "try_database"]

#: A row of the report.
Trial = dict[str, Any]
#: Seconds between a kill and the next start: long enough that readings wait on disk.
AWAY = 3.0
#: The share of the time that one client has for itself.
ALONE = 0.25


def try_database(kind: str, db: str, clients: int, seconds: float, kills: int) -> list[Trial]:
    """Return what happened: the same calls in process, over HTTP, and with kills.

    First by one client, who waits for nobody: what HTTP costs. Then by all: what waiting costs, in
    process as over HTTP, as a database has one writer at a time and a policy one that chooses.
    """
    return [
        _in_process(kind, db, 1, seconds * ALONE),
        _over_http(kind, db, 1, seconds * ALONE, 0),
        _in_process(kind, db, clients, seconds),
        _over_http(kind, db, clients, seconds, 0),
        _over_http(kind, db, clients, seconds, kills),
    ]


def _campaign(name: str, db: str) -> Campaign:
    return cb.Campaign.create(name, cb.grid(15, 15), db=db, policy="CheapUCB", horizon=1_000_000)


def _in_process(kind: str, db: str, clients: int, seconds: float) -> Trial:
    name = f"in process, {clients}"
    with _campaign(name, db) as campaign:
        people = [Client(campaign, f"c{k:02}") for k in range(clients)]
        took = run_all(people, seconds)
    return _found(kind, "in process", db, name, people, took, 0)


def _over_http(kind: str, db: str, clients: int, seconds: float, kills: int) -> Trial:
    name = f"HTTP, {clients}, {kills} kills"
    _campaign(name, db).close()
    serving = Serving(db)

    def strike() -> None:
        for _ in range(kills):
            time.sleep(seconds / (kills + 1))
            serving.kill()
            time.sleep(AWAY)
            serving.start()

    with tempfile.TemporaryDirectory() as folder:
        people = [
            Client(
                cb.connect(serving.url, name, who=f"c{k:02}", queue=Path(folder) / f"{k}.db"),
                f"c{k:02}",
            )
            for k in range(clients)
        ]
        took = run_all(people, seconds, strike)
        for client in people:
            client.campaign.flush()
            client.errors += [str(one) for one in client.campaign.refused]
            client.campaign.close()
    status = serving.stop()
    found = _found(kind, "HTTP", db, name, people, took, kills)
    return {**found, "server's status": status}


def _found(
    kind: str, how: str, db: str, name: str, people: Sequence[Client], took: float, kills: int
) -> Trial:
    """Compare what clients were told with what the log holds."""
    with Store.open(db) as store:
        events = store.events(name)
        problems = store.check()
    stored = {event.ask: event.body["reading"] for event in events if event.kind == "tell"}
    times = Counter(event.ask for event in events if event.kind == "tell")
    acknowledged = {ask: value for one in people for ask, value in one.told.items()}
    kept = {ask: value for one in people for ask, value in one.kept.items()}
    sent = acknowledged | kept
    return {
        "database": kind,
        "how": how,
        "kills": kills,
        "clients": len(people),
        "seconds": round(took, 1),
        "asks": sum(len(one.asks) for one in people),
        "tells": len(acknowledged),
        "kept on disk": len(kept),
        "errors": sum(len(one.errors) for one in people),
        "first errors": [error for one in people for error in one.errors][:5],
        "clients that went on": sum(_went_on(one) for one in people),
        "lost": sum(stored.get(ask) != value for ask, value in sent.items()),
        "told twice": sum(count > 1 for count in times.values()),
        "stored, sent by nobody": len(stored.keys() - sent.keys()),
        "database problems": problems,
        **_times("ask", [t for one in people for t in one.asks]),
        **_times("tell", [t for one in people for t in one.tells]),
    }


def _went_on(client: Client) -> bool:
    """Whether its last reading arrived: the last number it knows is acknowledged, not kept."""
    last = max([*client.told, *client.kept], default=0)
    return last in client.told


def _times(name: str, seconds: list[float]) -> Trial:
    ends: dict[str, Callable[[], float]] = {
        "p50": lambda: float(np.quantile(seconds, 0.5)),
        "p95": lambda: float(np.quantile(seconds, 0.95)),
    }
    return {f"{name} {key}": round(end(), 5) if seconds else None for key, end in ends.items()}
