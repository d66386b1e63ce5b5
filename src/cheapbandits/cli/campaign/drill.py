"""``campaign drill``: rehearse before you fly."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.options import AsJson, Db, Name, Who, open_campaign
from cheapbandits.cli.plain import plain
from cheapbandits.cli.sites import Layer, Values
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.drill import DrillReport
    from cheapbandits.graphs import Graph

__all__ = ["drill"]


def drill(
    name: Name,
    field: Annotated[
        str, typer.Option(help="The true values: a field of shipped data, or a file as 'simulate'.")
    ],
    values: Values = None,
    layer: Layer = None,
    noise: Annotated[float, typer.Option(help="Noise of a reading.", min=0)] = 0.01,
    late: Annotated[float, typer.Option(help="Share of readings that come late.")] = 0.1,
    missing: Annotated[float, typer.Option(help="Share of asks never answered.")] = 0.05,
    duplicate: Annotated[float, typer.Option(help="Share of readings sent twice.")] = 0.05,
    corrected: Annotated[float, typer.Option(help="Share of readings wrong at first.")] = 0.05,
    rounds: Annotated[int | None, typer.Option(help="How many; to the end if left out.")] = None,
    batch: Annotated[int, typer.Option(help="Asks that go out together.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of noise and faults.", min=0)] = 0,
    keep: Annotated[
        str | None,
        typer.Option(metavar="NEWNAME", help="Keep the rehearsal as a campaign of this name."),
    ] = None,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Rehearse a campaign against known values, with late, missing, doubled and wrong readings.

    The campaign itself is left alone: its settings are played in a copy that starts afresh.
    """
    import numpy as np

    from cheapbandits.campaign.drill import drill as play
    from cheapbandits.progress import Progress

    real = open_campaign(name, db, who)
    truth = _field(field, real.graph, values, layer)
    with _rehearsal(real, keep, db, who) as copy, Progress("rehearsing") as shown:
        total = rounds or copy.spec.horizon
        report = play(
            copy,
            truth,
            noise=noise,
            rng=np.random.default_rng(seed),
            late=late,
            missing=missing,
            duplicate=duplicate,
            corrected=corrected,
            rounds=rounds,
            batch=batch,
            stop=None if copy.spec.stop == "never" else type(copy).should_stop,
            progress=lambda told: shown.at(told, total or told),
        )
    _print(report, as_json)


@contextmanager
def _rehearsal(
    real: Campaign, keep: str | None, db: str | None, who: str | None
) -> Iterator[Campaign]:
    """Give a fresh campaign with the same settings, in the database or in a passing one."""
    from cheapbandits.campaign import Campaign
    from cheapbandits.campaign.spec import Spec

    settings = {key: getattr(real.spec, key) for key in Spec.__dataclass_fields__}
    if keep is not None:
        yield Campaign.create(keep, real.graph, db=db, who=who, **settings)
        return
    with tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder:
        file = Path(folder) / "drill.db"
        yield Campaign.create("drill", real.graph, db=file, who=who, **settings)


def _field(field: str, graph: Graph, column: str | None, layer: str | None) -> NDArray[np.float64]:
    """Return the true values: from a file, or of the shipped data that has this graph."""
    from cheapbandits.cli.sources import open_field
    from cheapbandits.fields import DATASETS, load_dataset

    if Path(field).exists() or column is not None:
        return open_field("", field, graph, 0, column, layer)
    source = next((d for d in DATASETS if load_dataset(d).graph == graph), None)
    if source is None:
        raise ParameterError(f"field: no such file: {field}")
    return open_field(source, field, graph, 0)


def _print(report: DrillReport, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from cheapbandits.campaign.documents import drill_document
    from cheapbandits.cli.campaign.shown import number, print_json

    if as_json:
        print_json(drill_document(report))
        return
    missed = f"{report.cancelled} cancelled, {report.expired} expired"
    again = f"{report.duplicates} sent twice, {report.accepted_twice} of them stored twice"
    facts = {
        "readings": f"{report.told}, of them {report.late} late, {report.corrected} corrected",
        "never answered": missed,
        "duplicates": again,
        "lost": str(report.lost),
        "cost": number(report.cost),
        "named": f"{report.place}: {number(report.estimate)} (truly {number(report.value)})",
        "truly hottest": f"{report.hottest}: {number(report.hottest_value)}",
        "regret": number(report.regret),
        "ended": report.ended,
    }
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    for fact, value in facts.items():
        grid.add_row(fact, Text(plain(value)))
    Console().print(grid)
