"""Long work on a server, waited for: its progress as it goes, and an end to it on Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import CampaignError
from cheapbandits.service.client.wire import error_of

if TYPE_CHECKING:
    from cheapbandits.service.client.wire import Wire

__all__ = ["finished"]

#: Seconds that one look waits for news.
PATIENCE = 10


def finished(
    wire: Wire, begun: dict[str, Any], progress: Callable[[int, int | None], object] | None
) -> dict[str, Any]:
    """Return the result of work that was begun; whoever stops waiting ends the work, too."""
    address, job = f"/api/jobs/{begun['job']}", begun
    try:
        while job["ended"] is None:
            if progress is not None:
                progress(job["done"], job["total"])
            job = wire.get(f"{address}?wait={PATIENCE}").document
    except BaseException:
        wire.post(f"{address}/cancel")
        raise
    if job["error"] is not None:
        raise error_of(job["error"])
    if job["result"] is None:
        raise CampaignError(f"the {job['kind']} of {job['name']} was cancelled")
    return dict(job["result"])
