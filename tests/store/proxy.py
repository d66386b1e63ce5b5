"""A connection that can be cut or go silent: a real socket between the store and its server."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Self
from urllib.parse import urlsplit, urlunsplit

__all__ = ["Proxy", "silent_server"]


class Proxy:
    """Hands bytes on in both directions, until ``cut`` says that a message must not arrive.

    ``cut`` sees what the client sends; the first time it is true the connection is dropped, before
    the server has the message (``before``) or before the client has the answer. ``frozen`` keeps
    all bytes back, on open connections: what a stopped server or a lost route looks like.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        self._server = (parts.hostname, parts.port or 5432)
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        user = f"{parts.username}@" if parts.username else ""
        self.url = urlunsplit(parts._replace(netloc=f"{user}127.0.0.1:{port}"))
        self.cut: Callable[[bytes], bool] | None = None
        self.before = True
        self.cuts = 0
        self.frozen = threading.Event()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            server = socket.create_connection(self._server)
            self._open += [client, server]
            for source, target, up in ((client, server, True), (server, client, False)):
                hand_on = (source, target, up)
                threading.Thread(target=self._hand_on, args=hand_on, daemon=True).start()

    def _hand_on(self, source: socket.socket, target: socket.socket, up: bool) -> None:
        try:
            while data := source.recv(65536):
                if self.frozen.is_set():
                    continue
                cut = up and self.cut is not None and self.cut(data)
                if cut:
                    self.cut = None
                    self.cuts += 1
                    if not self.before:
                        # The server works it off, but nobody hears of it.
                        source.shutdown(socket.SHUT_RDWR)
                        target.sendall(data)
                        target.shutdown(socket.SHUT_WR)
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for end in (self._listener, *self._open):
            end.close()


class silent_server:
    """A server that takes every connection and never says a word; gives its port."""

    def __enter__(self) -> int:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=8)
        port: int = self._listener.getsockname()[1]
        return port

    def __exit__(self, *error: object) -> None:
        self._listener.close()
