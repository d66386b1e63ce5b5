"""What memory there is, and a refusal, before starting, of what would not fit."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cheapbandits.errors import CapacityError

__all__ = ["SHARE", "check_memory", "memory_limit"]

#: The share of the memory that one piece of work may plan with.
SHARE = 0.8
#: What takes less than importing the libraries did is never refused, nor is the system asked.
LITTLE = 2**20
#: Where a container says how much it may use.
CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")


def memory_limit() -> int:
    """Return how many bytes this process may use: the machine's, its container's, or its own.

    On a system that tells none of them there is no limit to speak of, and nothing is refused.
    """
    limits = [_of_machine(), _of_container(), _of_process()]
    return min((limit for limit in limits if limit > 0), default=sys.maxsize)


def check_memory(needed: float, what: str, way_out: str = "use a smaller graph") -> None:
    """Refuse work that needs more bytes than there are."""
    if needed < LITTLE:
        return
    limit = memory_limit()
    if needed > SHARE * limit:
        raise CapacityError(
            f"{what} needs about {needed / 2**30:.1f} GiB and this machine allows "
            f"{limit / 2**30:.1f} GiB; {way_out}"
        )


def _of_machine() -> int:
    """Return the bytes of the machine, or 0 where the system does not say."""
    try:
        page, pages = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not a POSIX system, or one without these names
        return 0
    return page * pages if page > 0 and pages > 0 else 0


def _of_container() -> int:
    try:
        text = CONTAINER_LIMIT.read_text().strip()
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0


def _of_process() -> int:
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    except (ImportError, AttributeError, ValueError, OSError):
        return 0
    return 0 if soft == resource.RLIM_INFINITY else soft
