"""Results made by hand: every number is known, none needs a run."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from cheapbandits.studies.cell import Cell
from cheapbandits.studies.paper import paper_studies
from cheapbandits.studies.results import Results
from cheapbandits.studies.run import POLICIES, CellResult

#: Regret of every round, by policy; runs differ by a hundredth of their number.
STEP = {"CheapUCB": 0.5, "SpectralUCB": 0.4, "LinUCB": 0.8}


def result_of(cell: Cell) -> CellResult:
    """Return rounds of equal regret; CheapUCB pays half."""
    step = STEP[cell.policy] + 0.01 * cell.seed
    price = 0.5 if cell.policy == "CheapUCB" else 1.0
    rounds = cell.horizon
    return CellResult((step,) * rounds, (price,) * rounds, (1,) * rounds, 0.1)


def results_of(groups: Iterable[str], runs: int = 3, policies: Iterable[str] = POLICIES) -> Results:
    """Return results of these groups."""
    names = tuple(policies)
    cells = [
        Cell.parse(f"{group}/{policy}/{seed}")
        for group in groups
        for policy in names
        for seed in range(runs)
    ]
    return Results({cell: result_of(cell) for cell in cells})


def all_results(runs: int = 4) -> Results:
    """Return results of every cell of the reproduction."""
    studies = paper_studies(runs=runs).values()
    cells = dict.fromkeys(cell for study in studies for cell in study.cells)
    return Results({cell: result_of(cell) for cell in cells})


def final(policy: str, horizon: int, runs: int) -> float:
    """Return the mean final regret of :func:`result_of`."""
    return horizon * (STEP[policy] + 0.01 * float(np.mean(range(runs))))
