"""``cheapbandits info`` and ``datasets``: what a graph is like before anything is measured."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.cli.plain import plain
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

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["datasets", "info"]

#: Nobody measures more often; beyond, arithmetic in floating point would not tell.
MOST_ROUNDS = 10**12


def info(
    source: Annotated[str, typer.Argument(help="A shipped data set or a graph file.")],
    horizon: Annotated[int, typer.Option(help="Rounds T, for the effective dimension.")] = 100,
    ridge: Annotated[float, typer.Option(help="Ridge lambda.")] = 0.01,
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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Describe a graph: size, parts, widest probes, effective dimension."""
    from cheapbandits.cli.sources import open_graph
    from cheapbandits.graphs.extent import extent
    from cheapbandits.policies.schedule import width_of_round
    from cheapbandits.probes import StrongestNeighbors
    from cheapbandits.spectrum import effective_dimension

    if not 1 <= horizon <= MOST_ROUNDS:
        raise ParameterError(f"--horizon must be from 1 to {MOST_ROUNDS:,} rounds")
    sites = (table, x, y, name_column, neighbors, radius, crs, layer, mask_layer)
    graph = open_graph(source, site_options(*sites), nodata)
    max_width = StrongestNeighbors(graph).max_width
    facts: dict[str, object] = {
        "nodes": graph.n_nodes,
        "edges": graph.n_edges,
        "parts": graph.n_parts,
        "isolated": int((graph.neighbor_counts == 0).sum()),
        "fewest_neighbors": int(graph.neighbor_counts.min()),
        "most_neighbors": int(graph.neighbor_counts.max()),
        "names": graph.names is not None,
        "coordinates": 0 if graph.coordinates is None else graph.coordinates.shape[1],
        "crs": graph.crs,
        "widest_probe": width_of_round(1, horizon, max_width),
        "effective_dimension": effective_dimension(graph, horizon=horizon, ridge=ridge),
        "horizon": horizon,
        "ridge": ridge,
    }
    columns = _columns(source, graph, site_options(*sites))
    where = extent(graph)
    if as_json:
        ends = None if where is None else where.to_dict()
        typer.echo(json.dumps({**facts, "extent": ends, "columns": columns}, indent=2))
        return
    for key, value in (columns or {}).items():
        if value is None and key != "names":
            continue  # a map has its places elsewhere
        if value is None and graph.names is not None:
            value = "those of the file"
        if key == "passed_over":
            if value:
                typer.echo(f"{'passed over':20} {', '.join(map(plain, value))}")
            continue
        said = "bands" if key == "bands" else f"column of {key}"
        typer.echo(f"{said:20} {_listed(value)}")
    if where is not None:
        typer.echo(f"{'extent':20} {where}")
    for key, value in facts.items():
        typer.echo(f"{key.replace('_', ' '):20} {value}")
    if max_width == 1:
        typer.echo(
            "note: a node has no neighbours, so the paper's probes are single nodes only; "
            "use --probes hops or strongest-own"
        )


def _columns(source: str, graph: Graph, options: dict[str, Any]) -> dict[str, Any] | None:
    """Return which columns of a table of sites became what; ``None`` of anything else."""
    from cheapbandits.fields import DATASETS
    from cheapbandits.graphs.files.used_columns import used_columns

    if graph.coordinates is None or source in DATASETS or not os.path.isfile(source):
        return None
    given = {key: options[key] for key in ("x", "y", "names", "layer") if key in options}
    found = used_columns(source, **given)
    if found is None:
        return None
    if found.bands:
        return {"bands": list(found.bands)}
    # What named the nodes knows best: features of GeoJSON have ids beside their properties.
    names = None if graph.names is None else (graph.named_by or found.name)
    rest = [name for name in graph.passed_over if name not in found.values]
    places = {"x": found.x, "y": found.y}
    return {"names": names, **places, "values": list(found.values), "passed_over": rest}


def _listed(value: str | list[str] | None) -> str:
    """Return a column, or several to choose from (maybe none), as a line; ``None``: no names."""
    if isinstance(value, list):
        said = ", ".join(plain(column) for column in value) or "none"
        return f"{said} (choose: --values, or --readings of 'campaign new')" if value else said
    none = "none: sites have numbers from 0 (--name-column says which)"
    return none if value is None else plain(value)


def datasets(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the data that comes with the package."""
    from cheapbandits.fields import DATASETS, load_dataset

    rows = []
    for name in DATASETS:
        data = load_dataset(name)
        about = {"name": name, "title": data.title, "graph": repr(data.graph)}
        rows.append({**about, "fields": ", ".join(data.fields), "notice": data.notice})
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        typer.echo(f"{row['name']}: {row['title']}\n  {row['graph']}")
        typer.echo(f"  fields: {row['fields']}\n")
