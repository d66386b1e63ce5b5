"""How long a graph of a million edges takes to read, next to plain pandas."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from cheapbandits.graphs import read_graph

EDGES = 1_000_000
NODES = 200_000


def measure() -> dict[str, float]:
    """Return the best of three of each, and how many times pandas' time we take."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edges.csv"
        _write(path)
        # In turns, so that a busy machine slows both alike.
        rounds = [
            (_seconds(lambda: pd.read_csv(path)), _seconds(lambda: read_graph(path)))
            for _ in range(3)
        ]
    plain, ours = (min(times) for times in zip(*rounds, strict=True))
    return {"pandas_s": plain, "read_graph_s": ours, "ratio": ours / plain}


def _write(path: Path) -> None:
    rng = np.random.default_rng(0)
    places = np.sort(rng.choice(NODES * (NODES - 1) // 2, EDGES, replace=False))
    low = (np.sqrt(8 * places + 1) - 1).astype(np.int64) // 2
    pairs = np.column_stack([places - low * (low + 1) // 2, low + 1])[rng.permutation(EDGES)]
    table = pd.DataFrame(
        {"source": pairs[:, 0], "target": pairs[:, 1], "weight": rng.random(EDGES)}
    )
    table.to_csv(path, index=False)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    print(measure())
