"""Ctrl-C at any moment: one line, status 130, no traceback.

What has been recorded is said first: from its commit on, Ctrl-C waits for the answer.
"""

from __future__ import annotations

import atexit
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import FrameType

from cheapbandits.cli.streams import Output

__all__ = ["INTERRUPTED", "Interrupts", "held_back", "said"]

#: The status of a command that was interrupted.
INTERRUPTED = 130
_STOPPED = "interrupted; what was stored before is safe\n"
_UNSAID = "interrupted after a change was stored, or while it was: look before you repeat it\n"


class Interrupts:
    """Knows whether Ctrl-C was pressed.

    Libraries may turn the interrupt into another error, or print it themselves: NumPy's C code does
    both while it is imported. Threads that hand out work may fail when it is taken away, and say so
    even after the command's last line. So the press is remembered, and nothing is said on standard
    error after it, to the end of the process, but our own line.

    Once a commit is about to be sent (:meth:`hold`), the first press waits until what was recorded
    has been said, which is the end of most commands: they end as if nobody had pressed. A second
    one is heard at once, as a server may be silent; then the last line says what may be stored.
    """

    def __init__(self, error: Output) -> None:
        self.pressed = False
        self._error = error
        self._recorded = self._holding = self._waits = False
        self._before = False, False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Listen until the block is left; other threads than the main one get no signals."""
        try:
            before = signal.signal(signal.SIGINT, self._press)
        except ValueError:
            yield
            return
        token = _AT_WORK.set(self)
        try:
            yield
        finally:
            if self._recorded:
                _deaf_at_exit()
            _AT_WORK.reset(token)
            signal.signal(signal.SIGINT, before)

    def hold(self) -> None:
        """Let the next press wait: something is about to be recorded, and not said yet."""
        if threading.current_thread() is threading.main_thread():  # no other gets signals
            self.check()  # a press that was lost on the way here comes before the commit
            self._before = self._recorded, self._holding
            self._recorded = self._holding = True

    def came_back(self) -> None:
        """Be as before the last :meth:`hold`: that commit stored nothing. A press may come now."""
        if threading.current_thread() is threading.main_thread():
            self._recorded, self._holding = self._before
            self._hear_what_waits()

    def let_go(self) -> None:
        """Hear every press again: what was recorded has been said. One that waits comes now."""
        self._holding = False
        self._hear_what_waits()

    def _hear_what_waits(self) -> None:
        if self._waits and not self._holding:
            self._press(signal.SIGINT, None)

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        if self._holding and not self._waits:
            self._waits = True
            return
        self.pressed = True
        self._error.muted = True
        threading.excepthook = _say_nothing
        raise KeyboardInterrupt

    def check(self) -> None:
        """Stop here if it was pressed, and the interrupt was lost in somebody's imports."""
        if self.pressed:
            raise KeyboardInterrupt

    def report(self) -> int:
        """Say that the command was interrupted, and return its status."""
        if not self._error.spoken:  # a command that keeps something says where, and how to go on
            self._error.aloud(_UNSAID if self._holding else _STOPPED)
        return INTERRUPTED


#: The one that listens, for commands that record again and again.
_AT_WORK: ContextVar[Interrupts | None] = ContextVar("interrupts_at_work", default=None)


def said() -> None:
    """Let Ctrl-C through: what was recorded so far has been said, and more work comes."""
    listening = _AT_WORK.get()
    if listening is not None:
        listening.let_go()


@cache
def _deaf_at_exit() -> None:
    """Let no press change the status of a command that recorded something, while Python ends."""
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _say_nothing(_failed: threading.ExceptHookArgs) -> None:
    """Let a thread end without a word: its work was taken away."""


@contextmanager
def held_back() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C wait for the end of the block, which can ask whether it was pressed.

    So a round is finished and what was found can be said. A second press is heard at once.
    """
    before = signal.getsignal(signal.SIGINT)
    presses = 0

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal presses
        presses += 1
        if presses > 1:
            _pass_on(before, number, frame)

    try:
        signal.signal(signal.SIGINT, press)
    except ValueError:  # not the main thread: no signals here
        yield lambda: False
        return
    try:
        yield lambda: presses > 0
    finally:
        signal.signal(signal.SIGINT, before)
    if presses:
        _pass_on(before, signal.SIGINT, None)


def _pass_on(handler: object, number: int, frame: FrameType | None) -> None:
    if callable(handler):
        handler(number, frame)
    else:
        raise KeyboardInterrupt
