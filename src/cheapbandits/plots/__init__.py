"""Figures: first their data (pure), then the drawing. Needs ``cheapbandits[plots]``."""

from cheapbandits.plots.curves import Line, Panel, comparison_panels, save_panels

__all__ = ["Line", "Panel", "comparison_panels", "save_panels"]
