"""Connections that keep the store's promises, for each of the two databases."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import QueuePool

from cheapbandits.errors import MissingExtraError, ParameterError

__all__ = ["PATIENCE", "WRITES", "postgres_engine", "sqlite_engine"]

#: Seconds to wait for another writer before an attempt counts as failed.
PATIENCE = 60
#: The execution option that marks a transaction as one that writes.
WRITES = "cheapbandits_writes"

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


def sqlite_engine(path: Path, *, create: bool = False) -> Engine:
    """Return an engine on an SQLite file, which must exist unless ``create``."""
    mode = "rwc" if create else "rw"

    def connect() -> sqlite3.Connection:
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

    engine = create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, pool_size=2, max_overflow=-1
    )
    event.listen(engine, "connect", remember_file)
    event.listen(engine, "checkout", same_file)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def postgres_engine(url: str) -> Engine:
    """Return an engine on a PostgreSQL server."""
    try:
        parsed = make_url(url)
        engine = create_engine(parsed, pool_size=2, max_overflow=-1)
    except (ArgumentError, ValueError) as error:
        raise ParameterError(
            "the database's URL cannot be read; expected postgresql://USER@HOST:PORT/NAME"
        ) from error
    except ImportError as error:
        raise MissingExtraError(
            "PostgreSQL needs its driver: pip install 'cheapbandits[postgres]'"
        ) from error

    def configure(connection: Any, _record: Any) -> None:
        connection.execute(f"SET lock_timeout = '{PATIENCE}s'; {_SETTINGS}")
        connection.commit()

    event.listen(engine, "connect", configure)
    return engine
