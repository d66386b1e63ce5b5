"""An SQLite file, opened anew for each transaction.

SQLite believes the pages that a connection has in memory as long as 16 bytes of the file's header
are as it saw them. A copy that is put back in place, with ``cp``, has a lower count there, and a
few commits of others bring it to the very number that was seen; the same is true of the number by
which the tables' places are believed. Then old pages would be read, and written over new ones.
Neither times nor sizes of the file would tell for certain. So nothing is kept from one transaction
to the next: what is read under its lock is in the file.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cheapbandits.store.commits import about_to_commit, beginning, came_back
from cheapbandits.store.forking import ForkedError, Visit
from cheapbandits.store.patience import STEP, Wait, wait

__all__ = ["MovedError", "PatientFile", "WalError", "opened"]

_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA synchronous = FULL",
)
# WAL can corrupt a database with two writers in SQLite up to 3.51.2.
_NO_WAL = "PRAGMA journal_mode = DELETE"


class MovedError(sqlite3.OperationalError):
    """Another file has the path since this one was opened."""

    sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED


class WalError(sqlite3.OperationalError):
    """The file is in WAL mode, and somebody has it open: that cannot be changed now."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


class PatientFile(sqlite3.Connection):
    """A connection for one transaction, whose waits can be interrupted and come to an end."""

    wait = Wait(0.0)
    path = Path()
    #: Which file it was when it was opened; ``None`` where it was made.
    file: tuple[int, int] | None = None
    visit: Visit
    _again = False

    def cursor(self, *words: Any, **settings: Any) -> Any:
        """Return a cursor: each statement needs one, and a forked child has none to run here.

        What it wrote would go into its parent's journal, and what its parent wrote it would read.
        """
        self._must_be_here()
        return super().cursor(*words, **settings)

    def _must_be_here(self) -> None:
        if not self.visit.is_here:
            raise ForkedError("the process was forked in the middle of the transaction")

    def begin(self, *, writes: bool) -> None:
        """Begin, with the lock: from here on the file is read as it is now."""
        beginning()
        self.wait.until(self._begin_to_write if writes else self._begin_to_read, _is_busy)

    def _begin_to_read(self) -> None:
        if not self.in_transaction:
            self.execute("BEGIN")
        self.execute("PRAGMA user_version").fetchall()  # only a look takes the lock

    def _begin_to_write(self) -> None:
        self.execute("BEGIN IMMEDIATE")
        # While we waited it may have been moved or replaced: the old one would swallow it all.
        if self.file is not None and self.file != _identity(self.path):
            self.rollback()
            raise MovedError("it is another file now")

    def commit(self) -> None:
        """Commit, once those who read have let the file go."""
        self._must_be_here()
        self.wait.until(self._try_to_commit, _is_busy)

    def _try_to_commit(self) -> None:
        if self._again:
            about_to_commit()
        try:
            super().commit()
        except sqlite3.Error as error:
            if _is_busy(error):
                self._again = came_back()
            raise

    def rollback(self) -> None:
        """Roll back, unless that is the affair of the process that this was forked from."""
        if self.visit.is_here:
            super().rollback()

    def close(self) -> None:
        """Close; a child that inherited it would take its parent's journal away."""
        if self.visit.is_here:
            try:
                super().close()
            finally:
                self.visit.end()


def opened(path: Path, *, create: bool = False) -> PatientFile:
    """Return a connection that looks at the file for the first time."""
    mine = wait()
    return mine.until(lambda: _opened(path, mine, "rwc" if create else "rw"), _is_busy)


def _opened(path: Path, mine: Wait, mode: str) -> PatientFile:
    visit = Visit(path)
    try:
        return _connected(visit, mine, mode)
    except BaseException:
        visit.end()
        raise


def _connected(visit: Visit, mine: Wait, mode: str) -> PatientFile:
    path = visit.path
    file = _identity(path)
    # isolation_level None: the driver begins nothing by itself, see PatientFile.begin.
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}",
        uri=True,
        timeout=min(STEP, mine.left),
        isolation_level=None,
        check_same_thread=False,
        factory=PatientFile,
    )
    connection.wait, connection.path, connection.file = mine, path, file
    connection.visit, visit.connection = visit, connection
    try:
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        _leave_wal(connection)
    except BaseException:
        sqlite3.Connection.close(connection)
        raise
    return connection


def _leave_wal(connection: sqlite3.Connection) -> None:
    try:
        connection.execute(_NO_WAL)
    except sqlite3.Error as error:
        # Asked of SQLite: to open the file ourselves, and close it, would end all of our locks.
        if _is_busy(error) and connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
            raise WalError(str(error)) from error
        raise


def _is_busy(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
