"""The board: every number of every policy on every workload, with paired 95 % intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import (
    TOLERANCE,
    MeanInterval,
    cost_to_find,
    mean_interval,
    mean_ratio,
)
from cheapbandits.studies.leaderboard.entries import CHEAP, SPECTRAL
from cheapbandits.studies.leaderboard.workloads import WORKLOADS, Workload

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.observed import Observed
    from cheapbandits.studies.run import CellResult

__all__ = ["MEASURES", "NOTHING", "Board", "Performance"]

NOTHING = MeanInterval(np.nan, np.nan, np.nan)
#: A policy that pays no more than this many times CheapUCB's cost is at its cost.
SAME_COST = 1.001


@dataclass(frozen=True)
class Performance:
    """One policy on one workload.

    Attributes
    ----------
    regret, cost
        At the end, means over runs.
    gap
        Share of the way from CheapUCB's regret to the floor at its cost; only at that cost.
    excess
        Regret above the floor at its own cost, over that of reading at random: 0 is what someone
        who knows the field has, 1 what chance has.
    find, find_ratio
        Cost until the named place is right for good (``T`` where it never is), and over
        SpectralUCB's.
    found
        Share of runs in which it was.
    simple
        Simple regret at the end, in ranges of the field.
    """

    workload: Workload
    policy: str
    runs: int
    regret: MeanInterval
    cost: MeanInterval
    gap: MeanInterval
    excess: MeanInterval
    find: MeanInterval
    find_ratio: MeanInterval
    found: float
    simple: MeanInterval


def _seen(result: CellResult) -> Observed:
    if result.observed is None:  # a fault of ours: the board's cells are watched
        raise ValueError("a cell of the leaderboard was run without being watched")
    return result.observed


def _find(result: CellResult, horizon: int) -> float:
    seen = _seen(result)
    cost = cost_to_find(result.cost, seen.gaps, TOLERANCE * seen.span)
    # Who never finds it must not look cheap for having stopped early.
    return cost if np.isfinite(cost) else float(max(horizon, sum(result.cost)))


def _excess(result: CellResult, _: int) -> float:
    seen = _seen(result)
    return (sum(result.regret) - seen.floor) / (seen.blind - seen.floor)


#: What is measured of a run, from its result and the horizon.
MEASURES: dict[str, Callable[[CellResult, int], float]] = {
    "regret": lambda result, _: float(sum(result.regret)),
    "cost": lambda result, _: float(sum(result.cost)),
    "floor": lambda result, _: _seen(result).floor,
    "excess": _excess,
    "find": _find,
    "found": lambda result, _: float(_seen(result).gaps[-1] <= TOLERANCE * _seen(result).span),
    "simple": lambda result, _: _seen(result).gaps[-1] / _seen(result).span,
}


class Board:
    """Results of the leaderboard's cells, looked up by workload and policy."""

    def __init__(self, results: Mapping[Cell, CellResult]) -> None:
        known = {w.problem: w for w in WORKLOADS}
        self._runs: dict[tuple[Workload, str], dict[int, CellResult]] = defaultdict(dict)
        for cell, result in results.items():
            if cell.problem in known and result.observed is not None:
                self._runs[known[cell.problem], cell.policy][cell.seed] = result

    @cached_property
    def workloads(self) -> tuple[Workload, ...]:
        """Those that were run, in the order of the table."""
        there = {workload for workload, _ in self._runs}
        return tuple(w for w in WORKLOADS if w in there)

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """Those that were run anywhere."""
        return tuple(dict.fromkeys(policy for _, policy in self._runs))

    def of_group(self, group: str) -> tuple[Workload, ...]:
        """Return the workloads of a group that were run."""
        return tuple(w for w in self.workloads if w.group == group)

    def runs(self, workload: Workload, policy: str) -> Mapping[int, CellResult]:
        """Return the results by seed; none where it was not run."""
        return self._runs.get((workload, policy), {})

    def has(self, policy: str, workloads: Sequence[Workload]) -> bool:
        """Whether a policy ran on each of these, and there are any."""
        return bool(workloads) and all(self.runs(w, policy) for w in workloads)

    def values(
        self, workload: Workload, policy: str, measure: str, seeds: Sequence[int]
    ) -> NDArray[np.float64]:
        """Return a measure of the runs of these seeds."""
        runs, read = self.runs(workload, policy), MEASURES[measure]
        return np.array([read(runs[seed], workload.horizon) for seed in seeds])

    def common(self, workloads: Sequence[Workload], *policies: str) -> list[int]:
        """Return the seeds that all these policies ran with on all these workloads."""
        sets = [set(self.runs(w, policy)) for w in workloads for policy in policies]
        return sorted(set.intersection(*sets)) if sets else []

    # -- numbers -----------------------------------------------------------------------------------

    def mean(self, workload: Workload, policy: str, measure: str) -> MeanInterval:
        """Return the mean over a policy's runs."""
        seeds = sorted(self.runs(workload, policy))
        return mean_interval(self.values(workload, policy, measure, seeds)) if seeds else NOTHING

    def ratio(self, workload: Workload, first: str, second: str, measure: str) -> MeanInterval:
        """Return the ratio of two policies' means, paired by run."""
        seeds = self.common([workload], first, second)
        if not seeds:
            return NOTHING
        a, b = (self.values(workload, policy, measure, seeds) for policy in (first, second))
        return mean_ratio(a, b)

    def gap_parts(
        self, workload: Workload, policy: str, seeds: Sequence[int]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return CheapUCB's regret less ours, and less the floor at its cost, run by run."""
        cheap = self.values(workload, CHEAP, "regret", seeds)
        ours = self.values(workload, policy, "regret", seeds)
        return cheap - ours, cheap - self.values(workload, CHEAP, "floor", seeds)

    def gap(self, workload: Workload, policy: str) -> MeanInterval:
        """Return the gap closed; nothing for who pays more than CheapUCB."""
        seeds = self.common([workload], policy, CHEAP)
        if not seeds or policy == CHEAP:
            return NOTHING
        paid, cheap = (self.values(workload, p, "cost", seeds).mean() for p in (policy, CHEAP))
        if paid > SAME_COST * cheap:
            return NOTHING
        return mean_ratio(*self.gap_parts(workload, policy, seeds))

    def performance(self, workload: Workload, policy: str) -> Performance:
        """Return all there is to say about a policy on a workload."""
        seeds = sorted(self.runs(workload, policy))
        mean = {name: self.mean(workload, policy, name) for name in MEASURES}
        return Performance(
            workload=workload,
            policy=policy,
            runs=len(seeds),
            regret=mean["regret"],
            cost=mean["cost"],
            gap=self.gap(workload, policy),
            excess=mean["excess"],
            find=mean["find"],
            find_ratio=self.ratio(workload, policy, SPECTRAL, "find"),
            found=mean["found"].mean,
            simple=mean["simple"],
        )

    @cached_property
    def performances(self) -> tuple[Performance, ...]:
        """Every policy on every workload that it ran on."""
        return tuple(
            self.performance(workload, policy)
            for workload in self.workloads
            for policy in self.policies
            if self.runs(workload, policy)
        )
