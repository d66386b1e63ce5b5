"""Regret against cost, a panel a workload, over what someone who knows the field would lose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import MeanInterval, mean_interval
from cheapbandits.plots.board.looks import color, is_main, marker, policy_title
from cheapbandits.plots.names import heading
from cheapbandits.plots.points import half_width
from cheapbandits.studies.leaderboard.entries import CHEAP

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from cheapbandits.studies.leaderboard import Board, Workload

__all__ = ["ParetoPanel", "ParetoPoint", "draw_pareto", "front", "pareto_panels"]

FLOOR = "someone who knows the field"


@dataclass(frozen=True)
class ParetoPoint:
    """A policy: its mean cost and its mean regret.

    The interval is that of the paired difference to CheapUCB, set on CheapUCB's mean: runs differ
    more than policies do, and a policy that took part in fewer runs lies where it belongs.
    """

    policy: str
    cost: float
    regret: MeanInterval


@dataclass(frozen=True)
class ParetoPanel:
    """One workload.

    Attributes
    ----------
    points
        A policy each.
    floor
        ``(k, 2)`` costs, and the regret there of someone who knows the field; cheapest first.
    others
        The grey policies of the whole figure, for their markers.
    """

    title: str
    points: tuple[ParetoPoint, ...]
    floor: NDArray[np.float64]
    others: tuple[str, ...] = ()


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
        ParetoPanel(
            heading(workload.title), _points(board, workload), _floor(board, workload), others
        )
        for workload in board.workloads
    ]
    return tuple(panel for panel in panels if panel.points)


def draw_pareto(ax: Axes, panel: ParetoPanel) -> None:
    """Draw the floor, the step under which nobody is, and a marker a policy."""
    if len(panel.floor):
        ax.plot(*panel.floor.T, color="#222222", lw=0.9, ls=(0, (4, 3)), label=FLOOR)
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
    for point in sorted(panel.points, key=lambda p: not is_main(p.policy)):
        main = is_main(point.policy)
        ax.errorbar(
            [point.cost],
            [point.regret.mean],
            # Those in the background would only hide the others with their bars.
            yerr=[half_width(point.regret)] if main else None,
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
    return tuple(
        ParetoPoint(
            policy,
            board.mean(workload, policy, "cost").mean,
            _beside_cheap(board, workload, policy),
        )
        for policy in board.policies
        if _has_horizon(board, workload, policy)
    )


def _beside_cheap(board: Board, workload: Workload, policy: str) -> MeanInterval:
    """Return CheapUCB's mean regret plus the paired difference to it; the plain mean without it."""
    seeds = board.common([workload], policy, CHEAP)
    if not seeds or policy == CHEAP:
        mean = board.mean(workload, policy, "regret")
        return MeanInterval(mean.mean, mean.mean, mean.mean) if policy == CHEAP else mean
    ours, cheap = (board.values(workload, p, "regret", seeds) for p in (policy, CHEAP))
    base, apart = board.mean(workload, CHEAP, "regret").mean, mean_interval(ours - cheap)
    return MeanInterval(base + apart.mean, base + apart.low, base + apart.high)


def _floor(board: Board, workload: Workload) -> NDArray[np.float64]:
    """Return the floors at the costs of the policies that took part in all runs."""
    there = [p for p in board.policies if _has_horizon(board, workload, p)]
    most = max((len(board.runs(workload, p)) for p in there), default=0)
    found = {
        (board.mean(workload, p, "cost").mean, board.mean(workload, p, "floor").mean)
        for p in there
        if len(board.runs(workload, p)) == most
    }
    return np.array(sorted(found))


def _has_horizon(board: Board, workload: Workload, policy: str) -> bool:
    """Whether a policy ran here, and for ``T`` rounds in every run."""
    runs = board.runs(workload, policy).values()
    return bool(runs) and all(len(result.regret) == workload.horizon for result in runs)
