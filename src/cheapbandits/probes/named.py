"""Probes that the user names: districts, flight lines, sensor clusters."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from cheapbandits.errors import ProbeError
from cheapbandits.graphs.check import check_graph
from cheapbandits.graphs.labels import check_labels
from cheapbandits.probes.family import Family
from cheapbandits.probes.probe_set import ProbeSet, UniformProbes, WeightedProbes, check_groups

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["NamedGroups"]

#: One matrix of groups: sparse, an array, or nested lists.
Groups: TypeAlias = Any


class NamedGroups(Family):
    """Groups given as matrices, from fine to coarse.

    Level 1 is every single node; level 2 is the first matrix, level 3 the second, and so on. Where
    the paper's stages speak of widths, policies then walk down these levels.

    Parameters
    ----------
    graph
        ``N`` nodes.
    groups
        One ``(m, N)`` matrix, or a sequence of them: sparse or dense, non-negative, each row
        summing to one. A row is one group and the weights of its nodes in the average.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2), (2, 3)])
    >>> districts = NamedGroups(path, [[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])
    >>> districts.max_width, districts.at(2).group(1)
    (2, ((2, 3), None))
    """

    def __init__(self, graph: Graph, groups: Groups | Sequence[Groups]) -> None:
        check_graph(graph)
        self.n_nodes = graph.n_nodes
        nodes = UniformProbes(np.arange(self.n_nodes, dtype=np.int64)[:, None], self.n_nodes)
        matrices = _as_list(groups)
        for matrix in matrices:
            check_labels(matrix, graph.names, "a matrix of groups", "columns", ProbeError)
        given = [check_groups(matrix, self.n_nodes) for matrix in matrices]
        self._levels: list[ProbeSet] = [nodes, *map(WeightedProbes, given)]
        self.max_width = len(self._levels)

    def at(self, width: int) -> ProbeSet:
        """Return the probes of one level."""
        self._check_width(width)
        return self._levels[width - 1]

    @property
    def fingerprint(self) -> str:  # noqa: D102
        digest = hashlib.blake2b(digest_size=8)
        for level in self._levels[1:]:
            digest.update(repr(level.matrix.shape).encode())
            for array in (level.matrix.indptr, level.matrix.indices):
                digest.update(array.astype(np.int64).tobytes())
            digest.update(level.matrix.data.tobytes())
        return f"named({digest.hexdigest()})"


def _as_list(groups: Groups | Sequence[Groups]) -> list[Groups]:
    if sp.issparse(groups) or (not isinstance(groups, list | tuple)):
        return [groups]
    if all(sp.issparse(item) or np.ndim(item) == 2 for item in groups):
        return list(groups)
    return [groups]
