"""Corollary 1: regret a round as the horizon grows, over the floor of averaging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.metrics import MeanInterval
from cheapbandits.plots.names import GRAPHS, heading
from cheapbandits.plots.paper_curves import FLOOR
from cheapbandits.plots.points import PointPanel, Points
from cheapbandits.studies.claims.regrets import per_round
from cheapbandits.studies.facts import floor_curve, seeds_of
from cheapbandits.studies.paper import LONG_HORIZONS, LONG_SMOOTHNESS, RANDOM_GRAPHS, group_of

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["horizon_panels"]


def horizon_panels(results: Results) -> tuple[PointPanel, ...]:
    """Return a panel for each graph that was run at several long horizons."""
    panels = []
    for letter, graph in zip("abc", RANDOM_GRAPHS, strict=True):
        groups = {t: group_of(graph, "lowest", t, LONG_SMOOTHNESS) for t in LONG_HORIZONS}
        found = {t: group for t, group in groups.items() if group in results}
        if len(found) > 1:
            panels.append(_panel(results, f"({letter}) {heading(GRAPHS[graph])}", found))
    return tuple(panels)


def _panel(results: Results, title: str, groups: dict[int, str]) -> PointPanel:
    x = tuple(map(float, groups))
    series = [
        Points(policy, x, tuple(per_round(results, group, policy) for group in groups.values()))
        for policy in ("CheapUCB", "SpectralUCB")
        if all(policy in results.policies(group) for group in groups.values())
    ]
    floors = tuple(_floor(results, group, t) for t, group in groups.items())
    series.append(Points(FLOOR, x, floors))
    return PointPanel(title, "horizon T", "regret / T", tuple(series), x)


def _floor(results: Results, group: str, horizon: int) -> MeanInterval:
    final = floor_curve(group, seeds_of(results, group)).final
    return MeanInterval(*(value / horizon for value in (final.mean, final.low, final.high)))
