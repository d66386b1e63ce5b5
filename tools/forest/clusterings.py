"""``python -m tools.forest.clusterings``: the twenty clusterings that the reproduction runs on.

Each has its own sample of rows, its own seeding, and Lloyd's steps first on the sample, then on all
rows: near the fixed point of :mod:`tools.forest.kmeans` at a tenth of its time. What is asked of
them is how much results change from one clustering to the next.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.fields.clusterings import N_CLUSTERINGS, Clustering, pack
from cheapbandits.graphs import Graph
from tools.forest.build import count_types, scale
from tools.forest.kmeans import lloyd, sample_of, seed_centers
from tools.forest.table import check_forest_table, read_forest_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["build_clustering", "main"]

SAMPLE_STEPS, ALL_STEPS = 30, 3


def build_clustering(
    points: NDArray[np.float64],
    types: NDArray[np.int64],
    seed: int,
    *,
    n_clusters: int = 2000,
    n_neighbors: int = 10,
) -> Clustering:
    """Cluster scaled rows, join each centre to its nearest, and count cover types per cluster."""
    centers = seed_centers(points, n_clusters, seed)
    sample = sample_of(points, n_clusters, np.random.default_rng(seed))
    centers = lloyd(sample, centers, max_iter=SAMPLE_STEPS).centers
    found = lloyd(points, centers, max_iter=ALL_STEPS)
    pairs, _ = Graph.from_points(found.centers, n_neighbors).edges()
    ordered = np.unique(np.sort(pairs, axis=1), axis=0)
    return Clustering(ordered, count_types(found.labels, types, n_clusters).astype(np.int64))


def main() -> None:
    """Build seeds 1 to 20 of a table, and write them where the package looks for them."""
    parser = argparse.ArgumentParser(prog="python -m tools.forest.clusterings")
    parser.add_argument("table", type=Path, help="covtype.data(.gz), .csv or .npz")
    parser.add_argument("--out", type=Path, default=Path("forest_clusterings.npz"))
    given = parser.parse_args()
    table, types = check_forest_table(*read_forest_table(given.table))
    points, _, _ = scale(table)
    found = []
    for seed in range(1, N_CLUSTERINGS + 1):
        found.append(build_clustering(points, types, seed))
        sys.stderr.write(f"{seed} of {N_CLUSTERINGS}\n")
    pack(found, given.out)


if __name__ == "__main__":
    main()
