"""Means with intervals at a few places: first their data, then the drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.style import color_of, dash_of, marker_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from cheapbandits.metrics import MeanInterval

__all__ = ["Guide", "PointPanel", "Points", "draw_points", "half_width"]

#: Factor by which neighbouring series stand apart on a logarithmic axis.
_STEP = 1.025


@dataclass(frozen=True)
class Points:
    """One series: a policy's means with their intervals, at increasing ``x``."""

    label: str
    x: tuple[float, ...]
    intervals: tuple[MeanInterval, ...]


@dataclass(frozen=True)
class Guide:
    """A line of theory in the background: nothing measured."""

    label: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]


@dataclass(frozen=True)
class PointPanel:
    """One pair of axes.

    Attributes
    ----------
    title, xlabel, ylabel
        Words.
    points
        What was measured.
    ticks
        Values of ``x`` to be named on a logarithmic axis; a plain axis where there are none.
    guide
        A line of theory.
    mark
        A value of ``x`` with a name of its own, and that name.
    """

    title: str
    xlabel: str
    ylabel: str
    points: tuple[Points, ...]
    ticks: tuple[float, ...] = ()
    guide: Guide | None = None
    mark: tuple[float, str] | None = None


def draw_points(ax: Axes, panel: PointPanel) -> None:
    """Draw the guide, then each series as markers with bars, joined by a thin line."""
    if panel.guide is not None:
        ax.plot(panel.guide.x, panel.guide.y, color="#888888", lw=0.9, label=panel.guide.label)
    middle = (len(panel.points) - 1) / 2
    for order, series in enumerate(panel.points):
        _draw_series(ax, series, _STEP ** (order - middle) if panel.ticks else 1.0)
    ax.set(title=panel.title, xlabel=panel.xlabel, ylabel=panel.ylabel)
    if panel.ticks:
        ax.set_xscale("log")
        ax.set_xticks(panel.ticks, [f"{tick:g}" for tick in panel.ticks])
        ax.set_xticks([], minor=True)
    if panel.mark is not None:
        place, name = panel.mark
        ax.axvline(place, color="#888888", lw=0.7, ls="dotted", zorder=0)
        ax.text(place, 0.02, f"{name} ", transform=ax.get_xaxis_transform(), ha="right", size=7)
    ax.set_ylim(0, _top(panel))


def half_width(interval: MeanInterval) -> float:
    """Return half an interval's width, or not a number (no bar) where it reaches below 0.

    Regret and cost cannot: Student's interval of very few runs says nothing there.

    Examples
    --------
    >>> from cheapbandits.metrics import MeanInterval
    >>> half_width(MeanInterval(5.0, 3.0, 7.0)), half_width(MeanInterval(5.0, -3.0, 13.0))
    (2.0, nan)
    """
    half = interval.high - interval.mean
    return half if half <= interval.mean else float("nan")


def _draw_series(ax: Axes, series: Points, factor: float) -> None:
    dash = dash_of(series.label)
    _, _, bars = ax.errorbar(
        np.array(series.x) * factor,
        [interval.mean for interval in series.intervals],
        yerr=[half_width(interval) for interval in series.intervals],
        marker=marker_of(series.label),
        color=color_of(series.label),
        ls=dash,
        fillstyle="none" if dash == "none" else "full",
        lw=1.0,
        elinewidth=0.8,
        label=series.label,
    )
    for bar in bars:
        bar.set_alpha(0.5)


def _top(panel: PointPanel) -> float:
    intervals = [interval for series in panel.points for interval in series.intervals]
    return 1.06 * float(max(i.mean + np.nan_to_num(half_width(i)) for i in intervals))
