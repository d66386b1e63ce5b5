"""What the paper does not say: regret against ``c``, regret and saved cost against ``T``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import MeanInterval, mean_interval
from cheapbandits.plots.names import COVER_TYPES, GRAPHS, heading, smoothness_label
from cheapbandits.plots.points import Guide, PointPanel, Points
from cheapbandits.studies.cell import ProblemName
from cheapbandits.studies.facts import DRAWS, facts_of
from cheapbandits.studies.paper import (
    FOREST,
    FOREST_HORIZON,
    HORIZONS,
    OTHER_HORIZONS,
    OTHER_SMOOTHNESS,
    POLICIES,
    RANDOM_GRAPHS,
    RANDOM_SMOOTHNESS,
    group_of,
)
from cheapbandits.studies.problems import N_NODES
from cheapbandits.theory import schedule_saving

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["saved_percent", "sensitivity_panels"]

ALL_HORIZONS = tuple(sorted({*HORIZONS, *OTHER_HORIZONS}))


def sensitivity_panels(results: Results) -> tuple[PointPanel, ...]:
    """Return the panels that are there: ``c`` on four graphs, ``T`` on three, then the saving."""
    against_c = [_against_c(results, g, "lowest", HORIZONS[0]) for g in RANDOM_GRAPHS]
    against_c.append(_against_c(results, FOREST, "cottonwood-willow", FOREST_HORIZON))
    against_t = [_against_t(results, graph) for graph in RANDOM_GRAPHS]
    panels = [*against_c, *against_t, _saving(results)]
    found = zip("abcdefgh", panels, strict=True)
    return tuple(_lettered(letter, panel) for letter, panel in found if panel is not None)


def saved_percent(results: Results, group: str) -> MeanInterval:
    """Return the share of ``T`` that CheapUCB did not spend, in percent."""
    cost = results.mean(group, "CheapUCB", "cost").final
    horizon = results.curves(group, "CheapUCB").shape[1]
    mean, low, high = (100 * (1 - value / horizon) for value in (cost.mean, cost.high, cost.low))
    return MeanInterval(mean, low, high)


def _against_c(results: Results, graph: str, field: str, horizon: int) -> PointPanel | None:
    groups = {c: group_of(graph, field, horizon, c) for c in OTHER_SMOOTHNESS}
    found = {c: group for c, group in groups.items() if group in results}
    if len(found) < 2:
        return None
    norm = _norm(str(ProblemName(graph, field, horizon)))
    places = {norm if c == "theory" else float(c): group for c, group in found.items()}
    points = _series(results, sorted(places.items()))
    name = COVER_TYPES.get(field) or heading(GRAPHS[graph])
    ticks = tuple(float(c) for c in found if c != "theory")
    mark = (norm, smoothness_label("theory")) if "theory" in found else None
    return PointPanel(name, "c", f"regret, T = {horizon}", points, ticks, mark=mark)


def _norm(problem: str) -> float:
    """Return where ``||alpha||`` lies on the axis of ``c``: its mean over the first draws."""
    return float(np.mean([facts_of(problem, seed).c for seed in range(DRAWS)]))


def _against_t(results: Results, graph: str) -> PointPanel | None:
    found = _horizons(results, graph)
    if len(found) < 2:
        return None
    points = _series(results, list(found.items()), per_round=True)
    ticks = tuple(float(t) for t in found if t in (64, 96, 128, 192, 249))
    name = heading(GRAPHS[graph])
    return PointPanel(name, "horizon T", "regret / T", points, ticks or tuple(map(float, found)))


def _saving(results: Results) -> PointPanel | None:
    by_graph = {graph: _horizons(results, graph, "CheapUCB") for graph in RANDOM_GRAPHS}
    points = tuple(
        Points(
            heading(GRAPHS[graph]),
            tuple(map(float, found)),
            tuple(saved_percent(results, group) for group in found.values()),
        )
        for graph, found in by_graph.items()
        if len(found) > 1
    )
    if not points:
        return None
    rounds = np.arange(min(ALL_HORIZONS) - 4, max(ALL_HORIZONS) + 8)
    exact = np.array([100 * schedule_saving(int(t), N_NODES) for t in rounds])
    guide = Guide("schedule's exact saving", rounds.astype(float), exact)
    return PointPanel("CheapUCB's saving", "horizon T", "cost saved, %", points, guide=guide)


def _horizons(results: Results, graph: str, policy: str = "") -> dict[int, str]:
    groups = {t: group_of(graph, "lowest", t, RANDOM_SMOOTHNESS) for t in ALL_HORIZONS}
    found = {t: group for t, group in groups.items() if group in results}
    return {t: g for t, g in found.items() if not policy or policy in results.policies(g)}


def _series(
    results: Results, groups: Iterable[tuple[float, str]], *, per_round: bool = False
) -> tuple[Points, ...]:
    """Return a series a policy, all of the same runs, so that a step is not a change of runs."""
    places = list(groups)
    policies = [p for p in POLICIES if all(p in results.policies(group) for _, group in places)]
    runs = min((len(results.final(g, p)) for _, g in places for p in policies), default=0)
    x = tuple(float(place) for place, _ in places)
    return tuple(
        Points(p, x, tuple(_final(results, group, p, runs, per_round) for _, group in places))
        for p in policies
    )


def _final(results: Results, group: str, policy: str, runs: int, per_round: bool) -> MeanInterval:
    curves = results.curves(group, policy)[:runs]
    return mean_interval(curves[:, -1] / (curves.shape[1] if per_round else 1))


def _lettered(letter: str, panel: PointPanel) -> PointPanel:
    return replace(panel, title=f"({letter}) {panel.title}")
