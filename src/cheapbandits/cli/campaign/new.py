"""``campaign new`` and ``campaign list``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.campaign.spec import DEFAULT
from cheapbandits.cli.campaign.options import AsJson, Db, Who
from cheapbandits.cli.campaign.settings import joined, parse_settings
from cheapbandits.cli.campaign.units import Known
from cheapbandits.cli.plain import mark, note, plain
from cheapbandits.cli.simulate import KNOWN, FieldProbes, Probes
from cheapbandits.cli.sites import (
    NameColumn,
    Neighbors,
    Radius,
    Table,
    XColumn,
    YColumn,
    site_options,
)
from cheapbandits.errors import ParameterError
from cheapbandits.text import parse_number

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.importing import ReadingRow
    from cheapbandits.graphs import Graph

__all__ = ["list_campaigns", "new"]


def new(
    name: Annotated[str, typer.Argument(help="A name of your own.", show_default=False)],
    graph: Annotated[
        str,
        typer.Argument(
            help="A graph file, a table of sites, or shipped data (see 'datasets').",
            show_default=False,
        ),
    ],
    policy: Annotated[str, typer.Option(help=f"Who chooses. {KNOWN}.")] = DEFAULT,
    horizon: Annotated[int, typer.Option(help="Measurements planned.")] = 100,
    budget: Annotated[float | None, typer.Option(help="What they may cost in all.")] = None,
    low: Annotated[float | None, typer.Option(help="The lowest value one would believe.")] = None,
    high: Annotated[float | None, typer.Option(help="The highest value one would believe.")] = None,
    center: Annotated[
        float | None,
        typer.Option(help="In place of --low and --high: a typical value; 0 when left out."),
    ] = None,
    scale: Annotated[
        float | None, typer.Option(help="And how far values lie from it; 1 when left out.")
    ] = None,
    noise: Annotated[
        float | None,
        typer.Option(help="Noise of a reading, its standard deviation, in the readings' units."),
    ] = None,
    ridge: Annotated[float | None, typer.Option(help="Ridge lambda.")] = None,
    delta: Annotated[float | None, typer.Option(help="Failure probability of the bounds.")] = None,
    smoothness: Annotated[float | None, typer.Option(help="Smoothness bound c.")] = None,
    probes: FieldProbes = Probes.auto,
    max_width: Annotated[
        int | None, typer.Option(help="The most nodes of a group; no limit when left out.", min=1)
    ] = None,
    cost: Annotated[
        str, typer.Option(help="width, laplacian, or prices by width such as 1:9,2:5,3:4.")
    ] = "width",
    stop: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="probability>=0.95, regret<=0.01, cost>=50, rounds>=100 or never.",
        ),
    ] = "never",
    tolerance: Annotated[
        float | None,
        typer.Option(
            help="How far below the hottest still counts as it, in the readings' units.", min=0
        ),
    ] = None,
    engine: Annotated[
        str, typer.Option(help="auto, dense, dissection or iterative; settled once for all.")
    ] = "auto",
    seed: Annotated[int, typer.Option(help="For a policy that draws at random.", min=0)] = 0,
    table: Table = None,
    x: XColumn = None,
    y: YColumn = None,
    name_column: NameColumn = None,
    neighbors: Neighbors = None,
    radius: Radius = None,
    readings: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Of a table of sites: the column of readings to start from; empty cells are none.",
        ),
    ] = None,
    own: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of the policy's own; repeat."),
    ] = None,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Start a campaign on a graph."""
    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.stopping import parse_rule
    from cheapbandits.cli.sources import open_graph

    given = {"ridge": ridge, "delta": delta, "smoothness": smoothness}
    known = Known(low, high, center, scale, noise, tolerance).settings(policy)
    tolerance = known.pop("tolerance", None)
    given |= known
    parameters = joined(
        {k: v for k, v in given.items() if v is not None},
        parse_settings(own or []),
        ranged=low is not None,
        noisy=noise is not None,
    )
    settings: dict[str, Any] = {
        "policy": policy,
        "horizon": horizon,
        "budget": budget,
        "parameters": parameters,
        "probes": probes.value,
        "max_width": max_width,
        "cost": parse_cost(cost),
        "stop": str(parse_rule(stop)),
        "tolerance": tolerance,
        "engine": engine,
        "seed": seed,
    }
    network = open_graph(graph, site_options(table, x, y, name_column, neighbors, radius))
    started = [] if readings is None else _readings(graph, network, readings, settings)
    campaign = Campaign.create(name, network, db=db, who=who, **settings)
    if started:
        campaign.observe_many([row.observation for row in started])
    _print_new(campaign, as_json, len(started))
    _say(campaign, max_width)


