"""Readings that wait for a server, on disk: a crash of the laptop loses none.

Each has its key from the start. Sent twice it is stored once, so nothing need be known about what
arrived before the line went dead.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from cheapbandits.errors import CheapBanditsError, KeyReusedError, StoreError
from cheapbandits.service.client.fate import Fate, fate
from cheapbandits.service.client.wire import dumped
from cheapbandits.text import shown

__all__ = ["Queue", "Sent", "Waiting"]

TABLE = (
    "CREATE TABLE IF NOT EXISTS waiting (number INTEGER PRIMARY KEY, server TEXT, path TEXT, "
    "body TEXT, key TEXT UNIQUE, refused TEXT, who TEXT, why TEXT)"
)
#: Columns that files of older versions lack.
LATER = ("who", "why")


class Waiting(NamedTuple):
    """A reading that is not on the server.

    Attributes
    ----------
    path, body, key
        What is sent: where to, the reading, and the word by which it is stored once only.
    refused
        Why the server refused it, where it did: it is not sent by itself any more.
    who
        Who told it: ``""`` where nobody was named, ``None`` where an older version kept it.
    why
        What was said when it was tried last and not taken, where it waits still.
    """

    path: str
    body: dict[str, Any]
    key: str
    refused: str | None = None
    who: str | None = None
    why: str | None = None


class Sent(NamedTuple):
    """What became of the readings that waited; ``stopped`` is why the rest was not tried."""

    taken: int
    refused: list[Waiting]
    left: list[Waiting]
    stopped: CheapBanditsError | None


class Queue:
    """What waits for one server, in a file that several processes may share."""

    def __init__(self, file: Path, server: str) -> None:
        self._file, self._server = file, server

    def add(self, path: str, body: dict[str, Any], key: str, who: str = "") -> Waiting:
        """Keep a reading; it is on disk when this returns."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        text = dumped(body)
        row = (self._server, path, text, key, who)
        columns = "(server, path, body, key, who)"
        kept = Waiting(path, json.loads(text), key, who=who)
        try:
            with self._opened() as db:
                db.execute(f"INSERT INTO waiting {columns} VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.IntegrityError:
            here = next((one for one in self.list() if one.key == key), None)
            if here is None or (here.path, here.body) != (path, kept.body):
                raise KeyReusedError(
                    f"the key {key!r} is that of another reading on disk; give each its own", None
                ) from None
            return here
        return kept

    def list(self, *, refused: bool = False) -> list[Waiting]:
        """Return what waits, in order, or what was refused."""
        if not self._file.exists():
            return []
        which = "NOT NULL" if refused else "NULL"
        query = (
            f"SELECT {', '.join(Waiting._fields)} FROM waiting "
            f"WHERE server = ? AND refused IS {which} ORDER BY number"
        )
        with self._opened() as db:
            rows = db.execute(query, (self._server,)).fetchall()
        return [Waiting(path, json.loads(body), *rest) for path, body, *rest in rows]

    def flush(self, send: Callable[[Waiting], object]) -> Sent:
        """Send what waits, in order, and say what became of it (:mod:`.fate`).

        One that the server refuses (somebody else told that ask) is put aside, and does not stop
        the others, nor does one that has to wait for its campaign; a server that is away does.
        """
        taken, refused, left, waiting = 0, [], [], self.list()
        for place, one in enumerate(waiting):
            try:
                send(one)
            except CheapBanditsError as error:
                said, what = str(error), fate(error, one.body)
                if what is Fate.REFUSED:
                    self._settle("UPDATE waiting SET refused = ? WHERE key = ?", said, one.key)
                    refused.append(one._replace(refused=said))
                    continue
                self._settle("UPDATE waiting SET why = ? WHERE key = ?", said, one.key)
                left.append(one._replace(why=said))
                if what is Fate.LATER:
                    left += [other._replace(why=said) for other in waiting[place + 1 :]]
                    return Sent(taken, refused, left, error)
            else:
                self.drop(one.key)
                taken += 1
        return Sent(taken, refused, left, None)

    def again(self, key: str) -> None:
        """Let one that was refused wait again, in its old place."""
        self._settle("UPDATE waiting SET why = refused, refused = NULL WHERE key = ?", key)

    def drop(self, key: str) -> None:
        """Keep a reading no longer."""
        self._settle("DELETE FROM waiting WHERE key = ?", key)

    def _settle(self, statement: str, *values: str) -> None:
        with self._opened() as db:
            db.execute(statement, values)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Hold the file in one transaction; one that cannot be used is named."""
        try:
            with closing(self._open()) as db, db:
                yield db
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            raise StoreError(
                f"{shown(self._file, 500)}, where readings wait for a server that is away, cannot "
                f"be used: {error}; what was not on disk yet is not kept; make room, or move the "
                "file away (it may hold readings that were not sent), or name another one, queue="
            ) from error

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._file, timeout=30)
        db.execute("PRAGMA synchronous = FULL")
        db.execute(TABLE)
        known = {row[1] for row in db.execute("PRAGMA table_info(waiting)")}
        for name in set(LATER) - known:
            with suppress(sqlite3.OperationalError):  # another process was quicker
                db.execute(f"ALTER TABLE waiting ADD COLUMN {name} TEXT")
        return db
