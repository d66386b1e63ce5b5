"""Make a dissection's cuts thick enough for groups of nodes: no group on both sides of a cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.order import Dissection

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["pairs_of_groups", "thicken"]


def pairs_of_groups(groups: list[sp.csr_array], n_nodes: int) -> sp.csr_array:
    """Return ``(N, N)`` the pattern that joins all nodes which some group holds together."""
    pattern = sp.csr_array((n_nodes, n_nodes), dtype=np.int32)
    for matrix in groups:
        ones = np.ones(matrix.nnz, dtype=np.int32)
        member = sp.csr_array((ones, matrix.indices, matrix.indptr), shape=matrix.shape)
        pattern = sp.csr_array(pattern + member.T @ member)
    return pattern


def thicken(dissection: Dissection, pattern: sp.csr_array) -> Dissection:
    """Return a dissection that also keeps the pairs of a pattern on one side of every cut.

    Two nodes joined across a cut are mended by moving one of them into that cut. A node that moves
    up stays comparable with all its neighbours, so one sweep is enough.
    """
    # A front around everything, for groups that hold nodes of several connected parts.
    owner, parent = dissection.owner + 1, np.append(-1, dissection.parent + 1)
    rows = np.repeat(np.arange(len(owner)), np.diff(pattern.indptr))
    meeting, rises = _meeting(owner[rows], owner[pattern.indices], parent)
    moved = owner.copy()
    # Several cuts may want a node: the outermost, of the lowest number, serves them all.
    np.minimum.at(moved, rows[rises], meeting[rises])
    return _without_empty(moved, parent)


def _without_empty(owner: NDArray[np.int64], parent: NDArray[np.int64]) -> Dissection:
    """Drop the fronts that have lost all their nodes; what was inside moves one out."""
    filled = np.bincount(owner, minlength=len(parent)) > 0
    around = parent.tolist()
    for t, outer in enumerate(around):  # parents come first, so theirs are settled
        if outer >= 0 and not filled[outer]:
            around[t] = around[outer]
    number = np.append(np.cumsum(filled) - 1, -1)  # the last is for fronts without a parent
    return Dissection(number[owner], number[np.array(around, dtype=np.int64)[filled]])


def _meeting(
    a: NDArray[np.int64], b: NDArray[np.int64], parent: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the innermost front around both of each pair, and whether the first is to move there.

    Numbers fall on the way up, so the higher of the two climbs until they meet. They meet in
    neither when the pair lies across a cut; then the one in the lower-numbered branch moves.
    """
    at_a, at_b = a.copy(), b.copy()
    below_a, below_b = a.copy(), b.copy()  # the last front of each before they met
    apart = np.flatnonzero(at_a != at_b)
    while apart.size:
        x, y = at_a[apart], at_b[apart]
        first = x > y
        climbs, waits = apart[first], apart[~first]
        below_a[climbs], below_b[waits] = at_a[climbs], at_b[waits]
        at_a[climbs], at_b[waits] = parent[at_a[climbs]], parent[at_b[waits]]
        apart = apart[at_a[apart] != at_b[apart]]
    crosses = (at_a != a) & (at_b != b)
    return at_a, crosses & (below_a < below_b)
