"""Transactions: whole or not at all, one writer after another, patient with others."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from cheapbandits.store import patience
from cheapbandits.store.connections import WRITES, postgres_engine, sqlite_engine
from cheapbandits.store.faults import is_lost, is_passing, translated
from cheapbandits.store.secrets import displayed, hider

__all__ = ["Database"]

#: Seconds before the second and the third attempt, where the connection was lost.
PAUSES = (0.1, 1.0)
T = TypeVar("T")


class Database:
    """A file or a server, and how to read and write it.

    Parameters
    ----------
    location
        The path of an SQLite file or a PostgreSQL URL, from :func:`..location.resolve`.
    """

    def __init__(self, location: str | Path) -> None:
        self.path = location if isinstance(location, Path) else None
        self._location = location
        self._patience = patience.chosen()
        self._engines = [_Engines(location, self._patience)]
        self.shown = str(location) if isinstance(location, Path) else displayed(location)
        self._hide = str if isinstance(location, Path) else hider(location)

    @property
    def engines(self) -> _Engines:
        """The engines of this process; a forked child never touches its parent's connections."""
        if self._engines[-1].pid != os.getpid():
            # The parent's stay referenced: collecting them would close its connections.
            self._engines.append(_Engines(self._location, self._patience))
        return self._engines[-1]

    @property
    def patience(self) -> float:
        """Seconds that a transaction waits for others, all in all."""
        return patience.PATIENCE if self._patience is None else self._patience

    def read(self, work: Callable[[Connection], T]) -> T:
        """Return what ``work`` reads, all of it from one moment."""
        with patience.waiting(self.patience, self.shown):
            return self._patiently(lambda: self._run(self.engines.reader, work))

    def write(self, work: Callable[[Connection], T]) -> T:
        """Return what ``work`` returns once what it wrote is on disk; it may run more than once."""
        with self._turn():
            return self._patiently(lambda: self._run(self.engines.writer, work))

    @contextmanager
    def writing(self, lock: Callable[[Connection], T]) -> Iterator[tuple[Connection, T]]:
        """Yield a connection and what ``lock`` returned; leaving commits, an error rolls back."""

        def begin() -> tuple[Connection, T]:
            connection = self.engines.writer.connect()
            try:
                return connection, lock(connection)
            except BaseException:
                connection.close()
                raise

        with self._turn():
            connection, locked = self._patiently(begin)
            # Closing without a commit rolls back.
            with connection:
                yield connection, locked
                with translated(self.shown, self._hide):
                    _commit(connection)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the other writers of this process, where the file has one at a time.

        At the file's own lock they would sleep and look again, up to a tenth of a second each time.
        Who waited too long goes on to that lock, which says so.
        """
        turn = self.engines.turn
        with patience.waiting(self.patience, self.shown) as wait:
            with wait.spending():
                mine = turn is not None and turn.acquire(timeout=wait.left)
            try:
                yield
            finally:
                if turn is not None and mine:
                    turn.release()

    def _run(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        with engine.connect() as connection:
            result = work(connection)
            _commit(connection)
        return result

    def _patiently(self, once: Callable[[], T]) -> T:
        """Try again what may pass, unless patience has come to its end already."""
        end = time.monotonic() + self.patience
        with translated(self.shown, self._hide):
            for pause in PAUSES:
                try:
                    return once()
                except DBAPIError as error:
                    if not is_passing(error) or time.monotonic() >= end:
                        raise
                    if is_lost(error):  # a server that starts anew takes a moment
                        time.sleep(pause)
            return once()

    def close(self) -> None:
        """Close this process's connections."""
        for engines in self._engines:
            if engines.pid == os.getpid():
                engines.reader.dispose()


def _commit(connection: Connection) -> None:
    try:
        connection.commit()
    except BaseException:
        # SQLite may keep the transaction open; the pool must not get such a connection back.
        connection.invalidate()
        raise


class _Engines:
    """One pool of connections and two ways to begin a transaction on them."""

    def __init__(self, location: str | Path, locked: float | None) -> None:
        self.pid = os.getpid()
        self.turn: threading.RLock | None = None
        if isinstance(location, Path):
            engine = sqlite_engine(location)
            self.reader = engine
            self.turn = threading.RLock()
        else:
            engine = postgres_engine(location, locked)
            self.reader = engine.execution_options(isolation_level="REPEATABLE READ")
        self.writer = engine.execution_options(**{WRITES: True})
