"""Nested dissection: cut a graph in two by few nodes, then each half, until the pieces are small.

A cut is a ring of a breadth-first search from a node at the graph's rim: the thinnest ring that
leaves both sides of fair size. All domains of one depth are cut together, so that the work is a
few array operations a depth and not a few a domain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from cheapbandits.engines.dissection.breadth import depths

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Dissection", "dissect"]

#: Domains of at most this many nodes are not cut further. Smaller leaves make more fronts to walk
#: through, larger ones more arithmetic; around here both are small.
LEAF = 192
#: Depths that a large graph takes, about; for progress only.
N_DEPTHS = 20
#: A ring counts as thin only beside the balance of what it leaves: (smaller side, price) pairs.
FAIR, TOLERABLE, DEARER = 0.3, 0.2, 1.5


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


def dissect(
    pattern: sp.csr_array,
    *,
    max_cut: float = np.inf,
    leaf: int = LEAF,
    advance: Callable[[float], object] = float,
) -> Dissection | None:
    """Dissect a graph, or return ``None`` once a cut has more than ``max_cut`` nodes.

    Parameters
    ----------
    pattern
        ``(N, N)`` symmetric; its values do not matter.
    max_cut
        The widest cut worth going on with.
    leaf
        Domains of at most this many nodes are not cut further.
    advance
        Called with each depth's share of the work, for progress.
    """
    work = _Work(pattern, leaf)
    while work.split_off_leaves():
        cut = work.find_cuts()
        if np.bincount(work.domain[cut]).max(initial=0) > max_cut:
            return None
        work.remove(cut)
        advance(1 / N_DEPTHS)
    return Dissection(work.owner, np.array(work.parents, dtype=np.int64))


class _Work:
    """What is left to dissect: nodes, the edges between them, and the domain of each."""

    def __init__(self, pattern: sp.csr_array, leaf: int) -> None:
        n, self.leaf = pattern.shape[0], leaf
        self.owner = np.full(n, -1, dtype=np.int64)
        self.parents: list[int] = []
        self.nodes = np.arange(n)
        self.pointers = pattern.indptr.astype(np.int64)
        self.indices = pattern.indices.astype(np.int32)
        self.domain, self.around = np.zeros(n, dtype=np.int64), np.array([-1])
        self._name_parts()

    def split_off_leaves(self) -> bool:
        """Make leaves of the small domains; return whether others are left."""
        sizes = np.bincount(self.domain, minlength=len(self.around))
        small = sizes <= self.leaf
        if small.any():
            leaves = self._leaves(np.flatnonzero(small), sizes)
            is_small = small[self.domain]
            self.owner[self.nodes[is_small]] = leaves[self.domain[is_small]]
            self._keep(~is_small)
            self.domain = (np.cumsum(~small) - 1)[self.domain]
            self.around = self.around[~small]
        return bool(self.nodes.size)

    def _leaves(self, small: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give leaves their numbers; small domains within the same cut share one while they fit."""
        small = small[np.argsort(self.around[small], kind="stable")]
        leaves = np.empty(len(sizes), dtype=np.int64)
        last, held = None, 0
        around = self.around[small].tolist()
        for domain, parent, size in zip(small.tolist(), around, sizes[small].tolist(), strict=True):
            if parent != last or held + size > self.leaf:
                self.parents.append(parent)
                last, held = parent, 0
            held += size
            leaves[domain] = len(self.parents) - 1
        return leaves

    def find_cuts(self) -> NDArray[np.bool_]:
        """Return ``(n,)`` which nodes cut their domains."""
        some = np.empty(len(self.around), dtype=np.int64)
        some[self.domain] = np.arange(self.nodes.size)
        _, rim = depths(self.pointers, self.indices, some, self.domain)
        depth, _ = depths(self.pointers, self.indices, rim, self.domain)
        side = depth - _thinnest_rings(depth, self.domain)[self.domain]
        on_ring = side == 0
        # A node of the ring without a neighbour beyond it need not be in the cut.
        rows = self._rows()
        needed = np.zeros(self.nodes.size, dtype=bool)
        needed[rows[on_ring[rows] & (side[self.indices] > 0)]] = True
        has_cut = np.zeros(len(self.around), dtype=bool)
        has_cut[self.domain[needed]] = True
        return np.asarray(needed | (on_ring & ~has_cut[self.domain]))

    def remove(self, cut: NDArray[np.bool_]) -> None:
        """Take the cuts out; the pieces that remain are the next domains."""
        numbers = len(self.parents) + np.arange(len(self.around))
        self.parents.extend(self.around.tolist())
        self.owner[self.nodes[cut]] = numbers[self.domain[cut]]
        self.around = numbers
        self._keep(~cut)
        self._name_parts()

    def _keep(self, kept: NDArray[np.bool_]) -> None:
        rows = self._rows()
        stays = kept[rows] & kept[self.indices]
        number = np.cumsum(kept, dtype=np.int32) - np.int32(1)
        self.indices = number[self.indices[stays]]
        self.nodes, self.domain = self.nodes[kept], self.domain[kept]
        counts = np.bincount(number[rows[stays]], minlength=self.nodes.size)
        self.pointers = np.concatenate([[0], np.cumsum(counts)])

    def _name_parts(self) -> None:
        """Make each connected part a domain of its own."""
        n = self.nodes.size
        ones = np.ones(self.indices.size, dtype=np.int8)
        graph = sp.csr_array((ones, self.indices, self.pointers), shape=(n, n))
        n_parts, part = connected_components(graph, directed=False)
        around = np.empty(n_parts, dtype=np.int64)
        around[part] = self.around[self.domain]
        self.domain, self.around = part.astype(np.int64), around

    def _rows(self) -> NDArray[np.int32]:
        n = len(self.pointers) - 1
        return np.repeat(np.arange(n, dtype=np.int32), np.diff(self.pointers))


def _thinnest_rings(depth: NDArray[np.int32], domain: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return, for each domain, the depth at which to cut it."""
    n_domains = int(domain.max()) + 1
    deepest = np.zeros(n_domains, dtype=np.int64)
    np.maximum.at(deepest, domain, depth)
    first = np.concatenate([[0], np.cumsum(deepest + 1)])
    ring_of = np.repeat(np.arange(n_domains), deepest + 1)
    size = np.bincount(first[domain] + depth, minlength=first[-1])
    inside = np.cumsum(size)
    before = (inside - size)[first[:-1]]
    share = (inside - before[ring_of] - size / 2) / np.bincount(domain)[ring_of]
    smaller = np.minimum(share, 1 - share)
    price = np.where(smaller > FAIR, 1.0, np.where(smaller > TOLERABLE, DEARER, 1e3 / smaller))
    order = np.lexsort((price * size, ring_of))
    best = order[np.searchsorted(ring_of[order], np.arange(n_domains))]
    return np.asarray(best - first[:-1], dtype=np.int32)
