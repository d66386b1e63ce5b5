"""How a route shows a document of a campaign: with a tag, and computed for nobody who has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.answers import expired_in
from cheapbandits.service.house import House, answer, tag_of, unchanged
from cheapbandits.service.problems import json_bytes

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.responses import Response

    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.store import CampaignRow

__all__ = ["Look", "seen"]

#: Makes a document of a campaign, whose row was this, and headers that go with it.
Look = Callable[["Campaign", "CampaignRow"], tuple[dict[str, Any], dict[str, str]]]


async def seen(
    request: Request,
    house: House,
    identity: str,
    look: Look,
    *,
    long: bool = False,
    fixed: bool = False,
) -> Response:
    """Answer with a document of the log as it is now.

    Parameters
    ----------
    request, house, identity
        Who asks, and of which campaign.
    look
        Makes the document, off the event loop.
    long
        Whether it is computed, in turn with the campaign's asks.
    fixed
        Whether it is the same however the log goes on.
    """

    async def shown(row: CampaignRow) -> Response:
        # What has expired is told by the clock, and no event says so.
        changing = (row.genesis,) if fixed else (row.place, expired_in(row))
        tag = tag_of(*changing, row.name, request.url.query)
        if (same := unchanged(request, tag)) is not None:
            return same
        here = await house.campaign(identity)

        def made() -> tuple[bytes, dict[str, str]]:
            document, headers = look(here, row)
            return json_bytes(document), headers

        body, headers = await (house.work.long(row.id, made) if long else house.work.look(made))
        # What was appended meanwhile may be in it: its tag is the older, and it is not kept.
        return answer(body, request=request, tag=tag, headers=headers)

    return await house.looked_at(identity, shown)
