"""How far it is from node to node: within a group, to the next one, and through a whole batch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import got, items, whole
from cheapbandits.errors import ParameterError, ProbeError
from cheapbandits.graphs.check import check_graph
from cheapbandits.graphs.globe import EARTH, WGS84, in_space
from cheapbandits.probes.probe_set import ProbeSet, UniformProbes
from cheapbandits.probes.rounding import to_nine_digits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph

__all__ = ["Travel"]

#: Distances that are looked at together in the groups of a set.
BLOCK = 1_000_000
#: The most groups of one tour, and up to how many pieces of it are turned round.
MOST, TURNED = 1_000, 100


class Travel:
    """Distances between the nodes of a graph, as the crow flies.

    In metres along the ground where coordinates are longitudes and latitudes, else in their own
    units. Distances that agree to nine digits are equal; of equals the lowest node comes first. Not
    changed after it is made: threads may share it.

    Parameters
    ----------
    graph
        Its nodes have coordinates.
    """

    def __init__(self, graph: Graph) -> None:
        check_graph(graph)
        if graph.coordinates is None:
            raise ParameterError(
                "travel needs to know where the nodes are, and this graph has no coordinates: read "
                "it from a table of sites, or give Graph(..., coordinates=...)"
            )
        self._globe = graph.crs == WGS84  # a known plane has metres, no degrees
        self._places = in_space(graph.coordinates) if self._globe else graph.coordinates

    @property
    def fingerprint(self) -> str:
        """Short text that differs where distances do."""
        shape, places = repr(self._places.shape), self._places + 0.0  # -0 is 0
        return hashlib.blake2b(shape.encode() + places.tobytes(), digest_size=8).hexdigest()

    def between(self, first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
        """Return the distance of each node in ``first`` from that in ``second``; they broadcast."""
        here, there = self._nodes(first), self._nodes(second)
        try:
            return self._between(here, there)
        except ValueError as error:
            raise ProbeError(f"two lists of nodes that do not fit each other: {error}") from None

    def _between(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.float64]:
        apart = self._places[first] - self._places[second]
        straight = np.sqrt(np.einsum("...k,...k->...", apart, apart))
        if not self._globe:
            return np.asarray(straight)
        return np.asarray(2 * EARTH * np.arcsin(np.minimum(straight / (2 * EARTH), 1.0)))

    def through(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return ``(m,)`` the way through each group: from its centre always to the nearest."""
        if not isinstance(probes, ProbeSet):
            raise ProbeError(
                f"probes must be a set of groups, as of Nearest(graph).at(3), got {got(probes)}"
            )
        lengths = np.zeros(len(probes))
        for rows, members in _by_size(probes):
            if members.shape[1] == 1:
                continue
            step = max(1, BLOCK // members.shape[1])
            for start in range(0, len(rows), step):
                part = slice(start, start + step)
                lengths[rows[part]] = self._walk(members[part])[0]
        return lengths

    def last_of(self, nodes: Sequence[int]) -> int:
        """Return where the way through a group ends; the first of ``nodes`` is its centre."""
        return int(self._walk(_centre_first(self._group(nodes)[None, :]))[1][0])

    def _walk(self, members: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the length of the way through each row, and the node at its end."""
        n, width = members.shape
        every = np.arange(n)
        left = np.ones((n, width), dtype=bool)
        here, total = members[:, 0], np.zeros(n)
        left[:, 0] = False
        for _ in range(width - 1):
            apart = self._between(members, here[:, None])
            chosen = np.where(left, to_nine_digits(apart), np.inf).argmin(axis=1)
            total += apart[every, chosen]
            left[every, chosen] = False
            here = members[every, chosen]
        return total, here

    def order(self, groups: Sequence[Sequence[int]], start: int | None = None) -> list[int]:
        """Return in which order to visit groups on a short way, as indices.

        From ``start``, or from the first group where that is left out, always to the nearest; then,
        up to ``TURNED`` groups, pieces of the way are turned round while that shortens it.
        """
        given = items(groups, "groups", kind=ProbeError)
        if not given:
            return []
        if len(given) > MOST:
            raise ParameterError(f"a tour is of at most {MOST:,} groups, got {len(given):,}")
        centers = np.array([self._group(group)[0] for group in given])
        ends = np.array([self.last_of(group) for group in given])
        ways = self._between(ends[:, None], centers[None, :])  # from the end of one to another
        first = np.zeros(len(given))
        if start is None:
            first[1:] = np.inf
        else:
            first = self.between(whole(start, "start", kind=ProbeError), centers)
        order = _nearest(ways, first)
        return order if len(order) > TURNED else _turned(order, ways, first)

    def _group(self, nodes: Sequence[int]) -> NDArray[np.int64]:
        """Return the nodes of one group, of which there is at least one."""
        group = self._nodes(items(nodes, "a group", kind=ProbeError))
        if group.ndim != 1 or not group.size:
            raise ProbeError(f"a group is one node or more, got {got(nodes)}")
        return group

    def _nodes(self, given: ArrayLike) -> NDArray[np.int64]:
        """Return nodes as an array; one from the end, as Python counts below 0, is none."""
        try:
            nodes = np.asarray(given)
        except ValueError:  # rows of different lengths
            nodes = np.empty(1)
        last = len(self._places) - 1
        if nodes.size and (
            nodes.dtype.kind not in "iu" or int(nodes.min()) < 0 or int(nodes.max()) > last
        ):
            raise ProbeError(f"nodes are whole numbers from 0 to {last}, got {got(given)}")
        return np.asarray(nodes, dtype=np.int64)


def _nearest(ways: NDArray[np.float64], first: NDArray[np.float64]) -> list[int]:
    left = np.ones(len(first), dtype=bool)
    order, row = [], first
    while left.any():
        order.append(int(np.where(left, to_nine_digits(row), np.inf).argmin()))
        left[order[-1]] = False
        row = ways[order[-1]]
    return order


def _turned(order: list[int], ways: NDArray[np.float64], first: NDArray[np.float64]) -> list[int]:
    """Return the order after turning pieces round while that makes the way shorter."""

    def length(way: list[int]) -> float:
        return float(first[way[0]] + ways[way[:-1], way[1:]].sum())

    best, shorter = length(order), True
    while shorter:
        shorter = False
        for i in range(len(order) - 1):
            for j in range(i + 2, len(order) + 1):
                turned = order[:i] + order[i:j][::-1] + order[j:]
                if length(turned) < best * (1 - 1e-9):
                    order, best, shorter = turned, length(turned), True
    return order


def _by_size(probes: ProbeSet) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return, for each size of group, which probes have it and their nodes, the centre first."""
    if isinstance(probes, UniformProbes):
        return [(np.arange(len(probes)), _centre_first(probes.members))]
    matrix, widths, found = probes.matrix, probes.widths, []
    for width in np.unique(widths).tolist():
        rows = np.flatnonzero(widths == width)
        entries = matrix.indptr[rows][:, None] + np.arange(width)
        nodes = matrix.indices[entries].astype(np.int64)
        away = nodes != probes.centers[rows][:, None]
        order = np.lexsort((nodes, away), axis=1)
        found.append((rows, np.take_along_axis(nodes, order, axis=1)))
    return found


def _centre_first(members: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows with all but their first node in order, so that ties go to the lowest."""
    return np.concatenate([members[:, :1], np.sort(members[:, 1:], axis=1)], axis=1)
