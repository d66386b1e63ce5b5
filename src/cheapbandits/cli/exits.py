"""What the exit codes mean, and which error has which."""

from __future__ import annotations

import errno
import json
import sys
from dataclasses import asdict
from typing import Any

__all__ = [
    "CONFLICT",
    "MISTAKE",
    "OVER",
    "STORE",
    "error_document",
    "exit_code",
    "one_line",
    "report_error",
]

#: The user's mistake: a bad value, an unknown name, a file that is not there.
MISTAKE = 2
#: What is stored stands against it: the ask is told, the key used, the name taken.
CONFLICT = 3
#: The campaign is over or paused: budget or planned measurements used up, or finished.
OVER = 4
#: The database cannot be used: damaged, full, locked, unreachable, or of another format.
STORE = 5

_FULL = (errno.ENOSPC, errno.EDQUOT)


def exit_code(error: Exception) -> int:
    """Return the exit code of an error."""
    # Imported here: when nothing goes wrong, a command need not wait for the database library.
    from cheapbandits.errors import ClosedError
    from cheapbandits.errors import BudgetError
    from cheapbandits.store import (
        AlreadyToldError,
        KeyReusedError,
        NameTakenError,
        NotFoundError,
        StoreError,
    )

    if isinstance(error, AlreadyToldError | KeyReusedError | NameTakenError):
        return CONFLICT
    if isinstance(error, ClosedError | BudgetError):
        return OVER
    if isinstance(error, StoreError) and not isinstance(error, NotFoundError):
        return STORE
    return STORE if isinstance(error, OSError) and error.errno in _FULL else MISTAKE


def error_document(error: Exception) -> dict[str, Any]:
    """Return an error as ``--json`` shows it, with the stored event where there is a conflict."""
    event = getattr(error, "event", None)
    return {
        "error": {
            "code": exit_code(error),
            "kind": type(error).__name__,
            "message": str(error),
            "stored": None if event is None else asdict(event),
        }
    }


def report_error(error: Exception, *, as_json: bool) -> int:
    """Say what went wrong, in one line on standard error, and return the exit code."""
    sys.stderr.write(f"error: {one_line(error)}\n")
    if as_json:
        sys.stdout.write(json.dumps(error_document(error)) + "\n")
    return exit_code(error)


def one_line(error: Exception) -> str:
    """Return an error's message, with what is stored where there is a conflict."""
    event = getattr(error, "event", None)
    message = " ".join(str(error).split())
    if event is None:
        return message
    about = "" if event.ask is None else f" of ask {event.ask}"
    body = ", ".join(f"{key} {value}" for key, value in event.body.items())
    return f"{message}; stored: {event.kind}{about}, {body} (event {event.seq})"
