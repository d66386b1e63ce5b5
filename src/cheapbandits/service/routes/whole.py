"""A campaign as a whole: another name, a twin, the end of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from starlette.responses import Response

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.campaign.desk import Desk
from cheapbandits.campaign.documents import deleted_document, new_document, renamed_document
from cheapbandits.errors import NotFoundError, ParameterError
from cheapbandits.service import shapes
from cheapbandits.service.bodies import CloneBody, DeleteBody, RenameBody
from cheapbandits.service.house import FAILS, House, Identity, InHouse, Who, answer
from cheapbandits.service.strict_json import StrictRoute
from cheapbandits.store.names import as_stored

if TYPE_CHECKING:
    from cheapbandits.store import CampaignRow

__all__ = ["router"]

router = APIRouter(
    prefix="/api/campaigns/{campaign}", tags=["a whole"], responses=FAILS, route_class=StrictRoute
)


@router.post("/rename", response_model=None, responses={200: {"model": shapes.Renamed}})
async def rename(campaign: Identity, house: InHouse, who: Who, body: RenameBody) -> Response:
    """Give the campaign another name; its id, its address and its history stay."""

    def record() -> dict[str, Any]:
        here = _signed(house, campaign, who)
        now = here.rename(body.name)
        house.shelf.drop(campaign)
        return renamed_document(here.name, now.name)

    document = await house.work.write(record, who)
    house.live.ring(campaign)
    return answer(document)


@router.post(
    "/clone",
    status_code=201,
    response_model=None,
    responses={201: {"model": shapes.New, "description": "Started."}},
)
async def clone(campaign: Identity, house: InHouse, who: Who, body: CloneBody) -> Response:
    """Start a campaign with the settings, the graph and the masks of this one."""

    def create() -> tuple[str, dict[str, Any]]:
        twin = _signed(house, campaign, who).clone(
            body.name, with_readings=body.with_readings, budget=body.budget
        )
        status = house.shelf.put(twin).status()
        return status.id, new_document(status, twin.graph, twin.spec)

    identity, document = await house.work.long("new campaigns", create, who)
    return answer(document, status=201, headers={"Location": f"/api/campaigns/{identity}"})


@router.post("/delete", response_model=None, responses={200: {"model": shapes.Deleted}})
async def delete(campaign: Identity, house: InHouse, body: DeleteBody) -> Response:
    """Remove a campaign with all its readings, after writing everything to a file on the server.

    `name` must be the campaign's own. The file is a database with this campaign alone.
    """

    def remove() -> dict[str, Any]:
        row = house.shelf.row(campaign)
        if as_stored(body.name) != row.name:
            raise ParameterError(
                f"nothing was deleted: name must be the campaign's own, {row.name!r}"
            )
        store, file = house.shelf.store, None
        if body.export:
            file = _kept_file(house, row)
            found = store.export(row.name, file)
            if found.id != row.id:
                file.unlink()
                raise NotFoundError(
                    f"another campaign is called {row.name!r} now: none was deleted"
                )
            row = found
        store.delete(row.name, row.place)
        house.shelf.drop(campaign)
        return deleted_document(row.name, None if file is None else Path(file.name), row.last_seq)

    document = await house.work.long(campaign, remove)
    house.live.ring(campaign)
    return answer(document)


def _kept_file(house: House, row: CampaignRow) -> Path:
    """Return a file of ours for a campaign that goes: by its id, never by a name from outside."""
    folder = house.data / "deleted"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = (f"{row.id}{suffix}.db" for suffix in ("", *(f"-{k}" for k in range(2, 1000))))
    return next(folder / name for name in names if not os.path.lexists(folder / name))


def _signed(house: House, identity: str, who: str | None) -> Campaign:
    """Return a campaign of its own desk: who writes by it is the one who asked."""
    return Campaign(Desk(house.shelf.store, house.shelf.row(identity), who))
