"""Warnings that point at the caller's line, however deep in here something was found out."""

from __future__ import annotations

import sys
import warnings
from types import FrameType

__all__ = ["may_raise", "warn", "warn_of_done"]

_HERE = __name__.partition(".")[0]


def warn(text: str, kind: type[Warning] = UserWarning) -> None:
    """Warn where the code is that called this package."""
    depth, _ = _caller()
    warnings.warn(text, kind, stacklevel=depth)


def warn_of_done(text: str, kind: type[Warning] = UserWarning) -> None:
    """Warn of what is done and stays so: where warnings are errors it is shown, and never raised.

    An error would say that it was not done, and whoever tries again would do it twice.
    """
    try:
        warn(text, kind)
    except Warning as raised:
        _, frame = _caller()
        warnings.showwarning(raised, kind, frame.f_code.co_filename, frame.f_lineno)


def may_raise(kind: type[Warning]) -> bool:
    """Tell whether a warning of this kind may be an error here; some words or lines may decide.

    Examples
    --------
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error")
    ...     may_raise(UserWarning)
    True
    """
    known = getattr(warnings, "_get_filters", None)  # those of a context, from Python 3.14 on
    for action, words, wide, module, line in warnings.filters if known is None else known():
        if issubclass(kind, wide):
            if action == "error":
                return True
            if words is None and module is None and line == 0:
                return False
    return False


def _caller() -> tuple[int, FrameType]:
    """Return the code that called this package, and how far up it is from who asks for it."""
    depth, frame = 2, sys._getframe(2)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        depth, frame = depth + 1, frame.f_back
    return depth, frame


def _is_ours(module: str) -> bool:
    return module == _HERE or module.startswith(f"{_HERE}.")
