"""All campaigns: list them, send a graph, start one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from cheapbandits.campaign.answers import listing
from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.documents import listing_document, new_document
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.terms import Terms, graph_to_bytes
from cheapbandits.errors import NotFoundError, ParameterError
from cheapbandits.graphs.extent import extent
from cheapbandits.progress import heard
from cheapbandits.service import shapes
from cheapbandits.service.bodies import NewBody, OfCampaign, Shipped, Uploaded
from cheapbandits.service.house import (
    DECIMAL,
    FAILS,
    PLAIN,
    House,
    InHouse,
    Who,
    answer,
    tag_of,
    unchanged,
)
from cheapbandits.service.jobs import Job
from cheapbandits.service.routes.paging import After, Limit, page
from cheapbandits.service.strict_json import StrictRoute

if TYPE_CHECKING:
    from pathlib import Path

    from cheapbandits.graphs import Graph

__all__ = ["BYTES", "graph_of", "received", "router", "settings_of"]

router = APIRouter(prefix="/api", tags=["campaigns"], responses=FAILS, route_class=StrictRoute)

#: Sending a file: its bytes are the body, whatever kind of file it is.
BYTES = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
Text = Annotated[str | None, Query(max_length=200)]


@router.get("/campaigns", responses={200: {"model": shapes.Listing}}, response_model=None)
async def list_campaigns(
    request: Request,
    house: InHouse,
    name: Annotated[str | None, Query(description="Only the one of this name.")] = None,
    limit: Limit = 100,
    after: After = 0,
) -> Response:
    """List the campaigns, the newest first."""
    found = await house.work.look(lambda: listing(house.shelf.store))
    if name is not None:
        found = [one for one in found if getattr(one, "name", None) == name]
    rows, headers = page(request, found, limit, after)
    document = listing_document(rows)
    tag = tag_of(document)
    return unchanged(request, tag) or answer(document, request=request, tag=tag, headers=headers)


@router.get("/datasets", response_model=None, responses={200: {"model": shapes.Datasets}})
async def list_datasets() -> Response:
    """List the graphs that come with the package."""
    from cheapbandits.fields import DATASETS

    return answer({"datasets": list(DATASETS)})


@router.post(
    "/graphs",
    status_code=201,
    response_model=None,
    responses={201: {"model": shapes.Upload, "description": "Read, and nothing stored."}},
    openapi_extra=BYTES,
)
async def send_graph(
    request: Request,
    house: InHouse,
    file: Annotated[str, Query(description="The file's name; its suffix says what it is.")],
    table: Annotated[str | None, Query(pattern="^(points|edges)$")] = None,
    x: Text = None,
    y: Text = None,
    names: Text = None,
    n_neighbors: Annotated[int | None, PLAIN, Query(ge=1, le=1000)] = None,
    radius: Annotated[float | None, DECIMAL, Query(gt=0, le=1e100, allow_inf_nan=False)] = None,
    crs: Annotated[str | None, Query(pattern="^EPSG:[0-9]{1,6}$")] = None,
    layer: Text = None,
    nodata: Annotated[
        str | None, Query(max_length=40, description="Of a raster: what means 'no value', or none.")
    ] = None,
) -> Response:
    """Send a graph file and see what it is; the answer's `upload` can become a campaign."""
    given: dict[str, Any] = {
        "table": table,
        "x": x,
        "y": y,
        "names": names,
        "n_neighbors": n_neighbors,
    }
    given |= {"radius": radius, "crs": crs, "layer": layer, "nodata": nodata}
    options = {key: value for key, value in given.items() if value is not None}
    path = house.uploads.path(file)
    try:
        await received(request, house, path)
        identity, graph = await house.work.long(
            "uploads", lambda: house.uploads.read(path, options, file)
        )
    finally:
        path.unlink(missing_ok=True)
    document = {"upload": identity, "graph": repr(graph), "nodes": graph.n_nodes}
    document |= {"links": graph.n_edges, "parts": graph.n_parts, "notes": list(graph.notes)}
    where = extent(graph)
    document["passed_over"] = list(graph.passed_over)
    document["extent"] = None if where is None else where.to_dict()
    return answer(document, status=201)


