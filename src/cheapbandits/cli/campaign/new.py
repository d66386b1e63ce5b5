"""``campaign new`` and ``campaign list``."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.campaign.spec import DEFAULT
from cheapbandits.cli.campaign.after_commit import only_said
from cheapbandits.cli.campaign.odd_readings import note_odd_rows
from cheapbandits.cli.campaign.options import AsJson, Db, Who, open_campaign
from cheapbandits.cli.campaign.settings import joined, parse_settings
from cheapbandits.cli.campaign.units import Known
from cheapbandits.cli.plain import note, plain
from cheapbandits.cli.simulate import KNOWN, FieldProbes, Probes
from cheapbandits.cli.sites import (
    Crs,
    Layer,
    MaskLayer,
    NameColumn,
    Neighbors,
    Nodata,
    Radius,
    Table,
    XColumn,
    YColumn,
    site_options,
)
from cheapbandits.errors import ParameterError
from cheapbandits.text import how_many, parse_number

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.groups import Offered
    from cheapbandits.campaign.importing import Imported
    from cheapbandits.graphs import Graph

__all__ = ["list_campaigns", "new"]


def new(
    name: Annotated[str, typer.Argument(help="A name of your own.", show_default=False)],
    graph: Annotated[
        str,
        typer.Argument(
            help="A graph file, a table of sites, a map, shipped data (see 'datasets'), or "
            "campaign:NAME for the graph of another campaign.",
            show_default=False,
        ),
    ],
    policy: Annotated[str, typer.Option(help=f"Who chooses. {KNOWN}.")] = DEFAULT,
    horizon: Annotated[
        int | None,
        typer.Option(
            help="Measurements planned. Left out: until the budget is spent; without one, 100."
        ),
    ] = None,
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
    group_radius: Annotated[
        str | None,
        typer.Option(
            metavar="R1,R2,...",
            help="Or groups of all sites within these distances, from near to far: in the "
            "coordinates' units, metres for longitude and latitude.",
        ),
    ] = None,
    max_width: Annotated[
        int | None, typer.Option(help="The most nodes of a group; no limit when left out.", min=1)
    ] = None,
    cost: Annotated[
        str,
        typer.Option(
            help="width, laplacian, prices by width such as 1:9,2:5,3:4, or parts of a trip such "
            "as fixed:50,site:2,travel:0.01 (travel: for a unit of distance, metres on the globe)."
        ),
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
            help="How far below the hottest still counts as it, in the readings' units; 5 % of the "
            "range when left out.",
            min=0,
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
    crs: Crs = None,
    layer: Layer = None,
    mask_layer: MaskLayer = None,
    nodata: Nodata = None,
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
    from cheapbandits.campaign.groups import offered
    from cheapbandits.campaign.named_unit import check_first_unit
    from cheapbandits.campaign.stopping import parse_rule

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
        **({} if horizon is None else {"horizon": horizon}),
        "budget": budget,
        "parameters": parameters,
        "probes": _probes(probes, group_radius),
        "max_width": max_width,
        "cost": parse_cost(cost),
        "stop": str(parse_rule(stop)),
        "tolerance": tolerance,
        "engine": engine,
        "seed": seed,
    }
    sites = (table, x, y, name_column, neighbors, radius, crs, layer, mask_layer)
    network = _network(graph, site_options(*sites), db, nodata)
    started = None
    if readings is not None:
        found = _readings(graph, network, readings, settings, layer, nodata)
        check_first_unit(name, (row.given for row in found.rows), graph)
        started = found.beside_sites(network.named_by, (x, y))
    rows = [row.observation for row in started.rows] if started else []
    campaign = Campaign.create(name, network, db=db, who=who, readings=rows, **settings)
    offer = offered(campaign.spec, campaign.graph)
    _print_new(campaign, network, offer, db, as_json, started)
    _say(campaign, offer, max_width, horizon)


def _probes(named: Probes, radius: str | None) -> str:
    """Return how groups are formed, as a campaign keeps it."""
    from cheapbandits.probes.by_radius import PREFIX, parse_radii, radii_text

    if radius is None:
        return named.value
    if named is not Probes.auto:
        raise ParameterError("--group-radius says how groups are formed: leave --probes out")
    radii = parse_radii(f"{PREFIX}{radius}")
    return radii_text(radii or ())


def _network(source: str, options: dict[str, Any], db: str | None, nodata: str | None) -> Graph:
    """Return the graph of a file, of shipped data, or of a campaign in the same database."""
    from cheapbandits.cli.sources import open_graph

    kind, _, other = source.partition(":")
    if kind != "campaign" or not other or os.path.exists(source):
        return open_graph(source, options, nodata)
    if options:
        raise ParameterError(
            f"options of a table of sites do not go with {source}: its graph is made already"
        )
    return open_campaign(other, db).graph


def _say(campaign: Campaign, offer: Offered, asked: int | None, horizon: int | None) -> None:
    """Say beside the result what was chosen for the user, and what removes the saving."""
    from cheapbandits.campaign.cheapest import dearest
    from cheapbandits.campaign.groups import nothing_saved
    from cheapbandits.campaign.odd import expected
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.campaign.stopping import CostAtLeast, parse_rule

    spec = campaign.spec
    unsaid = not {"center", "scale"} & spec.parameters.keys()
    if unsaid and (taken := expected(spec.policy, {})) is not None:
        center, scale = taken
        note(
            f"note: {spec.policy} takes values to lie from {center - scale:g} to "
            f"{center + scale:g}, as nobody said; --low and --high for yours"
        )
    if horizon is None and spec.budget is None:
        note(f"note: {spec.horizon} measurements are planned, as nobody said; --horizon, --budget")
    elif horizon is None and spec.plans:
        note(
            f"note: {spec.policy} plans its groups as for {Spec.horizon} measurements (--horizon "
            "for another plan), and goes on until the budget is spent"
        )
    widest = campaign.spec.max_width
    if asked is None and widest is not None:
        note(
            f"note: groups of up to {widest}, as --cost has no price for {widest + 1}; add "
            f"{widest + 1}:PRICE to allow it"
        )
    if spec.budget is not None and not offer.single and not dearest(campaign.policy()):
        note(
            "note: every measurement is free at these prices, so that the budget ends nothing: "
            + ("--horizon does" if spec.horizon is None else f"--horizon {spec.horizon} does")
        )
    rule = parse_rule(spec.stop)
    if isinstance(rule, CostAtLeast) and spec.budget is not None and rule.value > spec.budget:
        note(f"note: the budget of {spec.budget:g} ends it before --stop {rule} can")
    for said in nothing_saved(campaign.spec, campaign.graph, offer):
        note(f"note: {said}")


def _readings(
    file: str,
    graph: Graph,
    column: str,
    settings: dict[str, Any],
    layer: str | None,
    nodata: str | None,
) -> Imported:
    """Return the readings of a table's column, all of them checked before anything is stored."""
    from cheapbandits.campaign.importing import read_import
    from cheapbandits.campaign.readings import check_room
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs.marks import nodata_of

    spec, told = Spec.of(settings), nodata_of(nodata)
    found = read_import(file, graph, spec, column, layer, told, own=True)
    if not found.rows:
        raise ParameterError(f"--readings: no number stands in the column {column!r} of {file}")
    check_room(spec.policy, len(found.rows))
    return found


