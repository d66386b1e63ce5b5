"""The forest of the paper: from half a million plots of land to a graph of clusters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.fields.forest import ARRAYS, COVER_TYPES, Forest
from cheapbandits.graphs import Graph
from tools.forest.kmeans import kmeans
from tools.forest.table import check_forest_table

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import ArrayLike, NDArray

__all__ = ["build_forest", "count_types", "save_forest", "scale"]


def build_forest(
    X: ArrayLike,
    y: ArrayLike,
    *,
    n_clusters: int = 2000,
    n_neighbors: int = 10,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Forest:
    """Cluster the table, join each centre to its nearest, and count cover types per cluster.

    Parameters
    ----------
    X
        ``(rows, 10)`` quantitative columns.
    y
        ``(rows,)`` cover types 1 to 7.
    n_clusters
        Number of nodes, ``N``.
    n_neighbors
        Neighbours of each centre; two are joined when either counts the other.
    seed
        Decides the clustering: the same seed gives the same bits on any number of cores.
    progress
        Called as ``progress(done, total)`` after each step.

    Notes
    -----
    The paper says "k-means" and no more. We take Lloyd's steps on all rows until no row changes its
    cluster, so that the outcome does not hang on a step count: on the 581,012 rows, seed 0, that
    was 209 steps in two minutes on two cores, four on one. Where the seeding starts still shows:
    the largest Cottonwood/Willow reward was 0.66, 0.74 and 0.88 in three clusterings of the same
    table, where the paper says 0.068.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> forest = build_forest(rng.random((300, 10)), rng.integers(1, 8, 300), n_clusters=20)
    >>> forest.graph.n_nodes, forest.rewards.shape, int(forest.counts.sum())
    (20, (7, 20), 300)
    """
    table, labels = check_forest_table(X, y)
    scaled, low, high = scale(table)
    clusters = kmeans(scaled, n_clusters, seed=seed, progress=progress)
    pairs, _ = Graph.from_points(clusters.centers, n_neighbors).edges()
    return Forest(
        centers=clusters.centers,
        counts=count_types(clusters.labels, labels, n_clusters),
        low=low,
        high=high,
        edges=pairs.astype(np.int32),
        inertia=clusters.inertia,
        iterations=clusters.iterations,
    )


def save_forest(forest: Forest, path: str | PathLike[str]) -> None:
    """Write the forest as ``.npz``; the same forest gives the same bytes."""
    arrays: dict[str, Any] = {
        name: np.asarray(getattr(forest, name), dtype=dtype) for name, dtype in ARRAYS.items()
    }
    # A file object keeps the name as given, where a path would get ".npz" appended.
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays)


def scale(
    table: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the columns from 0 to 1, and what became 0 and 1.

    A column that never varies says nothing: it becomes 0 instead of dividing by 0.
    """
    low, high = table.min(axis=0), table.max(axis=0)
    return (table - low) / np.where(high > low, high - low, 1.0), low, high


def count_types(
    clusters: NDArray[np.int64], labels: NDArray[np.int64], n_clusters: int
) -> NDArray[np.int32]:
    """Return ``(N, 7)`` rows of each cover type in each cluster."""
    n_types = len(COVER_TYPES)
    cells = np.bincount(clusters * n_types + labels - 1, minlength=n_clusters * n_types)
    return cells.reshape(n_clusters, n_types).astype(np.int32)
