"""Nearest-neighbour graphs of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import scipy.sparse as sp

from cheapbandits.errors import GraphError
from cheapbandits.graphs.validation import check_coordinates, check_node_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["nearest_neighbors"]

#: Neighbours of each point, unless told otherwise or there are fewer.
NEIGHBORS = 10


def nearest_neighbors(
    points: ArrayLike, n_neighbors: int | None, *, weights: Literal["unit", "gaussian"] = "unit"
) -> sp.csr_array:
    """Return the ``(N, N)`` weights that join each point to its nearest; see ``from_points``."""
    from scipy.spatial import KDTree

    array = _check_points(points)
    n = len(array)
    n_neighbors = _check_neighbors(n_neighbors, n)
    distances, neighbors = KDTree(array).query(array, k=n_neighbors + 1, workers=-1)
    rows = np.repeat(np.arange(n), n_neighbors + 1)
    columns, lengths = neighbors.ravel(), distances.ravel()
    # A point need not come first in its own list when others lie on the same spot.
    keep = rows != columns
    lengths = lengths[keep]
    if weights == "unit":
        values = np.ones(lengths.size)
    elif weights == "gaussian":
        scale = float(distances[:, -1].mean()) or 1.0
        values = np.exp(-((lengths / scale) ** 2))
    else:
        raise GraphError(f"weights must be 'unit' or 'gaussian', got {weights!r}")
    directed = sp.csr_array((values, (rows[keep], columns[keep])), shape=(n, n))
    return sp.csr_array(directed.maximum(directed.T))


def _check_points(points: ArrayLike) -> NDArray[np.float64]:
    try:
        array = np.asarray(points, dtype=float)
    except (TypeError, ValueError) as error:
        raise GraphError(f"points must be numbers of shape (N, k): {error}") from error
    if array.ndim != 2:
        mend = "; for points on a line pass X.reshape(-1, 1)" if array.ndim == 1 else ""
        raise GraphError(f"points must have shape (N, k), one row a point; got {array.shape}{mend}")
    check_node_count(len(array))
    check_coordinates(array, len(array))
    return array


def _check_neighbors(n_neighbors: int | None, n: int) -> int:
    if n_neighbors in (None, NEIGHBORS):
        return min(NEIGHBORS, n - 1)
    if not 1 <= n_neighbors < n:
        raise GraphError(
            f"n_neighbors must be from 1 to {n - 1} for {n} points, got {n_neighbors}; "
            f"left out it is {NEIGHBORS}, or fewer where there are fewer"
        )
    return n_neighbors
