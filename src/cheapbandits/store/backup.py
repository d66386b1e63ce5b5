"""A copy of the whole database, as it was at one moment."""

from __future__ import annotations

import os
import sqlite3
import uuid
from pathlib import Path

from sqlalchemy import Connection, insert, select

from cheapbandits.errors import StoreError
from cheapbandits.store.database import Database
from cheapbandits.store.opening import prepare
from cheapbandits.store.tables import metadata

__all__ = ["check_new", "write_backup"]

_BATCH = 1000


def write_backup(database: Database, path: Path) -> None:
    """Write a copy to a new SQLite file; the file appears only when it is complete."""
    path = check_new(path)
    draft = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        if database.path is not None:
            _copy_file(database, draft)
        else:
            _export(database, draft)
        os.rename(draft, path)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{path}: the backup was not made: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def check_new(path: Path) -> Path:
    """Return the whole path of a file that is not there yet, in a folder that is."""
    path = path.expanduser().absolute()
    if path.exists():
        raise StoreError(f"{path} exists already; give the backup a new name")
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be made: the folder {path.parent} does not exist")
    return path


def _copy_file(database: Database, draft: Path) -> None:
    with database.engines.reader.connect() as connection:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        target = sqlite3.connect(draft)
        try:
            # All pages in one step: writers wait for it, and it cannot be starved by them.
            source.backup(target)
        finally:
            target.close()


def _export(database: Database, draft: Path) -> None:
    copy = Database(draft)

    def export(source: Connection) -> None:
        def fill(target: Connection) -> None:
            for table in metadata.sorted_tables:
                rows = source.execution_options(yield_per=_BATCH).execute(select(table))
                for part in rows.mappings().partitions():
                    target.execute(insert(table), [dict(row) for row in part])

        copy.write(fill)

    try:
        prepare(copy, upgrade=False)
        database.read(export)
    finally:
        copy.close()
