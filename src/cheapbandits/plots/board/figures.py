"""Every figure of the leaderboard as a sheet, and as files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.plots.board.finding import draw_finding, finding_panels
from cheapbandits.plots.board.pareto import draw_pareto, pareto_panels
from cheapbandits.plots.board.reliability import draw_reliability, reliability_panels
from cheapbandits.plots.layout import FORMATS, Sheet, save_sheet

if TYPE_CHECKING:
    from cheapbandits.studies.leaderboard import Board

__all__ = ["BOARD_TITLES", "board_sheets", "save_board_figures"]

BOARD_TITLES = {
    "pareto": "Regret against cost",
    "reliability": "Is what is stated true?",
    "finding": "What it costs to find the place",
}

_SHEETS: dict[str, Callable[[Board], Sheet[Any]]] = {
    "pareto": lambda board: Sheet(pareto_panels(board), draw_pareto, 3, (2.5, 2.0)),
    "reliability": lambda board: Sheet(reliability_panels(board), draw_reliability, 3, (2.4, 2.2)),
    "finding": lambda board: Sheet(finding_panels(board), draw_finding, 2, (3.7, 2.9)),
}


def board_sheets(board: Board) -> dict[str, Sheet[Any]]:
    """Return the figures for which there are results, by name."""
    sheets = {name: build(board) for name, build in _SHEETS.items()}
    return {name: sheet for name, sheet in sheets.items() if sheet.panels}


def save_board_figures(
    board: Board, folder: Path, formats: Iterable[str] = FORMATS
) -> dict[str, list[Path]]:
    """Draw every figure for which there are results; return the files of each."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = tuple(formats)
    sheets = board_sheets(board)
    return {name: save_sheet(sheet, folder / name, chosen) for name, sheet in sheets.items()}
