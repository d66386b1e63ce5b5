"""How a route looks at a campaign's moments: off the event loop, one at a time, up to date."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Query, Request
from starlette.responses import Response

from cheapbandits.service.house import PLAIN, House
from cheapbandits.service.page.believed import Believed, Shelved
from cheapbandits.service.page.packed import MEDIA_TYPE
from cheapbandits.store import CampaignRow

__all__ = ["At", "believing", "packed", "shelved"]

T = TypeVar("T")
At = Annotated[int | None, PLAIN, Query(ge=0, le=2**53)]


def shelved(request: Request) -> Shelved:
    """Return what this server keeps of beliefs for its pages."""
    state = request.app.state
    if not hasattr(state, "shelved"):
        state.shelved = Shelved()
    kept: Shelved = state.shelved
    return kept


async def believing(
    request: Request, house: House, identity: str, look: Callable[[Believed], T]
) -> T:
    """Look at a campaign's moments, up to date; one at a time, beside its asks."""
    shelf = shelved(request)

    async def shown(row: CampaignRow) -> T:
        here = await house.campaign(identity)

        def work() -> T:
            believed = shelf.get(house.shelf.store, row, here)
            with believed.lock:
                believed.follow(house.shelf.row(identity))
                return look(believed)

        return await house.work.picture(identity, work)

    return await house.looked_at(identity, shown)


def packed(body: bytes, tag: str | None = None) -> Response:
    """Return packed arrays."""
    headers = {} if tag is None else {"ETag": tag, "Cache-Control": "no-cache"}
    return Response(body, 200, headers, media_type=MEDIA_TYPE)
