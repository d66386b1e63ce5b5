"""How long others are waited for: once in all, and with a word when it takes a while.

A transaction may have to wait at several doors: to look at the file, to begin, to commit. It has
one :class:`Wait` for all of them. Who sits at a terminal is told that it waits: the store does not
know the terminal, which leaves its word here (:func:`hearing`); elsewhere nobody listens.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

__all__ = ["PATIENCE", "STEP", "Wait", "chosen", "hearing", "patient", "wait", "waiting"]

#: Seconds to wait for others, all in all, before it is given up.
PATIENCE = 60.0
#: Seconds of that which SQLite waits by itself: it does not look for Ctrl-C.
STEP = 0.2
#: Seconds without a word: most waits are over by then.
SILENT = 3.0
#: Seconds between two tries, by chance: two who are in each other's way must not go on in step.
_PAUSE = 0.005, 0.03

T = TypeVar("T")


def _nobody(_word: str) -> None:
    """Hear nothing."""


_HEARS: ContextVar[Callable[[str], object]] = ContextVar("hears_of_waits", default=_nobody)
_CHOSEN: ContextVar[float | None] = ContextVar("patience_chosen", default=None)
_WAIT: ContextVar[Wait | None] = ContextVar("wait_of_this_transaction", default=None)


class Wait:
    """What is left of the patience of one transaction.

    Parameters
    ----------
    seconds
        How long it may wait; its own work does not count.
    shown
        The database as the user may see it.
    """

    def __init__(self, seconds: float, shown: str = "the database") -> None:
        self._seconds, self._shown = seconds, shown
        self._spent, self._said = 0.0, False

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(self._seconds - self._spent, 0.0)

    @contextmanager
    def spending(self) -> Iterator[None]:
        """Let what this block takes count as waited."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._spent += time.monotonic() - began

    def until(self, once: Callable[[], T], others: Callable[[Exception], bool]) -> T:
        """Try, at least once, until nobody else is in the way, as ``others`` tells by the error."""
        while True:
            began = time.monotonic()
            try:
                return once()
            except Exception as error:
                if not others(error):
                    raise
                time.sleep(random.uniform(*_PAUSE))
                self._spent += time.monotonic() - began
                if self.left == 0:
                    raise
            self._say()

    def _say(self) -> None:
        if self._spent > SILENT and not self._said:
            self._said = True
            _HEARS.get()(
                f"another program keeps {self._shown} to itself: waiting for it, "
                f"{self._seconds:g} s at most"
            )


def wait() -> Wait:
    """Return the wait of the transaction that is about to begin here."""
    return _WAIT.get() or Wait(PATIENCE)


@contextmanager
def waiting(seconds: float, shown: str) -> Iterator[Wait]:
    """Let all that begins in this block share one wait."""
    before, mine = _WAIT.get(), Wait(seconds, shown)
    _WAIT.set(mine)
    try:
        yield mine
    finally:
        _WAIT.set(before)


@contextmanager
def patient(seconds: float) -> Iterator[None]:
    """Let the databases that are opened in this block have another patience, for good."""
    token = _CHOSEN.set(seconds)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def chosen() -> float | None:
    """Return the patience of a database that is opened here; ``None``: :data:`PATIENCE`."""
    return _CHOSEN.get()


@contextmanager
def hearing(hear: Callable[[str], object] = _nobody) -> Iterator[None]:
    """Have ``hear`` called with a sentence when a wait gets long, while this lasts; else nobody."""
    token = _HEARS.set(hear)
    try:
        yield
    finally:
        _HEARS.reset(token)
