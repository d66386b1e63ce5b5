"""Numbers over several workloads. The run is the unit: types of forest share its numbering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import MeanInterval, mean_ratio
from cheapbandits.studies.leaderboard.board import NOTHING, Board
from cheapbandits.studies.leaderboard.entries import CHEAP
from cheapbandits.studies.leaderboard.workloads import Workload

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["mean_gap", "pooled_ratio", "resampled_mean"]

#: Draws of the bootstrap, and its seed: the same results give the same report.
RESAMPLES, SEED = 2000, 20150706


def pooled_ratio(
    board: Board, workloads: Sequence[Workload], first: str, second: str, measure: str
) -> MeanInterval:
    """Return the ratio of two policies' means over all workloads, paired by run."""
    if not board.has(first, workloads) or not board.has(second, workloads):
        return NOTHING
    seeds = board.common(workloads, first, second)
    if not seeds:
        return NOTHING
    a, b = (
        np.mean([board.values(w, policy, measure, seeds) for w in workloads], axis=0)
        for policy in (first, second)
    )
    return mean_ratio(a, b)


def mean_gap(board: Board, workloads: Sequence[Workload], policy: str) -> MeanInterval:
    """Return the mean over workloads of the gap closed, with a bootstrap interval over runs."""
    if not board.has(policy, workloads) or not board.has(CHEAP, workloads):
        return NOTHING
    seeds = board.common(workloads, policy, CHEAP)
    if not seeds:
        return NOTHING
    parts = [board.gap_parts(w, policy, seeds) for w in workloads]
    closed, open_ = (np.array(part) for part in zip(*parts, strict=True))
    picks = _picks(len(seeds))
    drawn = closed[:, picks].mean(axis=2) / open_[:, picks].mean(axis=2)
    measured = float(np.mean(closed.mean(axis=1) / open_.mean(axis=1)))
    low, high = np.quantile(drawn.mean(axis=0), [0.025, 0.975])
    return MeanInterval(measured, float(low), float(high))


def resampled_mean(rows: Sequence[NDArray[np.float64]], weights: Sequence[float]) -> MeanInterval:
    """Return the weighted mean of the means of rows (one a workload), resampling runs in each.

    Rows of one length are resampled alike: their runs are the same ones.
    """
    picks = {n: _picks(n) for n in sorted({len(row) for row in rows})}
    share = np.asarray(weights, float) / np.sum(weights)
    drawn = sum(w * row[picks[len(row)]].mean(axis=1) for w, row in zip(share, rows, strict=True))
    measured = sum(w * row.mean() for w, row in zip(share, rows, strict=True))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return MeanInterval(float(measured), float(low), float(high))


def _picks(n_runs: int) -> NDArray[np.int64]:
    rng = np.random.default_rng([SEED, n_runs])
    return rng.integers(n_runs, size=(RESAMPLES, n_runs))
