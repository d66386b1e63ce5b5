"""Where tables go: the terminal at its width, a pipe or file at a width that cuts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["wide_console"]


def wide_console() -> Console:
    """Return a console for standard output; 120 columns wide where nobody's window limits it."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=120)
