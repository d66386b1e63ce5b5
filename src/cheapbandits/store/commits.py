"""Word of a commit, the moment before it is sent: from then on the change may be stored.

Where a commit came back, as somebody was in its way, nothing was stored: that is told, too, and
before each further try again that the change may be stored from now on.

Whoever is told keeps an interrupt waiting until it has been said what was recorded. The store does
not know the terminal, which leaves its word here; elsewhere nobody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["about_to_commit", "beginning", "came_back", "telling"]


def _nobody() -> None:
    """Hear nothing."""


_Hears = tuple[Callable[[], object], Callable[[], object]]
_HEARS: ContextVar[_Hears] = ContextVar("hears_of_commits", default=(_nobody, _nobody))
#: Whether the transaction that goes on here has said that it is about to commit.
_TOLD: ContextVar[bool] = ContextVar("told_of_this_commit", default=False)


@contextmanager
def telling(
    hear: Callable[[], object] = _nobody, back: Callable[[], object] = _nobody
) -> Iterator[None]:
    """Have ``hear`` called before each commit of a change, while this lasts; else nobody.

    ``back`` is called when it came back, and nothing was stored.
    """
    token = _HEARS.set((hear, back))
    try:
        yield
    finally:
        _HEARS.reset(token)


def about_to_commit() -> None:
    """Tell that the next step is the commit of a change."""
    _TOLD.set(True)
    _HEARS.get()[0]()


def came_back() -> bool:
    """Tell that the commit stored nothing, where it had been told of, and whether it had."""
    if _TOLD.get():
        _HEARS.get()[1]()
    return _TOLD.get()


def beginning() -> None:
    """Forget what was told: another transaction begins, which may change nothing."""
    _TOLD.set(False)
