"""Graphs of points: each joined to its nearest, or all that are near enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import scipy.sparse as sp

from cheapbandits.checks import finite, got, of_numbers, one_of, unmasked, whole
from cheapbandits.errors import GraphError
from cheapbandits.graphs.globe import WGS84, chord, in_space
from cheapbandits.graphs.to_wgs84 import in_system
from cheapbandits.graphs.validation import check_coordinates, check_node_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Joined", "join_points"]

#: Neighbours of each point, unless told otherwise or there are fewer.
NEIGHBORS = 10

#: The time for points on one spot is the square of their number.
MOST_ON_A_SPOT = 1_000

#: The most pairs that a radius may join, or more neighbours than usual; each takes fifty bytes.
MOST_PAIRS = 20_000_000

_EXTENT = 1e100

Weights = Literal["unit", "gaussian"]


class Joined(NamedTuple):
    """Weights, and the points as a graph keeps them with the system that they are of."""

    weights: sp.csr_array
    points: NDArray[np.float64]
    crs: str | None


def join_points(
    points: ArrayLike,
    n_neighbors: int | None = None,
    *,
    radius: float | None = None,
    weights: Weights = "unit",
    crs: str | None = None,
) -> Joined:
    """Return points joined to those near them; see ``from_points``."""
    one_of(weights, ("unit", "gaussian"), "weights", kind=GraphError)
    array, system = in_system(_check_points(points), crs)
    on_globe = system == WGS84
    places = in_space(array) if on_globe else array
    if radius is None:
        near = _check_neighbors(n_neighbors, len(array))
        return Joined(_nearest(_in_range(places), near, weights), array, system)
    if n_neighbors is not None:
        raise GraphError("give n_neighbors or a radius, not both: each says which points to join")
    reach = finite(radius, "radius", above=0)
    joined = _within(places, chord(reach) if on_globe else reach, reach, weights)
    return Joined(joined, array, system)


def _within(
    places: NDArray[np.float64], reach: float, radius: float, weights: Weights
) -> sp.csr_array:
    """Join all points that are at most so far apart."""
    from scipy.spatial import KDTree

    n, tree = len(places), KDTree(places)
    count = int(tree.count_neighbors(tree, reach) - n) // 2
    if count > MOST_PAIRS:
        raise GraphError(
            f"a radius of {radius:g} joins {count:,} pairs of points, {2 * count // n:,} to each; "
            f"give a smaller one (up to {MOST_PAIRS:,} pairs)"
        )
    pairs = tree.query_pairs(reach, output_type="ndarray")
    first, second = pairs.T
    values = np.ones(len(pairs))
    if weights == "gaussian":
        lengths = np.linalg.norm(places[first] - places[second], axis=1)
        values = np.exp(-((lengths / reach) ** 2))
    half = sp.csr_array((values, (first, second)), shape=(n, n))
    return sp.csr_array(half + half.T)


def _nearest(places: NDArray[np.float64], n_neighbors: int, weights: Weights) -> sp.csr_array:
    """Join each point to its nearest."""
    from scipy.spatial import KDTree

    n = len(places)
    _check_spots(places)
    tree = KDTree(places)
    distances, neighbors = tree.query(places, k=n_neighbors + 1, workers=-1)
    rows = np.repeat(np.arange(n), n_neighbors + 1)
    columns, lengths = neighbors.ravel(), distances.ravel()
    # A point need not come first in its own list when others lie on the same spot.
    keep = rows != columns
    lengths = lengths[keep]
    if weights == "unit":
        values = np.ones(lengths.size)
    else:
        scale = float(distances[:, -1].mean()) or 1.0
        values = np.exp(-((lengths / scale) ** 2))
    directed = sp.csr_array((values, (rows[keep], columns[keep])), shape=(n, n))
    return sp.csr_array(directed.maximum(directed.T))


def _in_range(array: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points whose distances can be squared: very small and very large ones are scaled."""
    extent = float(np.ptp(array, axis=0).max())
    if extent == 0 or 1 / _EXTENT <= extent <= _EXTENT:
        return array
    return np.asarray((array - array.min(axis=0)) / extent, dtype=float)


def _check_spots(places: NDArray[np.float64]) -> None:
    """Refuse many points on one spot: each of them is equally near to all others there."""
    if len(places) <= MOST_ON_A_SPOT:
        return
    extent = float(np.ptp(places, axis=0).max()) or 1.0
    # So close, compared with the whole, that their distances are lost in rounding.
    grid = np.round((places - places.min(axis=0)) / extent, 12)
    order = np.lexsort(grid.T)
    fresh = np.flatnonzero((np.diff(grid[order], axis=0) != 0).any(axis=1)) + 1
    sizes = np.diff(np.concatenate([[0], fresh, [len(grid)]]))
    if sizes.max() > MOST_ON_A_SPOT:
        first = order[np.concatenate([[0], fresh])[np.argmax(sizes)]]
        raise GraphError(
            f"{sizes.max():,} points lie on one spot, {places[first].tolist()} for one, and so all "
            f"are neighbours; merge them (up to {MOST_ON_A_SPOT:,} are allowed)"
        )


def _check_points(points: ArrayLike) -> NDArray[np.float64]:
    unmasked(points, "points", kind=GraphError)
    of_numbers(points, "points", kind=GraphError)
    try:
        array = np.asarray(points, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise GraphError(f"points must be numbers of shape (N, k): {error}") from error
    if array.ndim != 2:
        mend = "; for points on a line pass X.reshape(-1, 1)" if array.ndim == 1 else ""
        raise GraphError(f"points must have shape (N, k), one row a point; got {array.shape}{mend}")
    check_node_count(len(array))
    check_coordinates(array, len(array))
    return array


def _check_neighbors(n_neighbors: int | None, n: int) -> int:
    if n_neighbors is None:
        return min(NEIGHBORS, n - 1)
    wanted = whole(n_neighbors, "n_neighbors", kind=GraphError)
    if wanted == NEIGHBORS:
        return min(NEIGHBORS, n - 1)
    if not 1 <= wanted < n:
        raise GraphError(
            f"n_neighbors must be from 1 to {n - 1} for {n} points, got {got(wanted)}; "
            f"left out it is {NEIGHBORS}, or fewer where there are fewer"
        )
    if wanted > NEIGHBORS and n * wanted > MOST_PAIRS:
        raise GraphError(
            f"{wanted:,} neighbours of {n:,} points are up to {n * wanted:,} pairs; give fewer "
            f"n_neighbors (--neighbors), up to {max(NEIGHBORS, MOST_PAIRS // n):,}"
        )
    return wanted
