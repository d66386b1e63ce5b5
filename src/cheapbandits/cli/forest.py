"""``cheapbandits build-forest``: from the raw cover type table to the shipped graph."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["build_forest"]


def build_forest(
    table: Annotated[
        Path | None,
        typer.Argument(
            help="covtype.data(.gz), .csv or .npz; scikit-learn's download if left out."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Where to write the result.")] = Path("forest.npz"),
    clusters: Annotated[int, typer.Option(help="Clusters, the graph's nodes.")] = 2000,
    neighbors: Annotated[int, typer.Option(help="Nearest neighbours of a node.")] = 10,
    seed: Annotated[int, typer.Option(help="Seed of the clustering.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, no bar.")] = False,
) -> None:
    """Build the forest graph and rewards of Section 6.3 from the raw table."""
    from rich.console import Console
    from rich.progress import Progress

    from cheapbandits import fields

    x, y = fields.fetch_forest_table() if table is None else fields.read_forest_table(table)
    with Progress(console=Console(stderr=True), disable=as_json) as bar:
        forest = fields.build_forest(
            x,
            y,
            n_clusters=clusters,
            n_neighbors=neighbors,
            seed=seed,
            progress=_Steps(bar),
        )
    fields.save_forest(forest, out)
    facts = {
        "rows": len(y),
        "graph": repr(forest.graph),
        "largest_reward": dict(
            zip(fields.COVER_TYPES, forest.rewards.max(axis=1).round(3).tolist(), strict=True)
        ),
        "file": str(out),
    }
    typer.echo(json.dumps(facts, indent=2))


class _Steps:
    """Turns the pipeline's steps into bars."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, step: str, done: int, total: int) -> None:
        if step not in self._tasks:
            self._tasks[step] = self._bar.add_task(step, total=total)
        self._bar.update(self._tasks[step], completed=done, total=total)
