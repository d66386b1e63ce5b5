"""Forks and SQLite's files: no process is forked while a thread of it is at a file.

SQLite notes in the process which locks it has. A forked child inherits the notes, not the locks nor
the threads that would end them: for ever it would wait for a thread of its parent, and some never
wake from SQLite's own mutexes. So a fork waits until those who are at a file have left it, and who
comes meanwhile waits for the fork; both take milliseconds, and neither waits without an end. What
was forked all the same (somebody stayed too long, the fork was not Python's, or was made in the
middle of a transaction) is told so at once.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["ForkedError", "Visit", "visiting"]

#: Seconds that a fork waits for those who are at a file: a commit may wait for others for a minute.
LONGEST = 5.0

_changed = threading.Condition()
_visits: set[Visit] = set()
#: The threads that are about to fork.
_forking: set[int] = set()


class ForkedError(sqlite3.OperationalError):
    """SQLite cannot use a file here: this process was forked while somebody was at it."""

    sqlite_errorcode = sqlite3.SQLITE_MISUSE


class Visit:
    """A thread at a file, from before it opens it until it has closed it: :meth:`end`."""

    #: What SQLite has open for it: a forked child must never close it.
    connection: sqlite3.Connection | None = None

    def __init__(self, path: Path) -> None:
        self.path, self.pid, self.thread = path, os.getpid(), threading.get_ident()
        with _changed:
            # Who is at a file already must be done for the fork to begin.
            if not any(map(_is_mine, tuple(_visits))):
                _changed.wait_for(lambda: _forking <= {self.thread}, 2 * LONGEST)
            if any(seen.path == path and not seen.is_here for seen in tuple(_visits)):
                raise ForkedError("this process was forked while its parent was at the file")
            _visits.add(self)

    @property
    def is_here(self) -> bool:
        """Whether it is of this process, and not of the one that this was forked from."""
        return self.pid == os.getpid()

    def end(self) -> None:
        """Leave; a second time does nothing. What a child inherited it cannot end."""
        if self.is_here:
            with _changed:
                _visits.discard(self)
                _changed.notify_all()


@contextmanager
def visiting(path: Path) -> Iterator[None]:
    """Be at a file in this block."""
    visit = Visit(path)
    try:
        yield
    finally:
        visit.end()


def _is_mine(visit: Visit) -> bool:
    return visit.is_here and visit.thread == threading.get_ident()


def _nobody_else() -> bool:
    # Of a copy: the collector of garbage may close connections at any place.
    return all(_is_mine(seen) for seen in tuple(_visits) if seen.is_here)


def _before_fork() -> None:
    with _changed:
        _forking.add(threading.get_ident())
        # A thread that forks in the middle of its own visit would wait for itself.
        _changed.wait_for(_nobody_else, LONGEST)


def _after_fork() -> None:
    with _changed:
        _forking.discard(threading.get_ident())
        _changed.notify_all()


def _in_child() -> None:
    global _changed
    _changed = threading.Condition()  # the old one may be held by a thread that is not here
    _forking.clear()
    for visit in tuple(_visits):
        _keep(visit.connection)


def _keep(connection: sqlite3.Connection | None) -> None:
    """Have it collected never, not even when the process ends.

    It would be closed, roll back its parent's transaction and take its journal away.
    """
    if connection is not None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


if hasattr(os, "register_at_fork"):  # not on Windows, which does not fork
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_in_child)
