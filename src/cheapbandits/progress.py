"""Progress of long work: a line on the terminal, from the third second on.

Quick work shows nothing. Where standard error is not a terminal the stages go to the logger
``cheapbandits`` instead.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from types import TracebackType

__all__ = ["Progress"]

#: Seconds of silence: most work is done by then.
PATIENCE = 2.0
#: Seconds between two lines.
PERIOD = 0.2


class Progress:
    """What one piece of work says of itself while it goes on.

    Parameters
    ----------
    title
        What is being done.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self._started = time.monotonic()
        self._shown = 0.0
        self._done = 0.0
        self._stage = ""
        self._log = logging.getLogger("cheapbandits")

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def part(self, stage: str, share: float) -> Callable[[float], None]:
        """Begin a stage that is a given share of the whole; call the result as it advances."""
        self._stage = stage
        self._log.info("%s: %s", self.title, stage)
        self.advance(0.0)
        return lambda done: self.advance(done * share)

    def advance(self, done: float) -> None:
        """Add to what is done, as a fraction of the whole, and show it when it is time."""
        self._done += done
        now = time.monotonic()
        if now - self._started < PATIENCE or now - self._shown < PERIOD:
            return
        self._shown = now
        if sys.stderr.isatty():
            seconds = now - self._started
            percent = min(100.0, 100 * self._done)
            line = f"{self.title}: {self._stage} {percent:.0f} % ({seconds:.0f} s)"
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
