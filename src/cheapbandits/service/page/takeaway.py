"""What one takes home from a campaign's page: tables with names and people, a map for GIS.

The tables are for people: they say what the page says, in its words, and what is computed has as
many digits as mean something. Programs take the API's, which has every digit and the log's words;
a campaign reads either back (:mod:`cheapbandits.campaign.importing`).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from cheapbandits.campaign.exports import write_readings, write_table
from cheapbandits.campaign.exports.places import degrees
from cheapbandits.errors import GraphError
from cheapbandits.service.house import Identity, InHouse
from cheapbandits.service.page.believed import Believed
from cheapbandits.service.page.believing import believing
from cheapbandits.service.page.naming import LEVEL
from cheapbandits.service.problems import json_bytes

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.graphs import Graph

__all__ = ["mappable", "router"]

router = APIRouter(prefix="/page/campaigns/{campaign}/take", include_in_schema=False)

Crs = Annotated[str | None, Query(pattern="^EPSG:[0-9]{1,6}$")]


def mappable(graph: Graph) -> str:
    """Return ``"yes"`` where places can be put on a globe, ``"ask"`` where a system is wanted.

    ``"no"``: there are no coordinates of two dimensions.
    """
    if graph.coordinates is None or graph.coordinates.shape[1] != 2:
        return "no"
    try:
        degrees(graph)
    except GraphError:
        return "ask"
    return "yes"


#: What became of a group, as the page says it.
STATUS = {
    "open": "not read yet",
    "told": "counts",
    "observed": "counts, not asked for",
    "annulled": "struck",
    "cancelled": "skipped",
    "expired": "time ran out",
}
_READINGS = (
    "no",
    "status",
    "place",
    "places",
    "names",
    "price",
    "reading",
    "who",
    "for",
    "asked_utc",
    "read_utc",
    "center",
    "at",
    "nodes",
    "weights",
    "origin",
)
#: Digits of what is computed: prices, estimates. Readings and coordinates are as they were given.
DIGITS = 6


@router.get("/readings.csv")
async def readings(campaign: Identity, house: InHouse) -> Response:
    """Write the readings as the page lists them, the first first, with the names of all places."""

    async def written(here: Campaign) -> Response:
        body = await house.work.look(lambda: _readings(here))
        return _file(body, here.name, "readings.csv", "text/csv; charset=utf-8")

    return await house.on(campaign, written)


def _readings(campaign: Campaign) -> bytes:
    who: dict[tuple[str, int], str] = {}
    for event in campaign.events():
        if event.kind == "tell" and event.ask is not None:
            who["ask", event.ask] = event.who
        elif event.kind == "observe":
            who["observation", event.seq] = event.who
    rows = []
    for row in campaign.history():
        key = "ask" if row["ask"] is not None else "observation"
        said = (
            row["ask"],
            STATUS.get(row["status"], row["status"]),
            row["place"],
            row["width"],
            row["names"],
            _rounded(row["cost"]),
            row["reading"],
            who.get((key, row[key])),
            row["assignee"],
            _clock(row["asked"]),
            _clock(row["told"]),
            row["center"],
            row["at"],
            row["nodes"],
            row["weights"],
            row["origin"],
        )
        rows.append(dict(zip(_READINGS, said, strict=True)))
    return _written(lambda path: write_readings(rows, path, _READINGS, campaign.graph))


def _clock(at: str | None) -> str | None:
    """Return a time as a spreadsheet reads it, to the second."""
    return None if at is None else at[:19].replace("T", " ")


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


@router.get("/estimates.csv")
async def estimates(request: Request, campaign: Identity, house: InHouse) -> Response:
    """Write every place with its coordinates, estimate, interval and number of readings."""
    here = await house.campaign(campaign)
    body = await believing(request, house, campaign, _estimates)
    return _file(body, here.name, "estimates.csv", "text/csv; charset=utf-8")


def _estimates(believed: Believed) -> bytes:
    graph, moment = believed.campaign.graph, believed.at(None)
    counts = believed.frame(moment)[1]
    known = believed.intervals(moment)
    where = [] if graph.coordinates is None else ["x", "y", "z"][: graph.coordinates.shape[1]]
    rows: list[dict[str, Any]] = []
    for node in range(graph.n_nodes):
        row: dict[str, Any] = {"place": graph.name(node)}
        if graph.coordinates is not None:
            row |= dict(zip(where, graph.coordinates[node].tolist(), strict=False))
        row["readings"] = int(counts[node])
        if known is not None:
            found = (_rounded(float(part[node])) for part in known)
            row |= dict(zip(_ENDS, found, strict=True))
        rows.append(row)
    columns = ("place", *where, *_ENDS, "readings")
    return _written(lambda path: write_table(rows, path, columns=columns))


_ENDS = ("estimate", f"low_{100 * LEVEL:.0f}", f"high_{100 * LEVEL:.0f}")


@router.get("/map.geojson")
async def geojson(campaign: Identity, house: InHouse, crs: Crs = None) -> Response:
    """Write the estimates for GIS programs; ``crs`` says of what system x and y are."""

    async def written(here: Campaign) -> Response:
        body = await house.work.long(campaign, lambda: json_bytes(here.estimates_map(crs=crs)))
        return _file(body, here.name, "estimates.geojson", "application/geo+json")

    return await house.on(campaign, written)


def _written(write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "table.csv"
        write(target)
        return target.read_bytes()


def _file(body: bytes, campaign: str, what: str, kind: str) -> Response:
    """Return a file called after the campaign, in letters that any system takes."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", campaign).strip("-")[:60] or "campaign"
    headers = {"Content-Disposition": f'attachment; filename="{plain}-{what}"'}
    return Response(body, 200, headers, media_type=kind)
