"""Readings that wait for a server, on disk: a crash of the laptop loses none.

Each has its key from the start. Sent twice it is stored once, so nothing need be known about what
arrived before the line went dead.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from cheapbandits.errors import CheapBanditsError, KeyReusedError, StoreError
from cheapbandits.service.client.fate import Fate, fate
from cheapbandits.service.client.wire import dumped
from cheapbandits.store.beside import check_name
from cheapbandits.store.forking import visiting
from cheapbandits.text import shown

__all__ = ["Queue", "Sent", "Waiting"]

#: ``sent`` is the key that goes to the server, used once in each of its campaigns. ``key`` is the
#: row's own, the same unless another row has it: older versions know it alone, and find every row.
TABLE = (
    "CREATE TABLE IF NOT EXISTS waiting (number INTEGER PRIMARY KEY, server TEXT, path TEXT, "
    "body TEXT, key TEXT UNIQUE, refused TEXT, who TEXT, why TEXT, sent TEXT)"
)
#: Columns that files of older versions lack.
LATER = ("who", "why", "sent")
#: What may be in the file, as SQLite lists it.
OURS = "type IN ('table', 'index') AND tbl_name = 'waiting' OR name LIKE 'sqlite_%'"
#: What is sent, and which row is meant by a reading.
SENT = "coalesce(sent, key)"
THIS = f"server = ? AND path = ? AND {SENT} = ?"


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

    @property
    def campaign(self) -> str:
        """The campaign's address on the server: a key is used once in each."""
        return "/".join(self.path.split("/")[:4])


class Sent(NamedTuple):
    """What became of the readings that waited; ``stopped`` is why the rest was not tried.

    ``notes`` are the server's remarks on those that were taken.
    """

    taken: int
    refused: list[Waiting]
    left: list[Waiting]
    stopped: CheapBanditsError | None
    notes: list[str]


class Queue:
    """What waits for one server, in a file that several processes may share."""

    def __init__(self, file: Path, server: str) -> None:
        check_name(file)
        self._file, self._server = file, server

    def add(self, path: str, body: dict[str, Any], key: str, who: str = "") -> Waiting:
        """Keep a reading; it is on disk when this returns."""
        text = dumped(body)
        kept = Waiting(path, json.loads(text), key, who=who)
        columns = "(server, path, body, who, key, sent)"
        with self._opened(make=True) as db:
            db.execute("BEGIN IMMEDIATE")
            known = self._with_key(db, kept)
            if known is None:
                own = key if _is_free(db, key) else uuid.uuid4().hex
                row = (self._server, path, text, who, own, key)
                db.execute(f"INSERT INTO waiting {columns} VALUES (?, ?, ?, ?, ?, ?)", row)
                return kept
        if known.refused is not None or known.path != path or not _is(known.body, kept.body):
            raise KeyReusedError(
                f"the key {key!r} is that of another reading on disk; give each its own", None
            )
        return known

    def _with_key(self, db: sqlite3.Connection, kept: Waiting) -> Waiting | None:
        """Return the reading of the same campaign that has this key already."""
        found = _rows(db, self._server, f"AND {SENT} = ?", kept.key)
        return next((one for one in found if one.campaign == kept.campaign), None)

    def list(self, *, refused: bool = False) -> list[Waiting]:
        """Return what waits, in order, or what was refused."""
        if not self._file.exists():
            return []
        with self._opened() as db:
            return _rows(db, self._server, f"AND refused IS {'NOT NULL' if refused else 'NULL'}")

    def flush(self, send: Callable[[Waiting], str | None]) -> Sent:
        """Send what waits, in order, and say what became of it (:mod:`.fate`).

        One that the server refuses (somebody else told that ask) is put aside, and does not stop
        the others, nor does one that has to wait for its campaign; a server that is away does.
        """
        taken, refused, left, waiting = 0, [], [], self.list()
        notes: list[str] = []
        for place, one in enumerate(waiting):
            try:
                note = send(one)
            except CheapBanditsError as error:
                said, what = str(error), fate(error, one.body)
                if what is Fate.REFUSED:
                    self._settle(one, "UPDATE waiting SET refused = ?", said)
                    refused.append(one._replace(refused=said))
                    continue
                self._settle(one, "UPDATE waiting SET why = ?", said)
                left.append(one._replace(why=said))
                if what is Fate.LATER:
                    left += [other._replace(why=said) for other in waiting[place + 1 :]]
                    return Sent(taken, refused, left, error, notes)
            else:
                if self.drop(one):  # else another thread or process sent it, too, and counts it
                    taken += 1
                    notes += [] if note is None else [note]
        return Sent(taken, refused, left, None, notes)

    def again(self, one: Waiting) -> None:
        """Let one that was refused wait again, in its old place."""
        self._settle(one, "UPDATE waiting SET why = refused, refused = NULL")

    def drop(self, one: Waiting) -> bool:
        """Keep a reading no longer; whether it was kept until now."""
        return self._settle(one, "DELETE FROM waiting")

    def _settle(self, one: Waiting, change: str, *values: str) -> bool:
        with self._opened() as db:
            where = (*values, self._server, one.path, one.key)
            return db.execute(f"{change} WHERE {THIS}", where).rowcount > 0

    @contextmanager
    def _opened(self, *, make: bool = False) -> Iterator[sqlite3.Connection]:
        """Hold the file in one transaction; one that cannot be used is named."""
        try:
            if make:
                self._file.parent.mkdir(parents=True, exist_ok=True)
            with visiting(self._file), closing(self._open()) as db, db:
                yield db
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"{shown(self._file, 500)}, where readings wait for a server that is away, cannot "
                f"be used: {error}; what was not on disk yet is not kept; make room, or move the "
                "file away (it may hold readings that were not sent), or name another one, queue="
            ) from error

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._file, timeout=30)
        db.execute("PRAGMA synchronous = FULL")
        odd = db.execute(f"SELECT type, name FROM sqlite_master WHERE NOT ({OURS})").fetchone()
        if odd is not None:
            raise sqlite3.DatabaseError(
                f"it has the {odd[0]} '{shown(odd[1])}', which is none of ours, and so belongs to "
                "another program, or would change what waits in it"
            )
        db.execute(TABLE)
        known = {row[1] for row in db.execute("PRAGMA table_info(waiting)")}
        for name in set(LATER) - known:
            with suppress(sqlite3.OperationalError):  # another process was quicker
                db.execute(f"ALTER TABLE waiting ADD COLUMN {name} TEXT")
        return db


def _rows(db: sqlite3.Connection, server: str, which: str, *values: str) -> list[Waiting]:
    columns = f"path, body, {SENT}, refused, who, why"
    query = f"SELECT {columns} FROM waiting WHERE server = ? {which} ORDER BY number"
    rows = db.execute(query, (server, *values)).fetchall()
    return [Waiting(path, json.loads(body), *rest) for path, body, *rest in rows]


def _is(known: dict[str, Any], body: dict[str, Any]) -> bool:
    """Whether a body that is kept is this one; older versions kept it without its unit."""
    return known == body or known == {name: body[name] for name in body if name != "unit"}


def _is_free(db: sqlite3.Connection, key: str) -> bool:
    """Whether no row has this word for its own."""
    return db.execute("SELECT 1 FROM waiting WHERE key = ?", (key,)).fetchone() is None
