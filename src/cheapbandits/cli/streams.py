"""Standard input, output and error as the commands use them: printing cannot fail.

What a command does is done, and often stored for good, before it prints. So a console that lacks a
character gets it written out, a reader that has left (``| head -1``) ends the printing and not the
work, and a stream that was closed before we started is an empty one.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from cheapbandits.cli.plain import safe

__all__ = ["LEFT", "UNPRINTED", "Output", "ReaderLeftError", "guarded", "say"]

#: The status of a command that was carried out, but whose output could not be written.
UNPRINTED = 6
#: The status of ``hunt`` and ``watch`` when whoever read their lines has left.
LEFT = 141


class ReaderLeftError(Exception):
    """Nobody reads any more what a command prints line by line."""


class Output:
    """A stream that takes every text; what goes wrong is kept in ``lost``.

    While it is muted, only :meth:`aloud` is heard, and ``spoken`` tells whether it was. It has no
    ``buffer``: nobody shall go around it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.lost: Exception | None = None
        self.muted = self.spoken = False
        with suppress(AttributeError, ValueError, OSError):
            cast(Any, stream).reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write a text, as far as anybody takes it."""
        if not isinstance(text, str):
            raise TypeError(f"a text is written, got {type(text).__name__}")
        if self.lost is None and not self.muted:
            with self._losing():
                self._stream.write(safe(text))
        return len(text)

    def aloud(self, text: str) -> int:
        """Write a text even while this is muted."""
        muted, self.muted, self.spoken = self.muted, False, self.muted
        try:
            return self.write(text)
        finally:
            self.muted = muted

    def flush(self) -> None:
        """Hand on what was written."""
        if self.lost is None:
            with self._losing():
                self._stream.flush()

    @contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            self.lost = error
            self._let_go()

    def _let_go(self) -> None:
        """Send what is still in the buffer nowhere: Python would try once more at its end."""
        with suppress(OSError, ValueError, AttributeError):
            number = self._stream.fileno()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, number)
            os.close(nowhere)

    @property
    def reader_left(self) -> bool:
        """Whether whoever read this has gone."""
        return isinstance(self.lost, OSError) and self.lost.errno in (errno.EPIPE, errno.EINVAL)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self._stream, name)


def say(line: str) -> None:
    """Print one line of many at once; stops the command when nobody reads them any more."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
    if isinstance(sys.stdout, Output) and sys.stdout.reader_left:
        raise ReaderLeftError


@contextmanager
def guarded() -> Iterator[tuple[Output, Output]]:
    """Give standard output and error in which printing cannot fail, until the block is left.

    Errors that were muted stay so: threads and Python itself may have more to say at the end.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    _open_closed()
    out, err = Output(sys.stdout), Output(sys.stderr)
    sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
    try:
        yield out, err
    finally:
        out.flush()
        err.flush()
        sys.stdin, sys.stdout, sys.stderr = (*before[:2], sys.stderr if err.muted else before[2])


def _open_closed() -> None:
    """Put empty streams where there are none.

    A free number of 0, 1 or 2 would be given to the next file that is opened: the database, say.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number and _is_closed(number):
                os.dup2(nowhere, number)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False
