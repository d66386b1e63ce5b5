"""Small campaigns, and ways to write behind the store's back."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from cheapbandits.store import Store
from cheapbandits.store.location import resolve

GRAPH = bytes(range(256)) * 4


def fill(store: Store, name: str = "forest", rounds: int = 3) -> None:
    """Create a campaign with an ask and a tell a round: events 1, 2, 3, ..."""
    store.create(name, {"policy": "cheap_ucb", "ridge": 0.01}, GRAPH, who="ana")
    for number in range(1, rounds + 1):
        ask(store, name, number)
        tell(store, name, number, number / 10)


def ask(store: Store, name: str, number: int) -> None:
    with store.writing(name) as log:
        log.append("ask", {"nodes": [number, number + 1]}, ask=number, who="ana")


def tell(store: Store, name: str, number: int, value: float, **more: Any) -> None:
    with store.writing(name) as log:
        log.append("tell", {"value": value}, ask=number, who=more.pop("who", "ben"), **more)
        log.summarise({"told": number})


def tamper(place: str | Path, statement: str) -> None:
    """Run a statement as somebody with the database's own tools could."""
    where = resolve(place)
    if isinstance(where, Path):
        connection = sqlite3.connect(where)
        with connection:
            connection.execute(statement)
        connection.close()
    else:
        engine = create_engine(where)
        with engine.begin() as server:
            server.exec_driver_sql(statement)
        engine.dispose()
