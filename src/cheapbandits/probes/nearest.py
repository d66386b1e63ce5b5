"""Probes of the nodes nearest in space."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import ProbeError
from cheapbandits.graphs.check import check_graph
from cheapbandits.graphs.globe import WGS84, in_space
from cheapbandits.probes.family import NestedFamily
from cheapbandits.probes.rounding import AGREE, to_nine_digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["Nearest"]

#: How many distances are looked at together: they take some fifty bytes each.
BLOCK = 1_000_000
#: How many of them one thread finds sooner than several do.
ALONE = 50_000


class Nearest(NestedFamily):
    """Node ``i`` with the ``w - 1`` nodes nearest to it by coordinates; ties: lowest index.

    Distances are on the globe where the graph says that its coordinates are longitudes and
    latitudes (``graph.crs``), else Euclidean in the coordinates as given. Distances that agree to
    nine digits are equal.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> Nearest(grid(2, 2)).at(2).members
    array([[0, 1],
           [1, 0],
           [2, 0],
           [3, 1]])
    """

    def __init__(self, graph: Graph) -> None:
        check_graph(graph)
        if graph.coordinates is None:
            raise ProbeError(
                "probes by distance need coordinates, and this graph has none; "
                "give Graph(..., coordinates=...) or choose probes='hops'"
            )
        super().__init__(graph.n_nodes, graph.n_nodes)
        flat = graph.crs != WGS84
        self._coordinates = graph.coordinates if flat else in_space(graph.coordinates)

    @property
    def fingerprint(self) -> str:  # noqa: D102
        shape, places = repr(self._coordinates.shape), self._coordinates + 0.0  # -0 is 0
        digest = hashlib.blake2b(shape.encode() + places.tobytes(), digest_size=8)
        return f"nearest({digest.hexdigest()})"

    def nearness(self, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the distances from the centre."""
        return distances(self._coordinates, center, nodes)

    def _grow(self, width: int) -> NDArray[np.int64]:
        from scipy.spatial import KDTree

        table = np.arange(self.n_nodes, dtype=np.int64)[:, None].repeat(width, axis=1)
        if width == 1:
            return table
        # Of the nodes on one spot no group reaches past the first few.
        eligible = first_on_their_spots(self._coordinates, width)
        tree = KDTree(self._coordinates[eligible])
        n_seen, todo = 2 * width + 2, np.arange(self.n_nodes)
        while todo.size:
            n_seen = min(n_seen, len(eligible))
            unsettled = []
            for rows in np.array_split(todo, -(-todo.size * n_seen // BLOCK)):
                others, settled = self._others(rows, tree, eligible, n_seen, width - 1)
                table[rows[settled], 1:] = others[settled]
                unsettled.append(rows[~settled])
            todo, n_seen = np.concatenate(unsettled), 4 * n_seen
        return table

    def _others(
        self,
        rows: NDArray[np.int64],
        tree: Any,
        eligible: NDArray[np.int64],
        n_seen: int,
        n_wanted: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return ``(r, n_wanted)`` nearest others of some nodes, and for which that is certain.

        It is where something farther than the last one wanted was seen: then no equal was missed.
        """
        places = self._coordinates[rows]
        # To start threads takes longer than to look through a small graph alone.
        several = len(rows) * n_seen > ALONE
        _, seen = tree.query(places, k=n_seen, workers=-1 if several else 1)
        nodes = eligible[seen.reshape(len(rows), n_seen)]
        apart = self._coordinates[nodes] - places[:, None, :]
        distances = np.sqrt(np.einsum("rsk,rsk->rs", apart, apart))
        farthest = distances.max(axis=1)
        distances[nodes == rows[:, None]] = np.inf
        order = np.lexsort((nodes, to_nine_digits(distances)), axis=1)[:, :n_wanted]
        rim = np.take_along_axis(distances, order[:, -1:], axis=1)[:, 0]
        settled = farthest > rim * (1 + 2 * AGREE)
        if n_seen == len(eligible):
            settled[:] = True
        return np.take_along_axis(nodes, order, axis=1), settled


def distances(
    coordinates: NDArray[np.float64], center: int, nodes: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return how far some nodes lie from one, those that agree to nine digits as equal."""
    apart = coordinates[nodes] - coordinates[center]
    return to_nine_digits(np.sqrt(np.einsum("rk,rk->r", apart, apart)))


def first_on_their_spots(coordinates: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return the nodes, in order, before which fewer than ``n`` lie on the very same spot."""
    _, spot = np.unique(coordinates, axis=0, return_inverse=True)
    by_spot = np.argsort(spot.ravel(), kind="stable")
    counts = np.bincount(spot.ravel())
    place = np.arange(len(by_spot)) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.sort(by_spot[place < n])
