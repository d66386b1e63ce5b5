"""K-means run to a fixed point, with the same bits on any number of cores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import MissingExtraError, ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Clusters", "kmeans"]

#: Rows a cluster that the seeding looks at: more costs time and hardly changes the outcome.
SEEDING_ROWS = 25


@dataclass(frozen=True, eq=False)
class Clusters:
    """Points gathered around ``K`` centres.

    Attributes
    ----------
    centers
        ``(K, k)`` means of the clusters.
    labels
        ``(rows,)`` cluster of each point; every cluster has at least one.
    inertia
        Sum over points of the squared distance to the nearest centre.
    iterations
        Lloyd steps taken.
    """

    centers: NDArray[np.float64]
    labels: NDArray[np.int64]
    inertia: float
    iterations: int


def kmeans(
    points: NDArray[np.float64],
    n_clusters: int,
    *,
    seed: int = 0,
    max_iter: int = 300,
    progress: Callable[[int, int], None] | None = None,
) -> Clusters:
    """Cluster points: greedy k-means++ on a sample of them, then Lloyd's steps on all.

    Parameters
    ----------
    points
        ``(rows, k)`` finite numbers.
    n_clusters
        ``K``, at most the number of distinct points.
    seed
        Decides the sample and the seeding; nothing else is random.
    max_iter
        Lloyd's steps at most; it stops sooner, once no point changes its cluster.
    progress
        Called as ``progress(done, total)`` after each step.

    Notes
    -----
    Scikit-learn seeds, but does not iterate: its Lloyd adds up the sums of its threads in the order
    they finish, so one core and two give different bits, and it keeps no count that a progress bar
    could show. Nearest centres from a k-d tree are exact point by point, and sums in row order are
    the same however many cores look the neighbours up; for thousands of centres in ten dimensions
    it is also faster.
    """
    rows = points.shape[0]
    if not 2 <= n_clusters <= rows:
        raise ParameterError(
            f"n_clusters must be from 2 to the {rows} rows of the table, got {n_clusters}"
        )
    centers = _seed_centers(points, n_clusters, seed)
    return _lloyd(points, centers, max_iter=max_iter, progress=progress)


def _seed_centers(points: NDArray[np.float64], n_clusters: int, seed: int) -> NDArray[np.float64]:
    """Return ``(K, k)`` points far apart, chosen by k-means++ among a random sample."""
    try:
        from sklearn.cluster import kmeans_plusplus
    except ImportError as error:
        raise MissingExtraError(
            "clustering needs scikit-learn: pip install scikit-learn"
        ) from error
    from threadpoolctl import threadpool_limits

    rng = np.random.default_rng(seed)
    size = min(points.shape[0], SEEDING_ROWS * n_clusters)
    sample = points[np.sort(rng.choice(points.shape[0], size, replace=False))]
    # Matrix products may round differently on several threads, and so draw another centre.
    with threadpool_limits(1):
        centers, _ = kmeans_plusplus(sample, n_clusters, random_state=int(rng.integers(2**31)))
    return np.asarray(centers, dtype=float)


def _lloyd(
    points: NDArray[np.float64],
    centers: NDArray[np.float64],
    *,
    max_iter: int,
    progress: Callable[[int, int], None] | None,
) -> Clusters:
    """Move centres to the means of their points until no point changes its centre."""
    from scipy.spatial import KDTree

    labels = np.full(points.shape[0], -1, dtype=np.int64)
    inertia, step = 0.0, 0
    for step in range(1, max_iter + 1):
        distances, nearest = KDTree(centers).query(points, workers=-1)
        inertia = float(np.square(distances).sum())
        if np.array_equal(nearest, labels):
            break
        labels = np.asarray(nearest, dtype=np.int64)
        centers = _means(points, labels, distances, centers.shape[0])
        if progress is not None:
            progress(step, max_iter)
    _refuse_empty(labels, centers.shape[0])
    if progress is not None:
        progress(max_iter, max_iter)
    return Clusters(centers, labels, inertia, step)


def _means(
    points: NDArray[np.float64],
    labels: NDArray[np.int64],
    distances: NDArray[np.float64],
    n_clusters: int,
) -> NDArray[np.float64]:
    """Return ``(K, k)`` means; a cluster left empty starts again at the worst served point."""
    sizes = np.bincount(labels, minlength=n_clusters)
    sums = [np.bincount(labels, column, n_clusters) for column in points.T]
    centers = np.stack(sums, axis=1) / np.maximum(sizes, 1)[:, None]
    empty = np.flatnonzero(sizes == 0)
    if empty.size:
        farthest = np.argsort(-distances, kind="stable")[: empty.size]
        centers[empty] = points[farthest]
    return np.asarray(centers)


def _refuse_empty(labels: NDArray[np.int64], n_clusters: int) -> None:
    empty = int((np.bincount(labels, minlength=n_clusters) == 0).sum())
    if empty:
        raise ParameterError(
            f"{empty} of {n_clusters} clusters stay empty: the table has too few distinct rows; "
            f"ask for at most {n_clusters - empty}"
        )
