"""Breadth-first search from many roots at once, one array operation a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.csr import row_entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["depths"]


def depths(
    pointers: NDArray[np.int64],
    indices: NDArray[np.int32],
    roots: NDArray[np.int64],
    domain: NDArray[np.int64],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return every node's distance in hops from its domain's root, and a farthest node of each.

    Parameters
    ----------
    pointers, indices
        Adjacency in CSR form; no edge joins two domains.
    roots
        ``(k,)`` one node of each domain.
    domain
        ``(n,)`` the domain of each node, ``0 .. k - 1``.

    Returns
    -------
    depth, farthest
        ``(n,)`` hops (-1 where no root reaches), ``(k,)`` nodes.
    """
    n = len(pointers) - 1
    depth = np.full(n, -1, dtype=np.int32)
    depth[roots] = 0
    farthest = roots.copy()
    slot = np.empty(n, dtype=np.int32)
    ring, hops = roots, 0
    while ring.size:
        farthest[domain[ring]] = ring
        hops += 1
        reached = indices[row_entries(pointers, ring)]
        reached = reached[depth[reached] < 0]
        depth[reached] = hops
        # A node reached along several edges is kept once: by the edge that wrote its slot last.
        number = np.arange(reached.size, dtype=np.int32)
        slot[reached] = number
        ring = reached[slot[reached] == number]
    return depth, farthest
