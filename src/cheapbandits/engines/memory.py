"""What memory there is, and a refusal, before starting, of what would not fit."""

from __future__ import annotations

import os
from pathlib import Path

from cheapbandits.errors import CapacityError

__all__ = ["SHARE", "check_memory", "memory_limit"]

#: The share of the memory that one piece of work may plan with.
SHARE = 0.8
#: Where a container says how much it may use.
CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")


def memory_limit() -> int:
    """Return how many bytes this process may use: the machine's, its container's, or its own."""
    limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), _own_limit()]
    if CONTAINER_LIMIT.exists():
        text = CONTAINER_LIMIT.read_text().strip()
        limits.append(int(text) if text.isdigit() else limits[0])
    return min(limit for limit in limits if limit > 0)


def check_memory(needed: float, what: str, way_out: str = "use a smaller graph") -> None:
    """Refuse work that needs more bytes than there are."""
    limit = memory_limit()
    if needed > SHARE * limit:
        raise CapacityError(
            f"{what} needs about {needed / 2**30:.1f} GiB and this machine allows "
            f"{limit / 2**30:.1f} GiB; {way_out}"
        )


def _own_limit() -> int:
    try:
        import resource
    except ImportError:  # not a POSIX system
        return 0
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 if soft == resource.RLIM_INFINITY else soft
