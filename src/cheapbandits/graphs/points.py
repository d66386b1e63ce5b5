"""Nearest-neighbour graphs of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import scipy.sparse as sp

from cheapbandits.errors import GraphError
from cheapbandits.graphs.validation import check_coordinates, check_node_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["nearest_neighbors"]


def nearest_neighbors(
    points: ArrayLike, n_neighbors: int, *, weights: Literal["unit", "gaussian"] = "unit"
) -> sp.csr_array:
    """Return the ``(N, N)`` weights that join each point to its nearest ones, either way."""
    from scipy.spatial import KDTree

    array = np.atleast_2d(np.asarray(points, dtype=float))
    n = array.shape[0]
    check_node_count(n)
    check_coordinates(array, n)
    if not 1 <= n_neighbors < n:
        raise GraphError(f"n_neighbors must be from 1 to {n - 1} for {n} points, got {n_neighbors}")
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
