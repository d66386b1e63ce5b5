"""Figure 3: final regret on the forest for each of the seven cover types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.names import COVER_TYPES
from cheapbandits.plots.paper_curves import FLOOR
from cheapbandits.plots.points import half_width
from cheapbandits.plots.style import color_of, marker_of
from cheapbandits.studies.facts import floor_curve, seeds_of
from cheapbandits.studies.paper import (
    FOREST,
    FOREST_HORIZON,
    FOREST_SMOOTHNESS,
    POLICIES,
    group_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cheapbandits.metrics import MeanInterval
    from cheapbandits.studies.results import Results

__all__ = ["CoverTypes", "cover_type_groups", "cover_types_panel", "draw_cover_types"]

#: Rows between neighbouring policies of one cover type.
_STEP = 0.22


@dataclass(frozen=True)
class CoverTypes:
    """Final regrets: a row a cover type, and for each policy an interval a row (or none)."""

    rows: tuple[str, ...]
    regrets: dict[str, tuple[MeanInterval | None, ...]]
    xlabel: str


def cover_type_groups(results: Results) -> dict[str, str]:
    """Return the cover types that are there, numbered and named, and their groups."""
    groups = {
        f"{number} {name}": group_of(FOREST, field, FOREST_HORIZON, FOREST_SMOOTHNESS)
        for number, (field, name) in enumerate(COVER_TYPES.items(), start=1)
    }
    return {name: group for name, group in groups.items() if group in results}


def cover_types_panel(results: Results) -> tuple[CoverTypes, ...]:
    """Return Figure 3's one panel, or nothing where no forest was run."""
    groups = cover_type_groups(results)
    if not groups:
        return ()
    policies = dict.fromkeys(p for group in groups.values() for p in results.policies(group))
    regrets: dict[str, tuple[MeanInterval | None, ...]] = {
        policy: tuple(
            results.mean(group, policy).final if policy in results.policies(group) else None
            for group in groups.values()
        )
        for policy in policies
        if policy in POLICIES
    }
    if "CheapUCB" in policies:
        regrets[FLOOR] = tuple(_floor(results, group) for group in groups.values())
    return (CoverTypes(tuple(groups), regrets, f"cumulative regret at T = {FOREST_HORIZON}"),)


def _floor(results: Results, group: str) -> MeanInterval | None:
    """Return what CheapUCB loses on a cover type whatever it learns."""
    if "CheapUCB" not in results.policies(group):
        return None
    return floor_curve(group, seeds_of(results, group)).final


def draw_cover_types(ax: Axes, panel: CoverTypes) -> None:
    """Draw a dot and a bar for each policy, the policies of one cover type close together."""
    shifts = _STEP * (np.arange(len(panel.regrets)) - (len(panel.regrets) - 1) / 2)
    for shift, (policy, intervals) in zip(shifts, panel.regrets.items(), strict=True):
        found = [(row + shift, cell) for row, cell in enumerate(intervals) if cell is not None]
        ax.errorbar(
            [cell.mean for _, cell in found],
            [row for row, _ in found],
            xerr=[[half_width(cell) for _, cell in found]] * 2,
            fmt=marker_of(policy),
            color=color_of(policy),
            label=policy,
        )
    for between in np.arange(len(panel.rows) - 1) + 0.5:
        ax.axhline(between, color="#DDDDDD", linewidth=0.4)
    ax.set_yticks(range(len(panel.rows)), panel.rows)
    ax.set(xlabel=panel.xlabel, ylim=(len(panel.rows) - 0.4, -0.6))
    ax.set_xlim(left=0)
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0)
