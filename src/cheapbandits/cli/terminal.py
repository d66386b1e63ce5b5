"""Where tables go: the terminal at its width, a pipe or file at a width that cuts nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["forget_odd_sizes", "wide_console"]

#: The least and the most that the environment may say of a window, in characters.
_LEAST, _MOST = 10, 10_000


def forget_odd_sizes() -> None:
    """Forget ``COLUMNS`` and ``LINES`` that no window has: in a width of 0 nothing is printed."""
    for name in ("COLUMNS", "LINES"):
        text = os.environ.get(name, "")
        plain = text.isascii() and text.isdigit() and len(text) < 9
        if name in os.environ and not (plain and _LEAST <= int(text) <= _MOST):
            del os.environ[name]


def wide_console() -> Console:
    """Return a console for standard output; 120 columns wide where nobody's window limits it."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=120)
