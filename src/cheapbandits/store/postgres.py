"""A connection to PostgreSQL that does not wait for ever.

The server's own limits help as long as it lives, and the network's keepalives when its machine is
gone. A server that was stopped, or a proxy without one behind it, acknowledges every packet and
says nothing: only we can notice that.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any, Self

import psycopg

__all__ = ["PatientConnection", "SilentServerError"]


class SilentServerError(psycopg.OperationalError):
    """The server has not said a word for too long."""


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is given up when the server is silent for so many seconds."""

    _silence: float | None = None

    def with_patience(self, seconds: float) -> Self:
        """Set how long silence is borne."""
        self._silence = seconds
        return self

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait for an answer; the driver looks for one, and for Ctrl-C, every 0.1 s."""
        if self._silence is None:
            return super().wait(gen, *args, **options)
        try:
            return super().wait(_listened(gen, self._silence), *args, **options)
        except SilentServerError:
            self.pgconn.finish()  # not asked politely: that would wait again
            raise


def _listened(gen: Any, silence: float) -> Generator[Any, Any, Any]:
    """Go along with the driver's steps; raise when nothing was ready for too long."""
    heard = monotonic()
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                heard = monotonic()
            elif monotonic() - heard > silence:
                gen.close()
                raise SilentServerError(f"no answer for {silence:g} s")
            wanted = gen.send(ready)
    except StopIteration as end:
        return end.value
