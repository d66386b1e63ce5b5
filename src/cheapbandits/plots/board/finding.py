"""What it costs to find the place: a bar a policy, a panel a group of workloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.board.looks import color, policy_title
from cheapbandits.plots.names import heading
from cheapbandits.studies.leaderboard import GROUPS
from cheapbandits.studies.leaderboard.pooled import resampled_mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cheapbandits.metrics import MeanInterval
    from cheapbandits.studies.leaderboard import Board

__all__ = ["FindingBar", "FindingPanel", "draw_finding", "finding_panels"]


@dataclass(frozen=True)
class FindingBar:
    """A policy: mean cost to find over the horizon, and the share of runs that found it."""

    policy: str
    cost: MeanInterval
    found: float


@dataclass(frozen=True)
class FindingPanel:
    """One group of workloads; bars with the cheapest first."""

    title: str
    bars: tuple[FindingBar, ...]


def finding_panels(board: Board) -> tuple[FindingPanel, ...]:
    """Return a panel for each group that was run."""
    panels = []
    for group, title in GROUPS.items():
        workloads = board.of_group(group)
        bars = [_bar(board, group, p) for p in board.policies if board.has(p, workloads)]
        if bars:
            bars.sort(key=lambda bar: bar.cost.mean)
            panels.append(FindingPanel(heading(title), tuple(bars)))
    return tuple(panels)


def draw_finding(ax: Axes, panel: FindingPanel) -> None:
    """Draw the bars, cheapest on top; beside each the cost and the share that found the place."""
    places = np.arange(len(panel.bars))
    costs = np.array([bar.cost.mean for bar in panel.bars])
    spread = np.array(
        [[bar.cost.mean - bar.cost.low, bar.cost.high - bar.cost.mean] for bar in panel.bars]
    ).T
    ax.barh(places, costs, height=0.72, color=[color(bar.policy) for bar in panel.bars], zorder=2)
    ax.errorbar(
        costs,
        places,
        xerr=np.maximum(spread, 0),
        fmt="none",
        ecolor="#222222",
        elinewidth=0.7,
        zorder=3,
    )
    for place, bar in enumerate(panel.bars):
        at = min(bar.cost.high, 1.0) + 0.02
        words = f"{bar.cost.mean:.2g} ({100 * bar.found:.0f} %)"
        ax.text(at, place, words, va="center", size=7, color="#444444")
    ax.set_yticks(places, [policy_title(bar.policy) for bar in panel.bars])
    ax.set(title=panel.title, xlabel="cost to find / T", xlim=(0, 1.4))
    ax.set_ylim(len(panel.bars) - 0.4, -0.6)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1.0], ["0", ".25", ".5", ".75", "1"])
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0, labelsize=7.5)


def _bar(board: Board, group: str, policy: str) -> FindingBar:
    workloads = board.of_group(group)
    rows = {
        measure: [
            board.values(w, policy, measure, sorted(board.runs(w, policy))) for w in workloads
        ]
        for measure in ("find", "found")
    }
    costs = [row / w.horizon for w, row in zip(workloads, rows["find"], strict=True)]
    found = float(np.mean([row.mean() for row in rows["found"]]))
    return FindingBar(policy, resampled_mean(costs, [1.0] * len(costs)), found)
