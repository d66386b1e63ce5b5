"""Curves of regret and cost: first their data, then the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.style import color_of, dash_of, paper_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cheapbandits.metrics import Curve
    from cheapbandits.replication import Replications

__all__ = ["Line", "Panel", "comparison_panels", "save_panels"]


@dataclass(frozen=True)
class Line:
    """One mean curve with its band, over rounds ``1 .. T``."""

    label: str
    curve: Curve


@dataclass(frozen=True)
class Panel:
    """One pair of axes: what is drawn and what the axes say."""

    title: str
    ylabel: str
    lines: tuple[Line, ...]
    xlabel: str = "round"


def comparison_panels(result: Replications, title: str = "") -> tuple[Panel, Panel]:
    """Return the two panels of a comparison: cumulative regret and cumulative cost."""
    before = f"{title}: " if title else ""
    regret = tuple(Line(name, result.mean(name, "regret")) for name in result.histories)
    cost = tuple(Line(name, result.mean(name, "cost")) for name in result.histories)
    return (
        Panel(f"{before}regret", "cumulative regret", regret),
        Panel(f"{before}cost", "cumulative cost", cost),
    )


def save_panels(
    panels: Sequence[Panel], path: str | Path, *, formats: Iterable[str] = ("png", "svg")
) -> list[Path]:
    """Draw panels side by side and write them, once for each format; return the files."""
    with paper_style():
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(
            1, len(panels), figsize=(3.6 * len(panels), 2.9), squeeze=False, layout="constrained"
        )
        for ax, panel in zip(axes[0], panels, strict=True):
            draw_panel(ax, panel)
        axes[0][0].legend(loc="upper left")
        files = [Path(path).with_suffix(f".{suffix}") for suffix in formats]
        for file in files:
            figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
        plt.close(figure)
    return files


def draw_panel(ax: Axes, panel: Panel) -> None:
    """Draw one panel: a line for each mean, a band for each 95 % interval."""
    for line in panel.lines:
        rounds = np.arange(1, len(line.curve.mean) + 1)
        color = color_of(line.label)
        ax.plot(rounds, line.curve.mean, color=color, ls=dash_of(line.label), label=line.label)
        if np.isfinite(line.curve.low).all():
            ax.fill_between(
                rounds, line.curve.low, line.curve.high, color=color, alpha=0.18, linewidth=0
            )
    ax.set(title=panel.title, xlabel=panel.xlabel, ylabel=panel.ylabel)
    ax.set_xlim(left=0)
    ax.set_ylim(bottom=0)
