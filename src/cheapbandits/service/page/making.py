"""What the pages for a new campaign and the playground ask for; nothing is stored here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from cheapbandits.graphs import Graph
from cheapbandits.service.bodies import Body
from cheapbandits.service.house import InHouse, answer, tag_of, unchanged
from cheapbandits.service.page.believing import packed
from cheapbandits.service.page.lines import streamed
from cheapbandits.service.page.networks import column_of, field_on, network
from cheapbandits.service.page.picture import picture_of
from cheapbandits.service.page.race import MOST_NODES, MOST_ROUNDS, race
from cheapbandits.service.page.rehearse import RUNS, rehearsed
from cheapbandits.service.page.survey import survey_of
from cheapbandits.service.routes.campaigns import received, settings_of
from cheapbandits.service.strict_json import StrictRoute

__all__ = ["router"]

router = APIRouter(prefix="/page", include_in_schema=False, route_class=StrictRoute)

Name = Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9_]+$")]


class RaceBody(Body):
    """Who races where; ``column``: of the upload that is the network, in place of a field."""

    network: Name
    field: Name = "smooth"
    column: str | None = Field(None, max_length=500)
    racers: list[str] = Field(min_length=1, max_length=3)
    rounds: int = Field(70, ge=1, le=MOST_ROUNDS)
    seed: int = Field(0, ge=0, le=2**31)


class RehearsalBody(Body):
    """What a campaign would be."""

    network: Name
    settings: dict[str, Any] = Field(default_factory=dict)


Asked = Annotated[str, Query(max_length=64, pattern=r"^[a-z0-9_]+$")]


@router.get("/network")
async def picture(request: Request, house: InHouse, name: Asked) -> Response:
    """Show a network before anything is stored."""
    return await _shown(request, house, name, picture_of)


@router.get("/network/links")
async def links(request: Request, house: InHouse, name: Asked) -> Response:
    """Show whether its links are right: parts, lonely places, the longest one, the groups."""
    return await _shown(request, house, name, survey_of)


async def _shown(
    request: Request, house: InHouse, name: str, of: Callable[[Graph], bytes]
) -> Response:
    tag = tag_of(of.__name__, name)
    if (same := unchanged(request, tag)) is not None:
        return same
    return packed(await house.work.long("networks", lambda: of(network(house, name))), tag)


@router.post("/sites", status_code=201)
async def send_sites(
    request: Request, house: InHouse, file: Annotated[str, Query(max_length=300)]
) -> Response:
    """Take a file for the playground, read as a campaign's is; its columns are fields."""
    path = house.uploads.path(file)
    try:
        await received(request, house, path)
        identity, graph = await house.work.long(
            "uploads", lambda: house.uploads.read(path, {"fields": True}, file, MOST_NODES)
        )
    finally:
        path.unlink(missing_ok=True)
    columns = list(house.uploads.fields(identity))
    return answer({"upload": identity, "nodes": graph.n_nodes, "columns": columns}, status=201)


@router.post("/race")
async def run_race(house: InHouse, body: RaceBody) -> Response:
    """Race, and send each round as it happens."""

    def begin() -> Any:
        graph = network(house, body.network)
        if body.column is not None:
            field = column_of(house, body.network, body.column)
        else:
            field = field_on(graph, body.field, body.network, body.seed)
        return race(graph, field, body.racers, body.rounds, body.seed)

    total = body.rounds * len(body.racers)
    return streamed(house, "race", " and ".join(body.racers)[:200], total, begin)


@router.post("/rehearsal")
async def run_rehearsal(house: InHouse, body: RehearsalBody) -> Response:
    """Rehearse, and send each run as it ends."""
    settings = settings_of(body.settings)

    def begin() -> Any:
        return rehearsed(network(house, body.network), settings)

    return streamed(house, "rehearsal", "new", RUNS, begin)