def _say(campaign: Campaign, asked: int | None) -> None:
    """Say beside the result what was chosen for the user, and what removes the saving."""
    from cheapbandits.campaign.groups import nothing_saved

    widest = campaign.spec.max_width
    if asked is None and widest is not None:
        note(
            f"note: groups of up to {widest}, as --cost has no price for {widest + 1}; add "
            f"{widest + 1}:PRICE to allow it"
        )
    for said in nothing_saved(campaign.spec, campaign.graph):
        note(f"note: {said}")


def _readings(file: str, graph: Graph, column: str, settings: dict[str, Any]) -> list[ReadingRow]:
    """Return the readings of a table's column, all of them checked before anything is stored."""
    from cheapbandits.campaign.importing import read_readings
    from cheapbandits.campaign.spec import Spec

    rows = read_readings(file, graph, Spec.of(settings), column)
    if not rows:
        raise ParameterError(f"--readings: no number stands in the column {column!r} of {file}")
    return rows


def _print_new(campaign: Any, as_json: bool, n_readings: int) -> None:
    from rich.console import Console
    from rich.markup import escape

    from cheapbandits.campaign.documents import new_document
    from cheapbandits.cli.campaign.shown import print_json

    spec = campaign.spec
    if as_json:
        print_json(new_document(campaign.status(), campaign.graph, spec))
        return
    console = Console(soft_wrap=True, highlight=False)
    name = escape(plain(campaign.name))
    console.print(f"[green]{mark()}[/] campaign [bold]{name}[/] on {escape(repr(campaign.graph))}")
    limit = "" if spec.budget is None else f", budget {spec.budget:g}"
    planned = "" if spec.horizon is None else f", {spec.horizon} measurements"
    groups = f"groups: {spec.probes}"
    if spec.max_width is not None:
        groups += f" up to {spec.max_width}"
    console.print(
        f"  {escape(plain(spec.policy))}{planned}{limit}, {groups}, stop: {spec.stop}, engine: "
        f"{spec.engine}"
    )
    if n_readings:
        console.print(f"  {n_readings} readings to start from, at no cost")
    console.print(
        f"  next: cheapbandits campaign ask {escape(_quoted(campaign.name))}", style="dim"
    )


def _quoted(name: str) -> str:
    import shlex

    return shlex.quote(name)


def parse_cost(text: str) -> str | dict[int, float]:
    """Return a cost model's name, or the prices by width that a text such as 1:9,2:5 lists."""
    if ":" not in text:
        if text not in ("width", "laplacian"):
            raise ParameterError(f"cost must be width, laplacian or prices 1:9,2:5; got {text!r}")
        return text
    prices: dict[int, float] = {}
    for part in text.split(","):
        width, _, price = part.partition(":")
        value = parse_number(price)
        if value is None or not re.fullmatch(" *[0-9]{1,9} *", width):
            raise ParameterError(
                f"cost: {part!r} is not a price; write WIDTH:PRICE,... such as 1:9,2:5"
            )
        if int(width) in prices:
            raise ParameterError(f"cost: width {int(width)} has two prices; give one")
        prices[int(width)] = value
    return prices


def list_campaigns(db: Db = None, as_json: AsJson = False) -> None:
    """List the campaigns, the newest first."""
    from cheapbandits.campaign.answers import listing
    from cheapbandits.cli.campaign.status_shown import print_list
    from cheapbandits.store import Store

    with Store.open(db, create=False) as store:
        found = listing(store)
    print_list(found, as_json=as_json)