def _print_new(
    campaign: Campaign,
    network: Graph,
    offer: Offered,
    db: str | None,
    as_json: bool,
    started: Imported | None,
) -> None:
    from cheapbandits.campaign.documents import begun_document
    from cheapbandits.cli.campaign.columns_shown import passed_over_shown, span_shown
    from cheapbandits.cli.campaign.commands import Commands
    from cheapbandits.cli.campaign.shown import print_done, print_json

    if started:
        _note_started(campaign, db, started)
    spec = campaign.spec
    if as_json:
        print_json(begun_document(campaign.status(), network, spec, started))
        return
    limit = "" if spec.budget is None else f", budget {spec.budget:g}"
    planned = "" if spec.horizon is None else f", {spec.horizon} measurements"
    groups = f"groups: {spec.probes}"
    if spec.max_width is not None:
        groups += f" up to {spec.max_width}"
    settings = f"{spec.policy}{planned}{limit}, {groups}, stop: {spec.stop}, engine: {spec.engine}"
    over = passed_over_shown(network if started is None else started)
    first = (
        [] if started is None else [_started(started), *span_shown(started, campaign.graph), *over]
    )
    command = Commands(campaign.name, db)
    print_done(
        f"campaign {campaign.name} on {campaign.graph!r}",
        settings,
        *_names(campaign.graph),
        *_where(campaign.graph),
        *(over if started is None else ()),
        f"prices: {_prices(campaign, offer)}",
        *first,
        f"next: {command('ask')}",
        f"undo: {command('delete')}",
    )


