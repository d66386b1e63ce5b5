"""Every change of mind: cancel, correct, annul, mask, pause, finish."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from cheapbandits.campaign.by_index import as_indices
from cheapbandits.campaign.documents import event_document
from cheapbandits.service import shapes
from cheapbandits.service.bodies import (
    AnnulBody,
    CorrectBody,
    FinishBody,
    MeantBody,
    NodesBody,
    StrikeBody,
)
from cheapbandits.service.house import BARE, FAILS, PLAIN, Asked, Identity, InHouse, Who, answer
from cheapbandits.service.routes.rounds import EVENT, change, meant, meant_seen
from cheapbandits.service.strict_json import StrictRoute
from cheapbandits.service.units import check_unit

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.store import Event

__all__ = ["router"]

router = APIRouter(
    prefix="/api/campaigns/{campaign}", tags=["changes"], responses=FAILS, route_class=StrictRoute
)
Seen = Annotated[
    int, PLAIN, Path(ge=1, le=2**53, description="The number of the observation's event.")
]


@router.post("/asks/{ask}/cancel", **EVENT)
async def cancel(
    campaign: Identity, ask: Asked, house: InHouse, who: Who, body: MeantBody | None = None
) -> Response:
    """Withdraw an open ask; its round and its price are given back."""
    return await change(house, campaign, who, lambda here: here.cancel(meant(ask, body)))


@router.post("/asks/{ask}/correct", **EVENT)
async def correct(
    campaign: Identity, ask: Asked, house: InHouse, who: Who, body: CorrectBody
) -> Response:
    """Replace the reading of an ask; the old one stays in the log."""

    def make(here: Campaign) -> Event:
        check_unit(here, body.unit)
        return here.correct(meant(ask, body), body.reading, was=body.was, struck=body.struck)

    return await change(house, campaign, who, make, body.reading)


@router.post("/asks/{ask}/annul", **EVENT)
async def annul(
    campaign: Identity, ask: Asked, house: InHouse, who: Who, body: StrikeBody | None = None
) -> Response:
    """Strike the reading of an ask: it no longer counts, what it cost still does."""
    which, was = meant(ask, body), None if body is None else body.was
    return await change(house, campaign, who, lambda here: here.annul(which, was=was))


@router.post("/observations/{seq}/correct", **EVENT)
async def correct_observation(
    campaign: Identity, seq: Seen, house: InHouse, who: Who, body: CorrectBody
) -> Response:
    """Replace the reading of an observation."""

    def make(here: Campaign) -> Event:
        check_unit(here, body.unit)
        seen = meant_seen(seq, body)
        return here.correct(seen, body.reading, observation=True, was=body.was, struck=body.struck)

    return await change(house, campaign, who, make, body.reading)


@router.post("/observations/{seq}/annul", **EVENT)
async def annul_observation(
    campaign: Identity, seq: Seen, house: InHouse, who: Who, body: StrikeBody | None = None
) -> Response:
    """Strike the reading of an observation."""
    seen, was = meant_seen(seq, body), None if body is None else body.was

    def make(here: Campaign) -> Event:
        return here.annul(seen, observation=True, was=was)

    return await change(house, campaign, who, make)


@router.post("/annul", response_model=None, responses={200: {"model": shapes.Events}})
async def annul_many(campaign: Identity, house: InHouse, who: Who, body: AnnulBody) -> Response:
    """Strike many readings, all or none: those of a file that should not have been imported."""

    def record(here: Campaign) -> dict[str, object]:
        events = here.annul_many(body.numbers, observation=body.observation)
        return {"name": here.name, "events": [event_document(event) for event in events]}

    document = await house.on(campaign, lambda here: house.work.write(lambda: record(here), who))
    house.live.ring(campaign)
    return answer(document)


@router.post("/mask", **EVENT)
async def mask(campaign: Identity, house: InHouse, who: Who, body: NodesBody) -> Response:
    """Ask for no group that contains any of these nodes."""
    nodes = as_indices(body.nodes)
    return await change(house, campaign, who, lambda here: here.mask(nodes), nodes=body.nodes)


@router.post("/unmask", **EVENT)
async def unmask(campaign: Identity, house: InHouse, who: Who, body: NodesBody) -> Response:
    """Allow these nodes again."""
    nodes = as_indices(body.nodes)
    return await change(house, campaign, who, lambda here: here.unmask(nodes), nodes=body.nodes)


@router.post("/pause", **EVENT, **BARE)
async def pause(campaign: Identity, house: InHouse, who: Who) -> Response:
    """Stop asking until `resume`; readings are still taken."""
    return await change(house, campaign, who, lambda here: here.pause())


@router.post("/resume", **EVENT, **BARE)
async def resume(campaign: Identity, house: InHouse, who: Who) -> Response:
    """Go on asking."""
    return await change(house, campaign, who, lambda here: here.resume())


@router.post("/reopen", **EVENT, **BARE)
async def reopen(campaign: Identity, house: InHouse, who: Who) -> Response:
    """Go on with a campaign that was finished."""
    return await change(house, campaign, who, lambda here: here.reopen())


@router.post("/finish", **EVENT)
async def finish(campaign: Identity, house: InHouse, who: Who, body: FinishBody) -> Response:
    """End the campaign; nothing more can be asked or told."""
    return await change(house, campaign, who, lambda here: here.finish(body.reason))
