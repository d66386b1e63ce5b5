"""Measured regret under the bounds of Theorems 1 and 2."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict

import numpy as np

from cheapbandits.metrics import mean_curve
from cheapbandits.plots.curves import Line, draw_line
from cheapbandits.plots.names import COVER_TYPES, GRAPHS, heading
from cheapbandits.plots.style import color_of
from cheapbandits.studies.facts import DRAWS, RIDGE, facts_of, seeds_of
from cheapbandits.studies.paper import FOREST, FOREST_HORIZON, HORIZONS, group_of, split_group
from cheapbandits.studies.problems import noise_level
from cheapbandits.theory import cheap_ucb_regret_bound, spectral_ucb_regret_bound

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from cheapbandits.studies.results import Results

__all__ = ["BoundPanel", "draw_bounds", "theory_bounds", "theory_panels"]

DELTA = 0.001
#: The bounds, in the order in which they are drawn.
THEOREM_1, GAP, GENERAL = "Theorem 1", "Theorem 2 (i)", "Theorem 2 (ii)"
WORST = "worst node always"
_LOOKS = {
    THEOREM_1: (color_of("SpectralUCB"), (0, (6, 2, 1, 2))),
    GAP: (color_of("CheapUCB"), (0, (1, 1))),
    GENERAL: (color_of("CheapUCB"), (0, (6, 2, 1, 2))),
    WORST: ("#222222", (0, (4, 3))),
}


class _Setting(TypedDict):
    dimension: int
    horizon: int
    ridge: float
    delta: float
    noise: float
    smoothness: float
    rounds: NDArray[np.int64]
    form: Literal["printed", "proved"]


@dataclass(frozen=True)
class BoundPanel:
    """Measured means, and bounds ``(T,)`` by name."""

    title: str
    lines: tuple[Line, ...]
    bounds: dict[str, NDArray[np.float64]]


def theory_panels(results: Results) -> tuple[BoundPanel, ...]:
    """Return a panel for each graph run with ``c = ||alpha*||_Lambda``, as the theorems ask.

    Curves and bounds are means over the same first draws.
    """
    rows = [(g, "lowest", HORIZONS[0], heading(GRAPHS[g])) for g in ("ba", "er", "sbm")]
    field = "cottonwood-willow"
    rows.append((FOREST, field, FOREST_HORIZON, COVER_TYPES[field]))
    panels = []
    for letter, (graph, field, horizon, title) in zip("abcd", rows, strict=True):
        group = group_of(graph, field, horizon, "theory")
        if group in results:
            policies = [p for p in results.policies(group) if p in ("CheapUCB", "SpectralUCB")]
            seeds = seeds_of(results, group)[:DRAWS]
            lines = tuple(Line(p, mean_curve(results.curves(group, p)[:DRAWS])) for p in policies)
            panels.append(BoundPanel(f"({letter}) {title}", lines, theory_bounds(group, seeds)))
    return tuple(panels)


def theory_bounds(group: str, seeds: Iterable[int]) -> dict[str, NDArray[np.float64]]:
    """Return the mean bounds after each round over these draws of graph and field.

    Besides the theorems, in the form that their proofs give, the regret of a policy that always
    probes the worst node: a bound above it says nothing. Case (i) of Theorem 2 is there only where
    every draw meets its assumption, ``lambda_(d+1) / lambda_d >= d^2``.
    """
    problem, _ = split_group(group)
    found = [_bounds_of(problem, seed) for seed in seeds]
    names = [name for name in _LOOKS if all(name in bounds for bounds in found)]
    return {name: np.mean([bounds[name] for bounds in found], axis=0) for name in names}


def _bounds_of(problem: str, seed: int) -> dict[str, NDArray[np.float64]]:
    facts = facts_of(problem, seed)
    rounds = np.arange(1, facts.horizon + 1)
    setting: _Setting = {
        "dimension": facts.dimension,
        "horizon": facts.horizon,
        "ridge": RIDGE,
        "delta": DELTA,
        "noise": noise_level(problem),
        "smoothness": facts.c,
        "rounds": rounds,
        "form": "proved",
    }
    bounds = {
        THEOREM_1: spectral_ucb_regret_bound(**setting),
        GENERAL: cheap_ucb_regret_bound(max_degree=facts.kappa, case="general", **setting),
        WORST: np.asarray(facts.spread * rounds, dtype=np.float64),
    }
    if facts.high >= facts.low * facts.dimension**2:
        bounds[GAP] = cheap_ucb_regret_bound(max_degree=facts.kappa, case="gap", **setting)
    return bounds


def draw_bounds(ax: Axes, panel: BoundPanel) -> None:
    """Draw means and bounds over the rounds; the bounds are so far off that the axis is log."""
    for line in panel.lines:
        draw_line(ax, line)
    for name, values in panel.bounds.items():
        color, dash = _LOOKS[name]
        ax.plot(
            np.arange(1, len(values) + 1),
            values,
            color=color,
            ls=dash,
            lw=1.1,
            label=name,
            zorder=4,
        )
    ax.set_yscale("log")
    ax.set(title=panel.title, xlabel="round", ylabel="cumulative regret")
    ax.set_xlim(left=0)
    ax.set_ylim(bottom=0.5)
