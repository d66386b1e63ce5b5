"""Nested dissection: which nodes are eliminated together, and what lies inside what.

METIS gives the order. What it eliminates before a node and that node can reach through nodes of
earlier turns is, by the way METIS works, a run of turns that ends with the node. Such runs are
disjoint or one inside the other: they are the tree, and finding them takes a few array operations
and no loop over nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.metis import places

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LEAF", "Dissection", "dissect"]

#: What lies inside a run of at most this many nodes is eliminated as one piece. Smaller pieces
#: make more fronts to walk through, larger ones more arithmetic; around here both are small.
LEAF = 256
#: Pieces that have nothing to do with each other share a front up to this many nodes.
TOGETHER = 64
#: A cut of fewer nodes than this joins the cut around it, where that follows at once.
FEW = 16


class Dissection(NamedTuple):
    """Who belongs to which cut, and which cut lies inside which.

    Attributes
    ----------
    owner
        ``(N,)`` the cut, or leaf, that holds each node.
    parent
        ``(T,)`` the cut around each cut, -1 at the top; always of a lower number.
    """

    owner: NDArray[np.int64]
    parent: NDArray[np.int64]


def dissect(pattern: sp.csr_array, *, leaf: int | None = None) -> Dissection:
    """Dissect a graph.

    Parameters
    ----------
    pattern
        ``(N, N)`` symmetric, without a diagonal; its values do not matter.
    leaf
        Runs of at most this many nodes are not cut further; :data:`LEAF` unless told.
    """
    turns = places(pattern)
    begins = _begins(_earliest(pattern, turns))
    return _fronts(begins, LEAF if leaf is None else leaf, turns)


def _earliest(pattern: sp.csr_array, turns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, by turn, the earliest turn among a node and its neighbours."""
    first = turns.copy()
    some = np.flatnonzero(np.diff(pattern.indptr))
    if some.size:
        nearest = np.minimum.reduceat(turns[pattern.indices], pattern.indptr[some])
        first[some] = np.minimum(first[some], nearest)
    by_turn = np.empty_like(first)
    by_turn[turns] = first
    return by_turn


def _begins(earliest: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return, for each turn, where the shortest run begins that ends there and has no tie before.

    A run is stretched to the earliest tie of all within it until it holds them all. The earliest
    of a run is found in a table of the earliest of ``2^k`` turns in a row.
    """
    table = [earliest.astype(np.int32)]
    while 2 ** len(table) <= len(earliest):
        half = 2 ** (len(table) - 1)
        table.append(np.minimum(table[-1][:-half], table[-1][half:]))
    begins = table[0].copy()
    ends = np.flatnonzero(begins < np.arange(len(begins)))
    while ends.size:
        before = begins[ends]
        level = np.frexp(ends - before + 1)[1] - 1
        for k in np.unique(level).tolist():
            here = level == k
            at, row = ends[here], table[k]
            begins[at] = np.minimum(row[before[here]], row[at - 2**k + 1])
        ends = ends[begins[ends] < before]
    return begins


def _fronts(begins: NDArray[np.int32], leaf: int, turns: NDArray[np.int64]) -> Dissection:
    n = len(begins)
    cut = np.arange(n) - begins >= leaf  # the others are inside a leaf
    # Two turns in a row belong together within one leaf, or in the cut of one run.
    inside = np.flatnonzero(~cut)
    steps = np.bincount(begins[inside], minlength=n) - np.bincount(inside, minlength=n)
    together = np.cumsum(steps)[:-1] > 0
    together |= cut[:-1] & cut[1:] & (begins[:-1] == begins[1:])
    fresh = np.concatenate([[True], ~together])
    first = np.flatnonzero(fresh)
    pieces = _Pieces(
        np.minimum.reduceat(begins, first).tolist(),
        cut[first].tolist(),
        np.diff(np.append(first, n)).tolist(),
        min(leaf, TOGETHER),
    )
    into, parent = pieces.settle()
    kept = np.flatnonzero(into == np.arange(len(into)))[::-1]  # cuts before what is inside
    number = np.full(len(into) + 1, -1)
    number[kept] = np.arange(len(kept))
    number[:-1] = number[into]
    return Dissection(number[np.cumsum(fresh) - 1][turns], number[parent[kept]])


class _Pieces:
    """Runs by their begin, in the order of their ends; who lies inside whom, and who is joined."""

    def __init__(self, begins: list[int], cuts: list[bool], sizes: list[int], most: int) -> None:
        self._begins, self._cuts, self._sizes, self._most = begins, cuts, sizes, most
        self._into = list(range(len(begins)))
        self._parent = [-1] * len(begins)

    def settle(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return ``(P,)`` the piece that each is joined to (itself, mostly), and what is around."""
        open_: list[int] = []
        inside: list[list[int]] = []
        for piece, begin in enumerate(self._begins):
            k = len(open_)
            while k and self._begins[open_[k - 1]] >= begin:
                k -= 1
            mine = open_[k:]
            del open_[k:]
            if mine and self._cuts[piece]:
                last = mine[-1]
                if last == piece - 1 and self._cuts[last] and self._sizes[last] < FEW:
                    self._join(last, piece)
                    mine[-1:] = inside[last]
                    inside[last] = []
            inside.append(mine)
            open_.append(piece)
        for piece, mine in enumerate(inside):
            self._place(mine, piece)
        self._place(open_, -1)
        for piece in reversed(range(len(self._into))):  # a cut may have joined one that joined
            self._into[piece] = self._into[self._into[piece]]
        return np.array(self._into), np.array(self._parent)

    def _join(self, one: int, other: int) -> None:
        self._into[one] = other
        self._sizes[other] += self._sizes[one]

    def _place(self, pieces: list[int], around: int) -> None:
        """Put pieces inside another; small leaves among them share fronts."""
        held = -1
        for piece in pieces:
            if not self._cuts[piece]:
                if held >= 0 and self._sizes[held] + self._sizes[piece] <= self._most:
                    self._join(piece, held)
                    continue
                held = piece
            self._parent[piece] = around
