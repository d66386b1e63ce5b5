"""How a command ends that fails: one line on standard error, and a status that tells.

Which error has which status stands in :data:`cheapbandits.errors.OUTCOMES`.
"""

from __future__ import annotations

import errno
import sys

from cheapbandits.cli.plain import json_text, plain
from cheapbandits.cli.unseen import unseen
from cheapbandits.errors import ClosedError, ConflictError, ParameterError, StoreError, outcome

__all__ = ["CONFLICT", "MISTAKE", "OVER", "STORE", "one_line", "report_error"]

MISTAKE = outcome(ParameterError()).exit
OVER = outcome(ClosedError()).exit
CONFLICT = outcome(ConflictError("", None)).exit
STORE = outcome(StoreError()).exit
#: What is said of errors that come without a word.
_NAMELESS: dict[type[Exception], str] = {
    MemoryError: "not enough memory for this; try a smaller graph, or another engine"
}
#: What is said of errors of the system that name no file.
_FILELESS = {
    errno.EFBIG: "a file that this needs may not grow: this process may write small files only "
    "(ulimit -f); raise the limit and try again",
    errno.ENOENT: "there is no folder for temporary files that may be written; make room in /tmp, "
    "or name another folder in the variable TMPDIR",
    errno.ENOSPC: "there is no room for temporary files; make room in /tmp, or name another folder "
    "in the variable TMPDIR",
    errno.EBADF: "standard input or output cannot be used: it is closed, or open the other way",
}


def report_error(error: Exception, *, as_json: bool) -> int:
    """Say what went wrong, in one line on standard error, and return the exit status."""
    sys.stdout.flush()
    sys.stderr.write(f"error: {one_line(error)}\n")
    if as_json:
        from cheapbandits.campaign.documents import error_document

        document = error_document(error)
        document["error"]["message"] = unseen(document["error"]["message"])
        sys.stdout.write(json_text(document, indent=None) + "\n")
    return outcome(error).exit


def one_line(error: Exception) -> str:
    """Return an error's message, with what is stored where there is a conflict."""
    event = getattr(error, "event", None)
    if isinstance(error, OSError) and error.filename is None and error.errno in _FILELESS:
        return _FILELESS[error.errno]
    message = plain(unseen(" ".join(str(error).split()))) or _NAMELESS.get(
        type(error), type(error).__name__
    )
    if event is None:
        return message
    about = "" if event.ask is None else f" of ask {event.ask}"
    body = plain(", ".join(f"{key} {value}" for key, value in event.body.items()))
    return f"{message}; stored: {event.kind}{about}, {body} (event {event.seq})"
