"""What a server's answer is: a document of ours, an error as the campaign raises it, or foreign.

Between a program and its server stand proxies, login pages and other servers on the same port. Only
what is plainly ours counts as an answer; all else is as if the server were away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cheapbandits import errors
from cheapbandits.errors import CheapBanditsError, ConflictError, ParameterError, StoreError
from cheapbandits.store import Event
from cheapbandits.text import shown

__all__ = [
    "BUSY",
    "Away",
    "Barred",
    "Busy",
    "Foreign",
    "checked",
    "error_of",
    "event_of",
    "not_ours",
    "note_of",
    "stored_of",
    "understood",
]

#: Answers that say: not now.
BUSY = (502, 503, 504)
#: The same, from a server of ours: and its disk is full, or a body or too many were slow.
LATER = (*BUSY, 408, 429, 507)
#: A server of ours lets nobody in: the token, another site's page, the name of the host.
SHUT = (401, 403, 421)


class Away(StoreError):
    """The server cannot be reached."""


class Foreign(Away):
    """Something answers there, and it is not the server: a login page, or another server."""


class Busy(Away):
    """The server is there, and cannot do it now."""


class Unheard(ParameterError):
    """The server refused the request in a way that tells nothing of what it holds."""


class Barred(Unheard):
    """The server did not let the request in; nobody looked at what it holds."""


def note_of(stored: object, *, heard: bool = False) -> str | None:
    """Return what the server remarks on a reading: it may be a slip, or has passed the budget.

    That it may be a slip was ``heard`` before, where it was asked first.
    """
    if not isinstance(stored, Mapping):
        return None
    over, note = stored.get("over_budget"), None if heard else stored.get("note")
    said = [note] if isinstance(note, str) else []
    if isinstance(over, float | int) and over:
        said.append(f"over budget by {over:.4g}, late readings are taken all the same")
    return "; ".join(said) or None


def checked(origin: str, status: int, body: bytes) -> Any:
    """Return the document of an answer, or raise what it says went wrong."""
    try:
        document: Any = json.loads(body, parse_constant=_refused) if body else None
    except (ValueError, RecursionError):
        document = None
    if 200 <= status < 300 and document is not None:
        return document
    if not _is_problem(document, status):
        if status in BUSY:
            said = f"what stands before it (a proxy?) answered {status}"
            raise Away(f"{origin} cannot be reached: {said}")
        raise not_ours(origin, f"it answered {status}, as a login page or another server does")
    with understood(origin):
        error = error_of(document)
    if type(error) is StoreError and status in LATER:
        raise Busy(str(error))
    if document["kind"] == "HTTPError" and status in (*SHUT, *LATER):
        raise (Barred if status in SHUT else Busy)(str(error))
    raise error


def _is_problem(document: object, status: int) -> bool:
    """Whether a document is a problem as a server of ours tells it, in an answer of that status."""
    if not isinstance(document, dict) or not isinstance(document.get("detail"), str):
        return False
    kind = document.get("kind")
    ours = isinstance(kind, str) and document.get("type") == f"urn:cheapbandits:{kind}"
    return ours and status >= 400 and document.get("status") == status


def _refused(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def not_ours(origin: str, why: str) -> Foreign:
    """Return the error that says who answers there."""
    return Foreign(f"{origin} is no cheapbandits server, or not one of this version: {why}")


@contextmanager
def understood(origin: str) -> Iterator[None]:
    """Read a document; one that is not shaped as ours is some other server's."""
    try:
        yield
    except CheapBanditsError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise not_ours(origin, "its answer is shaped otherwise") from error


def error_of(problem: Mapping[str, Any]) -> CheapBanditsError:
    """Return the error that the server's campaign raised."""
    name, said = problem["kind"], _plain(problem["detail"])
    kind = getattr(errors, name, None) if name in errors.__all__ else None
    if not (isinstance(kind, type) and issubclass(kind, CheapBanditsError)):
        return (StoreError if problem["status"] >= 500 else Unheard)(said)
    if issubclass(kind, ConflictError):
        stored = problem.get("stored")
        return kind(said, None if stored is None else event_of(stored))
    return kind(said)


def _plain(text: str) -> str:
    """Return what a server says without what a terminal would obey."""
    return "\n".join(shown(line, 2_000) for line in text.split("\n")[:100])


def event_of(document: Mapping[str, Any]) -> Event:
    """Return the event that a document is of."""
    return Event(**{name: document[name] for name in Event.__dataclass_fields__})


def stored_of(origin: str, document: Any, reading: float, key: str) -> Event:
    """Return the event of a reading that was sent; any other document says nothing of it."""
    with understood(origin):
        event = event_of(document)
        # A header loses the blanks around it; older versions kept readings with such keys.
        same = event.key in (key, key.strip(" \t")) and event.body["reading"] == reading
        if event.kind in ("tell", "observe") and same:
            return event
    raise not_ours(origin, "it does not say that the reading is stored")
