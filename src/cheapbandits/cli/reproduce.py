"""``cheapbandits reproduce``: the paper's experiments, figures and verdicts."""

from __future__ import annotations

import difflib
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.outputs import check_folder
from cheapbandits.cli.plain import note
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.claims import Claim
    from cheapbandits.studies.paper import Study
    from cheapbandits.studies.results import Results

__all__ = ["reproduce"]

QUICK_RUNS, PAPER_RUNS = 10, 100


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STUDY]...",
            help="ba, er, sbm, forest, forest-all, sensitivity, cliques; all when left out.",
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
        _run_all(studies, cells, folder, parameters, jobs, cluster, as_json)


def _run_alone(cell_id: str, cells: list[Cell], as_json: bool) -> None:
    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.run import run_cell

    ids = [c.id for c in cells]
    if cell_id not in ids:
        near = difflib.get_close_matches(cell_id, ids, n=1)
        hint = f", did you mean {near[0]!r}?" if near else " in these studies."
        raise ParameterError(f"no cell {cell_id!r}{hint} --list shows them all")
    result = run_cell(Cell.parse(cell_id))
    regret, cost = sum(result.regret), sum(result.cost)
    if as_json:
        typer.echo(json.dumps({"id": cell_id, **asdict(result)}))
    else:
        typer.echo(
            f"{cell_id}: regret {regret:.4f}, cost {cost:.4f} after {len(result.regret)} rounds "
            f"({result.seconds:.2f} s)"
        )


def _run_all(
    studies: tuple[Study, ...],
    cells: list[Cell],
    folder: Path,
    parameters: dict[str, object],
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    from cheapbandits.studies.claims import evaluate_claims, write_claims
    from cheapbandits.studies.execution import execute
    from cheapbandits.studies.manifest import Manifest, read_manifest
    from cheapbandits.studies.paper import by_smoothness
    from cheapbandits.studies.results import Results, table_formats

    manifest = Manifest(parameters, tuple(study.name for study in studies))
    try:
        found = execute(
            cells, folder, manifest=manifest, jobs=jobs, cluster=cluster, progress=not as_json
        )
    except KeyboardInterrupt:
        note(f"stopped; finished cells are kept in {folder}: run again to go on")
        raise
    results = Results(found, by_smoothness)
    files = results.write(folder, table_formats())
    claims = evaluate_claims(results)
    write_claims(claims, folder / "claims.json")
    files += [folder / "claims.json", folder / "manifest.json"]
    files += _draw(results, claims, read_manifest(folder), folder)
    if as_json:
        typer.echo((folder / "claims.json").read_text(encoding="utf-8"))
    else:
        _print(claims, files, folder)


def _draw(
    results: Results, claims: list[Claim], manifest: dict[str, object], folder: Path
) -> list[Path]:
    """Write figures and report, or say what is missing for the figures."""
    from cheapbandits.errors import MissingExtraError
    from cheapbandits.plots import save_paper_figures
    from cheapbandits.report import write_report

    try:
        figures = save_paper_figures(results, folder)
    except MissingExtraError as error:
        note(f"no figures: {error}")
        figures = {}
    drawn = [file for files in figures.values() for file in files]
    return [*drawn, *write_report(results, claims, figures, manifest, folder)]


def _print(claims: list[Claim], files: list[Path], folder: Path) -> None:
    from cheapbandits.cli.terminal import wide_console
    from cheapbandits.report import verdict_table

    console = wide_console()
    console.print(verdict_table(claims))
    typer.echo(f"{len(files)} files written to {folder}/; the whole story: {folder}/report.html")
