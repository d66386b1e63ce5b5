"""What a database driver's complaint means, and what the user can do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from cheapbandits.errors import DamagedError, StoreError
from cheapbandits.store.forking import ForkedError
from cheapbandits.store.sqlite import MovedError, WalError
from cheapbandits.text import shown as cleaned

__all__ = ["RESTORE", "is_passing", "translated", "when_checking"]

_SQLITE_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_SQLITE_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
# Serialization failure, deadlock, lock timeout.
_POSTGRES_PASSING = {"40001", "40P01", "55P03"}
# The server was told to stop, has crashed, is starting; the connection is gone.
_POSTGRES_LOST = {"57P01", "57P02", "57P03", "08000", "08003", "08006"}
#: The way out of damage; :func:`when_checking` leaves its first part out.
_LOOK = "look closer with `cheapbandits db check`, then "
RESTORE = f"{_LOOK}put back a copy made with `cheapbandits db backup`"


def when_checking(error: StoreError) -> str:
    """Return what is wrong, for those who are looking closer already."""
    return str(error).replace(_LOOK, "")


def _codes(error: DBAPIError) -> tuple[int | None, str]:
    """Return SQLite's primary code and PostgreSQL's state, whichever there is."""
    extended = getattr(error.orig, "sqlite_errorcode", None)
    code = None if extended is None else extended & 0xFF
    return code, getattr(error.orig, "sqlstate", None) or ""


def is_passing(error: DBAPIError) -> bool:
    """Whether trying the same again may well succeed."""
    code, state = _codes(error)
    waits = code in _SQLITE_PASSING or state in _POSTGRES_PASSING
    return waits or isinstance(error.orig, MovedError) or is_lost(error)


def is_lost(error: DBAPIError) -> bool:
    """Whether the connection went away; a server that was silent for long is not asked again."""
    lost = error.connection_invalidated or _codes(error)[1] in _POSTGRES_LOST
    return lost and type(error.orig).__name__ != "SilentServerError"


@contextmanager
def translated(shown: str, hide: Callable[[str], str] = str) -> Iterator[None]:
    """Turn a driver's error into one of ours.

    ``shown`` is the database as the user may see it, ``hide`` takes secrets out of a message.
    """
    try:
        yield
    except DBAPIError as error:
        ours, theirs = _explain(error, shown, hide), str(error)
        if hide(theirs) != theirs or hide(str(ours)) != str(ours):
            # A traceback shows the causes of an error, too.
            raise type(ours)(hide(str(ours))) from None
        raise ours from error
    except UnicodeDecodeError as error:
        raise DamagedError(f"{shown} is damaged: it holds text that is not UTF-8; {RESTORE}") from (
            error
        )


def _broken_disk(shown: str) -> str:
    """Say what an input or output error of SQLite is: mostly a limit, seldom the disk."""
    limit = _largest_file()
    if limit is not None:
        return (
            f"{shown} may not grow: this process may write files of at most {limit:,} bytes "
            "(ulimit -f); nothing of this step was stored, raise the limit and try again"
        )
    return (
        f"{shown}: the disk did not read or write (an input/output error); nothing of this step "
        "was stored; look at the disk, or at the network drive that it is on"
    )


def _largest_file() -> int | None:
    """Return the largest file that this process may write, if there is a limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return None if limit == resource.RLIM_INFINITY else limit


#: Characters of what a database says.
_MOST_SAID = 500


def _explain(error: DBAPIError, shown: str, hide: Callable[[str], str]) -> StoreError:
    code, state = _codes(error)
    # Before secrets are hidden no blank of them may change; a driver may say several lines.
    said = cleaned(" ".join(hide(str(error.orig)).split()), _MOST_SAID)
    if code == sqlite3.SQLITE_FULL or state == "53100":
        return StoreError(
            f"{shown}: the disk is full, nothing of this step was stored; what was stored before "
            "is safe: make room and try again"
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(_broken_disk(shown))
    if code in _SQLITE_DAMAGE or state.startswith("XX"):
        return DamagedError(f"{shown} is damaged or not a database ({said}); {RESTORE}")
    if type(error.orig).__name__ == "SilentServerError":
        return StoreError(
            f"{shown} is silent ({said}): it was stopped, or the way to it is lost; look "
            "what was stored before you repeat a step"
        )
    if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY_DBMOVED:
        return StoreError(
            f"{shown}: another file was put in its place meanwhile; nothing of this step was "
            "stored, try again"
        )
    if isinstance(error.orig, WalError):
        return StoreError(
            f"{shown} is in WAL mode: another program has set it so and has the file open. Nothing "
            "was stored; close that program, or let it run PRAGMA journal_mode=DELETE, and try "
            "again: without it the mode is put right by itself"
        )
    if isinstance(error.orig, ForkedError):
        return StoreError(
            f"{shown}: this process was forked while its parent was at the file, and SQLite cannot "
            "use it here; nothing was stored; start processes before such threads, or with the "
            "method 'spawn' or 'forkserver' of multiprocessing"
        )
    if is_passing(error) and not is_lost(error):
        return StoreError(
            f"{shown}: another program keeps the database to itself; nothing was stored, try again"
        )
    if code == sqlite3.SQLITE_READONLY or state in ("42501", "25006"):
        return StoreError(f"{shown} may be read but not written ({said}); check permissions")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(f"{shown} cannot be opened; check that it exists and its permissions")
    if code is None and "decode" in said:
        return DamagedError(f"{shown} is damaged: it holds text that is not UTF-8; {RESTORE}")
    if state == "57014":
        return StoreError(
            f"{shown}: the database took too long for one step and gave up; nothing of it was "
            "stored, try again when it is less busy"
        )
    if is_lost(error) or (state == "" and code is None and isinstance(error, OperationalError)):
        return StoreError(
            f"{shown} cannot be reached: {said}; check the URL and that the "
            "server runs, and look what was stored before you repeat a step"
        )
    if "no such table" in said or state == "42P01":
        return DamagedError(f"{shown} is damaged: {said}; {RESTORE}")
    return StoreError(f"{shown}: the database refused: {said}")
