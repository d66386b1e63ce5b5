"""Breadth-first search from many roots at once, one array operation a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["depths", "spans"]


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
        starts = pointers[ring]
        reached = indices[spans(starts, pointers[ring + 1] - starts)]
        reached = reached[depth[reached] < 0]
        depth[reached] = hops
        # A node reached along several edges is kept once: by the edge that wrote its slot last.
        number = np.arange(reached.size, dtype=np.int32)
        slot[reached] = number
        ring = reached[slot[reached] == number]
    return depth, farthest


def spans(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return ``starts[0], starts[0] + 1, ...`` (``counts[0]`` of them), then those of the next.

    Examples
    --------
    >>> spans(np.array([10, 20]), np.array([2, 3]))
    array([10, 11, 20, 21, 22])
    """
    ends = np.cumsum(counts)
    total = int(ends[-1]) if ends.size else 0
    result = np.arange(total)
    result += np.repeat(starts - (ends - counts), counts)
    return result
