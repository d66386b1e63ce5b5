"""What a rehearsal shows: means with intervals, paired differences, and an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.campaign.rehearsal.contenders import RANDOM
from cheapbandits.campaign.rehearsal.verdict import MATTERS, Verdict, verdict
from cheapbandits.campaign.rehearsal.winner import Winner, winner
from cheapbandits.metrics import MeanInterval, mean_interval, mean_ratio

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.rehearsal.contenders import Contender
    from cheapbandits.campaign.rehearsal.play import Cell

__all__ = ["Compared", "Row", "Verdict", "Winner", "compared"]


@dataclass(frozen=True)
class Row:
    """One contender.

    Attributes
    ----------
    name, chosen, runs
        Who, whether these are the campaign's settings, and how many runs were played.
    regret, cost, rounds
        How far the named place is below the hottest, what was spent, measurements made: means with
        95 % intervals.
    found
        Share of runs in which the place was within the tolerance of the hottest.
    against_random
        Regret less that of random sampling, paired by run; ``None`` for random sampling itself.
    """

    name: str
    chosen: bool
    runs: int
    regret: MeanInterval
    cost: MeanInterval
    rounds: float
    found: float
    against_random: MeanInterval | None


@dataclass(frozen=True)
class Compared:
    """The rows, the answer, and which of them to take.

    Attributes
    ----------
    rows
        In the order of the contenders; those that played no run are missing.
    tolerance
        How far below the hottest is as good as it.
    answer
        Whether the campaign's settings beat random sampling; ``None`` before both have played.
    best
        The cheapest of those that nobody clearly beats; ``None`` before anybody has played.
    winner
        The same in words, with whether the runs tell it apart from everybody else.
    """

    rows: tuple[Row, ...]
    tolerance: float
    answer: Verdict | None
    best: str | None
    winner: Winner | None


def compared(cells: Sequence[Cell], players: Sequence[Contender], tolerance: float) -> Compared:
    """Return what the cells so far show.

    Parameters
    ----------
    cells, players
        Of a rehearsal, finished or not.
    tolerance
        How far below the hottest is as good as it, in the readings' units.
    """
    table = {player.name: _by_run(cells, player.name) for player in players}
    table = {name: runs for name, runs in table.items() if runs}
    rows = tuple(_row(player, table, tolerance) for player in players if player.name in table)
    chosen = players[0].name
    answer = None if chosen == RANDOM else _judged(table, chosen, RANDOM, tolerance)
    best = _best(rows, table, tolerance)
    top = None
    if best is not None:
        others = {row.name: _judged(table, best, row.name, tolerance) for row in rows}
        top = winner(next(row.regret for row in rows if row.name == best), best, chosen, others)
    return Compared(rows, tolerance, answer, best, top)


def _judged(
    table: dict[str, dict[int, Cell]], first: str, second: str, tolerance: float
) -> Verdict | None:
    """Return whether the first beats the second; ``None`` before both have played a run."""
    both = sorted(table.get(first, {}).keys() & table.get(second, {}).keys())
    if first == second or not both:
        return None
    costs = (_of([table[name][run] for run in both], "cost") for name in (first, second))
    return verdict(_difference(table, first, second), _ratio(*costs), tolerance)


def _by_run(cells: Sequence[Cell], name: str) -> dict[int, Cell]:
    return {cell.run: cell for cell in cells if cell.name == name}


def _row(player: Contender, table: dict[str, dict[int, Cell]], tolerance: float) -> Row:
    runs = list(table[player.name].values())
    regret = _of(runs, "regret")
    against = None
    if player.name != RANDOM and RANDOM in table:
        against = _difference(table, player.name, RANDOM)
    return Row(
        player.name,
        player.chosen,
        len(runs),
        mean_interval(regret),
        mean_interval(_of(runs, "cost")),
        float(_of(runs, "rounds").mean()),
        float((regret <= tolerance).mean()),
        against,
    )


def _of(runs: Sequence[Cell], measure: str) -> NDArray[np.float64]:
    return np.array([getattr(cell, measure) for cell in runs], dtype=float)


def _difference(table: dict[str, dict[int, Cell]], first: str, second: str) -> MeanInterval:
    """Return the mean regret of first less second over the runs that both have played."""
    both = sorted(table[first].keys() & table[second].keys())
    if not both:
        return MeanInterval(0.0, -np.inf, np.inf)
    a, b = (_of([table[name][run] for run in both], "regret") for name in (first, second))
    return mean_interval(a - b)


def _ratio(first: NDArray[np.float64], second: NDArray[np.float64]) -> MeanInterval:
    """Return what first costs in units of second; of what costs nothing, as if it were the same."""
    if not second.mean():
        return MeanInterval(1.0, 1.0, 1.0)
    return mean_ratio(first, second)


def _best(rows: Sequence[Row], table: dict[str, dict[int, Cell]], tolerance: float) -> str | None:
    """Return the cheapest of those as good as the one with the least regret.

    As good: within the tolerance, and not clearly worse. Of equally cheap ones the best.
    """
    if not rows:
        return None
    least = min(rows, key=lambda row: row.regret.mean)
    good = [
        row
        for row in rows
        if row is least
        or (
            row.regret.mean - least.regret.mean <= tolerance
            and _difference(table, row.name, least.name).low <= 0
        )
    ]
    cheapest = min(row.cost.mean for row in good)
    cheap = [row for row in good if row.cost.mean * (1 - MATTERS) <= cheapest]
    return min(cheap, key=lambda row: row.regret.mean).name
