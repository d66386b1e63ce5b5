"""Connections that keep the store's promises, for each of the two databases."""

from __future__ import annotations

import os
import sqlite3
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import QueuePool

from cheapbandits.errors import MissingExtraError
from cheapbandits.store.secrets import url_of

__all__ = ["CONNECT", "PATIENCE", "WRITES", "postgres_engine", "sqlite_engine"]

#: Seconds to wait for another writer before an attempt counts as failed.
PATIENCE = 60
#: Seconds of that which SQLite waits by itself: it does not look for Ctrl-C.
STEP = 0.2
#: Seconds to wait for a server to answer at all; the URL's ``connect_timeout`` comes first.
CONNECT = 10
#: Seconds more than that for an answer, until the server gives up, and then we.
SERVERS, OURS = 15, 30
#: The execution option that marks a transaction as one that writes.
WRITES = "cheapbandits_writes"

_SQLITE = make_url("sqlite://")
_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    # WAL can corrupt a database with two writers in SQLite up to 3.51.2.
    "PRAGMA journal_mode = DELETE",
    "PRAGMA synchronous = FULL",
)
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
    mode = "rwc" if create else "rw"

    def connect() -> Any:
        # isolation_level None: the driver begins nothing by itself, see _begin_sqlite.
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode={mode}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            for pragma in _PRAGMAS:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        return connection

    def remember_file(_connection: Any, record: Any) -> None:
        record.info["file"] = _identity(path)

    def same_file(_connection: Any, record: Any, _proxy: Any) -> None:
        # A file that was moved or replaced would swallow what is written to the old one.
        if record.info["file"] != _identity(path):
            raise DisconnectionError

    dialect, compiled = _sqlite()
    pool = QueuePool(connect, pool_size=2, max_overflow=-1, dialect=dialect)
    engine = Engine(pool, dialect, _SQLITE, execution_options={"compiled_cache": compiled})
    event.listen(engine, "connect", remember_file)
    event.listen(engine, "checkout", same_file)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    if not connection.get_execution_options().get(WRITES, False):
        connection.exec_driver_sql("BEGIN")
        return
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    end = monotonic() + PATIENCE
    raw.execute(f"PRAGMA busy_timeout = {round(1000 * min(STEP, PATIENCE))}")
    try:
        while _is_busy(raw) and monotonic() < end:
            pass
        if not raw.in_transaction:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # says what is in the way
    finally:
        raw.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")


def _is_busy(raw: sqlite3.Connection) -> bool:
    """Try to become the one writer; return whether another is in the way, and nothing else."""
    try:
        raw.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    return False


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def postgres_engine(url: str) -> Engine:
    """Return an engine on a PostgreSQL server."""
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
        return PatientConnection.connect(*words, **given).with_patience(PATIENCE + OURS)

    def configure(connection: Any, _record: Any) -> None:
        # The server gives up before we do, and says why: waiting for a lock, or too much work.
        limits = (
            f"SET lock_timeout = '{PATIENCE}s'; SET statement_timeout = '{PATIENCE + SERVERS}s'"
        )
        connection.execute(f"{limits}; {_SETTINGS}")
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
