"""How the process ended that read a stranger's file, where it said nothing for us to pass on."""

from __future__ import annotations

import re
import signal

from cheapbandits.errors import CapacityError

__all__ = ["error_of_end", "too_large"]

#: What Python, the loader of libraries, OpenBLAS, C++ and C say where there is no memory left.
_NO_MEMORY = re.compile(
    r"MemoryError|bad_alloc|failed to map segment|(?i:cannot allocate memory|memory allocation"
    r"|out of memory|unable to allocate)"
)
#: So much of its last words goes into the log.
_LAST_WORDS = 4_000


def error_of_end(name: str, status: int, words: str) -> Exception:
    """Return what is raised: only for want of memory a file is too large, all else is our fault.

    Parameters
    ----------
    name
        What the file is called by the one who sent it.
    status
        What the process ended with; negative for a signal. Where memory is short, the system kills.
    words
        What it wrote on standard error. They go into the log, and nowhere else.
    """
    if status == -getattr(signal, "SIGKILL", 9) or _NO_MEMORY.search(words):
        return too_large(name)
    return RuntimeError(
        f"the process that read {name} ended with status {status}: {words[-_LAST_WORDS:]}"
    )


def too_large(name: str) -> CapacityError:
    """Return the refusal of a file for which there is not memory enough."""
    return CapacityError(f"{name}: too large to read here; send a smaller file")
