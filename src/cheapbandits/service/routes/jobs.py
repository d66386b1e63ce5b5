"""Rehearsals: started here, played in a process of their own, looked at and cancelled by number."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.terms import graph_to_bytes
from cheapbandits.errors import ParameterError
from cheapbandits.service import shapes
from cheapbandits.service.bodies import DrillBody, RehearsalBody, TrialBody, Truth
from cheapbandits.service.house import BARE, DECIMAL, FAILS, House, Identity, InHouse, Who, answer
from cheapbandits.service.jobs import Job
from cheapbandits.service.routes.campaigns import graph_of, settings_of
from cheapbandits.service.strict_json import StrictRoute

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["rehearsals"], responses=FAILS, route_class=StrictRoute)

Number = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The job's id.")]
STARTED: dict[str, Any] = {
    "status_code": 202,
    "response_model": None,
    "responses": {202: {"model": shapes.Job, "description": "Begun; look at `/api/jobs/JOB`."}},
}
SHOWN: dict[str, Any] = {"response_model": None, "responses": {200: {"model": shapes.Job}}}


@router.post("/campaigns/{campaign}/rehearsals", **STARTED)
async def rehearse(campaign: Identity, house: InHouse, who: Who, body: RehearsalBody) -> Response:
    """Rehearse: what would be found for what cost, and does it beat random sampling.

    The result is the document of `campaign drill --json`. The campaign itself is left alone.
    """
    return await _of_campaign(house, campaign, "rehearsal", who, body)


@router.post("/campaigns/{campaign}/drills", **STARTED)
async def drill(campaign: Identity, house: InHouse, who: Who, body: DrillBody) -> Response:
    """Play once through a passing database, with late, missing, doubled and wrong readings.

    The result is the document of `campaign drill --faults --json`.
    """
    return await _of_campaign(house, campaign, "drill", who, body)


@router.post("/rehearsals", **STARTED)
async def try_out(house: InHouse, body: TrialBody) -> Response:
    """Rehearse a campaign before it is started: nothing is stored. It needs `field` or `values`."""
    _check(body)
    given = settings_of(body.settings)

    def prepared() -> str:
        graph = graph_of(house, body.graph)
        Spec.of(given).settled(graph)  # a slip is said at once
        path = house.uploads.path("graph.npz")
        path.write_bytes(graph_to_bytes(graph))
        return str(path)

    path = await house.work.long("new campaigns", prepared)
    plan = body.model_dump(exclude={"graph", "settings"})
    order = {"what": "rehearsal", "graph": path, "settings": given, "name": "new", "plan": plan}
    return _begun(house, Job("rehearsal", None, "new", order))


async def _of_campaign(
    house: House, campaign: str, kind: str, who: str | None, body: Truth
) -> Response:
    _check(body)
    row = await house.row(campaign)
    order = {"what": kind, "graph": None, "name": row.name, "who": who, "plan": body.model_dump()}
    return _begun(house, Job(kind, campaign, row.name, order))


def _check(body: Truth) -> None:
    if body.field is not None and body.values is not None:
        raise ParameterError("field and values both say what is true: give one of them")


def _begun(house: House, job: Job) -> Response:
    house.jobs.start(job)
    where = {"Location": f"/api/jobs/{job.id}"}
    return answer(job.document(), status=202, headers=where)


@router.get("/jobs", response_model=None, responses={200: {"model": shapes.Jobs}})
async def list_jobs(house: InHouse) -> Response:
    """List the long work that runs, waits, or is over; the newest first."""
    return answer({"jobs": [{**job.document(), "result": None} for job in house.jobs.list()]})


@router.get("/jobs/{job}", **SHOWN)
async def show_job(
    job: Number,
    house: InHouse,
    wait: Annotated[
        float, DECIMAL, Query(ge=0, le=30, description="Seconds to wait for news.")
    ] = 0.0,
) -> Response:
    """Show how far it is and, when it is over, what came of it."""
    found = house.jobs.get(job)
    await house.jobs.wait(found, wait)
    return answer(found.document())


@router.post("/jobs/{job}/cancel", **SHOWN, **BARE)
async def cancel_job(job: Number, house: InHouse) -> Response:
    """End it; the runs that were played by then are its result. One that is over stays as it is."""
    found = house.jobs.get(job)
    house.jobs.cancel(found)
    await house.jobs.wait(found, 1.0)
    return answer(found.document())
