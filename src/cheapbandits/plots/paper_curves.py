"""Figures 1 and 2: cumulative regret and cost, side by side for each kind of graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cheapbandits.plots.curves import Line, Panel
from cheapbandits.plots.names import COVER_TYPES, GRAPHS, heading
from cheapbandits.policies.schedule import n_stages
from cheapbandits.studies.facts import floor_curve, seeds_of
from cheapbandits.studies.paper import (
    FOREST,
    FOREST_HORIZON,
    FOREST_SMOOTHNESS,
    HORIZONS,
    RANDOM_SMOOTHNESS,
    group_of,
)

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = [
    "FLOOR",
    "FOREST_GROUP",
    "curve_panels",
    "figure1_panels",
    "figure2_panels",
    "random_group",
]

#: What CheapUCB loses whatever it learns.
FLOOR = "floor of averaging"

FOREST_GROUP = group_of(FOREST, "cottonwood-willow", FOREST_HORIZON, FOREST_SMOOTHNESS)


def random_group(graph: str, horizon: int = HORIZONS[0]) -> str:
    """Return the group of a random graph in the paper's setting."""
    return group_of(graph, "lowest", horizon, RANDOM_SMOOTHNESS)


def figure1_panels(results: Results, horizon: int = HORIZONS[0]) -> tuple[Panel, ...]:
    """Return Figure 1's panels: (a, b) Barabasi-Albert, (c, d) Erdos-Renyi."""
    rows = [("ab", GRAPHS["ba"], random_group("ba", horizon))]
    rows.append(("cd", GRAPHS["er"], random_group("er", horizon)))
    return curve_panels(results, rows)


def figure2_panels(results: Results, horizon: int = HORIZONS[0]) -> tuple[Panel, ...]:
    """Return Figure 2's panels: (a, b) the block model, (c, d) Cottonwood/Willow."""
    rows = [("ab", heading(GRAPHS["sbm"]), random_group("sbm", horizon))]
    rows.append(("cd", COVER_TYPES["cottonwood-willow"], FOREST_GROUP))
    return curve_panels(results, rows)


def curve_panels(results: Results, rows: Iterable[tuple[str, str, str]]) -> tuple[Panel, ...]:
    """Return two panels, regret and cost, for each row ``(letters, title, group)`` that is there.

    Letters are the paper's, so a figure keeps them when a neighbour is missing.
    """
    return tuple(
        panel
        for letters, title, group in rows
        if group in results
        for panel in _pair(results, letters, title, group)
    )


def _pair(results: Results, letters: str, title: str, group: str) -> tuple[Panel, Panel]:
    policies = results.policies(group)
    regret = tuple(Line(name, results.mean(group, name, "regret")) for name in policies)
    cost = tuple(Line(name, results.mean(group, name, "cost")) for name in policies)
    if "CheapUCB" in policies:
        regret += (Line(FLOOR, floor_curve(group, seeds_of(results, group))),)
    horizon = results.curves(group, policies[0]).shape[1]
    # The first stages are a few rounds each; their lines would only darken the corner.
    stages = tuple(2**j for j in range(3, n_stages(horizon)))
    return (
        Panel(f"({letters[0]}) {title}", "cumulative regret", regret, stages=stages),
        Panel(f"({letters[1]}) {title}", "cumulative cost", cost, stages=stages),
    )