async def received(request: Request, house: House, path: Path) -> None:
    """Write a body to a file as it comes; the door counts its bytes."""
    with path.open("xb") as out:
        async for piece in request.stream():
            await house.work.look(lambda piece=piece: out.write(piece))  # type: ignore[misc]


@router.post(
    "/campaigns",
    status_code=201,
    response_model=None,
    responses={
        201: {"model": shapes.New, "description": "Started."},
        202: {"model": shapes.Job, "description": "Being set up; look at `/api/jobs/JOB`."},
    },
)
async def new_campaign(
    house: InHouse,
    who: Who,
    body: NewBody,
    later: Annotated[
        bool, Query(description="Answer at once: setting up a large network takes a while.")
    ] = False,
) -> Response:
    """Start a campaign on shipped data, on a graph that was sent, or on another campaign's.

    With `later` the answer is a job (202), whose result is what is answered otherwise; cancelled
    before its end, nothing is stored.
    """
    settings = settings_of(body.settings)

    def create(advance: Callable[[float], None]) -> dict[str, Any]:
        with heard(advance):
            campaign = house.shelf.put(_created(house, body, settings, who, advance))
        return new_document(campaign.status(), campaign.graph, campaign.spec)

    if not later:
        document = await house.work.long("new campaigns", lambda: create(lambda _: None), who)
        where = {"Location": f"/api/campaigns/{document['id']}"}
        return answer(document, status=201, headers=where)
    await house.work.look(lambda: (Spec.of(settings), house.shelf.store.check_free(body.name)))

    async def work(job: Job) -> dict[str, Any]:
        return await house.work.long("new campaigns", lambda: create(job.advance), who)

    job = house.jobs.start(Job("new", None, body.name, {}, work))
    return answer(job.document(), status=202, headers={"Location": f"/api/jobs/{job.id}"})


def _created(
    house: House,
    body: NewBody,
    settings: dict[str, Any],
    who: str | None,
    advance: Callable[[float], None],
) -> Campaign:
    """Create a campaign in the server's own store, as :meth:`Campaign.create` does in a new one."""
    from cheapbandits.campaign.desk import Desk, user

    store = house.shelf.store
    advance(0.0)
    spec = Spec.of(settings)
    store.check_free(body.name)
    graph = house.shelf.shared(graph_of(house, body.graph))
    spec = spec.settled(graph)
    advance(1.0)  # the last moment to cancel it
    row = store.create(body.name, spec.to_dict(), graph_to_bytes(graph), who=who or user())
    return Campaign(Desk(store, row, None, Terms(store, row, graph)))


def graph_of(house: House, meant: Shipped | Uploaded | OfCampaign) -> Graph:
    """Return the graph that is meant; a text from outside is never a path here."""
    from cheapbandits.fields import DATASETS, load_dataset

    match meant:
        case Shipped(dataset=name):
            if name not in DATASETS:
                raise NotFoundError(f"there is no such data; there are {', '.join(DATASETS)}")
            return load_dataset(name).graph
        case Uploaded(upload=identity):
            return house.uploads.graph(identity)
        case OfCampaign(campaign=identity):
            return house.shelf.campaign(identity).graph


def settings_of(given: dict[str, Any]) -> dict[str, Any]:
    """Return settings as Python has them: widths of prices are numbers there, texts in JSON."""
    cost = given.get("cost")
    if not isinstance(cost, dict):
        return given
    prices = {
        int(part) if part.isascii() and part.isdecimal() and len(part) < 10 else part: price
        for part, price in cost.items()
    }
    if len(prices) < len(cost):
        raise ParameterError("cost: a width has two prices; give one")
    return {**given, "cost": prices}
