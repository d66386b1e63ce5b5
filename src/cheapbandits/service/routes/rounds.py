"""The round: ask, tell, observe, import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from cheapbandits.campaign.answers import Ask
from cheapbandits.campaign.by_index import as_indices, other_reading
from cheapbandits.campaign.closing import closed
from cheapbandits.campaign.documents import (
    asks_document,
    import_document,
    many_document,
    told_document,
)
from cheapbandits.campaign.identity import Observed
from cheapbandits.campaign.import_keys import record as recorded
from cheapbandits.campaign.odd import first_remark, remark
from cheapbandits.errors import CheapBanditsError
from cheapbandits.service import shapes
from cheapbandits.service.bodies import (
    AskBody,
    ManyBody,
    MeantBody,
    ObserveBody,
    RemarksBody,
    TellBody,
)
from cheapbandits.service.house import (
    FAILS,
    Asked,
    House,
    Identity,
    InHouse,
    Key,
    Who,
    answer,
)
from cheapbandits.service.routes.campaigns import BYTES, received
from cheapbandits.service.strict_json import StrictRoute
from cheapbandits.service.units import check_unit

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.importing import Imported
    from cheapbandits.store import Event

__all__ = ["EVENT", "change", "meant", "meant_seen", "router"]

router = APIRouter(
    prefix="/api/campaigns/{campaign}", tags=["the round"], responses=FAILS, route_class=StrictRoute
)
EVENT: dict[str, Any] = {"response_model": None, "responses": {200: {"model": shapes.Event}}}


async def change(
    house: House,
    campaign: str,
    who: str | None,
    make: Callable[[Campaign], Event],
    reading: float | None = None,
    nodes: Sequence[int | str] = (),
) -> Response:
    """Record something and tell those who listen; of its reading and nodes, with what is odd."""

    def record(here: Campaign) -> dict[str, object]:
        event = make(here)
        odd = None if reading is None else remark(here, reading)
        said = other_reading(here.graph, nodes) if nodes else None
        return told_document(event, note=odd, by_index=said)

    document = await house.on(campaign, lambda here: house.work.write(lambda: record(here), who))
    house.live.ring(campaign)
    return answer(document)


@router.post("/asks", response_model=None, responses={200: {"model": shapes.Asks}})
async def ask(campaign: Identity, house: InHouse, who: Who, key: Key, body: AskBody) -> Response:
    """Say what to measure next: the open asks, and new ones until there are `n`."""

    def choose(here: Campaign) -> dict[str, object]:
        asks = here.ask(
            body.n,
            lease=body.lease,
            more=body.more,
            beyond=body.beyond,
            key=key,
            assignee=body.assignee,
        )
        why = closed(here) if len(asks) < body.n else None
        return asks_document(here.name, asks, here.spec.stop, here.should_stop(), why)

    document = await house.on(
        campaign, lambda here: house.work.long(campaign, lambda: choose(here), who)
    )
    house.live.ring(campaign)
    return answer(document)


@router.post("/asks/{ask}/tell", **EVENT)
async def tell(
    campaign: Identity, ask: Asked, house: InHouse, who: Who, key: Key, body: TellBody
) -> Response:
    """Record the reading of an ask: once, in any order, however late."""

    def record(here: Campaign) -> dict[str, object]:
        check_unit(here, body.unit, key)
        event = here.tell(meant(ask, body), body.reading, key=key)
        return told_document(event, _over_budget(here), remark(here, body.reading))

    document = await house.on(campaign, lambda here: house.work.write(lambda: record(here), who))
    house.live.ring(campaign)
    return answer(document)


def meant(ask: int, body: MeantBody | None) -> int | Ask:
    """Return the ask of a request: by its number, or with the group that it must be for."""
    if body is None or body.nodes is None:
        return ask
    weights = None if body.weights is None else tuple(body.weights)
    nodes = tuple(body.nodes)
    return Ask(ask, nodes[0] if nodes else 0, nodes, (), 0.0, weights=weights)


def meant_seen(seq: int, body: MeantBody | None) -> int | Observed:
    """Return the observation of a request: by its number, or with the group that it must be of."""
    if body is None or body.nodes is None:
        return seq
    return Observed(seq, tuple(body.nodes), None if body.weights is None else tuple(body.weights))


def _over_budget(campaign: Campaign) -> float:
    if campaign.spec.budget is None:
        return 0.0
    try:
        return campaign.status().over_budget
    except CheapBanditsError:  # the reading is stored: nothing may fail any more
        return 0.0


@router.post("/observations", **EVENT)
async def observe(
    campaign: Identity, house: InHouse, who: Who, key: Key, body: ObserveBody
) -> Response:
    """Record a reading that nobody asked for."""

    def make(here: Campaign) -> Event:
        check_unit(here, body.unit, key)
        nodes = as_indices(body.nodes)  # what may be wrong with that is in the answer
        return here.observe(nodes, body.reading, weights=body.weights, key=key)

    return await change(house, campaign, who, make, body.reading, body.nodes)


@router.post("/observations/many", response_model=None, responses={200: {"model": shapes.Many}})
async def observe_many(campaign: Identity, house: InHouse, who: Who, body: ManyBody) -> Response:
    """Record many readings that nobody asked for, all or none; rows with a known key stay out."""
    rows = [(as_indices(row.nodes), row.reading, row.key, row.weights) for row in body.rows]

    def record(here: Campaign) -> dict[str, object]:
        check_unit(here, body.unit, *(row.key for row in body.rows))
        odd = first_remark([row.reading for row in body.rows], partial(remark, here))
        numbers = here.observe_rows(rows)
        said = other_reading(here.graph, chain.from_iterable(row.nodes for row in body.rows))
        return many_document(here.name, len(rows), numbers, odd, said)

    document = await house.on(campaign, lambda here: house.work.write(lambda: record(here), who))
    house.live.ring(campaign)
    return answer(document)


@router.post("/remarks", response_model=None, responses={200: {"model": shapes.Remarks}})
async def remarks(campaign: Identity, house: InHouse, body: RemarksBody) -> Response:
    """Say what may be wrong with readings and nodes before they are sent; nothing is stored."""

    def look(here: Campaign) -> dict[str, object]:
        odd = first_remark(body.readings, partial(remark, here))
        return {
            "name": here.name,
            "note": odd,
            "by_index": other_reading(here.graph, body.nodes) if body.nodes else None,
        }

    document = await house.on(campaign, lambda here: house.work.look(lambda: look(here)))
    return answer(document)


@router.post(
    "/import",
    response_model=None,
    responses={200: {"model": shapes.Imported}},
    openapi_extra=BYTES,
)
async def import_file(
    request: Request,
    campaign: Identity,
    house: InHouse,
    who: Who,
    file: Annotated[str, Query(description="The file's name; its suffix says what it is.")],
    column: Annotated[str | None, Query(max_length=200)] = None,
    names: Annotated[
        str | None, Query(max_length=200, description="The column that names the sites.")
    ] = None,
    layer: Annotated[str | None, Query(max_length=200)] = None,
    nodata: Annotated[
        str | None, Query(max_length=40, description="The number that means 'no reading', or none.")
    ] = None,
    again: Annotated[
        bool, Query(description="Take readings that were imported before, too.")
    ] = False,
) -> Response:
    """Record the readings of a file, all or none; the same readings again change nothing."""
    here = await house.campaign(campaign)
    row = await house.row(campaign)
    path = house.uploads.path(file)
    which = False if names == "" else names
    options = {"spec": row.spec, "column": column, "layer": layer, "nodata": nodata, "names": which}
    try:
        await received(request, house, path)

        def read() -> Imported:
            return house.uploads.readings(path, house.shelf.store.graph(row.name), options, file)

        def record() -> dict[str, object]:
            rows = [row.given for row in sent.rows]
            done = recorded(here, rows, again=again, file=file, places=sent.places)
            made = import_document(here.name, path.with_name(file), sent, done)
            return made | {"file": file}

        sent = await house.work.long("uploads", read)
        document = await house.work.long(campaign, record, who)
    finally:
        path.unlink(missing_ok=True)
    house.live.ring(campaign)
    return answer(document)
