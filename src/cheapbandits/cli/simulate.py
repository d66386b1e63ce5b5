"""``cheapbandits simulate``: the policies side by side on a graph whose values are known."""

from __future__ import annotations

import json
import math
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.cli.outputs import check_folder
from cheapbandits.cli.plain import json_text, note, plain
from cheapbandits.cli.played import High, Low, Played
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

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.replication import Replications

__all__ = ["KNOWN", "PAPER", "FieldProbes", "Probes", "simulate"]

#: What is compared when nothing is named.
PAPER = ("CheapUCB", "SpectralUCB", "LinUCB")
KNOWN = f"A policy by name: {', '.join(PAPER)}, or another that is registered"


class Probes(StrEnum):
    """The families of probes that can be named on the command line."""

    strongest = "strongest"
    strongest_own = "strongest-own"
    hops = "hops"
    nearest = "nearest"
    auto = "auto"


#: How groups are formed for people in the field, who need not know the paper's rule.
FieldProbes = Annotated[
    Probes,
    typer.Option(
        help="How groups are formed; auto: nearest where nodes have places, else strongest-own."
    ),
]


def simulate(
    source: Annotated[
        str, typer.Argument(help="A shipped data set (see 'datasets') or a graph file.")
    ] = "forest",
    field: Annotated[
        str | None,
        typer.Option(help="A field of the data set, or a file: one value a node, or name,value."),
    ] = None,
    values: Values = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(help=f"{KNOWN}; repeat for several. The paper's three if left out."),
    ] = None,
    horizon: Annotated[int, typer.Option(help="Rounds T.")] = 100,
    runs: Annotated[int, typer.Option(help="Runs with fresh noise.")] = 20,
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
    delta: Annotated[
        float | None, typer.Option(help="Failure probability of the bounds (0.001).")
    ] = None,
    smoothness: Annotated[float | None, typer.Option(help="Smoothness bound c (1).")] = None,
    probes: Annotated[Probes, typer.Option(help="How groups are formed.")] = Probes.strongest,
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
    jobs: Annotated[int, typer.Option(help="Processes; -1: one a core.")] = -1,
    out: Annotated[Path, typer.Option(help="Folder for table and figure.")] = Path("results"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, no bar.")] = False,
) -> None:
    """Compare policies on a graph with known values: table, figure, files."""
    import numpy as np

    from cheapbandits.checks import whole
    from cheapbandits.cli.sources import open_graph, open_played_field
    from cheapbandits.probes import usual_probes
    from cheapbandits.replication import replicate
    from cheapbandits.simulation import Registered

    whole(seed, "seed", least=0)
    check_folder(out)
    sites = (table, x, y, name_column, neighbors, radius, crs, layer, mask_layer)
    graph = open_graph(source, site_options(*sites), nodata)
    options = (graph, seed, values, layer, nodata, field_name_column)
    known, column = open_played_field(source, field, *options)
    played = Played.of(known, noise, low, high)
    out.mkdir(parents=True, exist_ok=True)
    named = usual_probes(graph) if probes is Probes.auto else probes.value
    given = {"ridge": ridge, "delta": delta, "smoothness": smoothness, "probes": named}
    factories = {
        name: Registered(name, {"horizon": horizon, **played.settings(name, given)})
        for name in policy or PAPER
    }
    taken = field or column
    notes = _notes(source, taken, played)
    for make in factories.values():
        # Settings that are refused are refused before the work starts.
        first = make(graph, np.random.default_rng(0))
        if first.family.max_width == 1 and probes is Probes.strongest:
            notes["probes"] = (
                "a node without neighbours caps every probe at a single node; "
                "--probes hops or strongest-own goes past that"
            )
    result = replicate(
        factories,
        (graph, played.values),
        runs=runs,
        seed=seed,
        noise=played.noise,
        jobs=jobs,
        progress=not as_json,
    )
    summary = {**_summary(result, graph, source, taken), "column": column, "notes": notes}
    files = _write(result, summary, out, _title(source, taken))
    if as_json:
        print(json_text({**_as_json(summary), "files": [str(file) for file in files]}))
    else:
        _print(summary, files)


