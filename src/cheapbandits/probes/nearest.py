"""Probes of the nodes nearest in space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ProbeError
from cheapbandits.probes.family import NestedFamily

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["Nearest"]


class Nearest(NestedFamily):
    """Node ``i`` with the ``w - 1`` nodes nearest to it by coordinates; ties: lowest index.

    Distances are Euclidean in the coordinates as given; project longitudes and latitudes first
    where that matters.
    """

    def __init__(self, graph: Graph) -> None:
        if graph.coordinates is None:
            raise ProbeError(
                "probes by distance need coordinates, and this graph has none; "
                "give Graph(..., coordinates=...) or choose probes='hops'"
            )
        super().__init__(graph.n_nodes, graph.n_nodes)
        self._coordinates = graph.coordinates

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return "nearest"

    def _grow(self, width: int) -> NDArray[np.int64]:
        from scipy.spatial import KDTree

        tree = KDTree(self._coordinates)
        # One more than needed, so that ties at the rim can be settled by index.
        k = min(width + 1, self.n_nodes)
        distances, nodes = tree.query(self._coordinates, k=k, workers=-1)
        own = nodes == np.arange(self.n_nodes)[:, None]
        distances = np.where(own, -1.0, distances)  # others may lie on the very same spot
        missing = ~own.any(axis=1)
        nodes[missing, -1], distances[missing, -1] = np.flatnonzero(missing), -1.0
        order = np.lexsort((nodes, distances), axis=1)[:, :width]
        return np.take_along_axis(nodes, order, axis=1).astype(np.int64)
