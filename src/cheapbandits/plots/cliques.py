"""The lower bound's disjoint cliques: regret against ``d T``, both logarithmic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.points import half_width
from cheapbandits.studies.paper import CLIQUE_HORIZONS, CLIQUES, group_of
from cheapbandits.theory import fixed_clique_regret, lower_bound, uniform_regret

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from cheapbandits.metrics import MeanInterval
    from cheapbandits.studies.results import Results

__all__ = ["CliquePanel", "CliqueSeries", "clique_panels", "draw_cliques", "growth"]

_COLORS = ("#E69F00", "#56B4E9", "#009E73", "#000000")
_MARKERS = ("o", "s", "^", "D")


@dataclass(frozen=True)
class CliqueSeries:
    """Final regret for one number of cliques ``d`` at several horizons."""

    dimension: int
    horizons: tuple[int, ...]
    regrets: tuple[MeanInterval, ...]

    @property
    def x(self) -> NDArray[np.float64]:
        """``d T``."""
        return self.dimension * np.array(self.horizons, dtype=float)

    @property
    def bounds(self) -> NDArray[np.float64]:
        """The lower bound at each horizon."""
        return np.array([lower_bound(self.dimension, t) for t in self.horizons])

    @property
    def means(self) -> NDArray[np.float64]:
        """The measured means."""
        return np.array([regret.mean for regret in self.regrets])


@dataclass(frozen=True)
class CliquePanel:
    """One policy on all cliques."""

    title: str
    policy: str
    series: tuple[CliqueSeries, ...]


def clique_panels(results: Results) -> tuple[CliquePanel, ...]:
    """Return a panel for each policy that ran on cliques."""
    panels = []
    for letter, policy in zip("ab", ("CheapUCB", "SpectralUCB"), strict=True):
        series = tuple(found for d in CLIQUES if (found := _series(results, policy, d)).horizons)
        if series:
            panels.append(CliquePanel(f"({letter}) {policy}", policy, series))
    return tuple(panels)


def growth(panel: CliquePanel) -> float:
    """Return the mean slope of log regret against log T at fixed ``d``; 1/2 is ``sqrt(d T)``."""
    slopes = [
        float(np.polyfit(np.log(series.x), np.log(series.means), 1)[0])
        for series in panel.series
        if len(series.horizons) > 1 and (series.means > 0).all()
    ]
    return float(np.mean(slopes)) if slopes else float("nan")


def draw_cliques(ax: Axes, panel: CliquePanel) -> None:
    """Draw means with bars; each number of cliques has its lower bound and reference policies.

    Uniform play is twice the bound; one clique for ever is best on its own field, worst elsewhere.
    """
    for series in panel.series:
        _draw_series(ax, series)
    low = min(float(min(s.bounds.min(), s.means.min())) for s in panel.series)
    ax.set_xscale("log", base=2)
    ax.set_yscale("log", base=2)
    ax.set(title=panel.title, xlabel="d T", ylabel="cumulative regret", ylim=(low / 1.5, None))


def _draw_series(ax: Axes, series: CliqueSeries) -> None:
    place = CLIQUES.index(series.dimension)
    color = _COLORS[place]
    half = [half_width(regret) for regret in series.regrets]
    ax.errorbar(
        series.x,
        series.means,
        yerr=half,
        fmt=_MARKERS[place],
        color=color,
        elinewidth=0.8,
        label=f"d = {series.dimension}",
    )
    last = place == len(CLIQUES) - 1
    ax.plot(series.x, series.bounds, color=color, lw=0.9, label="lower bound" if last else None)
    for name, regret_of, dash in (
        ("uniform play", uniform_regret, "dashed"),
        ("one clique, worst field", fixed_clique_regret, "dotted"),
    ):
        values = [regret_of(series.dimension, t) for t in series.horizons]
        ax.plot(series.x, values, color=color, lw=0.8, ls=dash, label=name if last else None)


def _series(results: Results, policy: str, dimension: int) -> CliqueSeries:
    groups = {t: group_of("cliques", f"d{dimension}", t, "theory") for t in CLIQUE_HORIZONS}
    found = {
        t: results.mean(group, policy).final
        for t, group in groups.items()
        if group in results and policy in results.policies(group)
    }
    return CliqueSeries(dimension, tuple(found), tuple(found.values()))
