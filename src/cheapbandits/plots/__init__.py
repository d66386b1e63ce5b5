"""Figures: first their data (pure), then the drawing. Needs ``cheapbandits[plots]``."""

from cheapbandits.plots.curves import Line, Panel, comparison_panels, save_panels
from cheapbandits.plots.paper import FIGURE_TITLES, paper_sheets, save_paper_figures

__all__ = [
    "FIGURE_TITLES",
    "Line",
    "Panel",
    "comparison_panels",
    "paper_sheets",
    "save_panels",
    "save_paper_figures",
]
