"""The lower bound's disjoint cliques: regret as a multiple of the bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.studies.cliques import drawn_field, informed_share, worst_field
from cheapbandits.studies.paper import CLIQUE_HORIZONS, CLIQUES, EVERY_FIELD_HORIZON
from cheapbandits.theory import fixed_clique_regret, lower_bound, uniform_regret

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cheapbandits.metrics import MeanInterval
    from cheapbandits.studies.results import Results

__all__ = ["CliquePanel", "CliqueSeries", "clique_panels", "draw_cliques", "growth", "references"]

_COLORS = ("#56B4E9", "#009E73", "#000000")
_MARKERS = ("o", "s", "^")
_WORST = "#D55E00"
#: Places between neighbouring markers of one number of cliques.
_STEP = 0.16


@dataclass(frozen=True)
class CliqueSeries:
    """Final regret / lower bound at some numbers of cliques ``d``."""

    label: str
    dimensions: tuple[int, ...]
    shares: tuple[MeanInterval, ...]


@dataclass(frozen=True)
class CliquePanel:
    """One policy on all cliques: the good clique drawn, by horizon, and the worst field."""

    title: str
    policy: str
    drawn: dict[int, CliqueSeries]
    worst: CliqueSeries


def clique_panels(results: Results) -> tuple[CliquePanel, ...]:
    """Return a panel for each policy that ran on cliques."""
    panels = []
    for letter, policy in zip("ab", ("CheapUCB", "SpectralUCB"), strict=True):
        drawn = {
            t: _series(f"T = {t}", {d: drawn_field(results, policy, d, t) for d in CLIQUES})
            for t in CLIQUE_HORIZONS
        }
        found = {t: series for t, series in drawn.items() if series.dimensions}
        worst = _series(
            f"worst field, T = {EVERY_FIELD_HORIZON}",
            {d: worst_field(results, policy, d) for d in CLIQUES},
        )
        if found:
            panels.append(CliquePanel(f"({letter}) {policy}", policy, found, worst))
    return tuple(panels)


def growth(panel: CliquePanel) -> float:
    """Return the mean slope of log regret against log T at fixed ``d``; 1/2 is ``sqrt(d T)``."""
    slopes = []
    for d in CLIQUES:
        rows = [(t, dict(zip(s.dimensions, s.shares, strict=True))) for t, s in panel.drawn.items()]
        regrets = {t: at[d].mean * lower_bound(d, t) for t, at in rows if d in at}
        if len(regrets) > 1 and min(regrets.values()) > 0:
            slopes.append(np.polyfit(np.log(list(regrets)), np.log(list(regrets.values())), 1)[0])
    return float(np.mean(slopes)) if slopes else float("nan")


def references(horizon: int = EVERY_FIELD_HORIZON) -> dict[str, list[float]]:
    """Return what players of known skill lose, as multiples of the bound, by number of cliques."""
    bounds = {d: lower_bound(d, horizon) for d in CLIQUES}
    return {
        "one clique, another is good": [
            fixed_clique_regret(d, horizon) / bound for d, bound in bounds.items()
        ],
        "uniform play": [uniform_regret(d, horizon) / bound for d, bound in bounds.items()],
        "knows all but the place": [informed_share(d, horizon).mean for d in CLIQUES],
        "lower bound": [1.0] * len(CLIQUES),
        "told the good clique": [0.0] * len(CLIQUES),
    }


_DASHES = ("dotted", "dashed", "dashdot", "solid", (0, (1, 3)))


def draw_cliques(ax: Axes, panel: CliquePanel) -> None:
    """Draw multiples of the bound with bars, between the lines of players of known skill."""
    for (name, values), dash in zip(references().items(), _DASHES, strict=True):
        color, width = ("#222222", 1.3) if name == "lower bound" else ("#777777", 0.9)
        ax.plot(range(len(CLIQUES)), values, color=color, lw=width, ls=dash, label=name, zorder=2)
    rows = [*zip(panel.drawn.values(), _COLORS, _MARKERS, strict=False)]
    middle = len(rows) / 2
    for place, (series, color, marker) in enumerate(rows):
        _draw_series(ax, series, color, marker, _STEP * (place - middle))
    _draw_series(ax, panel.worst, _WORST, "D", _STEP * (len(rows) - middle))
    ax.set_xticks(range(len(CLIQUES)), [str(d) for d in CLIQUES])
    ax.set(title=panel.title, xlabel="number of cliques d", ylabel="regret / lower bound")
    ax.set_xlim(-0.5, len(CLIQUES) - 0.5)
    ax.set_ylim(-0.1, 4.2)


def _draw_series(ax: Axes, series: CliqueSeries, color: str, marker: str, shift: float) -> None:
    if not series.dimensions:
        return
    ax.errorbar(
        [CLIQUES.index(d) + shift for d in series.dimensions],
        [share.mean for share in series.shares],
        yerr=np.array([(s.mean - s.low, s.high - s.mean) for s in series.shares]).T,
        fmt=marker,
        ms=3.5,
        color=color,
        elinewidth=0.8,
        label=series.label,
    )


def _series(label: str, shares: dict[int, MeanInterval | None]) -> CliqueSeries:
    found = {d: share for d, share in shares.items() if share is not None}
    return CliqueSeries(label, tuple(found), tuple(found.values()))
