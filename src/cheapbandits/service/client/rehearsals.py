"""Long work on a server, waited for: its progress as it goes, and an end to it on Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import CampaignError
from cheapbandits.service.client.answers import error_of, understood

if TYPE_CHECKING:
    from cheapbandits.service.client.wire import Wire

__all__ = ["finished"]

#: Seconds that one look waits for news.
PATIENCE = 10
#: What a server says of work.
SAID = ("kind", "name", "ended", "done", "total", "error", "result")


def finished(
    wire: Wire, begun: dict[str, Any], progress: Callable[[int, int | None], object] | None
) -> dict[str, Any]:
    """Return the result of work that was begun; whoever stops waiting ends the work, too."""
    with understood(wire.origin):
        address = f"/api/jobs/{begun['job']}"
    job = _job(wire, begun)
    try:
        while job["ended"] is None:
            if progress is not None:
                progress(job["done"], job["total"])
            job = _job(wire, wire.get(f"{address}?wait={PATIENCE}").document)
    except BaseException:
        wire.post(f"{address}/cancel")
        raise
    if job["error"] is not None:
        with understood(wire.origin):
            raise error_of(job["error"])
    if job["result"] is None:
        raise CampaignError(f"the {job['kind']} of {job['name']} was cancelled")
    return dict(job["result"])


def _job(wire: Wire, document: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of the work, where that is a server of ours."""
    with understood(wire.origin):
        return {name: document[name] for name in SAID}
