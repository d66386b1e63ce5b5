"""A look at the campaigns of an SQLite file without the database library, which is slow to import.

Only what goes well is done here. Whatever else there is (a server, another format, a lock, damage,
a name that is not there) gives ``None``, and :class:`~cheapbandits.store.Store` does and says what
is right.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from cheapbandits.errors import ParameterError
from cheapbandits.store import chain
from cheapbandits.store.location import resolve
from cheapbandits.store.names import campaign_name

__all__ = ["Glimpse", "glance"]

#: The format that this reads; any other is left to the store.
FORMAT = "0001"
FORMAT_QUERY = "SELECT version_num FROM cheapbandits_version"
COLUMNS = (
    *("id", "name", "created", "spec", "graph_digest"),
    *("summary", "last_seq", "last_digest", "seal"),
)
QUERY = f"SELECT {', '.join(COLUMNS)} FROM cheapbandits_campaigns"


class Glimpse(NamedTuple):
    """A campaign's row as far as its status goes."""

    id: str
    name: str
    created: str
    spec: dict[str, Any]
    summary: dict[str, Any]
    last_seq: int


def glance(target: str | Path | None, name: str | None = None) -> list[Glimpse] | None:
    """Return all campaigns, the newest first, or the one of a name; ``None``: ask the store."""
    try:
        path = resolve(target)
        if isinstance(path, str) or not path.is_file():
            return None
        wanted = None if name is None else campaign_name(name)
        found = [_believed(row) for row in _rows(path, wanted)]
    except (ParameterError, sqlite3.Error, OSError, TypeError, ValueError, RecursionError):
        return None
    return None if name is not None and not found else found


def _rows(path: Path, name: str | None) -> list[tuple[Any, ...]]:
    # Read-only: what a crash left to be repaired is an error here, and repaired by the store.
    address = f"file:{quote(str(path))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=1, isolation_level=None)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA cell_size_check = ON")
        database.execute("BEGIN")
        if database.execute(FORMAT_QUERY).fetchall() != [(FORMAT,)]:
            raise ValueError("another format")
        if name is None:
            return database.execute(f"{QUERY} ORDER BY number DESC").fetchall()
        return database.execute(f"{QUERY} WHERE name = ?", (name,)).fetchall()


def _believed(row: tuple[Any, ...]) -> Glimpse:
    """Return a row whose seal holds."""
    identity, name, created, spec, graph_digest, summary, last_seq, last_digest, seal = row
    start = chain.genesis(identity, name, created, spec, graph_digest)
    if seal != chain.seal(start, summary, last_seq, last_digest):
        raise ValueError("a broken seal")
    return Glimpse(identity, name, created, json.loads(spec), json.loads(summary), last_seq)
