"""``python -m tools.forest``: from the raw cover type table to the shipped graph."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from cheapbandits.errors import CheapBanditsError
from cheapbandits.fields.forest import COVER_TYPES
from cheapbandits.progress import Progress
from tools.forest import build_forest, fetch_forest_table, read_forest_table, save_forest

__all__ = ["main"]


def main() -> None:
    """Build the forest graph and rewards of the paper's Section 6.3, and print what came of it."""
    given = _parser().parse_args()
    try:
        x, y = fetch_forest_table() if given.table is None else read_forest_table(given.table)
        with Progress("k-means") as shown:
            forest = build_forest(
                x,
                y,
                n_clusters=given.clusters,
                n_neighbors=given.neighbors,
                seed=given.seed,
                progress=shown.at,
            )
        save_forest(forest, given.out)
    except (CheapBanditsError, OSError) as error:
        sys.exit(f"error: {error}")
    rewards = forest.rewards.max(axis=1).round(3).tolist()
    facts = {
        "rows": len(y),
        "graph": repr(forest.graph),
        "largest_reward": dict(zip(COVER_TYPES, rewards, strict=True)),
        "file": str(given.out),
    }
    sys.stdout.write(json.dumps(facts, indent=2) + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.forest", description=main.__doc__)
    parser.add_argument(
        "table",
        nargs="?",
        type=Path,
        help="covtype.data(.gz), .csv or .npz; scikit-learn's download if left out",
    )
    parser.add_argument("--out", type=Path, default=Path("forest.npz"), help="where to write it")
    parser.add_argument("--clusters", type=int, default=2000, help="the graph's nodes")
    parser.add_argument("--neighbors", type=int, default=10, help="nearest neighbours of a node")
    parser.add_argument("--seed", type=int, default=0, help="seed of the clustering")
    return parser


if __name__ == "__main__":
    main()
