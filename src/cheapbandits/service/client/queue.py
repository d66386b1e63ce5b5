"""Readings that wait for a server, on disk: a crash of the laptop loses none.

Each has its key from the start. Sent twice it is stored once, so nothing need be known about what
arrived before the line went dead.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from cheapbandits.errors import CheapBanditsError
from cheapbandits.service.client.wire import Away, dumped

__all__ = ["Queue", "Waiting"]

TABLE = (
    "CREATE TABLE IF NOT EXISTS waiting (number INTEGER PRIMARY KEY, server TEXT, path TEXT, "
    "body TEXT, key TEXT UNIQUE, refused TEXT)"
)


class Waiting(NamedTuple):
    """A reading that is not on the server; ``refused`` says why where it never will be."""

    path: str
    body: dict[str, Any]
    key: str
    refused: str | None = None


class Queue:
    """What waits for one server, in a file that several processes may share."""

    def __init__(self, file: Path, server: str) -> None:
        self._file, self._server = file, server

    def add(self, path: str, body: dict[str, Any], key: str) -> Waiting:
        """Keep a reading; it is on disk when this returns."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        text = dumped(body)
        row = (self._server, path, text, key)
        with closing(self._open()) as db, db:
            db.execute("INSERT INTO waiting (server, path, body, key) VALUES (?, ?, ?, ?)", row)
        return Waiting(path, json.loads(text), key)

    def list(self, *, refused: bool = False) -> list[Waiting]:
        """Return what waits, in order, or what was refused."""
        if not self._file.exists():
            return []
        which = "NOT NULL" if refused else "NULL"
        query = (
            f"SELECT path, body, key, refused FROM waiting WHERE server = ? AND refused IS {which} "
            "ORDER BY number"
        )
        with closing(self._open()) as db:
            rows = db.execute(query, (self._server,)).fetchall()
        return [Waiting(path, json.loads(body), key, why) for path, body, key, why in rows]

    def flush(self, send: Callable[[Waiting], object]) -> int:
        """Send what waits, in order; return how many were taken.

        One that the server refuses (somebody else told that ask) is put aside, and does not stop
        the others; a server that is away does.
        """
        taken = 0
        for one in self.list():
            try:
                send(one)
            except Away:
                raise
            except CheapBanditsError as error:
                self._settle("UPDATE waiting SET refused = ? WHERE key = ?", (str(error), one.key))
            else:
                self._settle("DELETE FROM waiting WHERE key = ?", (one.key,))
                taken += 1
        return taken

    def _settle(self, statement: str, values: tuple[str, ...]) -> None:
        with closing(self._open()) as db, db:
            db.execute(statement, values)

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._file, timeout=30)
        db.execute("PRAGMA synchronous = FULL")
        db.execute(TABLE)
        return db
