"""``campaign history`` and ``campaign export``: what happened, and what is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.cli.campaign.options import AsJson, Db, Name, open_campaign
from cheapbandits.cli.outputs import check_file
from cheapbandits.cli.plain import note
from cheapbandits.cli.sites import LaterCrs
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.store import Event

__all__ = ["draw_map", "export", "history"]


def history(
    name: Name,
    events: Annotated[
        bool, typer.Option("--events", help="The log itself: every change, who and when.")
    ] = False,
    last: Annotated[int | None, typer.Option(help="Only the last so many.", min=1)] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Show every ask and reading as it counts now, or every change."""
    from cheapbandits.campaign.documents import events_document, rows_document
    from cheapbandits.cli.campaign.shown import print_json

    campaign = open_campaign(name, db)
    if events:
        log = campaign.events()[-(last or 0) :]
        if as_json:
            print_json(events_document(name, log))
        else:
            _print_events(log)
        return
    rows = campaign.history()[-(last or 0) :]
    if as_json:
        print_json(rows_document(name, rows))
    else:
        _print_rows(rows)


def _print_rows(rows: list[dict[str, Any]]) -> None:
    from cheapbandits.cli.campaign.fitting import Column, print_fitted

    columns = [
        Column("", whole=True),
        Column("status", whole=True),
        Column("place"),
        Column("width", whole=True, right=True, spare=4),
        Column("cost", whole=True, right=True, spare=3),
        Column("reading", whole=True, right=True),
        Column("when (UTC)", whole=True, spare=2),
    ]
    if any(row["assignee"] for row in rows):
        columns.append(Column("for", spare=1))
    print_fitted(columns, [_cells(row)[: len(columns)] for row in rows])


def _cells(row: dict[str, Any]) -> tuple[object, ...]:
    from cheapbandits.cli.campaign.fitting import moment
    from cheapbandits.cli.campaign.shown import exact, number

    label = f"ask {row['ask']}" if row["ask"] is not None else f"obs {row['observation']}"
    numbers = (row["width"], number(row["cost"]), exact(row["reading"]))
    when = moment(row["told"] or row["asked"])
    return (label, row["status"], row["place"], *numbers, when, row["assignee"] or "-")


def _print_events(log: list[Event]) -> None:
    from cheapbandits.cli.campaign.fitting import Column, moment, print_fitted

    columns = [
        Column("event", whole=True, right=True),
        Column("what", whole=True),
        Column("ask", whole=True, right=True),
        Column("details"),
        Column("who", spare=1),
        Column("when (UTC)", whole=True, spare=2),
    ]
    rows = [
        (e.seq, e.kind, "" if e.ask is None else e.ask, _details(e.body), e.who, moment(e.at))
        for e in log
    ]
    print_fitted(columns, rows)


def _details(body: dict[str, Any]) -> str:
    parts = []
    for key, value in body.items():
        shown = f"{len(value)}" if isinstance(value, list) and len(value) > 6 else value
        digits = 10 if key == "reading" else 6
        shown = f"{shown:.{digits}g}" if isinstance(shown, float) else shown
        shown = f"{shown[:19].replace('T', ' ')}" if key == "lease" else shown
        parts.append(f"{key} {shown}")
    return ", ".join(parts)


def draw_map(
    name: Name,
    out: Annotated[
        Path,
        typer.Option(
            help=".png, .svg, .html to pan, zoom and point at, or .gpkg for GIS programs."
        ),
    ],
    crs: LaterCrs = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Draw what is believed of every place, what was measured, and what comes next."""
    from cheapbandits.campaign.documents import export_document
    from cheapbandits.campaign.maps import check_map
    from cheapbandits.cli.campaign.ask_files import check_places
    from cheapbandits.cli.campaign.shown import print_json

    check_map(out)
    check_file(out)
    campaign = open_campaign(name, db)
    if out.suffix.lower() == ".gpkg":
        check_places(campaign, crs)
    campaign.map(out, crs=crs)
    if as_json:
        print_json(export_document(name, out, campaign.graph.n_nodes))
    else:
        note(f"written: {out} ({campaign.graph.n_nodes:,} places)")


def export(
    name: Name,
    out: Annotated[
        Path,
        typer.Option(help=".csv .json .parquet: the readings; .geojson: what is known of nodes."),
    ],
    crs: LaterCrs = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write the readings as a table, or the map with the estimate and deviation of each node."""
    from cheapbandits.campaign.documents import COLUMNS, export_document
    from cheapbandits.campaign.exports import json_text, write_readings, write_text
    from cheapbandits.campaign.exports.table import TABLE_SUFFIXES
    from cheapbandits.cli.campaign.ask_files import check_places
    from cheapbandits.cli.campaign.shown import print_json

    check_file(out, (*TABLE_SUFFIXES, ".geojson"))
    campaign = open_campaign(name, db)
    if out.suffix.lower() == ".geojson":
        check_places(campaign, crs)
        document = campaign.estimates_map(crs=crs)
        count = len(document["features"])
        write_text(json_text(document), out)
    elif crs is not None:
        raise ParameterError("--crs is for maps: give --out FILE.geojson, or 'campaign map'")
    else:
        rows = campaign.history()
        count = len(rows)
        write_readings(rows, out, COLUMNS, campaign.graph)
    if as_json:
        print_json(export_document(name, out, count))
    else:
        note(f"written: {out} ({count:,} rows)")
