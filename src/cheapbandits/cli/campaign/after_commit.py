"""What is only said after something was stored: then nothing may fail any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from cheapbandits.cli.plain import note

__all__ = ["only_said"]

_P = ParamSpec("_P")


def only_said(say: Callable[_P, None]) -> Callable[_P, None]:
    """Let a function that only says something end without an error, whatever it meets.

    A traceback and a status of failure would say that nothing was stored, and who tries again
    would do it twice.
    """

    @wraps(say)
    def said(*args: _P.args, **kwargs: _P.kwargs) -> None:
        try:
            say(*args, **kwargs)
        except Exception as error:  # even a slip of ours
            kind = type(error).__name__
            note(f"note: stored; whether a reading is odd could not be told ({kind}: {error})")

    return said
