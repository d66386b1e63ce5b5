"""Probes of all nodes within a distance: what a drone sees from a height, or a truck in an hour."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.checks import finite, items, whole
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.graphs.globe import WGS84, chord, in_space
from cheapbandits.locks import fork_safe_lock
from cheapbandits.probes.family import Family
from cheapbandits.probes.nearest import distances
from cheapbandits.probes.probe_set import ProbeSet, UniformProbes, WeightedProbes
from cheapbandits.probes.rounding import AGREE, to_nine_digits
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["ByRadius", "parse_radii", "radii_text"]

#: Sites that the groups of one radius may have in all.
MOST_MEMBERS = 5_000_000
#: How groups by radius are named where only a text can be kept.
PREFIX = "radius:"


class ByRadius(Family):
    """Level 1 is every single node; level 2 all nodes within the first radius of each, and so on.

    Groups are of mixed sizes, and each is priced by its own; a node that has nobody so near is a
    group by itself. Where the paper's stages speak of widths, policies walk down these levels.
    Distances are on the globe, in metres, where coordinates are longitudes and latitudes, else in
    the coordinates' own units.

    Parameters
    ----------
    graph
        Its nodes have coordinates.
    radii
        One or more distances, from near to far.
    most
        The most nodes of a group: the nearest are kept. Ties: lowest index.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> family = ByRadius(grid(3, 3), [1.0, 1.5])
    >>> family.max_width, family.at(2).widths.tolist(), family.at(3).widths.tolist()
    (3, [3, 4, 3, 4, 5, 4, 3, 4, 3], [4, 6, 4, 6, 9, 6, 4, 6, 4])
    """

    def __init__(self, graph: Graph, radii: Sequence[float], *, most: int | None = None) -> None:
        check_graph(graph)
        if graph.coordinates is None:
            raise ParameterError(
                "groups by radius need coordinates, and this graph has none; give "
                "Graph(..., coordinates=...) or choose probes='hops'"
            )
        self.radii = _check_radii(radii)
        self.most = None if most is None else whole(most, "the most nodes of a group", least=1)
        self.n_nodes = graph.n_nodes
        self.max_width = 1 + len(self.radii)
        self._globe = graph.crs == WGS84  # a known plane has metres, no degrees
        self._places = in_space(graph.coordinates) if self._globe else graph.coordinates
        self._lock = fork_safe_lock()
        nodes = np.arange(self.n_nodes, dtype=np.int64)[:, None]
        self._levels: dict[int, ProbeSet] = {1: UniformProbes(nodes, self.n_nodes)}

    @property
    def fingerprint(self) -> str:  # noqa: D102
        places = self._places + 0.0  # -0 is 0
        digest = hashlib.blake2b(repr(places.shape).encode() + places.tobytes(), digest_size=8)
        return f"radius({self.radii}, {self.most}, {digest.hexdigest()})"

    def at(self, width: int) -> ProbeSet:
        """Return the probes of one level."""
        self._check_width(width)
        with self._lock:
            if width not in self._levels:
                self._levels[width] = self._within(self.radii[width - 2])
            return self._levels[width]

    def nearness(self, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the distances from the centre: with ``most``, not all of one distance go in."""
        return distances(self._places, center, nodes)

    def _within(self, radius: float) -> ProbeSet:
        from scipy.spatial import cKDTree

        reach = (chord(radius) if self._globe else radius) * (1 + AGREE)
        tree = cKDTree(self._places)
        members = int(tree.count_neighbors(tree, reach))
        if members > MOST_MEMBERS:
            raise CapacityError(
                f"groups within {radius:g} hold {members:,} nodes in all, {MOST_MEMBERS:,} are the "
                "most; take a smaller radius, or probes='nearest'"
            )
        found = tree.sparse_distance_matrix(tree, reach, output_type="ndarray")
        rows, nodes = found["i"].astype(np.int64), found["j"].astype(np.int64)
        apart = np.where(rows == nodes, -1.0, to_nine_digits(found["v"]))  # itself comes first
        order = np.lexsort((nodes, apart, rows))
        rows, nodes = rows[order], nodes[order]
        sizes = np.bincount(rows, minlength=self.n_nodes)
        if self.most is not None:
            place = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            rows, nodes = rows[place < self.most], nodes[place < self.most]
        return _as_probes(rows, nodes, self.n_nodes)

    def __getstate__(self) -> dict[str, object]:
        return {key: value for key, value in self.__dict__.items() if key != "_lock"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._lock = fork_safe_lock()


def _as_probes(rows: NDArray[np.int64], nodes: NDArray[np.int64], n_nodes: int) -> ProbeSet:
    nodes = nodes[np.lexsort((nodes, rows))]  # in order: SciPy would sort them some day
    sizes = np.bincount(rows, minlength=n_nodes)
    pointers = np.concatenate([[0], np.cumsum(sizes)])
    shares = np.repeat(1.0 / sizes, sizes)
    matrix = sp.csr_array((shares, nodes, pointers), shape=(n_nodes, n_nodes))
    return WeightedProbes(matrix, centers=np.arange(n_nodes, dtype=np.int64))


def _check_radii(radii: Sequence[float]) -> tuple[float, ...]:
    given = [radii] if isinstance(radii, int | float) else items(radii, "radii")
    found = tuple(finite(radius, "a radius", least=0) for radius in given)
    if not found or found[0] == 0:
        raise ParameterError("give at least one radius, larger than 0")
    if any(b <= a for a, b in pairwise(found)):
        raise ParameterError(
            f"radii grow: give them from near to far, each once; got {', '.join(map(str, found))}"
        )
    return found


def parse_radii(text: str) -> tuple[float, ...] | None:
    """Return the radii that a text such as ``radius:250,500`` names; ``None`` if it names none."""
    if not text.startswith(PREFIX):
        return None
    found = [parse_number(part) for part in text.removeprefix(PREFIX).split(",")]
    numbers = [number for number in found if number is not None]
    if len(numbers) < len(found):
        raise ParameterError(f"{shown(text)} names no radii; write radius:250 or radius:250,500")
    return _check_radii(numbers)


def radii_text(radii: Sequence[float]) -> str:
    """Return the text that names these radii."""
    return PREFIX + ",".join(repr(float(radius)).removesuffix(".0") for radius in radii)
