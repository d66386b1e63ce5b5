"""``cheapbandits info`` and ``datasets``: what a graph is like before anything is measured."""

from __future__ import annotations

import json
from typing import Annotated

import typer

__all__ = ["datasets", "info"]


def info(
    source: Annotated[str, typer.Argument(help="A shipped data set or a graph file.")],
    horizon: Annotated[int, typer.Option(help="Rounds T, for the effective dimension.")] = 100,
    ridge: Annotated[float, typer.Option(help="Ridge lambda.")] = 0.01,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Describe a graph: size, parts, widest probes, effective dimension."""
    from cheapbandits.cli.sources import open_graph
    from cheapbandits.policies.schedule import widths
    from cheapbandits.probes import StrongestNeighbors
    from cheapbandits.spectrum import effective_dimension

    graph = open_graph(source)
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
        "widest_probe": int(widths(horizon, max_width)[0]),
        "effective_dimension": effective_dimension(graph, horizon=horizon, ridge=ridge),
        "horizon": horizon,
        "ridge": ridge,
    }
    if as_json:
        typer.echo(json.dumps(facts, indent=2))
        return
    for key, value in facts.items():
        typer.echo(f"{key.replace('_', ' '):20} {value}")
    if max_width == 1:
        typer.echo(
            "note: a node has no neighbours, so the paper's probes are single nodes only; "
            "use --probes hops or strongest-own"
        )


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
