"""Running cells: alone, in tasks that share their set-up, and what comes of each."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits import policies
from cheapbandits.errors import ParameterError
from cheapbandits.simulation import simulate
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.problems import draw_problem, noise_level, noise_seed
from cheapbandits.theory import alpha_norm

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["POLICIES", "CellResult", "run_cell", "run_task", "tasks_of"]

POLICIES = ("CheapUCB", "SpectralUCB", "LinUCB")


@dataclass(frozen=True)
class CellResult:
    """What a cell measured, round by round (not cumulated)."""

    regret: tuple[float, ...]
    cost: tuple[float, ...]
    width: tuple[int, ...]
    seconds: float

    def cumulative(self, measure: str) -> NDArray[np.float64]:
        """Return ``(T,)`` cumulative ``"regret"`` or ``"cost"``."""
        return np.cumsum(getattr(self, measure), dtype=float)


def run_cell(cell: Cell) -> CellResult:
    """Run one cell; the same numbers wherever and with whatever it is run."""
    if cell.policy not in POLICIES:
        raise ParameterError(f"no policy {cell.policy!r}; there are {', '.join(POLICIES)}")
    start = time.perf_counter()
    graph, field = draw_problem(cell)
    theory = cell.smoothness == "theory"
    smoothness = alpha_norm(graph, field, ridge=0.01) if theory else float(cell.smoothness)
    noise = noise_level(cell)
    policy = getattr(policies, cell.policy)(
        graph, horizon=cell.horizon, noise=noise, smoothness=smoothness
    )
    history = simulate(policy, field, noise, np.random.default_rng(noise_seed(cell)))
    return CellResult(
        tuple(row.regret for row in history),
        tuple(row.cost for row in history),
        tuple(row.width for row in history),
        time.perf_counter() - start,
    )


def run_task(cells: Sequence[Cell]) -> list[tuple[Cell, CellResult]]:
    """Run the cells of one task one after the other; graph and prior are computed once."""
    return [(cell, run_cell(cell)) for cell in cells]


def tasks_of(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Group cells that share graph and seed, so that each task draws its graph once."""
    groups: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[cell.problem].append(cell)
    return [tuple(group) for group in groups.values()]
