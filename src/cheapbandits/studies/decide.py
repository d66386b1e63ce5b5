"""The final word: fresh runs until every sentence about position is decided, or a cap is reached.

Looking again and again at growing data finds something sooner or later. So the number of looks is
fixed, each interval has the level at which all looks together err in 5 % of cases (Bonferroni), and
the seeds are ones that nobody looked at when the limits were chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from cheapbandits.studies.cell import Cell
from cheapbandits.studies.claims.claim import Part
from cheapbandits.studies.claims.position import SAME, SLIGHT, Evidence, clear_of_lin, standing
from cheapbandits.studies.paper import (
    HORIZONS,
    POLICIES,
    RANDOM_SMOOTHNESS,
    by_smoothness,
    cells_of,
    group_of,
)
from cheapbandits.studies.results import Results

if TYPE_CHECKING:
    from cheapbandits.studies.run import CellResult

    #: What runs cells and returns the results of all of them so far.
    Runner: TypeAlias = Callable[[Sequence[Cell]], Mapping[Cell, CellResult]]

#: Judges one sentence on one group; the second argument names the part.
Judge: TypeAlias = Callable[[Evidence, str, str], Part]

__all__ = ["FIRST_SEED", "LOOKS", "decide", "open_groups", "questions"]

#: Runs after each look; the last is the cap.
LOOKS = (200, 400, 800, 1600)
#: No run of the reproduction, and none that was looked at before, has a seed as large.
FIRST_SEED = 1_000_000


def questions() -> dict[str, tuple[Judge, ...]]:
    """Return the groups that the paper's words are about, and what judges them.

    The forest is not among them: a run there is one of twenty clusterings, all of which the figures
    have, and all of which were made after the limits were fixed.
    """
    close = partial(standing, limit=SLIGHT)
    found: dict[str, tuple[Judge, ...]] = {
        group_of(graph, "lowest", horizon, RANDOM_SMOOTHNESS): (close, clear_of_lin)
        for graph in ("ba", "er")
        for horizon in HORIZONS
    }
    block_model = group_of("sbm", "lowest", HORIZONS[0], RANDOM_SMOOTHNESS)
    return found | {block_model: (partial(standing, limit=SAME),)}


def open_groups(evidence: Evidence) -> list[str]:
    """Return the groups of which some sentence is still undecided."""
    return [
        group
        for group, judges in questions().items()
        if any(judge(evidence, group, group).verdict == "undecided" for judge in judges)
    ]


def decide(
    results: Results, run: Runner, looks: Sequence[int] = LOOKS, first_seed: int = FIRST_SEED
) -> Evidence:
    """Return the evidence with fresh runs of every question, as many as each one needed.

    Parameters
    ----------
    results
        The figures' own runs, which keep what the fresh ones do not speak of.
    run
        Runs cells and returns every result so far, so that looks add up.
    looks
        Runs after each look, growing.
    first_seed
        The first fresh seed.
    """
    level = 1 - 0.05 / len(looks)
    remaining = list(questions())
    cells: list[Cell] = []
    evidence = Evidence(results)
    done = 0
    for runs in looks:
        seeds = range(first_seed + done, first_seed + runs)
        cells += [cell for group in remaining for cell in cells_of(group, POLICIES, seeds)]
        found = run(cells)
        fresh = Results({cell: found[cell] for cell in cells}, by_smoothness)
        evidence = Evidence(results, fresh, level)
        remaining = open_groups(evidence)
        done = runs
        if not remaining:
            break
    return evidence
