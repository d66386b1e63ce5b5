"""Empty databases, made once and copied: migrations take longer than most tests.

That a database is made where there is none is held by the tests of the store.
"""

from __future__ import annotations

import sqlite3
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
from sqlalchemy import Connection, Engine, event

from cheapbandits.store import Store, formats
from cheapbandits.store.tables import VERSION_TABLE
from tests.services import schema_url

__all__ = ["make_empty", "quickly_made"]

#: What only looks, or makes the schema, which has another name each time.
_NOT_ITS_TABLES = ("SELECT", "SHOW", "CREATE SCHEMA")


def make_empty(place: str | Path) -> None:
    """Put a database without campaigns at a path, or into a schema of ``schema_url``."""
    url, _, schema = str(place).partition(schema_url("", ""))
    if not schema:
        Path(place).write_bytes(_empty_file())
        return
    with psycopg.connect(url, autocommit=True) as connection:
        tables = f"CREATE SCHEMA {schema}; SET search_path TO {schema}; {_tables(url)}"
        connection.execute(tables.encode())


@contextmanager
def quickly_made() -> Iterator[None]:
    """Let new files get their tables without the migrations, all else as ever."""
    migrate = formats.migrate

    def quickly(connection: Connection) -> None:
        if connection.dialect.name != "sqlite" or formats.found(connection) is not None:
            migrate(connection)
            return
        for statement in _file_tables():
            connection.exec_driver_sql(statement)

    _file_tables()
    with mock.patch.object(formats, "migrate", quickly):
        yield


@cache
def _file_tables() -> list[str]:
    """Return what makes the tables of an empty file; indices that are their keys' need nothing."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(_empty_file())
        made = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return [
            *(sql for (sql,) in made),
            f"INSERT INTO {VERSION_TABLE} VALUES ('{formats.NEWEST}')",
        ]


@cache
def _empty_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        Store.open(path).close()
        return path.read_bytes()


@cache
def _tables(url: str) -> str:
    """Return what the migrations say to a server."""
    said: list[str] = []

    def listen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.lstrip().startswith(_NOT_ITS_TABLES):
            said.append(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        Store.open(schema_url(url, f"t{uuid.uuid4().hex}")).close()
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
    return ";".join(said)
