"""Locks that a forked child can use, whichever thread of the parent held them at that moment.

A child has only the thread that forked. A lock that another thread held would stay held in it for
ever, so it is made free in the child; what the forking thread itself holds stays its own. What such
a lock guards must bear being left half-way: values made once are there or are not, and whoever
keeps more (the desk of a campaign) starts over, see :func:`forks`.
"""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import AbstractContextManager
from typing import Any

__all__ = ["fork_safe_lock", "forks"]

_live: weakref.WeakSet[Any] = weakref.WeakSet()
_forks = 0


def fork_safe_lock() -> AbstractContextManager[Any]:
    """Return a lock that its own thread may take again, and that is free in a forked child."""
    lock = threading.RLock()
    _live.add(lock)
    return lock


def forks() -> int:
    """Return how often the process was forked on the way here; who sees it grow is in a child."""
    return _forks


def _after_fork() -> None:
    global _forks
    _forks += 1
    for lock in list(_live):
        if not lock._is_owned():
            lock._at_fork_reinit()  # as the standard library does with its own


if hasattr(os, "register_at_fork"):  # not on Windows, which does not fork
    os.register_at_fork(after_in_child=_after_fork)
