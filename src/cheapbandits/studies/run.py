"""Running cells: alone, in tasks that share their set-up, and what comes of each."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.policies.registry import make_policy, policy_class
from cheapbandits.simulation import simulate
from cheapbandits.studies.cell import Cell, PolicyName, ProblemName
from cheapbandits.studies.problems import Draws, noise_level, noise_seed, policy_seed
from cheapbandits.theory import alpha_norm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["CellResult", "Task", "run_cell", "run_task", "tasks_of"]

#: The paper's ridge, where a policy's settings name no other.
RIDGE = 0.01

#: Cells that share their set-up, and the classes that their policies' names stand for.
Task = tuple[tuple[Cell, ...], dict[str, "type[Policy]"]]


@dataclass(frozen=True)
class CellResult:
    """What a cell measured, round by round (not cumulated), and the engine that computed it."""

    regret: tuple[float, ...]
    cost: tuple[float, ...]
    width: tuple[int, ...]
    seconds: float
    engine: str = ""

    def cumulative(self, measure: str) -> NDArray[np.float64]:
        """Return ``(T,)`` cumulative ``"regret"`` or ``"cost"``."""
        return np.cumsum(getattr(self, measure), dtype=float)


def run_cell(
    cell: Cell, draws: Draws | None = None, kind: type[Policy] | None = None
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
    """
    start = time.perf_counter()
    name = PolicyName.parse(cell.policy)
    kind = kind or policy_class(name.kind)
    horizon = ProblemName.parse(cell.problem).horizon
    graph, field = (draws or Draws()).problem(cell.problem, cell.seed)
    policy = make_policy(
        kind,
        graph,
        horizon=horizon,
        rng=np.random.default_rng(policy_seed(cell)),
        **_settings(name, graph, field),
    )
    noise = np.random.default_rng(noise_seed(cell.problem, cell.seed))
    history = simulate(policy, field, noise_level(cell.problem), noise, rounds=horizon)
    return CellResult(
        tuple(row.regret for row in history),
        tuple(row.cost for row in history),
        tuple(row.width for row in history),
        time.perf_counter() - start,
        policy.engine,
    )


def _settings(name: PolicyName, graph: Graph, field: NDArray[np.float64]) -> dict[str, Any]:
    """Return a policy's settings; ``smoothness=theory`` is computed from the true field."""
    settings: dict[str, Any] = {**name.values}
    if settings.get("smoothness") == "theory":
        ridge = float(settings.get("ridge", RIDGE))
        settings["smoothness"] = alpha_norm(graph, field, ridge=ridge)
    return settings


def run_task(
    cells: Sequence[Cell], kinds: Mapping[str, type[Policy]]
) -> list[tuple[Cell, CellResult]]:
    """Run the cells of one task one after the other; graph and prior are computed once.

    Parameters
    ----------
    cells
        They share their graph.
    kinds
        The classes of their policies: a process elsewhere has not registered a user's own.
    """
    draws = Draws()
    kind_of = {cell: kinds[PolicyName.parse(cell.policy).kind] for cell in cells}
    return [(cell, run_cell(cell, draws, kind)) for cell, kind in kind_of.items()]


def tasks_of(cells: Iterable[Cell]) -> list[Task]:
    """Group cells that share graph and seed, so that each task draws its graph once."""
    groups: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[ProblemName.parse(cell.problem).graph, cell.seed].append(cell)
    return [(tuple(group), _kinds(group)) for group in groups.values()]


def _kinds(cells: Iterable[Cell]) -> dict[str, type[Policy]]:
    names = {PolicyName.parse(cell.policy).kind for cell in cells}
    return {name: policy_class(name) for name in sorted(names)}
