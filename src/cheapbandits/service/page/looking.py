"""What the page of a campaign looks at: map, frames, answer, places. Nothing is changed here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.closing import closed as closed_by
from cheapbandits.errors import NotFoundError
from cheapbandits.service.house import PLAIN, Identity, InHouse, answer, tag_of, unchanged
from cheapbandits.service.page.believed import Believed
from cheapbandits.service.page.believing import At, believing, packed
from cheapbandits.service.page.glances import (
    now_document,
    place_document,
    search,
    table_rows,
)
from cheapbandits.service.page.moments import packed_frame
from cheapbandits.service.page.picture import picture_of
from cheapbandits.service.page.sureness import Job, answered, job_of, keep, worked_out
from cheapbandits.service.page.truth import true_values
from cheapbandits.service.page.why import why
from cheapbandits.store import CampaignRow

__all__ = ["router"]

router = APIRouter(prefix="/page/campaigns/{campaign}", include_in_schema=False)

Node = Annotated[int, PLAIN, Path(ge=0, le=2**53)]


@router.get("/map")
async def the_map(request: Request, campaign: Identity, house: InHouse) -> Response:
    """Show cells, or nodes and links; it never changes."""
    row = await house.row(campaign)
    tag = tag_of("map", row.genesis)
    if (same := unchanged(request, tag)) is not None:
        return same
    here = await house.campaign(campaign)
    return packed(await house.work.picture(f"map {campaign}", lambda: picture_of(here.graph)), tag)


@router.get("/now")
async def now(request: Request, campaign: Identity, house: InHouse) -> Response:
    """Show where it stands, the open asks and the ledger; no belief is needed."""

    async def shown(row: CampaignRow) -> Response:
        tag = tag_of("now", row.place)
        if (same := unchanged(request, tag)) is not None:
            return same
        here = await house.campaign(campaign)
        document = await house.work.look(lambda: now_document(here))
        return answer(document, request=request, tag=tag)

    return await house.looked_at(campaign, shown)


@router.get("/closed")
async def closed(campaign: Identity, house: InHouse) -> Response:
    """Say why nothing more can be asked for, and ask for nothing; null where something can."""
    said = await house.on(campaign, lambda here: house.work.long(campaign, lambda: closed_by(here)))
    return answer({"why": said})


@router.get("/moments")
async def moments(request: Request, campaign: Identity, house: InHouse) -> Response:
    """Show the steps of the slider."""

    def look(believed: Believed) -> list[dict[str, Any]]:
        name = believed.campaign.graph.name
        return [
            {**asdict(one), "name": None if one.best is None else name(one.best)}
            for one in believed.moments
        ]

    return answer({"moments": await believing(request, house, campaign, look)})


@router.get("/frame")
async def frame(request: Request, campaign: Identity, house: InHouse, at: At = None) -> Response:
    """Show what was believed of every place then."""

    def look(believed: Believed) -> bytes:
        moment = believed.at(at)
        seq, digest = (0, "") if moment is None else (moment.seq, moment.digest)
        return packed_frame(*believed.frame(moment), seq, believed.free(), digest)

    return packed(await believing(request, house, campaign, look))


@router.get("/answer")
async def the_answer(
    request: Request, campaign: Identity, house: InHouse, now: bool = False
) -> Response:
    """Show how sure the answer is, and was, one more each time; ``now``: only the newest."""

    def take(believed: Believed) -> tuple[Believed, Job | None]:
        job = job_of(believed, newest=True)
        if job is None and not now and believed.belief is not None:
            job = job_of(believed, newest=False)
        return believed, job

    def work(believed: Believed, job: Job) -> None:
        verdict = worked_out(believed, job)
        with believed.lock:
            keep(believed, job, verdict)

    believed, job = await believing(request, house, campaign, take)
    if job is not None:
        await house.work.long(f"sure {campaign}", lambda: work(believed, job))
    return answer(await believing(request, house, campaign, answered))


@router.get("/why/{ask}")
async def reasons(campaign: Identity, house: InHouse, ask: Node) -> Response:
    """Say why a group was chosen; null once it is measured: somebody else may just have done so."""

    def look(here: Campaign) -> dict[str, Any] | None:
        for one in here.pending():
            if one.number == ask:
                return why(here, one)
        return None

    return answer(
        await house.on(campaign, lambda here: house.work.long(campaign, lambda: look(here)))
    )


@router.get("/place/{node}")
async def place(
    request: Request, campaign: Identity, house: InHouse, node: Node, at: At = None
) -> Response:
    """Show what is believed of one place, and its readings."""
    return answer(
        await believing(request, house, campaign, lambda here: place_document(here, node, at))
    )


@router.get("/find")
async def find(
    campaign: Identity, house: InHouse, q: Annotated[str, Query(max_length=200)]
) -> Response:
    """Find places by name."""
    here = await house.campaign(campaign)
    return answer({"places": await house.work.look(lambda: search(here.graph, q))})


@router.get("/hottest")
async def hottest(request: Request, campaign: Identity, house: InHouse, at: At = None) -> Response:
    """Show the highest estimates as a table, for those who cannot see a map."""
    rows = await believing(request, house, campaign, lambda here: table_rows(here, at))
    return answer({"rows": rows})


@router.get("/true")
async def truth(campaign: Identity, house: InHouse) -> Response:
    """Show the true values, where the graph is one that comes with the package."""
    here = await house.campaign(campaign)
    body = await house.work.look(lambda: true_values(here.graph))
    if body is None:
        raise NotFoundError("nobody knows the true values of this network")
    return packed(body)
