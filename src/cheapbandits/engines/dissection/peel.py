"""Nodes with at most two neighbours, which go first: all that do not touch each other at once.

Leaves of a star or a tree, links of a path, dead ends of roads. Eliminating such a node ties its
two neighbours together and so never adds to the edges; what is left is peeled again, until few
such nodes remain. A level is a handful of array operations, whatever its size; the dissection has
only the rest to cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Indices = NDArray[np.int64]

__all__ = ["Peel", "edge_keys", "peel"]

#: A level takes at least this share of what is left: fewer are not worth its array operations.
SHARE = 0.1
#: So few nodes are one front.
FEW = 64


class Peel(NamedTuple):
    """Who is peeled when. Nodes are numbered by their turn; those that are left come last.

    An edge has a number: those of the pattern by their rank, then those that elimination adds.
    Where there is none, -1 stands for it, the last slot of an array of edges, which holds zero.

    Attributes
    ----------
    nodes
        ``(N,)`` the node of each turn.
    begins
        Where each level begins among the turns, and where the last ends.
    borders, edges
        ``(P, 2)`` the turns of a peeled node's neighbours at its time (its own where there are
        fewer), and the edges to them.
    across
        ``(P,)`` the edge between the two.
    keys
        ``(E,)`` the pattern's edges, each once: ``N i + j``, ``i < j``, sorted.
    n_edges
        Of the pattern and added.
    rows, columns, left
        Edges that are left, between the nodes that are left, and their numbers.
    """

    nodes: Indices
    begins: list[int]
    borders: Indices
    edges: Indices
    across: Indices
    keys: Indices
    n_edges: int
    rows: NDArray[Any]
    columns: NDArray[Any]
    left: NDArray[Any]

    @property
    def n_peeled(self) -> int:
        """``P``."""
        return self.begins[-1]

    def rest(self) -> sp.csr_array:
        """Return the pattern of what is left, ``(N - P, N - P)``."""
        m = len(self.nodes) - self.n_peeled
        ends = np.concatenate([self.rows, self.columns]), np.concatenate([self.columns, self.rows])
        return sp.csr_array((np.ones(len(ends[0]), dtype=np.int8), ends), shape=(m, m))


def edge_keys(pattern: sp.csr_array) -> Indices:
    """Return the edges of a symmetric pattern, each once: ``N i + j``, ``i < j``, sorted."""
    n = pattern.shape[0]
    rows = np.repeat(np.arange(n), np.diff(pattern.indptr))
    once = rows < pattern.indices
    return np.sort(rows[once] * n + pattern.indices[once], kind="stable")


def peel(keys: Indices, n: int) -> Peel:
    """Peel a graph of ``n`` nodes, given by its edges."""
    live, one, other, number = np.arange(n), *np.divmod(keys, n), np.arange(len(keys))
    n_edges, rng = len(keys), np.random.default_rng(0)  # the same levels in every process
    levels: list[tuple[Indices, Indices, Indices, Indices]] = []
    while len(live) > FEW:
        chosen = _apart(len(live), one, other, rng)[: len(live) - 1]
        if len(chosen) < SHARE * len(live):
            break
        gone = np.zeros(len(live), dtype=bool)
        gone[chosen] = True
        at = _edges_of(chosen, gone, one, other)
        around = np.append(one + other, 0)[at] - chosen[:, None]
        around[at < 0] = np.broadcast_to(chosen[:, None], at.shape)[at < 0]
        stay = ~(gone[one] | gone[other])
        known, ranks = one[stay] * len(live) + other[stay], number[stay]
        both = at[:, 1] >= 0
        added = np.full(len(chosen), -1)
        new, inverse = np.unique(
            around[both].min(axis=1) * len(live) + around[both].max(axis=1), return_inverse=True
        )
        place = np.minimum(np.searchsorted(known, new), max(len(known) - 1, 0))
        fresh = known[place] != new if len(known) else np.ones(len(new), dtype=bool)
        named = np.empty(len(new), dtype=np.int64)
        named[fresh] = n_edges + np.arange(fresh.sum())
        named[~fresh] = ranks[place[~fresh]]
        n_edges += int(fresh.sum())
        added[both] = named[inverse]
        levels.append((live[chosen], live[around], np.append(number, -1)[at], added))
        joined = np.concatenate([known, new[fresh]])
        order = np.argsort(joined, kind="stable")
        one, other = np.divmod(joined[order], len(live))
        number = np.concatenate([ranks, named[fresh]])[order]
        renumbered = np.cumsum(~gone) - 1
        live, one, other = live[~gone], renumbered[one], renumbered[other]
    return _peel(levels, live, keys, n_edges, (one, other, number))


def _apart(n: int, one: Indices, other: Indices, rng: np.random.Generator) -> Indices:
    """Return nodes with at most two neighbours, no two of them joined by an edge."""
    few = np.bincount(one, minlength=n) + np.bincount(other, minlength=n) <= 2
    if few.sum() < SHARE * n:
        return np.flatnonzero(few)[:0]
    rank = rng.permutation(n)
    rivals = few[one] & few[other]
    one, other = one[rivals], other[rivals]
    few[np.where(rank[one] < rank[other], one, other)] = False
    return np.flatnonzero(few)


def _edges_of(
    chosen: Indices, gone: NDArray[np.bool_], one: Indices, other: Indices
) -> NDArray[np.int64]:
    """Return ``(k, 2)`` where the edges of the chosen nodes stand, -1 where there are fewer."""
    touched = np.flatnonzero(gone[one] | gone[other])
    holder = np.where(gone[one[touched]], one[touched], other[touched])
    order = np.argsort(holder, kind="stable")
    touched, holder = touched[order], holder[order]
    begins = np.searchsorted(holder, chosen)
    counts = np.searchsorted(holder, chosen, side="right") - begins
    at = np.full((len(chosen), 2), -1)
    for k in (0, 1):
        there = counts > k
        at[there, k] = touched[begins[there] + k]
    return at


def _peel(
    levels: list[tuple[Indices, Indices, Indices, Indices]],
    live: Indices,
    keys: Indices,
    n_edges: int,
    left: tuple[NDArray[Any], ...],
) -> Peel:
    nothing = (live[:0], *(np.empty((0, 2), dtype=np.int64),) * 2, live[:0])
    nodes, around, edges, across = (
        np.concatenate(parts) for parts in zip(nothing, *levels, strict=True)
    )
    begins = [0, *np.cumsum([len(level[0]) for level in levels]).tolist()]
    nodes = np.concatenate([nodes, live])
    turn = np.empty_like(nodes)
    turn[nodes] = np.arange(len(nodes))
    if n_edges < 2**31:  # half the memory, where there is most of it
        left = tuple(array.astype(np.int32) for array in left)
    return Peel(nodes, begins, turn[around], edges, across, keys, n_edges, *left)
