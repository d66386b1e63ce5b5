"""One server process: a socket, uvicorn, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from cheapbandits.errors import ParameterError
from cheapbandits.service.hosts import is_loopback
from cheapbandits.service.limits import Limits

__all__ = ["Quiet", "check_token", "listening", "run", "server_of"]

#: The shortest token that cannot be guessed by trying.
SHORTEST = 16
_TOKEN = re.compile(rf"[!-~]{{{SHORTEST},}}")
#: Seconds that requests may take to end when the server stops.
GRACE = 5


def check_token(host: str, token: str | None) -> None:
    """Refuse to serve others without a token, or with one that could be guessed."""
    if token is None and not is_loopback(host):
        raise ParameterError(
            f"--host {host} lets other machines in: set a token first, in the variable "
            "CHEAPBANDITS_TOKEN or with --token-file FILE"
        )
    if token is not None and not _TOKEN.fullmatch(token):
        raise ParameterError(
            f"a token has at least {SHORTEST} ASCII characters without spaces; "
            '`python -c "import secrets; print(secrets.token_urlsafe())"` makes one'
        )


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or say why it cannot."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise ParameterError(f"--host {host}: there is no such address here") from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise ParameterError(
            f"cannot listen on {host}, port {port}: {error.strerror}; --port 0 takes a free one"
        ) from None
    return listener


def run(app: FastAPI, listener: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C, then let what is under way end."""
    asyncio.run(server_of(app, ready).serve(sockets=[listener]))


def server_of(app: FastAPI, ready: Callable[[], None] | None = None) -> Quiet:
    """Return a server that was not started; in a thread, :meth:`Quiet.stop` is its signal."""
    limits: Limits = app.state.house.limits
    config = uvicorn.Config(
        app,
        http=_protocol(limits),
        ws="none",
        loop="asyncio",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,  # the door says it, without a clock that ticks
        proxy_headers=False,
        limit_concurrency=limits.connections,
        timeout_keep_alive=int(limits.idle_seconds),
        timeout_graceful_shutdown=GRACE,
    )
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    return Quiet(config, ready)


class Quiet(uvicorn.Server):
    """Sleeps while nobody asks, ends streams before it waits for them, and leaves after a signal.

    uvicorn's own looks ten times a second whether it should stop. This one is told.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wanted = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self._ready is not None:
            self._ready()

    async def main_loop(self) -> None:
        """Sleep until somebody wants it to stop."""
        if not self.should_exit:
            await self._wanted.wait()

    def stop(self) -> None:
        """End it, from any thread or signal handler."""
        self.should_exit = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wanted.set)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; a second Ctrl-C does not wait."""
        super().handle_exit(sig, frame)
        self.stop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams, then let what is under way end.

        uvicorn leaves the application's own end out after a second Ctrl-C: its task is then
        cancelled and prints a traceback. It takes no time, so it is let come about.
        """
        app: Any = self.config.app
        app.state.house.live.close()
        await super().shutdown(sockets)
        if self.force_exit:
            await self.lifespan.shutdown()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take SIGTERM and Ctrl-C as a wish to stop; the status is then 0, all is done."""
        main = threading.current_thread() is threading.main_thread()
        wanted = (signal.SIGINT, signal.SIGTERM) if main else ()
        before = {one: signal.signal(one, self.handle_exit) for one in wanted}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def _protocol(limits: Limits) -> type[H11Protocol]:
    """Return uvicorn's protocol, with an end to connections that never finish a request's head."""

    class Impatient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._seen: object = None
            self._wait()

        def _wait(self) -> None:
            self._patience = self.loop.call_later(limits.header_seconds, self._look)

        def _look(self) -> None:
            """Close a connection whose head never came, or stayed half for two looks."""
            if self.transport.is_closing():
                return
            idle = self.cycle is None or self.cycle.response_complete
            unfinished = bool(self.conn.trailing_data[0]) if idle else False
            if self.cycle is None or (unfinished and self._seen is self.cycle):
                self.transport.close()
                return
            self._seen = self.cycle if unfinished else None
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._patience.cancel()
            super().connection_lost(exc)

    return Impatient
