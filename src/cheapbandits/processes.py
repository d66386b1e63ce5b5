"""Another Python that runs a module of ours, and no other code than ours and its libraries'."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from functools import cache

__all__ = ["can_start", "end_at_once", "on_one_thread", "our_python"]


def our_python(module: str, *words: str) -> list[str]:
    """Return the command that runs a module of this package.

    Without ``-P`` Python looks for modules in the working folder first: a ``numpy.py`` in a folder
    from a stranger would be run.
    """
    return [sys.executable, "-P", "-m", module, *words]


def on_one_thread() -> dict[str, str]:
    """Return the environment for it to compute on one thread, beside this process."""
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def can_start() -> bool:
    """Whether there is a Python to start; a frozen program would start itself again."""
    return bool(sys.executable) and not getattr(sys, "frozen", False)


@cache
def end_at_once() -> None:
    """Let this process end without a last look for garbage: all of it goes with the process.

    With our libraries imported there are half a million objects: a fifth of a short command's time.
    """
    atexit.register(gc.freeze)
