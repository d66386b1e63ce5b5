"""``campaign ask``: what to measure next."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.commands import Commands
from cheapbandits.cli.campaign.options import (
    AsJson,
    Assignee,
    Beyond,
    Db,
    HowMany,
    Key,
    Lease,
    Name,
    Who,
    open_campaign,
)
from cheapbandits.cli.outputs import check_file
from cheapbandits.cli.plain import note
from cheapbandits.cli.sites import LaterCrs
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.campaign import Ask, Campaign
    from cheapbandits.campaign.closing import Reason

__all__ = ["ask"]

#: So many nodes of a group are shown to people.
SHOWN = 12


class Format(StrEnum):
    """How asks can be written."""

    table = "table"
    json = "json"
    geojson = "geojson"
    kml = "kml"
    kmz = "kmz"
    plan = "plan"
    gpx = "gpx"
    gpkg = "gpkg"


#: The files that asks can be written to.
SUFFIXES = ("json", "geojson", "kml", "kmz", "plan", "gpx", "gpkg")
#: Those that need places on a map.
ON_A_MAP = SUFFIXES[1:]


def ask(
    name: Name,
    n: HowMany = 1,
    lease: Lease = None,
    more: Annotated[bool, typer.Option("--more", help="N new ones, whatever is open.")] = False,
    beyond: Beyond = False,
    assignee: Assignee = None,
    key: Key = None,
    style: Annotated[
        Format | None,
        typer.Option("--format", help="By the suffix of --out, or a table, when left out."),
    ] = None,
    route: Annotated[
        bool,
        typer.Option("--route", help="In the order of a short way from the last place measured."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Write to this file: .json, .geojson, .kml, .kmz, .plan, .gpx or .gpkg."),
    ] = None,
    crs: LaterCrs = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Then read readings, see 'campaign watch'.")
    ] = False,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Say what to measure next; asking again without telling repeats what is open."""
    from cheapbandits.campaign.closing import closed
    from cheapbandits.campaign.documents import files_document
    from cheapbandits.campaign.route import Route
    from cheapbandits.cli.campaign.ask_files import check_places, one_file, write_asks
    from cheapbandits.cli.campaign.shown import print_json
    from cheapbandits.cli.campaign.watch import watch_campaign

    chosen = _format(style, out, as_json)  # before anything is asked
    if out is not None:
        check_file(out)
    if n > 1 and out is None and chosen in ("kml", "kmz", "plan"):
        raise one_file(n, chosen)
    campaign = open_campaign(name, db, who)
    if watch:
        if key is not None or more or route or out is not None or style is not None:
            raise ParameterError(
                "--watch asks again and again: it takes no --key, --more, --route, --out, --format"
            )
        watch_campaign(
            campaign, n, Commands(name, db), lease=lease, beyond=beyond, assignee=assignee,
            as_json=as_json,
        )  # fmt: skip
        return
    graph = campaign.graph
    if chosen in ON_A_MAP:
        graph = check_places(campaign, crs)  # before anything is asked
    elif crs is not None:
        raise ParameterError("--crs is for maps: give --out FILE.kml, .gpx, .plan, .geojson, .gpkg")
    way = Route(campaign) if route else None  # says so where nobody knows the places
    asks = campaign.ask(n, lease=lease, more=more, beyond=beyond, key=key, assignee=assignee)
    if way is not None:
        asks = way.ordered(asks)
    for one in asks:
        if one.masked:
            said = "was asked for before a node of it was masked: measure it, or `campaign cancel`"
            note(f"note: ask {one.number} {said}")
    why = None
    if len(asks) < n:
        why = closed(campaign)
        note(f"note: {len(asks)} of {n}{_why_fewer(why)}")
    if out is not None or chosen in ON_A_MAP:
        files = write_asks(campaign, graph, asks, chosen, out)
        for file in files:
            note(f"written: {file}")
        if as_json and files:
            print_json(files_document(name, files))
    else:
        _print(campaign, asks, chosen, why)
        if chosen == "table" and asks:
            _print_next(asks, Commands(name, db))


def _why_fewer(reason: Reason | None) -> str:
    """Return why there are no more asks; nothing where these are the answer of an older request."""
    if reason is None:
        return ""
    if reason == "budget":
        return ", as the budget allows no more"
    return ", as all planned measurements are asked for; --beyond goes on"


def _format(style: Format | None, out: Path | None, as_json: bool) -> str:
    if style in (Format.gpkg, Format.kmz) and out is None:
        raise ParameterError(f"{style} is no text: give --out FILE.{style}")
    if style is not None:
        return style.value
    suffix = "" if out is None else out.suffix.lower().removeprefix(".")
    if out is None:
        return "json" if as_json else "table"
    if suffix not in SUFFIXES:
        raise ParameterError(
            f"--out {out}: asks are written as {', '.join(f'.{known}' for known in SUFFIXES)}, not "
            f"as '{out.suffix}'; take one of these, or say --format"
        )
    return suffix


def _print(campaign: Campaign, asks: list[Ask], chosen: str, why: Reason | None) -> None:
    from cheapbandits.campaign.documents import asks_document
    from cheapbandits.cli.campaign.fitting import Column, print_fitted
    from cheapbandits.cli.campaign.shown import number, print_json

    met, rule = campaign.should_stop(), campaign.spec.stop
    if chosen == "json":
        print_json(asks_document(campaign.name, asks, rule, met, why))
        return
    leased, named = any(one.lease for one in asks), any(one.assignee for one in asks)
    columns = [
        Column("ask", whole=True, right=True),
        Column("measure the average of"),
        Column("cost", whole=True, right=True),
        *([Column("until (UTC)", whole=True)] if leased else []),
        *([Column("for")] if named else []),
    ]
    rows = [
        [
            *(one.number, _group(one), number(one.cost)),
            *([_until(one)] if leased else []),
            *([one.assignee or "-"] if named else []),
        ]
        for one in asks
    ]
    print_fitted(columns, rows)
    if met:
        note(f"note: the stopping rule {rule} is met; finish, or go on as you like")


def _print_next(asks: list[Ask], command: Commands) -> None:
    """Say how the first of the asks is answered, and how each is withdrawn."""
    first = asks[0].number
    print(f"next: {command('tell', first, 'READING')}")
    each = f" (and so each of the {len(asks)})" if len(asks) > 1 else ""
    print(f"undo: {command('cancel', first)}{each}")


def _group(ask: Ask) -> str | list[str]:
    """Return the nodes of a group: one a line where they have names."""
    hidden = ask.width - SHOWN
    more = [f"and {hidden} more: --json shows all"] if hidden > 0 else []
    if ask.names == tuple(map(str, ask.nodes)):
        return " ".join([f"nodes {', '.join(ask.names[:SHOWN])}", *more])
    lines = [f"{a} (#{b})" for a, b in zip(ask.names, ask.nodes, strict=True)]
    return [*lines[:SHOWN], *more]


def _until(ask: Ask) -> str:
    from cheapbandits.cli.campaign.fitting import moment

    return "-" if ask.lease is None else moment(ask.lease)
