"""How true is what the policies state: statements of many runs together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cheapbandits.metrics import (
    Bin,
    MeanInterval,
    brier_score,
    regret_ratio,
    reliability,
    share_interval,
)
from cheapbandits.studies.leaderboard.board import NOTHING, Board
from cheapbandits.studies.leaderboard.workloads import Workload
from cheapbandits.studies.observed import Statement
from cheapbandits.studies.problems import noise_level

__all__ = ["SURE", "Sureness", "learned_to_noise", "statements_of", "sureness"]

#: A place stated with this probability is one that a user would stop at.
SURE = 0.8


@dataclass(frozen=True)
class Sureness:
    """What a set of statements comes to, beside the truth.

    Attributes
    ----------
    count, told
        How many there were, and in how many a probability was stated.
    covered
        Mean share of nodes whose 90 % interval holds.
    held
        Share of them in which the named place's 95 % interval holds.
    stated, true
        Mean stated probability, and share that was right, where one was stated.
    stops
        Share that was right of those stated with at least 0.8.
    n_stops
        How many those were.
    bounded
        Share of them in which the bound on the regret, meant to hold nine times in ten, does.
    ratio
        Mean regret of stopping over mean stated expected regret, regrets in ranges of the field.
    brier
        Mean squared error of the stated probabilities.
    bins
        The reliability diagram.
    """

    count: int
    told: int
    covered: float
    held: MeanInterval
    stated: float
    true: float
    n_stops: int
    stops: MeanInterval
    bounded: MeanInterval
    ratio: float
    brier: float
    bins: tuple[Bin, ...]


def statements_of(
    board: Board, workloads: Iterable[Workload], policies: Iterable[str]
) -> list[tuple[Statement, float]]:
    """Return every statement with the range of its field."""
    chosen = tuple(policies)
    return [
        (made, result.observed.span)
        for workload in workloads
        for policy in chosen
        for _, result in sorted(board.runs(workload, policy).items())
        if result.observed is not None
        for made in result.observed.statements
    ]


def sureness(found: Sequence[tuple[Statement, float]]) -> Sureness | None:
    """Return what a set of statements comes to; nothing where there is none."""
    if not found:
        return None
    made = [one for one, _ in found]
    told = [(x.probability, x.right) for x in made if x.probability is not None]
    stated, right = np.array([p for p, _ in told]), np.array([r for _, r in told], dtype=bool)
    stops = right[stated >= SURE] if told else right
    return Sureness(
        count=len(made),
        told=len(told),
        covered=float(np.mean([x.covered for x in made])),
        held=share_interval(sum(x.held for x in made), len(made)),
        stated=float(stated.mean()) if told else np.nan,
        true=float(right.mean()) if told else np.nan,
        n_stops=len(stops),
        stops=share_interval(int(stops.sum()), len(stops)) if len(stops) else NOTHING,
        bounded=share_interval(sum(x.bounded for x in made), len(made)),
        ratio=regret_ratio(
            [x.true_regret / span for x, span in found],
            [x.stated_regret / span for x, span in found],
        ),
        brier=brier_score(stated, right) if told else np.nan,
        bins=reliability(stated, right) if told else (),
    )


def learned_to_noise(made: Statement, workload: Workload) -> bool:
    """Whether the estimates of all nodes err by no more than one reading does."""
    return made.error <= noise_level(workload.problem)
