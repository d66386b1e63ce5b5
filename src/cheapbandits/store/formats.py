"""Formats of the database: which one it has, and the way to the newest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, select
from sqlalchemy import column as sql_column
from sqlalchemy import table as sql_table

from cheapbandits.errors import DamagedError, StoreError, UpgradeNeededError
from cheapbandits.locks import fork_safe_lock
from cheapbandits.store.strangers import check_none_act
from cheapbandits.store.tables import VERSION_TABLE
from cheapbandits.text import shown as clean

__all__ = ["NEWEST", "found", "migrate", "require_newest"]

NEWEST = "0001"
KNOWN = ("0001",)
MIGRATIONS = Path(__file__).parent / "migrations"
#: What alembic works on (``alembic.op``) is the whole process's, so threads take turns. Taken last:
#: whoever holds it waits for nobody who waits for it.
_turn = fork_safe_lock()


def found(connection: Connection) -> str | None:
    """Return the format of the database, or None when the store's tables are not there yet."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if connection.dialect.name == "sqlite" and tables:
            raise StoreError(
                f"this SQLite file belongs to another program (it has the table {tables[0]!r}); "
                "give another file"
            )
        return None
    check_none_act(connection)
    version = sql_table(VERSION_TABLE, sql_column("version_num"))
    query = select(version.c.version_num).order_by(version.c.version_num)
    known = [str(format_) for format_ in connection.execute(query).scalars()]
    if len(known) != 1:
        says = f"says more than one format: {clean(', '.join(known))}" if known else "says none"
        raise DamagedError(
            f"the database {says}, where its one format should stand; put back a copy made with "
            "`cheapbandits db backup`"
        )
    return known[0]


def require_newest(format_: str | None, shown: str) -> None:
    """Refuse a database that this version of the software would misread."""
    if format_ == NEWEST:
        return
    if format_ is None or format_ in KNOWN:
        raise UpgradeNeededError(
            f"{shown} has format {format_}, this software writes {NEWEST}: run "
            "`cheapbandits db upgrade` (make a copy first with `cheapbandits db backup`)"
        )
    raise UpgradeNeededError(
        f"{shown} has format {format_}, this software knows {NEWEST} and older: install the "
        "version of cheapbandits that wrote it; if it is older than this one, run "
        "`cheapbandits db upgrade`"
    )


def migrate(connection: Connection) -> None:
    """Bring the database to the newest format, within the connection's transaction."""
    with _turn:
        _migrate(connection)


def _migrate(connection: Connection) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS))

    def steps(revision: Any, _context: Any) -> Sequence[Any]:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE)
        environment.run_migrations()
