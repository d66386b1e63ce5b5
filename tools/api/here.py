"""A server in a thread of this process, over a database of its own."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cheapbandits.service.app import make_app
from cheapbandits.service.limits import Limits
from cheapbandits.service.server import listening, server_of

__all__ = ["Here"]


class Here:
    """Serves while the block lasts."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cheapbandits-")
        self.app = make_app(Path(self._folder.name) / "campaigns.db", limits=limits)
        self._listener = listening("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ready = threading.Event()
        self._server = server_of(self.app, self._ready.set)
        self._thread = threading.Thread(target=self._run, args=(self._listener,))

    @property
    def house(self) -> Any:
        """What the server holds."""
        return self.app.state.house

    def _run(self, listener: socket.socket) -> None:
        with listener:
            asyncio.run(self._server.serve(sockets=[listener]))

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(60):
            raise RuntimeError("the server did not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.stop()
        self._thread.join(60)
        self._folder.cleanup()
