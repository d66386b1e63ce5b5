"""K-means run to a fixed point, with the same bits on any number of cores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import MissingExtraError, ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.spatial import KDTree

__all__ = ["Clusters", "kmeans", "lloyd", "sample_of", "seed_centers"]

#: Rows a cluster that the seeding looks at: more costs time and hardly changes the outcome.
SEEDING_ROWS = 25
#: Centres around each one whose moves are looked at one by one.
AROUND = 120
#: Distances that differ by no more than this are looked up again.
SLACK = 1e-9


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
    centers = seed_centers(points, n_clusters, seed)
    return lloyd(points, centers, max_iter=max_iter, progress=progress)


def seed_centers(points: NDArray[np.float64], n_clusters: int, seed: int) -> NDArray[np.float64]:
    """Return ``(K, k)`` points far apart, chosen by k-means++ among a random sample."""
    try:
        from sklearn.cluster import kmeans_plusplus
    except ImportError as error:
        raise MissingExtraError(
            "clustering needs scikit-learn: pip install scikit-learn"
        ) from error
    from threadpoolctl import threadpool_limits

    rng = np.random.default_rng(seed)
    sample = sample_of(points, n_clusters, rng)
    # Matrix products may round differently on several threads, and so draw another centre.
    with threadpool_limits(1):
        centers, _ = kmeans_plusplus(sample, n_clusters, random_state=int(rng.integers(2**31)))
    return np.asarray(centers, dtype=float)


def sample_of(
    points: NDArray[np.float64], n_clusters: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the rows that the seeding looks at."""
    size = min(points.shape[0], SEEDING_ROWS * n_clusters)
    return np.asarray(points[np.sort(rng.choice(points.shape[0], size, replace=False))])


def lloyd(
    points: NDArray[np.float64],
    centers: NDArray[np.float64],
    *,
    max_iter: int,
    progress: Callable[[int, int], None] | None = None,
) -> Clusters:
    """Move centres to the means of their points until no point changes its centre.

    A point is looked up again only where the centres have moved so far that it may have another
    nearest; this changes nothing but the time.
    """
    from scipy.spatial import KDTree

    distances, nearest = KDTree(centers).query(points, k=2, workers=-1)
    labels = np.asarray(nearest[:, 0], dtype=np.int64)
    own, other = distances[:, 0].copy(), distances[:, 1].copy()  # exact; at least
    touched = np.ones(len(centers), dtype=bool)
    step = 1
    while step < max_iter:
        rows = np.flatnonzero(touched[labels])
        before, centers = centers, _means(points, labels, own, centers, touched, rows)
        step += 1
        own[rows] = np.sqrt(np.square(points[rows] - centers[labels[rows]]).sum(axis=1))
        tree = KDTree(centers)
        other = _at_least(tree, before, labels, own, other)
        doubtful = np.flatnonzero(own >= other - SLACK)
        distances, nearest = tree.query(points[doubtful], k=2, workers=-1)
        changed = nearest[:, 0] != labels[doubtful]
        touched = np.zeros(len(centers), dtype=bool)
        touched[labels[doubtful[changed]]] = touched[nearest[changed, 0]] = True
        labels[doubtful] = nearest[:, 0]
        own[doubtful], other[doubtful] = distances[:, 0], distances[:, 1]
        if progress is not None:
            progress(step, max_iter)
        if not changed.any():
            break
        touched |= np.bincount(labels, minlength=len(centers)) == 0  # to be put elsewhere
    _refuse_empty(labels, centers.shape[0])
    if progress is not None:
        progress(max_iter, max_iter)
    exact, _ = KDTree(centers).query(points, workers=-1)
    return Clusters(centers, labels, float(np.square(exact).sum()), step)


def _at_least(
    tree: KDTree,
    before: NDArray[np.float64],
    labels: NDArray[np.int64],
    own: NDArray[np.float64],
    other: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return what the distance to every other centre is at least, after the centres moved.

    The larger of two bounds: no centre came nearer by more than the longest move; and, of those
    around a point's own centre, by more than the longest move there, while those beyond them are
    too far by the triangle inequality.
    """
    centers = np.asarray(tree.data)
    moves = np.sqrt(np.square(centers - before).sum(axis=1))
    around = min(AROUND, len(centers) - 1)
    far, near = tree.query(centers, k=min(around + 2, len(centers)), workers=-1)
    longest = moves[near[:, 1 : around + 1]].max(axis=1)
    beyond = far[:, -1] if len(centers) > around + 1 else np.full(len(centers), np.inf)
    local = np.minimum(other - longest[labels], beyond[labels] - own)
    return np.asarray(np.maximum(local, other - moves.max()))


def _means(
    points: NDArray[np.float64],
    labels: NDArray[np.int64],
    distances: NDArray[np.float64],
    centers: NDArray[np.float64],
    touched: NDArray[np.bool_],
    rows: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return ``(K, k)`` means; a cluster left empty starts again at the worst served point.

    Only the touched clusters, whose points are these rows, have another mean than before.
    """
    n_clusters = len(centers)
    sizes = np.bincount(labels[rows], minlength=n_clusters)
    sums = [np.bincount(labels[rows], column, n_clusters) for column in points[rows].T]
    means = np.stack(sums, axis=1) / np.maximum(sizes, 1)[:, None]
    moved = np.where(touched[:, None], means, centers)
    empty = np.flatnonzero(touched & (sizes == 0))
    if empty.size:
        farthest = np.argsort(-distances, kind="stable")[: empty.size]
        moved[empty] = points[farthest]
    return np.asarray(moved)


def _refuse_empty(labels: NDArray[np.int64], n_clusters: int) -> None:
    empty = int((np.bincount(labels, minlength=n_clusters) == 0).sum())
    if empty:
        raise ParameterError(
            f"{empty} of {n_clusters} clusters stay empty: the table has too few distinct rows; "
            f"ask for at most {n_clusters - empty}"
        )
