"""Curves of regret and cost: first their data, then the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.layout import FORMATS, Sheet, save_sheet
from cheapbandits.plots.style import color_of, dash_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cheapbandits.metrics import Curve
    from cheapbandits.replication import Replications

__all__ = ["Line", "Panel", "coinciding", "comparison_panels", "draw_panel", "save_panels"]


@dataclass(frozen=True)
class Line:
    """One mean curve with its band, over rounds ``1 .. T``."""

    label: str
    curve: Curve


@dataclass(frozen=True)
class Panel:
    """One pair of axes: what is drawn and what the axes say.

    ``stages`` are the first rounds of CheapUCB's stages, where its probes become narrower.
    """

    title: str
    ylabel: str
    lines: tuple[Line, ...]
    xlabel: str = "round"
    stages: tuple[int, ...] = ()


def comparison_panels(result: Replications, title: str = "") -> tuple[Panel, Panel]:
    """Return the two panels of a comparison: cumulative regret and cumulative cost."""
    before = f"{title}: " if title else ""
    regret = tuple(Line(name, result.mean(name, "regret")) for name in result.histories)
    cost = tuple(Line(name, result.mean(name, "cost")) for name in result.histories)
    return (
        Panel(f"{before}regret", "cumulative regret", regret),
        Panel(f"{before}cost", "cumulative cost", cost),
    )


def coinciding(panel: Panel) -> tuple[tuple[str, ...], ...]:
    """Return the labels of lines that lie on each other, each such group once."""
    left = list(panel.lines)
    found = []
    while left:
        first = left[0]
        same = [line for line in left if _equal(first.curve.mean, line.curve.mean)]
        left = [line for line in left if all(line is not other for other in same)]
        if len(same) > 1:
            found.append(tuple(line.label for line in same))
    return tuple(found)


def save_panels(
    panels: Sequence[Panel], path: str | Path, *, formats: Iterable[str] = FORMATS
) -> list[Path]:
    """Draw panels side by side and write them, once for each format; return the files."""
    sheet = Sheet(tuple(panels), draw_panel, columns=len(panels), size=(3.6, 2.7))
    return save_sheet(sheet, Path(path).with_suffix(""), formats)


def draw_panel(ax: Axes, panel: Panel) -> None:
    """Draw one panel: a line for each mean, a band for each 95 % interval; stages behind them."""
    for start in panel.stages:
        ax.axvline(start - 0.5, color="#BBBBBB", lw=0.6, zorder=0)
    for line in panel.lines:
        draw_line(ax, line)
    same = coinciding(panel)
    if same:
        # Above the diagonal, where a cumulative curve of rounds has no business.
        plain = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        words = "\n".join(" = ".join(labels) for labels in same)
        ax.text(0.03, 0.97, words, transform=ax.transAxes, va="top", size=7.5, bbox=plain)
    ax.set(title=panel.title, xlabel=panel.xlabel, ylabel=panel.ylabel)
    ax.set_xlim(left=0)
    top = _top(panel)
    ax.set_ylim(0, None if top is None else top * (1 + 0.13 * len(same)))  # room for the words


def draw_line(ax: Axes, line: Line) -> None:
    """Draw one mean over its rounds, and its band where it has one."""
    rounds = np.arange(1, len(line.curve.mean) + 1)
    color = color_of(line.label)
    ls = dash_of(line.label)
    ax.plot(rounds, line.curve.mean, color=color, ls=ls, label=line.label, zorder=3)
    if np.isfinite(line.curve.low).all():
        ax.fill_between(
            rounds, line.curve.low, line.curve.high, color=color, alpha=0.16, linewidth=0
        )


def _top(panel: Panel) -> float | None:
    """Return where the axis ends: a band of very few runs must not flatten the means."""
    means = max((float(line.curve.mean.max()) for line in panel.lines), default=0.0)
    highs = [float(line.curve.high.max()) for line in panel.lines]
    reach = max((high for high in highs if np.isfinite(high)), default=means)
    return 1.05 * min(reach, 1.5 * means) if means > 0 else None


def _equal(first: np.ndarray, other: np.ndarray) -> bool:
    return first.shape == other.shape and bool(np.allclose(first, other, rtol=1e-9))
