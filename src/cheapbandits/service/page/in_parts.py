"""A map too large to send, in the parts that somebody looks at: see :mod:`.bins`."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from cheapbandits.errors import ParameterError
from cheapbandits.service.house import DECIMAL, PLAIN, Identity, InHouse, answer
from cheapbandits.service.page.believed import Believed
from cheapbandits.service.page.believing import At, believing, packed
from cheapbandits.service.page.bins import Box, in_view, where

__all__ = ["router"]

router = APIRouter(prefix="/page/campaigns/{campaign}", include_in_schema=False)

World = Annotated[float, DECIMAL, Query(ge=-1e7, le=1e7, allow_inf_nan=False)]
Bins = Annotated[int, PLAIN, Query(ge=1, le=2_000)]
#: Up to a thousand numbers with commas between.
NUMBERS = r"^[0-9]{1,10}(,[0-9]{1,10}){0,999}$"


@router.get("/bins")
async def bins(
    request: Request,
    campaign: Identity,
    house: InHouse,
    x0: World,
    y0: World,
    x1: World,
    y1: World,
    w: Bins,
    h: Bins,
    at: At = None,
    plain: bool = False,
) -> Response:
    """Show the hottest place of each few pixels in view, or the places where they are few.

    ``plain``: only where there are places, which is known before anything is believed of them.
    """
    if not (x0 < x1 and y0 < y1):
        raise ParameterError("a box goes from x0 to a larger x1, and from y0 to a larger y1")
    box = Box(x0, y0, x1, y1, w, h)

    if plain:
        here = await house.campaign(campaign)
        none = np.zeros(here.graph.n_nodes, dtype=int)
        body = await house.work.picture(
            f"map {campaign}", lambda: in_view(here.graph, None, none, box, 0)
        )
        return packed(body)

    def look(believed: Believed) -> bytes:
        moment = believed.at(at)
        seq = 0 if moment is None else moment.seq
        return in_view(believed.campaign.graph, *believed.frame(moment), box, seq)

    return packed(await believing(request, house, campaign, look))


@router.get("/where")
async def points(
    campaign: Identity, house: InHouse, nodes: Annotated[str, Query(pattern=NUMBERS)]
) -> Response:
    """Say where some places stand on the map."""
    here = await house.campaign(campaign)
    wanted = [int(part) for part in nodes.split(",")]
    return answer(await house.work.look(lambda: where(here.graph, wanted)))
