"""The door: who may come in, with how much, and how long it may take.

A page of another site can make a visitor's browser send requests here. So a Host that is not ours
is refused (DNS rebinding), a foreign Origin too, and what changes something must be JSON, which no
plain form can send. Nothing is let in without the token, where there is one. It is never looked
for in an address, as addresses are logged.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from email.utils import formatdate
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from cheapbandits.service.hosts import Hosts
from cheapbandits.service.problems import problem
from cheapbandits.service.queries import doubled_header

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from cheapbandits.service.limits import Limits

__all__ = ["CHANGING", "COOKIE", "LOGIN", "Door", "is_upload", "session_of"]

COOKIE = "cheapbandits"
LOGIN = "/login"
READING = ("GET", "HEAD")
#: The one method by which anything is changed. All others are for the routes to refuse.
CHANGING = "POST"
#: Nothing from outside, no frames, no script that is not a file of ours.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def session_of(token: str) -> str:
    """Return what a browser keeps in place of the token, after it was typed once."""
    return hmac.new(token.encode(), b"cheapbandits session", hashlib.sha256).hexdigest()


def is_upload(path: str) -> bool:
    """Whether a path takes the bytes of a file."""
    if path in ("/api/graphs", "/page/sites"):
        return True
    return path.startswith("/api/") and path.endswith("/import")


def _is_api(path: str) -> bool:
    """Whether programs, not people, look there."""
    return path.startswith(("/api/", "/page/"))


class Door:
    """Stands before an application; shared by all its requests, and keeps nothing."""

    def __init__(self, app: ASGIApp, hosts: Hosts, token: str | None, limits: Limits) -> None:
        self._app, self._hosts, self._token, self._limits = app, hosts, token, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let in what is within the limits."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = Headers(scope=scope)
        refused = self._refusal(scope, headers)
        if refused is not None:
            await refused(scope, receive, _dressed(send))
            return
        guarded = self._measured(receive, self._most(scope["path"]))
        if scope["method"] == "HEAD":  # a GET whose body nobody gets; the server's scope stays
            scope, send = {**scope, "method": "GET"}, _headed(send)
        await self._app(scope, guarded, _dressed(send))

    def _most(self, path: str) -> int:
        return self._limits.upload if is_upload(path) else self._limits.body

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        path = scope["path"]
        if "transfer-encoding" in headers and "content-length" in headers:
            said = "Transfer-Encoding and Content-Length tell two ends of the body: send one"
            return problem(400, said, headers=_CLOSE)
        if (doubled := doubled_header(headers)) is not None:
            return problem(400, doubled)
        if "host" not in headers or not self._hosts.ours(headers["host"]):
            return problem(421, "this Host is not served here; `serve --name HOST` allows a name")
        if not scope.get("query_string", b"").isascii():
            return problem(400, "an address is plain ASCII; write other characters as %C3%A4")
        if not self._same_site(scope, headers):
            return problem(403, "a request from another site's page is refused")
        if not self._knows_token(path, headers):
            if headers.get("sec-fetch-mode") == "navigate" and not _is_api(path):
                return RedirectResponse(LOGIN, 303)  # a person's browser: there is a form
            wanted = {"WWW-Authenticate": "Bearer"}
            return problem(
                401, "the token is missing or wrong; send it as a Bearer", headers=wanted
            )
        if scope["method"] == CHANGING and not _typed(path, headers):
            kind = "application/octet-stream" if is_upload(path) else "application/json"
            return problem(415, f"the Content-Type must be {kind}")
        if headers.get("content-encoding", "identity").lower() != "identity":
            # A body that says so and is plain was taken as it is.
            said = "a body is taken as it is: send it unpacked, without Content-Encoding"
            return problem(415, f"{said} (files may be .gz, by their names)")
        return self._too_large(path, headers)

    def _too_large(self, path: str, headers: Headers) -> Response | None:
        stated, most = headers.get("content-length", "0"), self._most(path)
        if not stated.isdecimal():
            return problem(400, "the Content-Length is no number")
        if len(stated) > 18 or int(stated) > most:
            return problem(413, f"at most {most:,} bytes are taken here", headers=_CLOSE)
        return None

    def _same_site(self, scope: Scope, headers: Headers) -> bool:
        """Whether a browser says that the request comes from a page of ours, or from no page."""
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode")
        going_there = scope["method"] in READING and mode == "navigate"
        if site not in ("same-origin", "none") and not going_there:
            return False
        origin = headers.get("origin")
        return origin is None or self._hosts.same(origin, scope["scheme"], headers["host"])

    def _knows_token(self, path: str, headers: Headers) -> bool:
        if self._token is None or path == LOGIN:
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _equal(given.strip(), self._token):
            return True
        return _equal(_cookie(headers), session_of(self._token))

    def _measured(self, receive: Receive, most: int) -> Receive:
        """Return a way to receive no more than so many bytes, within the time that a body has."""
        count = 0
        loop = asyncio.get_running_loop()
        until = loop.time() + self._limits.body_seconds
        whole = False

        async def take() -> Message:
            nonlocal count, whole
            if whole:  # from here on somebody waits for the other side to leave
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(until - loop.time(), 0.001))
            except TimeoutError:
                raise HTTPException(408, "the body took too long", headers=_CLOSE) from None
            count += len(message.get("body", b""))
            if count > most:
                raise HTTPException(413, f"at most {most:,} bytes are taken here", headers=_CLOSE)
            whole = not message.get("more_body", False)
            return message

        return take


_CLOSE = {"Connection": "close"}


def _typed(path: str, headers: Headers) -> bool:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if path == LOGIN:
        return kind == "application/x-www-form-urlencoded"
    return kind == ("application/octet-stream" if is_upload(path) else "application/json")


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def _equal(given: str, wanted: str) -> bool:
    """Compare in a time that tells nothing."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode("utf-8"))


def _headed(send: Send) -> Callable[[Any], Any]:
    """Let the answer end where its body would begin; a stream hears that nobody listens."""
    ended = False

    async def headed(message: Message) -> None:
        nonlocal ended
        if message["type"] != "http.response.body":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b""})

    return headed


def _dressed(send: Send) -> Callable[[Any], Any]:
    """Add the headers that every answer has."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            headers.setdefault("Date", formatdate(usegmt=True))
        await send(message)

    return dressed
