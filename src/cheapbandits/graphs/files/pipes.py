"""Pipes: read to their end, within a size and a time, as nothing says how much will come."""

from __future__ import annotations

import os
import select
import time

__all__ = ["PIPE_BYTES", "WAIT", "PipeError", "read_pipe"]

#: The most that is taken from a pipe: it may be endless.
PIPE_BYTES = 256 * 2**20

#: Seconds to wait for a pipe's writer, all waits together.
WAIT = 30.0

_CHUNK = 2**16


class PipeError(Exception):
    """Why a pipe was not read to its end."""


def read_pipe(number: int, most: int, wait: float = WAIT) -> bytes:
    """Return all that comes out of a pipe that was opened without blocking.

    Parameters
    ----------
    number
        Its file descriptor.
    most
        The most bytes to take.
    wait
        Seconds to wait for the writer, all waits together.
    """
    parts: list[bytes] = []
    total = 0
    waiter = select.poll()
    waiter.register(number, select.POLLIN)
    while total <= most:
        start = time.monotonic()
        ready = waiter.poll(max(wait, 0) * 1000)
        wait -= time.monotonic() - start
        if not ready:
            raise PipeError(
                "nothing more came out of this pipe, and its writer did not close it; save to a "
                "file and give that"
            )
        try:
            part = os.read(number, _CHUNK)
        except BlockingIOError:  # another reader was quicker
            continue
        if not part:
            return b"".join(parts)
        parts.append(part)
        total += len(part)
    raise PipeError(f"more than {most:,} bytes came out of this pipe; save to a file and give that")
