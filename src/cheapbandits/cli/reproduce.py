"""``cheapbandits reproduce``: the paper's experiments, figures and verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.outputs import check_folder
from cheapbandits.cli.plain import note
from cheapbandits.errors import ParameterError
from cheapbandits.text import did_you_mean

if TYPE_CHECKING:
    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.claims import Claim, Evidence
    from cheapbandits.studies.manifest import Manifest
    from cheapbandits.studies.paper import Study
    from cheapbandits.studies.results import Results
    from cheapbandits.studies.run import CellResult

__all__ = ["reproduce"]

QUICK_RUNS, PAPER_RUNS = 10, 100


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STUDY]...",
            help="ba, er, sbm, forest, forest-all, forest-share, sensitivity, horizons, raw-cost, "
            "cliques; all when left out.",
        ),
    ] = None,
    runs: Annotated[
        int | None, typer.Option(help="Runs of each figure; 100, as in the paper, if left out.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help=f"A taste: {QUICK_RUNS} runs.")] = False,
    seed: Annotated[int, typer.Option(help="Number of the first run.")] = 0,
    jobs: Annotated[int, typer.Option(help="Processes; -1: one a core.")] = -1,
    cluster: Annotated[
        str | None, typer.Option(help="Address of a dask scheduler; its workers run the cells.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder; results/paper (or results/paper-quick) when left out."),
    ] = None,
    cell: Annotated[
        str | None, typer.Option(help="Run this one cell and print it; needs no folder.")
    ] = None,
    to_decision: Annotated[
        bool,
        typer.Option(
            "--decide", help="Fresh runs until every sentence about regret is decided, or a cap."
        ),
    ] = False,
    list_cells: Annotated[bool, typer.Option("--list", help="List the cells' ids.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, no bar.")] = False,
) -> None:
    """Reproduce the paper: every figure, every claim with a verdict."""
    from cheapbandits.studies.paper import paper_studies, select_studies

    if quick and runs is not None:
        raise ParameterError(f"--quick means {QUICK_RUNS} runs: leave out --runs, or --quick")
    runs = runs if runs is not None else QUICK_RUNS if quick else PAPER_RUNS
    if runs < 2 or seed < 0:
        raise ParameterError(
            f"runs must be at least 2, for an interval, and seed not negative; got {runs}, {seed}"
        )
    studies = select_studies(paper_studies(runs=runs, seed=seed), names or ())
    cells = list(dict.fromkeys(cell for study in studies for cell in study.cells))
    if list_cells:
        ids = [c.id for c in cells]
        typer.echo(json.dumps(ids) if as_json else "\n".join(ids))
    elif cell is not None:
        _run_alone(cell, cells, as_json)
    else:
        parameters: dict[str, object] = {"runs": runs, "seed": seed, "quick": quick}
        folder = out or Path("results") / ("paper-quick" if quick else "paper")
        check_folder(folder)
        how = _How(jobs, cluster, as_json, to_decision)
        _run_all(studies, cells, folder, parameters, how)


def _run_alone(cell_id: str, cells: list[Cell], as_json: bool) -> None:
    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.run import run_cell

    ids = [c.id for c in cells]
    if cell_id not in ids:
        meant = did_you_mean(cell_id, ids)
        raise ParameterError(f"no cell {cell_id!r} in these studies: {meant}--list shows them all")
    result = run_cell(Cell.parse(cell_id))
    regret, cost = sum(result.regret), sum(result.cost)
    if as_json:
        typer.echo(json.dumps({"id": cell_id, **asdict(result)}))
    else:
        typer.echo(
            f"{cell_id}: regret {regret:.4f}, cost {cost:.4f} after {len(result.regret)} rounds "
            f"({result.seconds:.2f} s)"
        )


@dataclass(frozen=True)
class _How:
    """How the cells are run, and what is printed."""

    jobs: int
    cluster: str | None
    as_json: bool
    to_decision: bool


def _run_all(
    studies: tuple[Study, ...],
    cells: list[Cell],
    folder: Path,
    parameters: dict[str, object],
    how: _How,
) -> None:
    from cheapbandits.engines.threads import for_size
    from cheapbandits.studies.claims import evaluate_claims, write_claims
    from cheapbandits.studies.manifest import Manifest, read_manifest
    from cheapbandits.studies.paper import by_smoothness
    from cheapbandits.studies.results import Results, table_formats

    manifest = Manifest(parameters, tuple(study.name for study in studies))
    results = Results(_execute(cells, folder, manifest, how), by_smoothness)
    files = results.write(folder, table_formats())
    evidence = _evidence(results, folder, how)
    with for_size(0):  # small matrices, and a machine that may be busy
        claims = evaluate_claims(evidence)
        write_claims(claims, folder / "claims.json")
        files += [folder / "claims.json", folder / "manifest.json"]
        files += _draw(evidence, claims, read_manifest(folder), folder)
    if how.as_json:
        typer.echo((folder / "claims.json").read_text(encoding="utf-8"))
    else:
        _print(claims, files, folder)


def _execute(
    cells: Sequence[Cell], folder: Path, manifest: Manifest, how: _How
) -> dict[Cell, CellResult]:
    from cheapbandits.studies.execution import execute

    try:
        return execute(
            cells,
            folder,
            manifest=manifest,
            jobs=how.jobs,
            cluster=how.cluster,
            progress=not how.as_json,
        )
    except KeyboardInterrupt:
        note(f"stopped; finished cells are kept in {folder}: run again to go on")
        raise


def _evidence(results: Results, folder: Path, how: _How) -> Evidence:
    """Return the figures' runs, and fresh ones beside them where a final word is asked for."""
    from cheapbandits.studies.claims import Evidence
    from cheapbandits.studies.decide import FIRST_SEED, LOOKS, decide
    from cheapbandits.studies.manifest import Manifest

    if not how.to_decision:
        return Evidence(results)
    manifest = Manifest({"looks": list(LOOKS), "seed": FIRST_SEED}, ("fresh",))
    return decide(results, lambda cells: _execute(cells, folder / "fresh", manifest, how))


def _draw(
    evidence: Evidence, claims: list[Claim], manifest: dict[str, object], folder: Path
) -> list[Path]:
    """Write figures and report, or say what is missing for the figures."""
    from cheapbandits.errors import MissingExtraError
    from cheapbandits.plots import save_paper_figures
    from cheapbandits.report import write_report

    try:
        figures = save_paper_figures(evidence.results, folder)
    except MissingExtraError as error:
        note(f"no figures: {error}")
        figures = {}
    drawn = [file for files in figures.values() for file in files]
    return [*drawn, *write_report(evidence, claims, figures, manifest, folder)]


def _print(claims: list[Claim], files: list[Path], folder: Path) -> None:
    from cheapbandits.cli.terminal import wide_console
    from cheapbandits.report import verdict_table

    console = wide_console()
    console.print(verdict_table(claims))
    typer.echo(f"{len(files)} files written to {folder}/; the whole story: {folder}/report.html")
