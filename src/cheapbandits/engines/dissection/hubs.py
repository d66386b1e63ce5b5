"""Stars, wheels and bushes: graphs that a few hubs cut, where rings of a search find no cut.

From a leaf of a star the search has two rings, the hub and all others. So hubs are cut out first,
and what hangs on one edge is put aside, until a tenth of what is left no longer does; the rest is
dissected as any graph. What was put aside is eliminated before what it hangs on, and fills nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.order import LEAF, Dissection, dissect

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["dissect_hubs"]

#: A hub is joined to more than this share of all nodes. There are at most forty-odd of any weight:
#: every front may border on all of them.
HUB = 0.05
MOST_HUBS = 40
#: Putting aside goes on while it takes this share of what is left.
HANGING = 0.1


def dissect_hubs(
    pattern: sp.csr_array, *, max_cut: float = np.inf, leaf: int = LEAF
) -> Dissection | None:
    """Dissect a graph by its hubs and what hangs on one edge; ``None`` where there is neither.

    Parameters
    ----------
    pattern, max_cut, leaf
        As for :func:`..order.dissect`.
    """
    n = pattern.shape[0]
    hubs = np.diff(pattern.indptr) > max(HUB * n, 2)
    if hubs.sum() > MOST_HUBS:
        hubs[:] = False
    holders = _put_aside(pattern, ~hubs)
    left = np.flatnonzero(~hubs & (holders < 0))
    if left.size == n:
        return None
    inner = dissect(sp.csr_array(pattern[left][:, left]), max_cut=max_cut, leaf=leaf)
    if inner is None:
        return None
    # The hubs' front is around all others.
    shift = int(hubs.any())
    owner = np.full(n, -1, dtype=np.int64)
    owner[hubs] = 0
    owner[left] = inner.owner + shift
    around = np.where(inner.parent < 0, shift - 1, inner.parent + shift)
    parents = [*([-1] if shift else []), *around.tolist()]
    _hang(owner, parents, holders, leaf)
    return Dissection(owner, np.array(parents, dtype=np.int64))


def _put_aside(pattern: sp.csr_array, may: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return ``(N,)`` what each node hangs on that was put aside, -1 for the others."""
    holders = np.full(pattern.shape[0], -1, dtype=np.int64)
    rows = np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr))
    ends = pattern.indices
    while rows.size:
        counts = np.bincount(rows, minlength=len(holders))
        # Of two that have only each other the first stays.
        single = (counts[rows] == 1) & may[rows] & ((counts[ends] > 1) | (ends < rows))
        if single.sum() < HANGING * np.count_nonzero(counts):
            break
        holders[rows[single]] = ends[single]
        stays = (holders[rows] < 0) & (holders[ends] < 0)
        rows, ends = rows[stays], ends[stays]
    return holders


def _hang(
    owner: NDArray[np.int64], parents: list[int], holders: NDArray[np.int64], leaf: int
) -> None:
    """Give what was put aside fronts of its own, inside those of what it hangs on."""
    waiting = np.flatnonzero(owner < 0)
    while waiting.size:
        ready = owner[holders[waiting]] >= 0
        around, nodes = owner[holders[waiting[ready]]], waiting[ready]
        order = np.argsort(around, kind="stable")
        around, nodes = around[order], nodes[order]
        # Up to a leaf's worth of those that hang in one front share a front.
        rank = np.arange(len(nodes)) - np.searchsorted(around, around)
        fresh = rank % leaf == 0
        owner[nodes] = len(parents) + np.cumsum(fresh) - 1
        parents += around[fresh].tolist()
        waiting = waiting[~ready]
