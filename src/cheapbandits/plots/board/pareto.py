"""Regret against cost, a panel a workload, over what someone who knows the field would lose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.board.looks import color, is_main, marker, policy_title
from cheapbandits.plots.names import heading
from cheapbandits.plots.points import half_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from cheapbandits.metrics import MeanInterval
    from cheapbandits.studies.leaderboard import Board, Workload

__all__ = ["ParetoPanel", "ParetoPoint", "draw_pareto", "front", "pareto_panels"]

FLOOR = "someone who knows the field"


@dataclass(frozen=True)
class ParetoPoint:
    """A policy: its mean cost and its mean regret, and the floor at that cost."""

    policy: str
    cost: float
    regret: MeanInterval
    floor: float


@dataclass(frozen=True)
class ParetoPanel:
    """One workload; ``others`` are the grey policies of the whole figure, for their markers."""

    title: str
    points: tuple[ParetoPoint, ...]
    others: tuple[str, ...] = ()

    @property
    def floor(self) -> NDArray[np.float64]:
        """``(k, 2)`` costs and floors, cheapest first."""
        found = sorted({(point.cost, point.floor) for point in self.points})
        return np.array(found)


def front(panel: ParetoPanel) -> tuple[str, ...]:
    """Return the policies that no other beats in both cost and regret, cheapest first."""
    best, kept = float("inf"), []
    for point in sorted(panel.points, key=lambda p: (p.cost, p.regret.mean)):
        if point.regret.mean < best:
            best = point.regret.mean
            kept.append(point.policy)
    return tuple(kept)


def pareto_panels(board: Board) -> tuple[ParetoPanel, ...]:
    """Return a panel for each workload; policies that took other rounds than ``T`` are left out."""
    others = tuple(policy for policy in board.policies if not is_main(policy))
    panels = [
        ParetoPanel(heading(workload.title), _points(board, workload), others)
        for workload in board.workloads
    ]
    return tuple(panel for panel in panels if panel.points)


def draw_pareto(ax: Axes, panel: ParetoPanel) -> None:
    """Draw the floor, the step under which nobody is, and a marker a policy."""
    floor = panel.floor
    ax.plot(floor[:, 0], floor[:, 1], color="#222222", lw=0.9, ls=(0, (4, 3)), label=FLOOR)
    kept = [point for point in panel.points if point.policy in front(panel)]
    kept.sort(key=lambda point: point.cost)
    ax.step(
        [point.cost for point in kept],
        [point.regret.mean for point in kept],
        where="post",
        color="#BBBBBB",
        lw=0.9,
        zorder=1,
    )
    for point in sorted(panel.points, key=lambda p: is_main(p.policy)):
        main = is_main(point.policy)
        ax.errorbar(
            [point.cost],
            [point.regret.mean],
            yerr=[half_width(point.regret)],
            fmt=marker(point.policy, panel.others),
            color=color(point.policy),
            markersize=6.5 if main else 4.0,
            markeredgewidth=0.5 if main else 0.9,
            markeredgecolor="white" if main else None,
            elinewidth=0.8,
            zorder=3 if main else 2,
            label=policy_title(point.policy),
        )
    ax.set(title=panel.title, xlabel="cost", ylabel="regret")
    ax.set_xlim(left=0)
    ax.set_ylim(0, 1.08 * max(point.regret.mean for point in panel.points))


def _points(board: Board, workload: Workload) -> tuple[ParetoPoint, ...]:
    found = []
    for policy in board.policies:
        runs = board.runs(workload, policy)
        if runs and all(len(result.regret) == workload.horizon for result in runs.values()):
            cost, regret, floor = (
                board.mean(workload, policy, name) for name in ("cost", "regret", "floor")
            )
            found.append(ParetoPoint(policy, cost.mean, regret, floor.mean))
    return tuple(found)
