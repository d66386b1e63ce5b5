"""The reliability diagram: how often what is stated with some probability is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.plots.names import heading
from cheapbandits.studies.leaderboard import GROUPS, sureness
from cheapbandits.studies.leaderboard.entries import CHEAP
from cheapbandits.studies.leaderboard.sure import statements_of
from cheapbandits.studies.leaderboard.targets import LEARNING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cheapbandits.metrics import Bin
    from cheapbandits.studies.leaderboard import Board

__all__ = ["ReliabilityPanel", "Series", "draw_reliability", "reliability_panels"]

#: Whose statements are shown together.
_LEARNED, _CHEAP = "readings of PacedKG and Finder", "readings of CheapUCB"
_WHO = {_LEARNED: LEARNING, _CHEAP: (CHEAP,)}
_LOOKS = {_LEARNED: ("#009E73", "D"), _CHEAP: ("#D55E00", "o")}


@dataclass(frozen=True)
class Series:
    """The bins of some policies' statements."""

    label: str
    bins: tuple[Bin, ...]


@dataclass(frozen=True)
class ReliabilityPanel:
    """One group of workloads."""

    title: str
    series: tuple[Series, ...]


def reliability_panels(board: Board) -> tuple[ReliabilityPanel, ...]:
    """Return a panel for all workloads together, then one for each group, where any was stated."""
    parts = {"all workloads": board.workloads}
    parts |= {title: board.of_group(group) for group, title in GROUPS.items()}
    panels = []
    for title, workloads in parts.items():
        series = []
        for label, policies in _WHO.items():
            found = sureness(statements_of(board, workloads, policies))
            if found is not None and found.bins:
                series.append(Series(label, found.bins))
        if series:
            panels.append(ReliabilityPanel(heading(title), tuple(series)))
    # One group alone is the whole: it need not be said twice.
    return tuple(panels[:1] if len(panels) == 2 else panels)


def draw_reliability(ax: Axes, panel: ReliabilityPanel) -> None:
    """Draw the diagonal of honesty and the bins, with binomial bars and how many each holds."""
    ax.plot([0, 1], [0, 1], color="#888888", lw=0.9, ls=(0, (4, 3)), label="honest")
    for order, series in enumerate(panel.series):
        color, shape = _LOOKS[series.label]
        x = [found.stated for found in series.bins]
        y = [found.true.mean for found in series.bins]
        below = [found.true.mean - found.true.low for found in series.bins]
        above = [found.true.high - found.true.mean for found in series.bins]
        ax.errorbar(
            x,
            y,
            yerr=[below, above],
            fmt=shape,
            ls="solid",
            lw=1.0,
            color=color,
            elinewidth=0.8,
            markersize=5,
            label=series.label,
        )
        for found in series.bins:
            # The first series counts below the axis' ceiling, the second above its floor.
            ax.annotate(
                str(found.count),
                (found.stated, 1.1 if order == 0 else -0.1),
                ha="center",
                va="center",
                size=7,
                color=color,
            )
    ax.set(title=panel.title, xlabel="stated probability", ylabel="share that was true")
    ax.set(xlim=(-0.04, 1.04), ylim=(-0.17, 1.17))
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1.0], ["0", ".25", ".5", ".75", "1"])
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1.0], ["0", ".25", ".5", ".75", "1"])
