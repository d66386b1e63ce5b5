"""Looking at a campaign: where it stands, what happened, what is believed, what changes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response, StreamingResponse

from cheapbandits.campaign.answers import status_of
from cheapbandits.campaign.documents import (
    COLUMNS,
    asks_document,
    events_document,
    rows_document,
    status_document,
)
from cheapbandits.campaign.tally import is_outdated
from cheapbandits.errors import ParameterError
from cheapbandits.service import shapes
from cheapbandits.service.house import (
    DECIMAL,
    FAILS,
    House,
    Identity,
    InHouse,
    answer,
    tag_of,
    unchanged,
)
from cheapbandits.service.live import place_of
from cheapbandits.service.problems import json_bytes
from cheapbandits.service.routes.paging import After, Limit, page
from cheapbandits.service.routes.seen import seen
from cheapbandits.service.strict_json import StrictRoute
from cheapbandits.store import Place

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.store import CampaignRow

__all__ = ["router"]

router = APIRouter(
    prefix="/api/campaigns/{campaign}", tags=["looking"], responses=FAILS, route_class=StrictRoute
)

Tolerance = Annotated[
    float | None,
    DECIMAL,
    Query(ge=0, le=1e100, allow_inf_nan=False, description="How far below still counts as it."),
]


@router.get("", response_model=None, responses={200: {"model": shapes.Status}})
async def status(
    request: Request,
    campaign: Identity,
    house: InHouse,
    assess: Annotated[bool, Query(description="How sure the answer is; slower.")] = False,
    tolerance: Tolerance = None,
) -> Response:
    """Show where a campaign stands; quick however long it has run."""
    if assess:
        return await seen(
            request,
            house,
            campaign,
            lambda here, _: (
                status_document(here.status(), here.outlook(tolerance=tolerance)),
                {},
            ),
            long=True,
        )
    row = await house.row(campaign)
    if is_outdated(row):  # an older version wrote it: the log says
        return await seen(
            request, house, campaign, lambda here, _: (status_document(here.status()), {})
        )
    document = status_document(status_of(row))
    tag = tag_of(row.place, document["expired"], request.url.query)
    return unchanged(request, tag) or answer(document, request=request, tag=tag)


@router.get("/asks", response_model=None, responses={200: {"model": shapes.Asks}})
async def pending(request: Request, campaign: Identity, house: InHouse) -> Response:
    """List the open asks, and ask for nothing."""
    return await seen(
        request, house, campaign, lambda here, _: (asks_document(here.name, here.pending()), {})
    )


@router.get("/history", response_model=None, responses={200: {"model": shapes.History}})
async def history(
    request: Request,
    campaign: Identity,
    house: InHouse,
    limit: Limit = 1000,
    after: After = 0,
) -> Response:
    """Show asks and observations in the order they came, as they count now."""

    def rows(here: Campaign, _: CampaignRow) -> tuple[dict[str, Any], dict[str, str]]:
        kept, links = page(request, here.history(), limit, after)
        return rows_document(here.name, kept), links

    return await seen(request, house, campaign, rows)


@router.get("/events", response_model=None, responses={200: {"model": shapes.Events}})
async def events(
    request: Request,
    campaign: Identity,
    house: InHouse,
    limit: Limit = 1000,
    after: After = 0,
) -> Response:
    """Show the log; event `seq` is the first after `seq - 1`."""

    def log(here: Campaign, _: CampaignRow) -> tuple[dict[str, Any], dict[str, str]]:
        kept, links = page(request, here.events(), limit, after)
        return events_document(here.name, kept), links

    return await seen(request, house, campaign, log)


#: What an export may be.
FILES: dict[str, Any] = {
    "text/csv": {"schema": {"type": "string"}},
    "application/json": {"schema": {"$ref": "#/components/schemas/History"}},
    "application/geo+json": {"schema": {"type": "object"}},
    "application/vnd.sqlite3": {"schema": {"type": "string", "format": "binary"}},
}


@router.get(
    "/export",
    response_model=None,
    responses={200: {"description": "The file.", "content": FILES}},
)
async def export(
    campaign: Identity,
    house: InHouse,
    kind: Annotated[Literal["csv", "json", "geojson", "db"], Query()] = "csv",
) -> Response:
    """Write the readings as a table, what is known of each place as GeoJSON, or all as a database.

    The database holds this campaign alone and opens as any other (`--db FILE`).
    """
    return await house.on(campaign, lambda here: _exported(house, campaign, here, kind))


async def _exported(house: House, campaign: str, here: Campaign, kind: str) -> Response:
    if kind == "db":
        body = await house.work.long(campaign, lambda: _database(house, here))
        return _file(body, f"{campaign}.db", "application/vnd.sqlite3")
    if kind == "geojson":
        body = await house.work.long(campaign, lambda: json_bytes(here.estimates_map()))
        return _file(body, f"{campaign}.geojson", "application/geo+json")
    if kind == "json":
        body = await house.work.look(lambda: json_bytes(rows_document(here.name, here.history())))
        return _file(body, f"{campaign}.json", "application/json")
    body = await house.work.look(lambda: _table(here))
    return _file(body, f"{campaign}.csv", "text/csv; charset=utf-8")


def _table(campaign: Campaign) -> bytes:
    from cheapbandits.campaign.exports import write_readings

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "readings.csv"
        write_readings(campaign.history(), target, COLUMNS, campaign.graph)
        return target.read_bytes()


def _database(house: House, campaign: Campaign) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "campaign.db"
        house.shelf.store.export(campaign.name, target)
        return target.read_bytes()


def _file(body: bytes, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, 200, headers, media_type=kind)


@router.get(
    "/changes",
    response_model=None,
    responses={200: {"description": "A stream.", "content": {"text/event-stream": {}}}},
)
async def changes(
    campaign: Identity,
    house: InHouse,
    last_event_id: Annotated[
        str | None, Header(description="Where a stream broke off; browsers send it themselves.")
    ] = None,
) -> Response:
    """Stream every event from now on (`change`), or from where a stream broke off.

    `reset` says that the log was put back to an earlier moment: look at everything anew.
    """
    row = await house.row(campaign)
    start = row.place
    if last_event_id == "0":  # from the very beginning
        start = Place(0, row.genesis)
    elif last_event_id:
        given = place_of(last_event_id)
        if given is None:
            raise ParameterError("Last-Event-ID is the id of an event of this stream, or 0")
        start = given
    house.live.check_room()
    return StreamingResponse(
        house.live.changes(campaign, start),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )
