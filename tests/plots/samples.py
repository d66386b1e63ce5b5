"""Results made by hand: every number is known, none needs a run."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cheapbandits.studies.cell import Cell, PolicyName, ProblemName
from cheapbandits.studies.paper import POLICIES, by_smoothness, paper_studies, split_group
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import CellResult

#: Regret of every round, by policy; runs differ by a hundredth of their number.
STEP = {"CheapUCB": 0.5, "SpectralUCB": 0.4, "LinUCB": 0.8, "CheapLinUCB": 0.7}


def kind_and_rounds(cell: Cell) -> tuple[str, int]:
    """Return the plain name of a cell's policy and its horizon."""
    return PolicyName.parse(cell.policy).kind, ProblemName.parse(cell.problem).horizon


def cell_of(group: str, kind: str, seed: int) -> Cell:
    """Return the cell of a policy in a group such as ``ba/lowest/T150/c-theory``."""
    problem, c = split_group(group)
    return Cell(problem, kind if c == "1" else f"{kind}(smoothness={c})", seed)


def result_of(cell: Cell) -> CellResult:
    """Return rounds of equal regret; CheapUCB pays half."""
    kind, rounds = kind_and_rounds(cell)
    step = STEP[kind] + 0.01 * cell.seed
    price = 0.5 if kind.startswith("Cheap") else 1.0
    return CellResult((step,) * rounds, (price,) * rounds, (1,) * rounds, 0.1)


def results_of(groups: Iterable[str], runs: int = 3, policies: Iterable[str] = POLICIES) -> Results:
    """Return results of these groups."""
    names = tuple(policies)
    cells = [
        cell_of(group, policy, seed) for group in groups for policy in names for seed in range(runs)
    ]
    return Results({cell: result_of(cell) for cell in cells}, by_smoothness)


def all_results(runs: int = 4) -> Results:
    """Return results of every cell of the reproduction."""
    studies = paper_studies(runs=runs).values()
    cells = dict.fromkeys(cell for study in studies for cell in study.cells)
    return Results({cell: result_of(cell) for cell in cells}, by_smoothness)


def final(policy: str, horizon: int, runs: int) -> float:
    """Return the mean final regret of :func:`result_of`."""
    return horizon * (STEP[policy] + 0.01 * float(np.mean(range(runs))))