def _notes(source: str, field: str | None, played: Played) -> dict[str, str]:
    """Return what a reader must know about the values."""
    from cheapbandits.fields import DATASETS

    notes = {}
    if field is None and source not in DATASETS:
        notes["field"] = "a random smooth field: no values were given (--field)"
    if played.said:
        notes["units"] = (
            f"values were brought to [-1, 1]: {played.said}; regret is in these units (with --low "
            "and --high in those of the values)"
        )
    if played.ends is not None:
        reach = float(played.values.min()), float(played.values.max())
        if reach[0] < played.ends[0] or reach[1] > played.ends[1]:
            notes["range"] = (
                f"the values go from {reach[0]:g} to {reach[1]:g}, beyond --low and --high: what "
                "policies are told of them is not true"
            )
    return notes


def _summary(result: Replications, graph: Graph, source: str, field: str | None) -> dict[str, Any]:
    rows = []
    for name, histories in result.histories.items():
        regret, cost = result.mean(name, "regret").final, result.mean(name, "cost").final
        rounds = len(histories[0])
        named = [best.node for best in result.places[name]]
        place = max(sorted(set(named)), key=named.count)
        rows.append(
            {
                "policy": name,
                "regret": regret.mean,
                "regret_low": regret.low,
                "regret_high": regret.high,
                "cost": cost.mean,
                "saved": 1 - cost.mean / rounds,
                "place": graph.name(place),
                "place_in_runs": named.count(place) / len(named),
            }
        )
    runs = len(next(iter(result.histories.values())))
    return {"source": source, "field": field, "graph": repr(graph), "runs": runs, "policies": rows}


def _as_json(summary: dict[str, Any]) -> dict[str, Any]:
    """Return the summary with null for the ends of an interval that one run does not have."""
    rows = [
        {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in row.items()}
        for row in summary["policies"]
    ]
    return {**summary, "policies": rows}


def _title(source: str, field: str | None) -> str:
    """Return what stands above a figure: files by their names, for a path leaves it no room."""
    names = [Path(word).name or word for word in (source, field) if word]
    return " ".join(name if len(name) <= 24 else f"{name[:23]}…" for name in names)


def _write(result: Replications, summary: dict[str, Any], out: Path, title: str) -> list[Path]:
    from cheapbandits.errors import MissingExtraError
    from cheapbandits.plots import comparison_panels, save_panels

    files = [out / "simulate.json"]
    files[0].write_text(json.dumps(_as_json(summary), indent=2), encoding="utf-8")
    for name, histories in result.histories.items():
        files.append(out / f"simulate-{name}-run1.csv")
        histories[0].to_csv(files[-1])
    try:
        files += save_panels(comparison_panels(result, title), out / "simulate")
    except MissingExtraError as error:
        note(f"no figure: {error}")
    return files


def _print(summary: dict[str, Any], files: list[Path]) -> None:
    from rich.table import Table
    from rich.text import Text

    from cheapbandits.cli.terminal import wide_console

    console = wide_console()
    console.print(
        f"{summary['graph']}\nmean of {summary['runs']} runs, 95 % intervals", highlight=False
    )
    table = Table()
    table.add_column("policy", style="bold")
    for heading in ("regret", "cost", "saved", "place", "in runs"):
        table.add_column(heading, justify="right")
    for row in summary["policies"]:
        table.add_row(
            Text(plain(row["policy"])),
            _with_error(row["regret"], row["regret_high"] - row["regret"]),
            f"{row['cost']:.1f}",
            f"{row['saved']:.0%}",
            Text(plain(row["place"])),
            f"{row['place_in_runs']:.0%}",
        )
    console.print(table)
    for said in summary["notes"].values():
        console.print(Text(f"note: {plain(said)}"))
    console.print(Text("\n  ".join(["written:", *map(plain, files)])))


def _with_error(mean: float, half: float) -> str:
    """Return a mean with its interval, where one run has told it."""
    return f"{mean:.2f} ± {half:.2f}" if math.isfinite(half) else f"{mean:.2f}"
