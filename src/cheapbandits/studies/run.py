"""Running cells: alone, in tasks that share their set-up, and what comes of each."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.policies.registry import make_policy, policy_class
from cheapbandits.simulation import rounds_of
from cheapbandits.studies.budgets import budget_of, rounds_of_cell
from cheapbandits.studies.cell import Cell, PolicyName, ProblemName
from cheapbandits.studies.observed import Observed, Observer, Watch
from cheapbandits.studies.problems import Draws, noise_level, noise_seed, policy_seed, probes_of
from cheapbandits.theory import alpha_norm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["CellResult", "Setting", "Task", "run_cell", "run_task", "tasks_of"]

#: The paper's ridge, where a policy's settings name no other.
RIDGE = 0.01


@dataclass(frozen=True)
class Setting:
    """What the cells of a study share beside their names.

    Attributes
    ----------
    data
        Folder of the maps that do not come with the package.
    watch
        What to record beside regret and cost; ``None`` for nothing.
    """

    data: Path | None = None
    watch: Watch | None = None


PLAIN = Setting()
#: Cells that share their set-up, the classes that their policies' names stand for, and the setting.
Task = tuple[tuple[Cell, ...], dict[str, "type[Policy]"], Setting]


@dataclass(frozen=True)
class CellResult:
    """What a cell measured, round by round (not cumulated), and the engine that computed it.

    ``observed`` is there where the study watched for it.
    """

    regret: tuple[float, ...]
    cost: tuple[float, ...]
    width: tuple[int, ...]
    seconds: float
    engine: str = ""
    observed: Observed | None = None

    def cumulative(self, measure: str) -> NDArray[np.float64]:
        """Return ``(T,)`` cumulative ``"regret"`` or ``"cost"``."""
        return np.cumsum(getattr(self, measure), dtype=float)


def run_cell(
    cell: Cell,
    draws: Draws | None = None,
    kind: type[Policy] | None = None,
    watch: Watch | None = None,
) -> CellResult:
    """Run one cell; the same numbers wherever and with whatever it is run.

    Parameters
    ----------
    cell
        What to run.
    draws
        Keeps a graph, and what engines keep with it, for the next cell.
    kind
        The policy's class, where it need not be registered.
    watch
        What to record beside regret and cost.
    """
    start = time.perf_counter()
    name = PolicyName.parse(cell.policy)
    kind = kind or policy_class(name.kind)
    horizon = ProblemName.parse(cell.problem).horizon
    drawn = (draws or Draws()).problem(cell.problem, cell.seed)
    settings = _settings(name, *drawn)
    probes = probes_of(cell.problem)
    if probes != "strongest":
        settings.setdefault("probes", probes)
    policy = make_policy(
        kind,
        drawn[0],
        horizon=horizon,
        budget=budget_of(settings.pop("budget", None), cell, *drawn),
        rng=np.random.default_rng(policy_seed(cell)),
        **settings,
    )
    noise = np.random.default_rng(noise_seed(cell.problem, cell.seed))
    observer = None if watch is None else Observer(policy, cell.policy, drawn[1], watch)
    rows = []
    n_rounds = rounds_of_cell(policy, horizon)
    for row in rounds_of(policy, drawn[1], noise_level(cell.problem), noise, rounds=n_rounds):
        rows.append(row)
        if observer is not None:
            observer.note(row.round)
    costs = tuple(row.cost for row in rows)
    return CellResult(
        tuple(row.regret for row in rows),
        costs,
        tuple(row.width for row in rows),
        time.perf_counter() - start,
        policy.engine,
        None if observer is None else observer.observed(sum(costs)),
    )


def _settings(name: PolicyName, graph: Graph, field: NDArray[np.float64]) -> dict[str, Any]:
    """Return a policy's settings; ``smoothness=theory`` is computed from the true field."""
    settings: dict[str, Any] = {**name.values}
    if settings.get("smoothness") == "theory":
        ridge = float(settings.get("ridge", RIDGE))
        settings["smoothness"] = alpha_norm(graph, field, ridge=ridge)
    return settings


def run_task(
    cells: Sequence[Cell], kinds: Mapping[str, type[Policy]], setting: Setting = PLAIN
) -> list[tuple[Cell, CellResult]]:
    """Run the cells of one task one after the other; graph and prior are computed once.

    Parameters
    ----------
    cells
        They share their graph.
    kinds
        The classes of their policies: a process elsewhere has not registered a user's own.
    setting
        What the study's cells share.
    """
    draws = Draws(setting.data)
    kind_of = {cell: kinds[PolicyName.parse(cell.policy).kind] for cell in cells}
    return [(cell, run_cell(cell, draws, kind, setting.watch)) for cell, kind in kind_of.items()]


def tasks_of(cells: Iterable[Cell], setting: Setting = PLAIN) -> list[Task]:
    """Group cells that share graph and seed, so that each task draws its graph once."""
    groups: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[ProblemName.parse(cell.problem).graph, cell.seed].append(cell)
    return [(tuple(group), _kinds(group), setting) for group in groups.values()]


def _kinds(cells: Iterable[Cell]) -> dict[str, type[Policy]]:
    names = {PolicyName.parse(cell.policy).kind for cell in cells}
    return {name: policy_class(name) for name in sorted(names)}