@only_said
def _note_started(campaign: Campaign, db: str | None, started: Imported) -> None:
    from cheapbandits.campaign.documents import notes_of
    from cheapbandits.campaign.named_unit import may_be_other_unit
    from cheapbandits.campaign.negative_limits import negative_limits
    from cheapbandits.campaign.stored_readings import given_of
    from cheapbandits.cli.campaign.commands import Commands

    note_odd_rows(campaign)
    for said in notes_of(started.understood):
        note(f"note: {said}")
    limits = negative_limits([row.reading for row in started.rows])
    other = may_be_other_unit(campaign.name, [given_of(row.given) for row in started.rows])
    for said in filter(None, (limits, other)):
        strike = Commands(campaign.name, db)("annul", "NUMBER", "--observation")
        note(f"note: {said} ({strike}; campaign history has the numbers)")


def _started(found: Imported) -> str:
    column = f" of '{plain(found.column)}'" if found.column else ""
    return f"{how_many(len(found.rows))}{column} to start from, at no cost"


def _names(graph: Graph) -> list[str]:
    """Return by which column the sites are named, or that they have numbers only."""
    if graph.named_by is not None:
        return [f"sites are named by '{plain(graph.named_by)}'"]
    if graph.names is None and graph.coordinates is not None:
        return ["sites have no names, only numbers from 0 (of a table --name-column names them)"]
    return []


def _where(graph: Graph) -> list[str]:
    """Return over how much ground the sites lie: who knows the place sees whether it is right."""
    from cheapbandits.graphs.extent import extent

    found = extent(graph)
    return [] if found is None else [f"sites lie within {found}"]


def _prices(campaign: Campaign, offer: Offered) -> str:
    """Return in a line what a site and a wide group cost."""
    from cheapbandits.probes.by_radius import PREFIX

    rules = {"width": "by how many", "laplacian": "by the graph's Laplacian"}
    cost = campaign.spec.cost
    rule = f"{rules[cost]}; --cost for your own" if isinstance(cost, str) else "as you said"
    if offer.widest == 1:
        return f"{offer.single:.4g} for a site ({rule})"
    wide = "the widest" if campaign.spec.probes.startswith(PREFIX) else f"a group of {offer.widest}"
    return f"{offer.single:.4g} for a site, {offer.wide:.4g} for {wide} ({rule})"


def parse_cost(text: str) -> str | dict[int | str, float]:
    """Return a cost model's name, or the prices that a text such as 1:9,2:5 or fixed:50 lists."""
    from cheapbandits.probes.trip_cost import PARTS

    if ":" not in text:
        if text not in ("width", "laplacian"):
            raise ParameterError(
                f"cost must be width, laplacian, prices 1:9,2:5 or parts of a trip "
                f"fixed:50,site:2,travel:0.01; got {text!r}"
            )
        return text
    prices: dict[int | str, float] = {}
    for part in text.split(","):
        before, _, price = part.partition(":")
        value, word = parse_number(price), before.strip().lower()
        if value is None or not (re.fullmatch("[0-9]{1,9}", word) or word in PARTS):
            decimals = prices and parse_number(part) is not None
            slip = "; a comma divides prices, decimals have a point (1:9.5)" if decimals else ""
            raise ParameterError(
                f"cost: {part!r} is not a price{slip}; write WIDTH:PRICE,... such as 1:9,2:5, or "
                f"{', '.join(PARTS)} with a price each"
            )
        key = word if word in PARTS else int(word)
        if key in prices:
            what = key if isinstance(key, str) else f"width {key}"
            raise ParameterError(f"cost: {what} has two prices; give one")
        prices[key] = value
    return prices


def list_campaigns(db: Db = None, as_json: AsJson = False) -> None:
    """List the campaigns, the newest first."""
    from cheapbandits.campaign.answers import listing
    from cheapbandits.cli.campaign.status_shown import print_list
    from cheapbandits.store import Store

    with Store.open(db, create=False) as store:
        found = listing(store)
    print_list(found, as_json=as_json, db=db)
