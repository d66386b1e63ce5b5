"""Connections that keep the store's promises, for each of the two databases."""

from __future__ import annotations

import os
import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from cheapbandits.errors import MissingExtraError
from cheapbandits.store import patience
from cheapbandits.store.secrets import url_of
from cheapbandits.store.sqlite import PatientFile, opened

__all__ = ["CONNECT", "WRITES", "postgres_engine", "sqlite_engine"]

#: Seconds to wait for a server to answer at all; the URL's ``connect_timeout`` comes first.
CONNECT = 10
#: Seconds more than our patience for an answer, until the server gives up, and then we.
SERVERS, OURS = 15, 30
#: The execution option that marks a transaction as one that writes.
WRITES = "cheapbandits_writes"

_SQLITE = make_url("sqlite://")
_SETTINGS = (
    # A writer that lost its network must not block the others for ever.
    "SET idle_in_transaction_session_timeout = '15min'; SET synchronous_commit = on"
)


@cache
def _sqlite() -> tuple[Dialect, dict[Any, Any]]:
    """Return the dialect of all files, and what was compiled for it: our statements are few.

    An engine of its own for each file would compile each of them again, and ask SQLite again what
    it can do: several times what it takes to run them.
    """
    engine = create_engine(_SQLITE)
    engine.connect().close()  # it learns what this SQLite can do
    engine.dispose()
    return engine.dialect, {}


def sqlite_engine(path: Path, *, create: bool = False) -> Engine:
    """Return an engine on an SQLite file, which must exist unless ``create``."""

    def connect() -> Any:
        return opened(path, create=create)

    dialect, compiled = _sqlite()
    # No pool: a connection that had seen the file before would go by what it saw, see sqlite.py.
    pool = NullPool(connect, dialect=dialect)
    engine = Engine(pool, dialect, _SQLITE, execution_options={"compiled_cache": compiled})
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    raw = connection.connection.driver_connection
    assert isinstance(raw, PatientFile)
    try:
        raw.begin(writes=connection.get_execution_options().get(WRITES, False))
    except sqlite3.Error as error:
        raise OperationalError("BEGIN", None, error) from error


def postgres_engine(url: str, locked: float | None = None) -> Engine:
    """Return an engine on a PostgreSQL server, where locks are waited for so many seconds."""
    try:
        engine = create_engine(url_of(url), pool_size=2, max_overflow=-1)
    except ImportError as error:
        raise MissingExtraError(
            "PostgreSQL needs its driver: pip install 'cheapbandits[postgres]'"
        ) from error

    def connect(_dialect: Any, _record: Any, words: Any, settings: dict[str, Any]) -> Any:
        from cheapbandits.store.postgres import PatientConnection

        # Where a database has no encoding (SQL_ASCII), text would come back as bytes.
        given = {**_limits(), **settings, "client_encoding": "UTF8"}
        return PatientConnection.connect(*words, **given).with_patience(patience.PATIENCE + OURS)

    def configure(connection: Any, _record: Any) -> None:
        # The server gives up before we do, and says why: waiting for a lock, or too much work.
        lock = patience.PATIENCE if locked is None else locked
        limits = {"lock": lock, "statement": patience.PATIENCE + SERVERS}
        said = [f"SET {what}_timeout = '{1000 * limit:.0f}ms'" for what, limit in limits.items()]
        connection.execute("; ".join([*said, _SETTINGS]))
        connection.commit()

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "connect", configure)
    return engine


def _limits() -> dict[str, Any]:
    """Return how long a connection is waited for, and when a lost one is noticed."""
    limits: dict[str, Any] = {
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }
    return limits if "PGCONNECT_TIMEOUT" in os.environ else {"connect_timeout": CONNECT, **limits}
