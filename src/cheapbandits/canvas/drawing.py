"""The drawing of a map of the belief, with matplotlib."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.canvas.data import MANY_NODES, BeliefMap, belief_map
from cheapbandits.canvas.look import paper_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph

__all__ = ["belief_svg", "draw_belief_map"]

#: Of Okabe and Ito's palette, the one that viridis does not pass through.
_NEXT = "#D55E00"
_EDGE = "#9A9A9A"
#: Width of one panel in inches; its height follows from the frame within these.
_WIDTH, _LOWEST, _HIGHEST = 6.4, 2.4, 6.4


def draw_belief_map(data: BeliefMap, *, title: str = "", spread: str = "") -> Figure:
    """Return a figure: nodes coloured by the estimate, and where asked for by how unsure it is.

    Parameters
    ----------
    data
        From :func:`belief_map`.
    title
        Above the picture.
    spread
        What ``data.deviation`` is, for a second panel that shows how unsure the estimates are; none
        where it is empty.
    """
    with paper_style():
        from matplotlib.figure import Figure

        panels = [("estimate", data.mean, "viridis")]
        if spread:
            panels.append((spread, data.deviation, "cividis"))
        size = (_WIDTH * len(panels), _height(data))
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots(1, len(panels), squeeze=False).ravel()
        for ax, (label, values, colors) in zip(axes, panels, strict=True):
            _draw_network(ax, data)
            points = _draw_nodes(ax, data, values, colors)
            _draw_marks(ax, data)
            _frame(ax, data)
            _draw_bar(ax, data)
            figure.colorbar(points, ax=ax, label=label, shrink=0.85, pad=0.01, aspect=28)
        if title:
            figure.suptitle(title, fontweight="bold", fontsize=10, x=0.01, ha="left")
        _legend(figure, axes[0])
    return figure


def belief_svg(
    graph: Graph,
    mean: ArrayLike,
    deviation: ArrayLike,
    *,
    probed: Iterable[int] = (),
    best: int | None = None,
    next_nodes: Iterable[int] = (),
    title: str = "",
    spread: str = "",
) -> str:
    """Return the map as SVG text that can stand in a page; the same belief gives the same text.

    Parameters
    ----------
    graph, mean, deviation, probed, best, next_nodes
        As for :func:`belief_map`.
    title, spread
        As for :func:`draw_belief_map`.
    """
    data = belief_map(graph, mean, deviation, probed=probed, best=best, next_nodes=next_nodes)
    figure = draw_belief_map(data, title=title, spread=spread)
    stream = io.StringIO()
    with paper_style():
        about = {"Date": None, "Title": title or "Belief"}
        figure.savefig(stream, format="svg", dpi=150, metadata=about)
    text = stream.getvalue()
    return text[text.index("<svg") :]


def _height(data: BeliefMap) -> float:
    left, right, bottom, top = data.frame
    wanted = 0.85 * _WIDTH * data.aspect * (top - bottom) / (right - left) + 0.5
    return float(np.clip(wanted, _LOWEST, _HIGHEST))


def _node_size(data: BeliefMap) -> float:
    """Return the area of a node's dot in square points: smaller the more there are."""
    return float(np.clip(20_000 / len(data.mean), 3.0, 60.0))


def _draw_network(ax: Axes, data: BeliefMap) -> None:
    """Draw all edges as one line with gaps: one element of an SVG instead of thousands."""
    if not len(data.edges):
        return
    ends = data.positions[data.edges]  # (E, 2, 2)
    gaps = np.full((len(ends), 1, 2), np.nan)
    x, y = np.concatenate([ends, gaps], axis=1).reshape(-1, 2).T
    many = len(data.mean) > MANY_NODES
    alpha = float(np.clip(600 / len(ends), 0.15, 0.6))
    ax.plot(x, y, color=_EDGE, lw=0.5, alpha=alpha, zorder=1, rasterized=many)


def _draw_nodes(ax: Axes, data: BeliefMap, values: NDArray[np.float64], colors: str) -> Any:
    low, high = float(values.min()), float(values.max())
    if high - low <= 1e-12 * max(1.0, abs(high)):  # Nothing told yet: one colour, from the middle.
        low, high = low - 0.5, high + 0.5
    order = np.argsort(values, kind="stable")  # The highest lie on top.
    x, y = data.positions[order].T
    return ax.scatter(
        x,
        y,
        c=values[order],
        cmap=colors,
        vmin=low,
        vmax=high,
        s=_node_size(data),
        linewidths=0,
        zorder=2,
        rasterized=len(values) > MANY_NODES,
    )


def _draw_marks(ax: Axes, data: BeliefMap) -> None:
    size = _node_size(data)
    if data.probed:
        x, y = data.positions[list(data.probed)].T
        ring: dict[str, Any] = {"facecolors": "none", "edgecolors": "black", "zorder": 3}
        ax.scatter(x, y, size + 14, linewidths=0.6, label=f"probed ({data.looked})", **ring)
    if data.best is not None:
        x, y = data.positions[[data.best]].T
        star: dict[str, Any] = {"marker": "*", "color": "white", "edgecolors": "black", "zorder": 4}
        label = f"best: {_short(data.best_name)}"
        ax.scatter(x, y, size + 70, linewidths=0.9, label=label, **star)
    if data.next_nodes:
        x, y = data.positions[list(data.next_nodes)].T
        ring = {"facecolors": "none", "edgecolors": _NEXT, "zorder": 5}
        ax.scatter(x, y, size + 120, linewidths=1.4, label="next group", **ring)


def _frame(ax: Axes, data: BeliefMap) -> None:
    left, right, bottom, top = data.frame
    ax.set(xlim=(left, right), ylim=(bottom, top), aspect=data.aspect)
    ax.set_axis_off()
    if data.n_outside:
        nodes = "node lies" if data.n_outside == 1 else "nodes lie"
        ax.annotate(
            f"{data.n_outside:,} {nodes} outside the frame",
            (0.01, 0.03),
            xycoords="axes fraction",
            fontsize=7,
            color="#555555",
        )


def _draw_bar(ax: Axes, data: BeliefMap) -> None:
    """Draw the scale bar below the map, where no node can lie."""
    if data.bar is None:
        return
    left, below = data.frame[0], ax.get_xaxis_transform()
    ends, height = (left, left + data.bar.length), (-0.02, -0.02)
    ink: dict[str, Any] = {"color": "black", "transform": below, "clip_on": False}
    ax.plot(ends, height, lw=1.6, solid_capstyle="butt", **ink)
    for end in ends:
        ax.plot((end, end), (-0.03, -0.01), lw=1.0, **ink)
    ax.text(ends[1], -0.02, f"  {data.bar.label}", fontsize=7.5, va="center", transform=below)


def _legend(figure: Figure, ax: Axes) -> None:
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="outside lower center", ncols=len(handles))


def _short(name: str) -> str:
    """Return a name as a legend can hold it, and with no character that starts a formula."""
    text = name if len(name) <= 40 else f"{name[:39]}…"
    return text.replace("$", r"\$")
