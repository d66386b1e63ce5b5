"""The leaderboard: every policy on every kind of field, what it lost, paid, found and claimed."""

from cheapbandits.studies.leaderboard.board import Board, Performance
from cheapbandits.studies.leaderboard.entries import BOARD_WATCH, board_cells, contenders
from cheapbandits.studies.leaderboard.ranking import Rank, rank
from cheapbandits.studies.leaderboard.sure import Sureness, sureness
from cheapbandits.studies.leaderboard.targets import Target, judge_targets
from cheapbandits.studies.leaderboard.workloads import (
    GROUPS,
    WORKLOADS,
    Workload,
    select_workloads,
)

__all__ = [
    "BOARD_WATCH",
    "GROUPS",
    "WORKLOADS",
    "Board",
    "Performance",
    "Rank",
    "Sureness",
    "Target",
    "Workload",
    "board_cells",
    "contenders",
    "judge_targets",
    "rank",
    "select_workloads",
    "sureness",
]
