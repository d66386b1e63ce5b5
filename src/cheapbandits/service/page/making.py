"""What the pages for a new campaign and the playground ask for; nothing is stored here."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from cheapbandits.service.bodies import Body
from cheapbandits.service.house import InHouse, tag_of, unchanged
from cheapbandits.service.page.believing import packed
from cheapbandits.service.page.lines import streamed
from cheapbandits.service.page.networks import field_on, network
from cheapbandits.service.page.picture import picture_of
from cheapbandits.service.page.race import MOST_ROUNDS, race
from cheapbandits.service.page.rehearse import rehearsed
from cheapbandits.service.routes.campaigns import settings_of
from cheapbandits.service.strict_json import StrictRoute

__all__ = ["router"]

router = APIRouter(prefix="/page", include_in_schema=False, route_class=StrictRoute)

Name = Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9_]+$")]


class RaceBody(Body):
    """Who races where."""

    network: Name
    field: Name = "smooth"
    racers: list[str] = Field(min_length=1, max_length=3)
    rounds: int = Field(70, ge=1, le=MOST_ROUNDS)
    seed: int = Field(0, ge=0, le=2**31)


class RehearsalBody(Body):
    """What a campaign would be."""

    network: Name
    settings: dict[str, Any] = Field(default_factory=dict)


@router.get("/network")
async def picture(
    request: Request,
    house: InHouse,
    name: Annotated[str, Query(max_length=64, pattern=r"^[a-z0-9_]+$")],
) -> Response:
    """Show a network before anything is stored."""
    tag = tag_of("network", name)
    if (same := unchanged(request, tag)) is not None:
        return same
    return packed(await house.work.long("networks", lambda: picture_of(network(house, name))), tag)


@router.post("/race")
async def run_race(house: InHouse, body: RaceBody) -> Response:
    """Race, and send each round as it happens."""

    def begin() -> Any:
        graph = network(house, body.network)
        field = field_on(graph, body.field, body.network, body.seed)
        return race(graph, field, body.racers, body.rounds, body.seed)

    return streamed(house, "race", begin)


@router.post("/rehearsal")
async def run_rehearsal(house: InHouse, body: RehearsalBody) -> Response:
    """Rehearse, and send each run as it ends."""
    settings = settings_of(body.settings)
    return streamed(house, "rehearsal", lambda: rehearsed(network(house, body.network), settings))
