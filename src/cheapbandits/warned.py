"""Warnings that point at the caller's line, however deep in here something was found out."""

from __future__ import annotations

import sys
import warnings

__all__ = ["warn"]

_HERE = __name__.partition(".")[0]


def warn(text: str, kind: type[Warning] = UserWarning) -> None:
    """Warn where the code is that called this package."""
    depth, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(text, kind, stacklevel=depth)


def _is_ours(module: str) -> bool:
    return module == _HERE or module.startswith(f"{_HERE}.")
