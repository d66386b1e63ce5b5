"""Who comes first, by code: for earning over the rounds, and for finding the place.

Groups of workloads count alike, and within a group its workloads. Two policies whose paired
difference has a 95 % interval that contains 0 share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.leaderboard.board import Board
from cheapbandits.studies.leaderboard.pooled import resampled_mean
from cheapbandits.studies.leaderboard.workloads import Workload

__all__ = ["Purpose", "Rank", "rank"]

#: ``excess``: regret above the floor at the policy's own cost, over that of reading at random; so
#: who spends little is measured by what little money can buy, and gains nothing by it.
#: ``find``: cost until the named place is right for good, over the horizon.
Purpose = Literal["excess", "find"]


@dataclass(frozen=True)
class Rank:
    """A policy's place.

    Attributes
    ----------
    place
        From 1; shared by those that cannot be told from the first who has it.
    score
        Lower is better.
    """

    place: int
    policy: str
    score: MeanInterval
    behind: MeanInterval
    """How far behind the first, paired by run."""


def rank(board: Board, purpose: Purpose) -> list[Rank]:
    """Return the policies that ran on every workload, the best first.

    One that takes more or fewer rounds than the horizon has no regret to compare.
    """
    policies = [p for p in board.policies if _takes_part(board, p, purpose)]
    if not policies:
        return []
    scores = {p: _score(board, p, purpose) for p in policies}
    order = sorted(policies, key=lambda policy: scores[policy].mean)
    ranks: list[Rank] = []
    first = holder = order[0]
    for number, policy in enumerate(order, start=1):
        place = number
        if policy != first and _behind(board, policy, holder, purpose).low <= 0:
            place = ranks[-1].place
        else:
            holder = policy
        behind = _behind(board, policy, first, purpose)
        ranks.append(Rank(place, policy, scores[policy], behind))
    return ranks


def _takes_part(board: Board, policy: str, purpose: Purpose) -> bool:
    if not board.has(policy, board.workloads):
        return False
    return purpose == "find" or all(
        len(result.regret) == w.horizon
        for w in board.workloads
        for result in board.runs(w, policy).values()
    )


def _score(board: Board, policy: str, purpose: Purpose) -> MeanInterval:
    rows = [
        board.values(w, policy, purpose, sorted(board.runs(w, policy))) / _unit(w, purpose)
        for w in board.workloads
    ]
    return resampled_mean(rows, _weights(board.workloads))


def _behind(board: Board, policy: str, other: str, purpose: Purpose) -> MeanInterval:
    rows, there = [], []
    for w in board.workloads:
        seeds = board.common([w], policy, other)
        if seeds:
            a, b = (board.values(w, p, purpose, seeds) for p in (policy, other))
            rows.append((a - b) / _unit(w, purpose))
            there.append(w)
    return resampled_mean(rows, _weights(there))


def _unit(workload: Workload, purpose: Purpose) -> float:
    return float(workload.horizon) if purpose == "find" else 1.0


def _weights(workloads: Sequence[Workload]) -> list[float]:
    sizes = {w.group: sum(o.group == w.group for o in workloads) for w in workloads}
    return [1 / sizes[w.group] for w in workloads]
