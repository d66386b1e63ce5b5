"""One server over HTTP: a kept connection, tries again, and errors as the campaign raises them.

What changes something always carries an idempotency key or is told apart by the server, so a try
that got no answer can be made again. Threads and forked processes may share it: each has a
connection of its own.
"""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
import uuid
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

import numpy as np

from cheapbandits.checks import got
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.locks import forks
from cheapbandits.service.client.answers import BUSY, Away, checked, not_ours
from cheapbandits.store.names import fresh_key, label, person

__all__ = ["Reply", "Wire", "check_key", "dumped", "new_key"]

#: Seconds to wait before each further try, and before all that come after these.
PAUSES = (0.1, 0.5, 1.0)
LATER = 2.0
#: A file may take this many times as long to come as an answer may.
FILE = 10
#: Said of what changes something, has no key and got no answer.
DONE = "; it may have been done there all the same: look before you repeat it"


class Reply(NamedTuple):
    """What a server answered."""

    document: Any
    headers: Mapping[str, str]


def _parts(url: str) -> SplitResult:
    """Return the parts of an address that can be one."""
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
        host = (parts.hostname or "").encode("idna")
        sound = parts.scheme in ("http", "https") and host and not parts.username
        sound = sound and parts.port != 0 and not (parts.query or parts.fragment)
    except ValueError:  # brackets that do not close, a port or a name that cannot be one
        sound = False
    if not sound:
        raise ParameterError(
            "the address of a server is http://HOST:PORT/ or https://...; a token goes in "
            "token=, never in the address"
        )
    return parts


def _word(token: str) -> str:
    """Return a token that can stand in a header; what is wrong with one is said without it."""
    if not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise ParameterError("token must be text of plain characters, as the server was given it")
    return token


class Wire:
    """The way to one server; an answer has to be there in full ``timeout`` seconds after it."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        who: str | None = None,
        timeout: float = 300.0,
        patience: float = 60.0,
    ) -> None:
        parts = _parts(url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self._tls, self._place = parts.scheme == "https", parts.netloc
        self._timeout, self._patience = timeout, patience
        self._headers = {"Accept": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {_word(token)}"
        self.who = "" if who is None else person(who, "who")
        self._own = threading.local()
        self._links: list[http.client.HTTPConnection] = []
        # Who forgets to close a campaign leaves no connection open behind it.
        weakref.finalize(self, _hang_up, self._links)

    def get(self, path: str, *, within: float | None = None) -> Reply:
        """Read a document; ``within`` so many seconds, with all tries, where that is given."""
        status, said, body = self._answered(
            "GET", path, None, {}, again=True, patient=True, within=within
        )
        return Reply(checked(self.origin, status, body), said)

    def fetch(self, path: str) -> bytes:
        """Read a file."""
        status, _, body = self._answered(
            "GET", path, None, {}, again=True, patient=True, within=FILE * self._timeout
        )
        if status == 200:
            return body
        checked(self.origin, status, body)
        raise not_ours(self.origin, f"it answered {status} where a file should be")

    def post(
        self,
        path: str,
        body: object = None,
        key: str | None = None,
        *,
        patient: bool = True,
        who: str | None = None,
    ) -> Any:
        """Change something; without a key it is sent once only, as it may have been done.

        ``who`` did it, where that is somebody else; "" is nobody who has a name.
        """
        data = dumped({} if body is None else body).encode()
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = check_key(key)
        headers |= _signed(self.who if who is None else who)
        known = key is not None
        return self.send("POST", path, data, headers, again=known, patient=patient).document

    def look(self, path: str, body: object, *, patient: bool = True) -> Any:
        """Ask something that takes a body, and changes nothing."""
        kind = {"Content-Type": "application/json"}
        return self.send("POST", path, dumped(body).encode(), kind, patient=patient).document

    def send(
        self,
        method: str,
        path: str,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool = True,
        patient: bool = True,
    ) -> Reply:
        """Send a request until it is answered, and raise what went wrong there.

        A server that is started anew is waited for, where one is patient. What may not be done
        twice is sent again only where it cannot have arrived.
        """
        status, said, body = self._answered(
            method, path, data, headers or {}, again=again, patient=patient
        )
        return Reply(checked(self.origin, status, body), said)

    def _answered(
        self,
        method: str,
        path: str,
        data: bytes | None,
        headers: Mapping[str, str],
        *,
        again: bool,
        patient: bool,
        within: float | None = None,
    ) -> tuple[int, Mapping[str, str], bytes]:
        end = None if within is None else time.monotonic() + within
        for pause in self._pauses(patient):
            left = self._timeout if end is None else max(end - time.monotonic(), 0.01)
            try:
                status, said, body = self._once(method, path, data, headers, left)
            except (OSError, http.client.HTTPException) as error:
                self._drop()
                refused = isinstance(error, ConnectionRefusedError)
                done = "" if again or refused else DONE
                if isinstance(error, TimeoutError):  # it is there, and will be no quicker
                    seconds = f"{self._timeout if within is None else within:g} s"
                    late = f"did not answer in full within {seconds}{done}"
                    raise Away(f"{self.origin} {late}") from error
                if pause is None or not (again or refused):
                    raise Away(f"{self.origin} cannot be reached: {error!r}{done}") from error
            else:
                if status not in BUSY or not again or pause is None:
                    return status, said, body
            time.sleep(pause)
        raise AssertionError  # the last try returns or raises

    def _pauses(self, patient: bool) -> Iterator[float | None]:
        """Yield how long to wait after each try; ``None`` after the last."""
        until = time.monotonic() + self._patience
        yield from PAUSES
        while patient and time.monotonic() < until:
            yield LATER
        yield None

    def _once(
        self,
        method: str,
        path: str,
        data: bytes | None,
        headers: Mapping[str, str],
        left: float,
    ) -> tuple[int, Mapping[str, str], bytes]:
        link, made = getattr(self._own, "link", (None, 0))
        if link is None or made != forks():  # a child's answers are not its parent's
            kind = http.client.HTTPSConnection if self._tls else http.client.HTTPConnection
            link = kind(self._place)
            self._own.link = link, forks()
            self._links.append(link)
        link.timeout = left
        if link.sock is None:
            link.connect()
        with _cut_after(left, link.sock):
            link.request(method, path, data, {**self._headers, **headers})
            answer: http.client.HTTPResponse = link.getresponse()
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return answer.status, headers, answer.read()

    def _drop(self) -> None:
        """Close this thread's connection: nobody knows what comes on it."""
        link, _ = getattr(self._own, "link", (None, 0))
        if link is not None:
            link.close()

    def close(self) -> None:
        """Close the connections; the next request makes a new one."""
        _hang_up(self._links)

    def __repr__(self) -> str:
        return f"Wire({self.origin!r})"


