"""From nothing, or from an older format, to a database that can be used."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from cheapbandits.errors import DamagedError, StoreError
from cheapbandits.store import formats
from cheapbandits.store.beside import check_none_left
from cheapbandits.store.connections import WRITES, sqlite_engine
from cheapbandits.store.database import Database
from cheapbandits.store.faults import translated
from cheapbandits.text import shown as clean

__all__ = ["prepare", "upgrade_format"]

# Any fixed number: who holds it in PostgreSQL makes or changes the tables.
_ADVISORY_LOCK = 0x43484541


def prepare(database: Database, *, upgrade: bool) -> None:
    """Make the tables when there are none; refuse a format that is not the newest."""
    if database.path is not None and not database.path.exists():
        _check_no_link(database.path)
        _create_file(database.path)
    elif database.path is not None and database.path.is_dir():
        raise StoreError(f"{database.path} is a folder; give the path of a file in it")
    elif database.path is not None and not database.path.is_file():
        raise StoreError(f"{database.path} is a pipe or a device; give the path of a plain file")
    elif database.path is not None and database.path.stat().st_size == 0:
        raise DamagedError(
            f"{database.path} is empty: put back a copy made with `cheapbandits db backup`, or "
            "remove the file to start anew"
        )
    format_ = database.read(formats.found)
    if format_ is None or (upgrade and format_ != formats.NEWEST):
        upgrade_format(database)
        format_ = database.read(formats.found)
    formats.require_newest(format_, database.shown)


def _check_no_link(path: Path) -> None:
    """Refuse a link that leads nowhere: what is meant may be on a drive that is not mounted."""
    if path.is_symlink():
        raise StoreError(
            f"{path} is a link to {clean(os.readlink(path))}, and no file is there: put it back, "
            "or remove the link to start anew"
        )


def _create_file(path: Path) -> None:
    """Make an SQLite file that is complete from the moment it can be seen."""
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be made: the folder {path.parent} does not exist")
    check_none_left(path)
    draft = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    engine = sqlite_engine(draft, create=True)
    try:
        with (
            translated(str(path)),
            engine.execution_options(**{WRITES: True}).begin() as connection,
        ):
            formats.migrate(connection)
        engine.dispose()
        _publish(draft, path)
    finally:
        engine.dispose()
        draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return  # Another process was quicker; its file is as good.
    except (AttributeError, OSError):
        os.rename(draft, path)  # A system, or a file system, without links.


def upgrade_format(database: Database) -> None:
    """Run the migrations that are missing, all or none of them."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
            _make_schema(connection, database.shown)
        if formats.found(connection) != formats.NEWEST:
            formats.migrate(connection)

    database.write(work)


def _make_schema(connection: Connection, shown: str) -> None:
    """Make the first schema of the search path when none of them exists."""
    if connection.execute(text("SELECT current_schema()")).scalar() is not None:
        return
    user: str = connection.execute(text("SELECT current_user")).scalar_one()
    path: str = connection.execute(text("SHOW search_path")).scalar_one()
    first = path.split(",")[0].strip().strip('"')
    first = user if first == "$user" else first
    if not first:
        raise _no_schema(shown, "is empty", user)
    quoted = connection.dialect.identifier_preparer.quote_identifier(first)
    try:
        connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {quoted}"))
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != "42501":  # it may not be made
            raise
        names = f"({clean(path)}) names no schema that is there and may be used"
        raise _no_schema(shown, names, user) from error


def _no_schema(shown: str, what: str, user: str) -> StoreError:
    return StoreError(
        f"{shown}: there is no place for tables, as the search_path {what}; name a schema that "
        f"{clean(user)} may use: postgresql://...?options=-csearch_path%3DSCHEMA, or ALTER ROLE "
        "... SET search_path"
    )
