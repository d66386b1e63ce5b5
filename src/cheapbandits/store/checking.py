"""Look through the whole database for damage."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row

from cheapbandits.errors import StoreError
from cheapbandits.store import formats, statements
from cheapbandits.store.database import Database
from cheapbandits.store.faults import when_checking
from cheapbandits.store.rules import lost_rules
from cheapbandits.store.verified import events_after, graph_of, head

__all__ = ["problems"]


def problems(database: Database) -> list[str]:
    """Return what is wrong, one sentence each."""
    try:
        return database.read(_look_through)
    except StoreError as error:
        return [when_checking(error)]


def _look_through(connection: Connection) -> list[str]:
    found = _of_the_file(connection) if connection.dialect.name == "sqlite" else []
    found += _of_the_format(connection) + lost_rules(connection)
    for row in connection.execute(statements.ALL_CAMPAIGNS).all():
        found += _of_a_campaign(connection, row)
    return found


def _of_the_file(connection: Connection) -> list[str]:
    lines = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    found = [f"the file is damaged: {line}" for line in lines if line != "ok"]
    orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if orphans:
        found.append(f"the file is damaged: {len(orphans)} rows belong to no campaign")
    return found


def _of_the_format(connection: Connection) -> list[str]:
    try:
        formats.found(connection)
    except StoreError as error:
        return [when_checking(error)]
    return []


def _of_a_campaign(connection: Connection, row: Row[Any]) -> list[str]:
    def verify(look: Callable[..., Any]) -> list[str]:
        try:
            look(connection, head(row))
        except StoreError as error:
            return [when_checking(error)]
        return []

    # A broken row would be reported twice.
    return list(dict.fromkeys(verify(graph_of) + verify(partial(events_after, after=0))))
