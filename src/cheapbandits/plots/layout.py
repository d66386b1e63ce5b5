"""Sheets: panels in a grid under one legend, written to files."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cheapbandits.canvas import paper_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

__all__ = ["FORMATS", "Sheet", "save_sheet"]

FORMATS = ("png", "svg")
#: Inches that one entry of the legend takes.
_ENTRY_WIDTH = 1.6

P = TypeVar("P")


@dataclass(frozen=True)
class Sheet(Generic[P]):
    """A figure: the data of its panels, what draws one of them, and how they lie.

    Attributes
    ----------
    panels
        Row by row.
    draw
        Draws one panel on its axes; labelled artists go to the shared legend.
    columns
        Panels beside each other. Two make a figure that reads in one column of a paper.
    size
        Inches of one panel.
    """

    panels: tuple[P, ...]
    draw: Callable[[Axes, P], None]
    columns: int = 2
    size: tuple[float, float] = (2.55, 2.05)


def save_sheet(
    sheet: Sheet[P], path: str | Path, formats: Iterable[str] = FORMATS, *, dpi: int = 200
) -> list[Path]:
    """Draw a sheet and write it once for each format; return the files."""
    with paper_style():
        figure = _draw(sheet)
        files = [Path(path).with_name(f"{Path(path).name}.{suffix}") for suffix in formats]
        box = _laid_out(figure, dpi)
        for file in files:
            metadata = {"Date": None} if file.suffix == ".svg" else None
            figure.savefig(file, dpi=dpi, metadata=metadata, bbox_inches=box)
    return files


def _laid_out(figure: Figure, dpi: int) -> Bbox:
    """Give the panels their places, once for all formats; return what is to be cut out."""
    import matplotlib as mpl

    figure.set_dpi(dpi)
    figure.draw_without_rendering()
    figure.set_layout_engine(None)
    return figure.get_tightbbox().padded(mpl.rcParams["savefig.pad_inches"])


def _draw(sheet: Sheet[P]) -> Figure:
    from matplotlib.figure import Figure

    columns = min(sheet.columns, len(sheet.panels))
    rows = math.ceil(len(sheet.panels) / columns)
    width, height = sheet.size
    figure = Figure(figsize=(width * columns, height * rows + 0.3), layout="constrained")
    figure.get_layout_engine().set(wspace=0.06, hspace=0.04)  # type: ignore[union-attr,call-arg]
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for ax, panel in zip(grid, sheet.panels, strict=False):
        sheet.draw(ax, panel)
    for ax in grid[len(sheet.panels) :]:
        ax.remove()
    _share_legend(figure)
    return figure


def _share_legend(figure: Figure) -> None:
    """Put every label once above the panels, where it covers no data; plain lines come last."""
    from matplotlib.lines import Line2D

    entries: dict[str, Any] = {}
    for ax in figure.axes:
        handles, labels = ax.get_legend_handles_labels()
        for handle, label in zip(handles, labels, strict=True):
            entries.setdefault(label, handle)
    if entries:
        order = sorted(entries, key=lambda label: isinstance(entries[label], Line2D))
        across = max(1, min(len(entries), int(figure.get_figwidth() / _ENTRY_WIDTH)))
        handles = [entries[label] for label in order]
        figure.legend(handles, order, loc="outside upper center", ncols=across)
