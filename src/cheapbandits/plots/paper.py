"""The paper's figures and ours about it, from the results of the studies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.plots.bounds import draw_bounds, theory_panels
from cheapbandits.plots.cliques import clique_panels, draw_cliques
from cheapbandits.plots.cover_types import cover_types_panel, draw_cover_types
from cheapbandits.plots.curves import draw_panel
from cheapbandits.plots.horizons import horizon_panels
from cheapbandits.plots.layout import FORMATS, Sheet, save_sheet
from cheapbandits.plots.paper_curves import figure1_panels, figure2_panels
from cheapbandits.plots.points import draw_points
from cheapbandits.plots.sensitivity import sensitivity_panels

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["FIGURE_TITLES", "paper_sheets", "save_paper_figures"]

#: Every figure there can be, and what it is about.
FIGURE_TITLES = {
    "figure1": "Figure 1: random graphs, T = 150",
    "figure1-T100": "Figure 1 again, with the caption's T = 100",
    "figure2": "Figure 2: block model and forest",
    "figure3": "Figure 3: the seven cover types",
    "horizons": "Corollary 1: regret a round as T grows, c = 1",
    "sensitivity": "What the paper does not say: c and T",
    "theory": "The regret bounds of Theorems 1 and 2",
    "cliques": "The lower bound's disjoint cliques",
}

_SHEETS: dict[str, Callable[[Results], Sheet[Any]]] = {
    "figure1": lambda results: Sheet(figure1_panels(results), draw_panel),
    "figure1-T100": lambda results: Sheet(figure1_panels(results, 100), draw_panel),
    "figure2": lambda results: Sheet(figure2_panels(results), draw_panel),
    "figure3": lambda results: Sheet(cover_types_panel(results), draw_cover_types, 1, (5.1, 3.4)),
    "horizons": lambda results: Sheet(horizon_panels(results), draw_points, 3),
    "sensitivity": lambda results: Sheet(sensitivity_panels(results), draw_points),
    "theory": lambda results: Sheet(theory_panels(results), draw_bounds),
    "cliques": lambda results: Sheet(clique_panels(results), draw_cliques, size=(2.55, 2.5)),
}


def paper_sheets(results: Results) -> dict[str, Sheet[Any]]:
    """Return the figures for which there are results, by name."""
    sheets = {name: build(results) for name, build in _SHEETS.items()}
    return {name: sheet for name, sheet in sheets.items() if sheet.panels}


def save_paper_figures(
    results: Results, folder: Path, formats: Iterable[str] = FORMATS
) -> dict[str, list[Path]]:
    """Draw every figure for which there are results; return the files of each.

    Parameters
    ----------
    results
        Of any of the studies; panels without results are left out.
    folder
        Made if need be.
    formats
        What matplotlib writes: ``png``, ``svg``, ``pdf``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chosen = tuple(formats)
    return {
        name: save_sheet(sheet, folder / name, chosen)
        for name, sheet in paper_sheets(results).items()
    }
