"""Ctrl-C at any moment: one line, status 130, no traceback."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from cheapbandits.cli.streams import Output

__all__ = ["INTERRUPTED", "Interrupts", "held_back"]

#: The status of a command that was interrupted.
INTERRUPTED = 130


class Interrupts:
    """Knows whether Ctrl-C was pressed.

    Libraries may turn the interrupt into another error, or print it themselves: NumPy's C code does
    both while it is imported. Threads that hand out work may fail when it is taken away, and say so
    even after the command's last line. So the press is remembered, and nothing is said on standard
    error after it, to the end of the process, but our own line.
    """

    def __init__(self, error: Output) -> None:
        self.pressed = False
        self._error = error

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Listen until the block is left; other threads than the main one get no signals."""
        try:
            before = signal.signal(signal.SIGINT, self._press)
        except ValueError:
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _press(self, _number: int, _frame: FrameType | None) -> None:
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
            self._error.aloud("interrupted; what was stored before is safe\n")
        return INTERRUPTED


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
