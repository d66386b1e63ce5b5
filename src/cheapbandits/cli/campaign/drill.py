"""``campaign drill``: rehearse before you fly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.faults import Faults, play_with_faults
from cheapbandits.cli.campaign.options import AsJson, Db, Name, Who, open_campaign
from cheapbandits.cli.campaign.rehearsal import Plan, play_side_by_side
from cheapbandits.cli.sites import Layer, Nodata, ReadingColumn, Values, names_of
from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.campaign import Campaign

__all__ = ["drill"]


def drill(
    name: Name,
    field: Annotated[
        str | None,
        typer.Option(
            help="The true values: a field of shipped data, or a file as 'simulate'. Left out: "
            "values drawn from what the campaign's readings so far teach."
        ),
    ] = None,
    values: Values = None,
    name_column: ReadingColumn = None,
    layer: Layer = None,
    nodata: Nodata = None,
    noise: Annotated[
        float | None,
        typer.Option(
            help="Noise of a reading, in its units; the campaign's, else a hundredth of the range.",
            min=0,
        ),
    ] = None,
    runs: Annotated[int, typer.Option(help="How often everybody plays.", min=1)] = 20,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POLICY",
            help="Play against these; repeat. Left out: Finder, PacedKG, CheapUCB, SpectralUCB, "
            "Sweep. RandomSampling always plays.",
        ),
    ] = None,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="Write the 'campaign new' command of the best.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="A picture of the table: .png, .svg or .pdf.")
    ] = None,
    faults: Annotated[
        bool,
        typer.Option(
            "--faults",
            help="Instead: play once through a database, with late, missing, doubled and wrong "
            "readings.",
        ),
    ] = False,
    late: Annotated[
        float | None, typer.Option(help="With faults: share of readings that come late (0.1).")
    ] = None,
    missing: Annotated[
        float | None, typer.Option(help="Share of asks never answered (0.05).")
    ] = None,
    duplicate: Annotated[
        float | None, typer.Option(help="Share of readings sent twice (0.05).")
    ] = None,
    corrected: Annotated[
        float | None, typer.Option(help="Share of readings wrong at first (0.05).")
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="How many; to the end if left out.")] = None,
    batch: Annotated[int, typer.Option(help="Asks that go out together.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of noise and faults.", min=0)] = 0,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="NEWNAME", help="With faults: keep the rehearsal as a campaign of this name."
        ),
    ] = None,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Rehearse: what would be found for what cost, and does it beat random sampling.

    The campaign's settings, the learning policies, the paper's, a sweep and random sampling play
    on the same values with the same noise. The campaign itself is left alone.
    """
    wrong = Faults(late, missing, duplicate, corrected)
    one = faults or wrong.named or keep is not None
    if one and (suggest or out is not None or against):
        raise ParameterError(
            "--suggest, --out and --against compare policies; --faults, its shares and --keep play "
            "one campaign: run drill twice"
        )
    real = open_campaign(name, db, who)
    truth = None
    if field is not None or values is not None:
        truth = _field(field, real, values, layer, nodata, name_column)
    if not one:
        plan = Plan(noise, runs, tuple(against or ()), suggest, out, rounds, batch, seed)
        play_side_by_side(real, truth, plan, db=db, as_json=as_json)
        return
    if truth is None:
        raise ParameterError("--faults needs known values: give --field FILE")
    from cheapbandits.campaign.rehearsal import known_values

    play_with_faults(
        real,
        truth,
        known_values(real, truth, noise).noise,
        wrong,
        rounds=rounds,
        batch=batch,
        seed=seed,
        keep=keep,
        db=db,
        who=who,
        as_json=as_json,
    )


def _field(
    field: str | None,
    real: Campaign,
    column: str | None,
    layer: str | None,
    nodata: str | None,
    name_column: str | None,
) -> NDArray[np.float64]:
    """Return the true values: from a file, or of the shipped data that has this graph."""
    from cheapbandits.cli.sources import open_field
    from cheapbandits.fields import DATASETS, load_dataset

    if field is None or Path(field).exists() or column is not None:
        names = names_of(name_column)
        return open_field("", field, real.graph, 0, column, layer, nodata, names)
    source = next((d for d in DATASETS if load_dataset(d).graph == real.graph), None)
    if source is None:
        raise ParameterError(f"--field: there is no file {shown(field)}; check the path")
    return open_field(source, field, real.graph, 0)
