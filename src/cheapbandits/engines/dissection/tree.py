"""The fronts of a dissection: what elimination touches, known before any number is computed.

Nodes are renumbered so that a cut comes before everything inside it, and elimination goes from the
last to the first. A *front* is the nodes eliminated together (its *own*: a cut, or a leaf) and
their *border*: those nodes of the cuts around it that it is tied to, directly or by way of what was
eliminated before.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.graphs.csr import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.order import Dissection

__all__ = ["FillsInError", "Tree"]

#: Own row and place in its front of each entry, its position in the matrix, and where fronts begin.
Entries = tuple["NDArray[np.int32]", "NDArray[np.int32]", "NDArray[np.int64]", list[int]]


class FillsInError(Exception):
    """Elimination ties too many nodes to too many others."""


class Tree:
    """The fronts of one dissection of one sparsity pattern.

    Parameters
    ----------
    pattern, dissection
        ``(N, N)`` symmetric, and the cuts of it.
    borders
        Where they are known; the pattern is then not looked at.
    most_work
        Where a factorisation would take more operations, :class:`FillsInError` comes in time:
        borders of a graph that nothing cuts fill the memory by themselves.

    Attributes
    ----------
    dissection
        Which front owns which node, and which lies inside which.
    nodes
        ``(N,)`` the node at each place of the new numbering.
    place
        ``(N,)`` the place of each node: the inverse of ``nodes``.
    start
        ``(T + 1,)`` front ``t`` owns the places ``start[t] .. start[t + 1] - 1``.
    front
        ``(N,)`` the front that owns each place.
    parent
        ``(T,)`` the front around each front, -1 at the top.
    borders
        For each front the sorted places of its border, all below ``start[t]``.
    """

    def __init__(
        self,
        pattern: sp.csr_array | None,
        dissection: Dissection,
        borders: list[NDArray[np.int64]] | None = None,
        most_work: float = np.inf,
    ) -> None:
        self.dissection = dissection
        owner, parent = dissection
        # Within a front the order of the nodes is free; their own index keeps neighbours together.
        self.nodes = np.argsort(owner, kind="stable")
        self.place = np.empty(len(owner), dtype=np.int64)
        self.place[self.nodes] = np.arange(len(owner))
        self.parent = parent
        self.front = owner[self.nodes]
        self.start = np.searchsorted(self.front, np.arange(len(parent) + 1))
        self.children: list[list[int]] = [[] for _ in parent]
        for child, around in enumerate(parent.tolist()):
            if around >= 0:
                self.children[around].append(child)
        self.borders = self._borders(pattern, most_work) if borders is None else borders
        self._kept: tuple[sp.csr_array, Entries] | None = None

    def __len__(self) -> int:
        return len(self.parent)

    def _borders(self, pattern: sp.csr_array, most_work: float) -> list[NDArray[np.int64]]:
        n = len(self.nodes)
        rows = self.front[np.repeat(self.place, np.diff(pattern.indptr))]
        columns = self.place[pattern.indices]
        outward = self.front[columns] < rows
        direct = np.unique(rows[outward] * n + columns[outward])
        begins = np.searchsorted(direct, np.arange(len(self) + 1) * n)
        direct %= n
        borders: list[NDArray[np.int64]] = [direct[:0]] * len(self)
        for t in range(len(self) - 1, -1, -1):
            inherited = [borders[child] for child in self.children[t]]
            tied = distinct(np.concatenate([direct[begins[t] : begins[t + 1]], *inherited]))
            borders[t] = tied[: np.searchsorted(tied, self.start[t])]
            most_work -= _work(float(self.start[t + 1] - self.start[t]), float(len(borders[t])))
            if most_work < 0:
                raise FillsInError
        return borders

    @cached_property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """``(T,)`` own nodes and ``(T,)`` border nodes of each front."""
        return np.diff(self.start), np.array([len(border) for border in self.borders])

    @cached_property
    def where(self) -> list[NDArray[np.int64]]:
        """For each front, where its border stands in its parent's front (border, then own)."""
        places = []
        for border, around in zip(self.borders, self.parent.tolist(), strict=True):
            if around < 0:
                places.append(border)
                continue
            outer = self.borders[around]
            split = int(np.searchsorted(border, self.start[around]))
            inner = border[split:] - self.start[around] + len(outer)
            places.append(np.concatenate([np.searchsorted(outer, border[:split]), inner]))
        return places

    def locate(self, fronts: NDArray[np.int64], places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where each place stands in the front beside it, or -1 where it does not."""
        found = self.sizes[1][fronts] + places - self.start[fronts]
        out = np.flatnonzero(self.front[places] != fronts)  # few: the rest needs no search
        fronts = fronts[out]
        keys = fronts * len(self.nodes) + places[out]
        there = np.searchsorted(self._border_keys, keys)
        in_border = self._border_keys[there] == keys
        found[out] = np.where(in_border, there - self._border_start[fronts], -1)
        return found

    @cached_property
    def _border_start(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.sizes[1])])

    @cached_property
    def _border_keys(self) -> NDArray[np.int64]:
        """All borders in one sorted array of ``front * N + place``; never empty."""
        fronts = np.repeat(np.arange(len(self)), self.sizes[1])
        joined = np.concatenate(self.borders)
        return np.append(fronts * len(self.nodes) + joined, np.iinfo(np.int64).max)

    def entries(self, matrix: sp.csr_array) -> Entries:
        """Return where each stored entry of a matrix goes.

        An entry belongs to the front that is eliminated first; of a symmetric pair one is taken.
        The last answer is kept: counting eigenvalues asks for one pattern again and again.
        """
        if self._kept is not None and self._kept[0].nnz == matrix.nnz:
            pattern, known = self._kept
            same = (getattr(pattern, name) for name in ("indices", "indptr"))
            if all(map(np.array_equal, same, (matrix.indices, matrix.indptr))):
                return known
        rows = np.repeat(self.place, np.diff(matrix.indptr))
        columns = self.place[matrix.indices]
        mine = np.flatnonzero(self.front[columns] <= self.front[rows])
        row_of, column_of, order, begins = self.positions(rows[mine], columns[mine])
        known = row_of, column_of, mine[order], begins
        self._kept = (matrix, known)
        return known

    def positions(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Entries:
        """Return where pairs of places go, each to the front that owns its row."""
        fronts = self.front[rows]
        order = np.argsort(fronts, kind="stable")
        fronts, rows = fronts[order], rows[order]
        begins = np.searchsorted(fronts, np.arange(len(self) + 1)).tolist()
        row_of = (rows - self.start[fronts]).astype(np.int32)  # there are many of them
        column_of = self.locate(fronts, columns[order]).astype(np.int32)
        return row_of, column_of, order, begins

    @property
    def factor_entries(self) -> int:
        """Numbers kept by a factorisation: ``o b`` for each front, and ``o^2`` unless a leaf."""
        own, border = self.sizes
        holders = np.unique(self.parent[self.parent >= 0])
        return int((own * border).sum() + (own[holders] ** 2).sum())

    @property
    def factor_work(self) -> float:
        """Multiplications and additions of a factorisation: ``2/3 o^3 + 2 o^2 b + 2 o b^2``."""
        own, border = (sizes.astype(float) for sizes in self.sizes)
        return float(_work(own, border).sum())


def _work(own: Any, border: Any) -> Any:
    return 2 / 3 * own**3 + 2 * own**2 * border + 2 * own * border**2