def new_key(key: str | None) -> str:
    """Return the key of a new request; a header loses blanks around one, and it would be another's.

    Without one it is made here, once: whoever tries again by hand has to give theirs.
    """
    return check_key(fresh_key(uuid.uuid4().hex if key is None else key))


def check_key(key: str) -> str:
    """Return a key that can stand in a header, or say what is wrong with it."""
    word = label(key, "key")
    try:
        word.encode("latin-1")
    except UnicodeEncodeError:
        raise ParameterError(f"key must be text of plain characters, got {got(key)}") from None
    return word


def _signed(who: str) -> dict[str, str]:
    return {"Cheapbandits-Who": quote(who)} if who else {}


def _hang_up(links: list[http.client.HTTPConnection]) -> None:
    for link in links:
        link.close()  # it opens again by itself where it is used again


@contextmanager
def _cut_after(seconds: float, line: socket.socket) -> Iterator[None]:
    """End a connection after so long: a wait for each byte alone may go on for ever."""
    late = threading.Event()

    def cut() -> None:
        late.set()
        with suppress(OSError):
            socket.socket.shutdown(line, socket.SHUT_RDWR)

    line.settimeout(seconds)
    watch = threading.Timer(seconds, cut)
    watch.daemon = True
    watch.start()
    try:
        yield
    except (OSError, http.client.HTTPException):
        if not late.is_set():
            raise
    finally:
        watch.cancel()
    if late.is_set():  # what was read by then may look like an end
        raise TimeoutError


def dumped(body: object) -> str:
    """Return JSON; numbers and arrays of NumPy are numbers and lists there."""

    def plain(value: Any) -> Any:
        if isinstance(value, np.generic | np.ndarray):
            return value.tolist()
        raise ParameterError(f"{got(value)} cannot be sent: give numbers, texts or lists of them")

    try:
        return json.dumps(body, allow_nan=False, default=plain)
    except CheapBanditsError:
        raise
    except ValueError:
        raise ParameterError("what is sent must be finite numbers, got NaN or infinity") from None
