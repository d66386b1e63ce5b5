"""``cheapbandits leaderboard``: all policies on all kinds of fields, ranked by code."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.outputs import check_folder
from cheapbandits.cli.plain import note, plain
from cheapbandits.errors import MissingExtraError, ParameterError

if TYPE_CHECKING:
    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.leaderboard import Board, Rank

__all__ = ["leaderboard"]

RUNS, QUICK_RUNS = 30, 2
#: What the quick form runs where nothing is named: small graphs, the main policies.
QUICK_ONLY = ("ba", "sbm")


def leaderboard(
    runs: Annotated[
        int | None, typer.Option(help=f"Draws of each random graph; {RUNS} if left out.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=f"A taste: {QUICK_RUNS} runs of two random graphs.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="A workload or group, such as ba, forest, real; may be repeated."),
    ] = None,
    policies: Annotated[
        list[str] | None,
        typer.Option(help="A policy, such as CheapUCB; may be repeated. All when left out."),
    ] = None,
    modules: Annotated[
        list[str] | None,
        typer.Option("--with", help="A module to import first, which registers policies."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder of real maps: relief, sst, house, walker, roads.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Number of the first run.")] = 0,
    jobs: Annotated[int, typer.Option(help="Processes; -1: one a core.")] = -1,
    cluster: Annotated[
        str | None, typer.Option(help="Address of a dask scheduler; its workers run the cells.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder; results/leaderboard (or leaderboard-quick) when left out."),
    ] = None,
    list_cells: Annotated[bool, typer.Option("--list", help="List the cells' ids.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, no bar.")] = False,
) -> None:
    """Compare all policies: regret, cost, the place, how sure; targets and ranking by code."""
    from cheapbandits.studies.leaderboard import board_cells, contenders, select_workloads

    if quick and runs is not None:
        raise ParameterError(f"--quick means {QUICK_RUNS} runs: leave out --runs, or --quick")
    runs = runs if runs is not None else QUICK_RUNS if quick else RUNS
    if runs < 2 or seed < 0:
        raise ParameterError(
            f"runs must be at least 2, for an interval, and seed not negative; got {runs}, {seed}"
        )
    _import(modules or ())
    if data is not None and not data.is_dir():
        raise ParameterError(f"--data {data}: there is no such folder")
    workloads = select_workloads(only or (QUICK_ONLY if quick else ()), data)
    cells = board_cells(workloads, contenders(policies or ()), runs=runs, seed=seed)
    if list_cells:
        ids = [c.id for c in cells]
        typer.echo(json.dumps(ids) if as_json else "\n".join(ids))
        return
    parameters: dict[str, object] = {"runs": runs, "seed": seed, "quick": quick}
    folder = out or Path("results") / ("leaderboard-quick" if quick else "leaderboard")
    check_folder(folder)
    board = _run(cells, folder, parameters, data, jobs, cluster, as_json)
    _tell(board, folder, as_json)


def _import(modules: list[str] | tuple[str, ...]) -> None:
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise ParameterError(f"--with {name}: {error}") from None


def _run(
    cells: list[Cell],
    folder: Path,
    parameters: dict[str, object],
    data: Path | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> Board:
    from cheapbandits.studies.execution import execute
    from cheapbandits.studies.leaderboard import BOARD_WATCH, Board
    from cheapbandits.studies.manifest import Manifest
    from cheapbandits.studies.run import Setting

    setting = Setting(None if data is None else data.resolve(), BOARD_WATCH)
    try:
        found = execute(
            cells,
            folder,
            manifest=Manifest(parameters, ("leaderboard",)),
            setting=setting,
            jobs=jobs,
            cluster=cluster,
            progress=not as_json,
        )
    except KeyboardInterrupt:
        note(f"stopped; finished cells are kept in {folder}: run again to go on")
        raise
    return Board(found)


def _tell(board: Board, folder: Path, as_json: bool) -> None:
    """Write files, figures and report, and print the targets."""
    from cheapbandits.cli.terminal import wide_console
    from cheapbandits.report import target_table, write_board_report
    from cheapbandits.studies.leaderboard import judge_targets, rank
    from cheapbandits.studies.leaderboard.files import board_content, write_board
    from cheapbandits.studies.manifest import read_manifest

    rows = judge_targets(board)
    ranks = {"excess": rank(board, "excess"), "find": rank(board, "find")}
    files = [*write_board(board, rows, ranks, folder), folder / "manifest.json"]
    figures = _draw(board, folder)
    files += [file for drawn in figures.values() for file in drawn]
    files += write_board_report(board, rows, ranks, figures, read_manifest(folder), folder)
    if as_json:
        typer.echo(json.dumps(board_content(rows, ranks)))
        return
    wide_console().print(target_table(rows))
    _say_ranking(ranks)
    typer.echo(f"{len(files)} files written to {folder}/; the whole story: {folder}/report.html")


def _draw(board: Board, folder: Path) -> dict[str, list[Path]]:
    from cheapbandits.plots.board import save_board_figures

    try:
        return save_board_figures(board, folder)
    except MissingExtraError as error:
        note(f"no figures: {error}")
        return {}


def _say_ranking(ranks: dict[str, list[Rank]]) -> None:
    from cheapbandits.plots.board.looks import policy_title

    for purpose, words in (("excess", "to earn over the rounds"), ("find", "to find the place")):
        order = [f"{r.place} {policy_title(r.policy)}" for r in ranks[purpose]]
        if order:
            typer.echo(plain(f"{words}: {'; '.join(order)}"))
