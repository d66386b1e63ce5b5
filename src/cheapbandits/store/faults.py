"""What a database driver's complaint means, and what the user can do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from cheapbandits.errors import DamagedError, StoreError

__all__ = ["RESTORE", "is_passing", "translated", "when_checking"]

_SQLITE_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_SQLITE_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
# Serialization failure, deadlock, lock timeout.
_POSTGRES_PASSING = {"40001", "40P01", "55P03"}
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
    return code in _SQLITE_PASSING or state in _POSTGRES_PASSING or error.connection_invalidated


@contextmanager
def translated(shown: str) -> Iterator[None]:
    """Turn a driver's error into one of ours; ``shown`` is the database as the user named it."""
    try:
        yield
    except DBAPIError as error:
        raise _explain(error, shown) from error
    except UnicodeDecodeError as error:
        raise DamagedError(f"{shown} is damaged: it holds text that is not UTF-8; {RESTORE}") from (
            error
        )


def _explain(error: DBAPIError, shown: str) -> StoreError:
    code, state = _codes(error)
    if code == sqlite3.SQLITE_FULL or state == "53100":
        return StoreError(
            f"{shown}: the disk is full, nothing of this step was stored; what was stored before "
            "is safe: make room and try again"
        )
    if code in _SQLITE_DAMAGE or state.startswith("XX"):
        return DamagedError(f"{shown} is damaged or not a database ({error.orig}); {RESTORE}")
    if is_passing(error) and not error.connection_invalidated:
        return StoreError(
            f"{shown}: another program keeps the database to itself; nothing was stored, try again"
        )
    if code == sqlite3.SQLITE_READONLY or state in ("42501", "25006"):
        return StoreError(f"{shown} may be read but not written ({error.orig}); check permissions")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(f"{shown} cannot be opened; check that it exists and its permissions")
    if code is None and "decode" in str(error.orig):
        return DamagedError(f"{shown} is damaged: it holds text that is not UTF-8; {RESTORE}")
    if state == "" and code is None and isinstance(error, OperationalError):
        return StoreError(
            f"{shown} cannot be reached: {str(error.orig).strip()}; check the URL and that the "
            "server runs, and look what was stored before you repeat a step"
        )
    if "no such table" in str(error.orig) or state == "42P01":
        return DamagedError(f"{shown} is damaged: {error.orig}; {RESTORE}")
    return StoreError(f"{shown}: the database refused: {str(error.orig).strip()}")
