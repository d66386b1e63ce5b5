"""``cheapbandits hunt``: one run of one policy, round by round, on a graph of any size."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.checks import whole
from cheapbandits.cli.interrupts import held_back
from cheapbandits.cli.outputs import check_file
from cheapbandits.cli.plain import json_text, plain
from cheapbandits.cli.played import High, Low, Played, settings_for
from cheapbandits.cli.simulate import KNOWN, FieldProbes, Probes
from cheapbandits.cli.sites import (
    Crs,
    FieldNameColumn,
    Layer,
    MaskLayer,
    NameColumn,
    Neighbors,
    Nodata,
    Radius,
    Table,
    Values,
    XColumn,
    YColumn,
    site_options,
)
from cheapbandits.cli.streams import say
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.history import Round
    from cheapbandits.policies import Policy

__all__ = ["hunt"]


def hunt(
    source: Annotated[
        str,
        typer.Argument(
            help="A graph file, a shipped data set, or grid:ROWSxCOLUMNS, scale-free:NODES."
        ),
    ] = "grid:1000x1000",
    field: Annotated[
        str | None,
        typer.Option(
            help="Known values: a field of the data set, or a file. Left out: the data set's first "
            "field; for other graphs a made-up one."
        ),
    ] = None,
    values: Values = None,
    policy: Annotated[str, typer.Option(help=f"{KNOWN}.")] = "CheapUCB",
    horizon: Annotated[int, typer.Option(help="Rounds T.")] = 100,
    low: Low = None,
    high: High = None,
    noise: Annotated[
        float | None,
        typer.Option(
            help="Noise of a reading in the units of the values; a hundredth of their reach when "
            "left out."
        ),
    ] = None,
    ridge: Annotated[float | None, typer.Option(help="Ridge lambda (the paper's: 0.01).")] = None,
    smoothness: Annotated[float | None, typer.Option(help="Smoothness bound c (1).")] = None,
    probes: FieldProbes = Probes.auto,
    max_width: Annotated[
        int | None, typer.Option(help="The most nodes of a group; no limit when left out.", min=1)
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    table: Table = None,
    x: XColumn = None,
    y: YColumn = None,
    name_column: NameColumn = None,
    field_name_column: FieldNameColumn = None,
    neighbors: Neighbors = None,
    radius: Radius = None,
    crs: Crs = None,
    layer: Layer = None,
    mask_layer: MaskLayer = None,
    nodata: Nodata = None,
    out: Annotated[Path | None, typer.Option(help="CSV file for the rounds.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON at the end, no rounds.")
    ] = False,
) -> None:
    """Watch a policy look for the hottest place, round by round; a million nodes are fine."""
    import numpy as np

    from cheapbandits.campaign.exports.whole_file import whole_file
    from cheapbandits.campaign.groups import groups as probes_of
    from cheapbandits.cli.sources import open_graph, open_played_field
    from cheapbandits.engines.threads import for_size
    from cheapbandits.history import History
    from cheapbandits.simulation import Registered, rounds_of

    _check(horizon, seed, out)
    settings_for(policy, 0.0, {})  # an unknown policy is refused before the work
    started = perf_counter()
    sites = (table, x, y, name_column, neighbors, radius, crs, layer, mask_layer)
    graph = open_graph(source, site_options(*sites), nodata)
    if not as_json:
        say(repr(graph))
    options = (graph, seed, values, layer, nodata, field_name_column)
    known, _ = open_played_field(source, field, *options)
    played = Played.of(known, noise, low, high)
    if played.said and not as_json:
        say(
            f"values are shown as {played.said}, within [-1, 1]; with --low and --high in their "
            "own units"
        )
    groups = probes_of(graph, probes.value, max_width)
    given = {"ridge": ridge, "smoothness": smoothness, "probes": groups}
    make = Registered(policy, {"horizon": horizon, **played.settings(policy, given)})
    generator = np.random.default_rng(seed)
    hunter = make(graph, generator.spawn(1)[0])
    ready = perf_counter()
    if not as_json:
        say(f"{hunter.explain()}\n{policy} is ready after {ready - started:.1f} s")
    rows = []
    with held_back() as interrupted, for_size(graph.n_nodes):
        for row in rounds_of(hunter, played.values, played.noise, generator):
            rows.append(row)
            if not as_json:
                say(_line(row, horizon, hunter, perf_counter() - ready))
            if interrupted():
                break
        history = History(rows)
        if out is not None:
            with whole_file(out) as unfinished:
                history.to_csv(unfinished)
        summary = _summary(hunter, played.values, history, started, ready)
        print(json_text(summary) if as_json else _text(summary, out))


def _check(horizon: int, seed: int, out: Path | None) -> None:
    """Refuse before the work what would be refused after it."""
    whole(horizon, "horizon", least=1)
    if seed < 0:
        raise ParameterError(f"seed must not be negative, got {seed}")
    if out is not None:
        check_file(out, (".csv",))


def _line(row: Round, horizon: int, hunter: Policy, seconds: float) -> str:
    group = "node" if row.width == 1 else f"{row.width} nodes around"
    where = plain(hunter.graph.name(row.center))
    return (
        f"round {row.round:>{len(str(horizon))}}/{horizon}  {group:>15} {where:<10} "
        f"reading {_value(row.reading):>7}  cost {row.cost:.2f}  {seconds:7.1f} s"
    )


def _value(value: float) -> str:
    """Return a value in a few digits: three places around 1, whole from 10,000 on."""
    return f"{value:.3f}" if abs(value) < 10 else f"{value:,.5g}"


def _summary(
    hunter: Policy, values: NDArray[np.float64], history: Any, started: float, ready: float
) -> dict[str, Any]:
    best = hunter.best()
    finished = perf_counter()
    return {
        "graph": repr(hunter.graph),
        "rounds": len(history),
        "place": hunter.graph.name(best.node),
        "estimate": best.estimate,
        "plus_minus": _times(hunter) * best.deviation,
        "true_value": float(values[best.node]),
        "true_highest": float(values.max()),
        "hotter_nodes": int((values > values[best.node]).sum()),
        "cost": float(history.cost[-1]),
        "saved": 1 - float(history.cost[-1]) / len(history),
        "setup_seconds": ready - started,
        "seconds_a_round": (finished - ready) / len(history),
        "engine": hunter.explain().engine,
        "explanation": str(hunter.explain()),
    }


def _times(hunter: Policy) -> float:
    """Return how many deviations the interval is wide: the paper's ``beta``, or one."""
    from cheapbandits.policies import UCB

    return hunter.beta if isinstance(hunter, UCB) else 1.0


def _text(summary: dict[str, Any], out: Path | None) -> str:
    lines = [
        f"place       {plain(summary['place'])}: {_value(summary['estimate'])} "
        f"+- {_value(summary['plus_minus'])} (truly {_value(summary['true_value'])})",
        f"the highest {_value(summary['true_highest'])}; "
        f"{summary['hotter_nodes']:,} nodes are hotter than the place found",
        f"cost        {summary['cost']:.1f} for {summary['rounds']} rounds "
        f"({summary['saved']:.0%} saved against single nodes)",
        f"time        {summary['setup_seconds']:.1f} s of set-up, "
        f"{1e3 * summary['seconds_a_round']:.0f} ms a round",
    ]
    if summary["plus_minus"] > abs(summary["estimate"]):
        lines.append(
            "note        the interval is wider than the estimate: this place is hardly known. More "
            "rounds help,\n            or a smaller --ridge where values go together over more "
            "than ten edges or so"
        )
    return "\n".join([*lines, *([f"written     {plain(out)}"] if out else [])])
