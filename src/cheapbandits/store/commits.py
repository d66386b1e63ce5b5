"""Word of a commit, the moment before it is sent: from then on the change may be stored.

Whoever is told keeps an interrupt waiting until it has been said what was recorded. The store does
not know the terminal, which leaves its word here; elsewhere nobody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["about_to_commit", "telling"]


def _nobody() -> None:
    """Hear nothing."""


_HEARS: ContextVar[Callable[[], object]] = ContextVar("hears_of_commits", default=_nobody)


@contextmanager
def telling(hear: Callable[[], object] = _nobody) -> Iterator[None]:
    """Have ``hear`` called before each commit of a change, while this lasts; else nobody."""
    token = _HEARS.set(hear)
    try:
        yield
    finally:
        _HEARS.reset(token)


def about_to_commit() -> None:
    """Tell that the next step is the commit of a change."""
    _HEARS.get()()
