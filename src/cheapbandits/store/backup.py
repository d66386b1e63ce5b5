"""A copy of the whole database, or of one campaign, as it was at one moment."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, insert, select

from cheapbandits.errors import ParameterError, StoreError
from cheapbandits.store.beside import check_name, check_none_left
from cheapbandits.store.database import Database
from cheapbandits.store.location import check_utf8
from cheapbandits.store.opening import prepare
from cheapbandits.store.rows import CampaignRow
from cheapbandits.store.tables import campaigns, events, graphs
from cheapbandits.store.verified import Head, events_after, graph_of, head_of

__all__ = ["check_new", "write_backup", "write_one"]

_BATCH = 1000
#: Each table and its column that says which campaign a row is of; what others need comes first.
_TABLES = (
    (campaigns, campaigns.c.number),
    (graphs, graphs.c.campaign),
    (events, events.c.campaign),
)


def write_backup(database: Database, path: Path) -> None:
    """Write a copy to a new SQLite file; the file appears only when it is complete."""
    with _drafted(path, "the backup") as draft:
        if database.path is not None:
            _copy_file(database, draft)
        else:
            _export(database, draft)


def write_one(database: Database, name: str, path: Path) -> CampaignRow:
    """Write one campaign, once it is found to be whole, to a new SQLite file; return its row."""

    def look(source: Connection) -> Head:
        found = head_of(source, name)
        graph_of(source, found)
        events_after(source, found, 0)
        return found

    with _drafted(path, "the export") as draft:
        found = _export(database, draft, look)
        assert found is not None
    return found.row


@contextmanager
def _drafted(path: Path, what: str) -> Iterator[Path]:
    """Give a file to fill, which takes its place when the block is left without an error."""
    path = check_new(path, what)
    draft = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        yield draft
        os.rename(draft, path)
    except (OSError, sqlite3.Error) as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{path}: {what} was not made: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def check_new(path: Path, what: str = "the backup") -> Path:
    """Return the whole path of a file that is not there yet, in a folder that is."""
    if str(path) == "-":  # elsewhere that is standard output
        raise ParameterError(f"{what} is a database, no text to print: give it the path of a file")
    path = path.expanduser().absolute()
    check_utf8(str(path))
    if path.exists():
        raise StoreError(f"{path} exists already; give {what} a new name")
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be made: the folder {path.parent} does not exist")
    check_name(path)
    check_none_left(path)
    return path


def _copy_file(database: Database, draft: Path) -> None:
    def copy(connection: Connection) -> None:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        target = sqlite3.connect(draft)
        try:
            # All pages in one step: writers wait for it, and it cannot be starved by them.
            source.backup(target)
        finally:
            target.close()

    database.read(copy)  # with its lock: SQLite would wait for one without an end


def _export(
    database: Database, draft: Path, look: Callable[[Connection], Head] | None = None
) -> Head | None:
    """Copy all rows, or those of the one campaign that ``look`` finds."""
    copy = Database(draft)

    def export(source: Connection) -> Head | None:
        one = None if look is None else look(source)

        def fill(target: Connection) -> None:
            for table, campaign in _TABLES:
                query = (
                    select(table) if one is None else select(table).where(campaign == one.number)
                )
                rows = source.execution_options(yield_per=_BATCH).execute(query)
                for part in rows.mappings().partitions():
                    target.execute(insert(table), [dict(row) for row in part])

        copy.write(fill)
        return one

    try:
        prepare(copy, upgrade=False)
        return database.read(export)
    finally:
        copy.close()
