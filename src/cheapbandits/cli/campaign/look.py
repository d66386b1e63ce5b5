"""``campaign history`` and ``campaign export``: what happened, and what is known."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.cli.campaign.options import AsJson, Db, Name, open_campaign

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign
    from cheapbandits.store import Event

__all__ = ["COLUMNS", "export", "history"]

#: The columns of an exported table.
COLUMNS = (
    "ask",
    "observation",
    "status",
    "center",
    "place",
    "nodes",
    "width",
    "cost",
    "reading",
    "asked",
    "told",
)


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
    from cheapbandits.cli.campaign.shown import print_json

    campaign = open_campaign(name, db)
    if events:
        log = campaign.events()[-(last or 0) :]
        if as_json:
            print_json({"name": name, "events": [asdict(event) for event in log]})
        else:
            _print_events(log)
        return
    rows = campaign.history()[-(last or 0) :]
    if as_json:
        print_json({"name": name, "rows": rows})
    else:
        _print_rows(rows)


def _print_rows(rows: list[dict[str, Any]]) -> None:
    from cheapbandits.cli.campaign.shown import WHEN, number, print_table, table

    made = table("", "status", "place", "width", "cost", "reading", WHEN, right=_NUMBERS)
    print_table(made, [_cells(row, number) for row in rows])


_NUMBERS = ("", "width", "cost", "reading")


def _cells(row: dict[str, Any], number: Any) -> tuple[object, ...]:
    label = f"ask {row['ask']}" if row["ask"] is not None else f"obs {row['observation']}"
    when = _minute(row["told"] or row["asked"])
    numbers = (row["width"], number(row["cost"]), number(row["reading"]))
    return (label, row["status"], row["place"], *numbers, when)


def _print_events(log: list[Event]) -> None:
    from cheapbandits.cli.campaign.shown import WHEN, print_table, table

    made = table("event", "what", "ask", "details", "who", WHEN, right=("event", "ask"))
    rows = [
        (e.seq, e.kind, "" if e.ask is None else e.ask, _details(e.body), e.who, _minute(e.at))
        for e in log
    ]
    print_table(made, rows)


def _details(body: dict[str, Any]) -> str:
    parts = []
    for key, value in body.items():
        shown = f"{len(value)}" if isinstance(value, list) and len(value) > 6 else value
        shown = f"{shown:.6g}" if isinstance(shown, float) else shown
        parts.append(f"{key} {shown}")
    return ", ".join(parts)


def _minute(moment: str) -> str:
    """Return a time to the second, in UTC."""
    return moment[:19].replace("T", " ")


def export(
    name: Name,
    out: Annotated[
        Path,
        typer.Option(help=".csv .json .parquet: the readings; .geojson: what is known of nodes."),
    ],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write the readings as a table, or the map with the estimate and deviation of each node."""
    from cheapbandits.campaign.exports import json_text, write_table, write_text
    from cheapbandits.cli.campaign.shown import print_json

    campaign = open_campaign(name, db)
    if out.suffix.lower() == ".geojson":
        document = _map(campaign)
        count = len(document["features"])
        write_text(json_text(document), out)
    else:
        rows = campaign.history()
        count = len(rows)
        write_table(rows, out, columns=COLUMNS)
    if as_json:
        print_json({"name": name, "file": str(out), "rows": count})
    else:
        typer.echo(f"written: {out} ({count:,} rows)", err=True)


def _map(campaign: Campaign) -> dict[str, Any]:
    """Return all nodes as GeoJSON: estimate, deviation, and how many readings touch each."""
    import numpy as np

    from cheapbandits.campaign.exports import nodes_geojson

    policy, scale = campaign.policy(), campaign.assess().scale
    view = policy.belief.view(policy.family.at(1))
    touched = np.zeros(campaign.graph.n_nodes, dtype=int)
    for row in campaign.history():
        if row["reading"] is not None and row["status"] != "annulled":
            touched[row["nodes"]] += 1
    estimate = policy.model.mean + policy.model.scale * view.mean
    # An engine that gives bounds knows only what a deviation is at most.
    deviation = "deviation" if view.exact else "deviation_at_most"
    spread = scale * view.deviation.upper
    columns = {"estimate": estimate, deviation: spread, "readings": touched}
    return nodes_geojson(campaign.graph, columns)
