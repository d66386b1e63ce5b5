"""Progress of long work: one line on the terminal, from the third second on.

Quick work shows nothing. Where standard error is not a terminal the stages go to the logger
``cheapbandits`` instead. Work inside work says nothing while the outer one has the line.

A program may listen (:func:`heard`), and end the work by raising.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import TypeVar

__all__ = ["Progress", "counted", "heard"]

#: Seconds of silence: most work is done by then.
PATIENCE = 2.0
#: Seconds between two lines.
PERIOD = 0.2
#: Seconds between two lines where they are kept, as in a log.
RARELY = 10.0

Item = TypeVar("Item")

#: Who has the terminal's line, in this thread.
_speaker: ContextVar[Progress | None] = ContextVar("speaker", default=None)
#: Who listens to work of this thread: called with what is done, from 0 to 1.
_listener: ContextVar[Callable[[float], None] | None] = ContextVar("listener", default=None)


@contextmanager
def heard(by: Callable[[float], None]) -> Iterator[None]:
    """Let somebody hear how far the work of this block is, often; what they raise ends it."""
    before = _listener.set(by)
    try:
        yield
    finally:
        _listener.reset(before)


class Progress:
    """What one piece of work says of itself while it goes on.

    Parameters
    ----------
    title
        What is being done.
    show
        ``False`` keeps it, and all work inside it, quiet.
    """

    def __init__(self, title: str, *, show: bool = True) -> None:
        self.title = title
        self._show = show
        self._started = time.monotonic()
        self._shown = 0.0
        self._done = 0.0
        self._stage = ""
        self._log = logging.getLogger("cheapbandits")

    def __enter__(self) -> Progress:
        if _speaker.get() is None:
            _speaker.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if _speaker.get() is self:
            _speaker.set(None)
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
        self._say()

    def at(self, done: int, total: int) -> None:
        """Say that so many of so many are done."""
        self._stage, self._done = f"{done} of {total},", done / max(total, 1)
        self._say()

    def _say(self) -> None:
        listener = _listener.get()
        if listener is not None and _speaker.get() in (self, None):
            listener(min(self._done, 1.0))
        now = time.monotonic()
        if now - self._started < PATIENCE or now - self._shown < PERIOD:
            return
        if not self._show or _speaker.get() not in (self, None) or not sys.stderr.isatty():
            return
        self._shown = now
        seconds = now - self._started
        percent = min(100.0, 100 * self._done)
        sys.stderr.write(f"\r\x1b[K{self.title}: {self._stage} {percent:.0f} % ({seconds:.0f} s)")
        sys.stderr.flush()


def counted(
    items: Iterable[Item], total: int, title: str, *, show: bool = True, lines: bool = False
) -> Iterator[Item]:
    """Yield the items, saying how many of the total have come.

    With ``lines``, for people's commands, also where there is no terminal: a line now and then.
    """
    said = time.monotonic()
    with Progress(title, show=show) as shown:
        for done, item in enumerate(items, start=1):
            yield item
            shown.at(done, total)
            if lines and not sys.stderr.isatty() and time.monotonic() - said > RARELY:
                said = time.monotonic()
                print(f"{title}: {done} of {total}", file=sys.stderr, flush=True)
