"""Leaderboard results made by hand: every number is known, none needs a run."""

from __future__ import annotations

from collections.abc import Iterable

from cheapbandits.studies.cell import Cell, ProblemName
from cheapbandits.studies.leaderboard.entries import CHEAP, FINDER, FULL, PACED, SPECTRAL
from cheapbandits.studies.observed import Observed, Statement
from cheapbandits.studies.run import CellResult

MAIN = (CHEAP, SPECTRAL, PACED, FULL, FINDER)
#: Regret and price of every round, and the round from which the place is right.
STEP = {CHEAP: 0.5, SPECTRAL: 0.4, PACED: 0.2, FULL: 0.1, FINDER: 0.3, "LinUCB": 0.8}
PRICE = {CHEAP: 0.5, SPECTRAL: 1.0, PACED: 0.5, FULL: 1.0, FINDER: 0.25, "LinUCB": 1.0}
FROM = {CHEAP: 60, SPECTRAL: 50, PACED: 30, FULL: 20, FINDER: 40, "LinUCB": 10_000}
#: A round of someone who knows the field.
FLOOR = 0.1
#: A round of someone who reads at random.
BLIND = 0.9


def statement(readings: int, probability: float | None, right: bool) -> Statement:
    """Return a statement that covers nine of ten nodes and states half of the true regret."""
    regret = 0.0 if right else 0.4
    return Statement(readings, 0.9, 0.5, 0.2, True, probability, right, 0.1, regret, regret < 0.3)


def result_of(cell: Cell) -> CellResult:
    """Return rounds of equal regret; runs differ by a hundredth of their number."""
    rounds = ProblemName.parse(cell.problem).horizon
    step = STEP[cell.policy] + 0.01 * cell.seed
    gaps = tuple(0.0 if t >= FROM[cell.policy] else 1.0 for t in range(1, rounds + 1))
    told = cell.policy in (PACED, FINDER)
    stated = (
        (statement(15, 0.25, cell.seed % 4 == 0), statement(60, 0.75, cell.seed % 4 > 0))
        if told
        else ()
    )
    price = PRICE[cell.policy]
    seen = Observed((0,) * rounds, gaps, 2.0, FLOOR * rounds, BLIND * rounds, stated)
    return CellResult((step,) * rounds, (price,) * rounds, (1,) * rounds, 0.1, "dense", seen)


def board_results(
    problems: Iterable[str] = ("ba/lowest/T150", "forest/aspen/T100"),
    policies: Iterable[str] = (*MAIN, "LinUCB"),
    runs: int = 4,
) -> dict[Cell, CellResult]:
    """Return results of these policies on these problems."""
    names = tuple(policies)
    cells = [Cell(p, name, seed) for p in problems for name in names for seed in range(runs)]
    return {cell: result_of(cell) for cell in cells}
