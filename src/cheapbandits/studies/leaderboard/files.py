"""The board as files: a row a policy and workload, a row a run, targets and ranking."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.disk import replace_text
from cheapbandits.studies.leaderboard.board import MEASURES, Board
from cheapbandits.studies.leaderboard.ranking import Rank
from cheapbandits.studies.leaderboard.targets import Target

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["board_content", "performance_table", "write_board"]


def performance_table(board: Board) -> pd.DataFrame:
    """Return one row a workload and policy, means with their 95 % intervals."""
    import pandas as pd

    rows = []
    for s in board.performances:
        row: dict[str, object] = {
            "workload": s.workload.name,
            "group": s.workload.group,
            "policy": s.policy,
            "runs": s.runs,
            "found": s.found,
        }
        for name in ("regret", "cost", "gap", "excess", "find", "find_ratio", "simple"):
            mean: MeanInterval = getattr(s, name)
            row |= {name: mean.mean, f"{name}_low": mean.low, f"{name}_high": mean.high}
        rows.append(row)
    return pd.DataFrame(rows)


def board_content(rows: Sequence[Target], ranks: Mapping[str, Sequence[Rank]]) -> dict[str, Any]:
    """Return targets and ranking as JSON can write them; what is no finite number is ``null``."""
    content = {
        "targets": [asdict(row) | {"verdict": row.verdict} for row in rows],
        "ranking": {purpose: [asdict(r) for r in found] for purpose, found in ranks.items()},
    }
    finite: dict[str, Any] = _finite(content)
    return finite


def write_board(
    board: Board, rows: Sequence[Target], ranks: Mapping[str, Sequence[Rank]], folder: Path
) -> list[Path]:
    """Write ``performance.csv``, ``runs.csv`` and ``board.json``; return the files."""
    files = [folder / "performance.csv", folder / "runs.csv", folder / "board.json"]
    performance_table(board).to_csv(files[0], index=False)
    _runs_table(board).to_csv(files[1], index=False)
    text = json.dumps(board_content(rows, ranks), indent=2, allow_nan=False)
    replace_text(files[2], text + "\n")
    return files


def _runs_table(board: Board) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "workload": workload.name,
                "policy": policy,
                "seed": seed,
                **{name: read(result, workload.horizon) for name, read in MEASURES.items()},
                "rounds": len(result.regret),
                "seconds": result.seconds,
            }
            for workload in board.workloads
            for policy in board.policies
            for seed, result in sorted(board.runs(workload, policy).items())
        ]
    )


def _finite(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _finite(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_finite(value) for value in content]
    if isinstance(content, float) and not math.isfinite(content):
        return None
    return content
