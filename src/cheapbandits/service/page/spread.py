"""How a reading spreads over a large network: ``(L + ridge I)^-1 s`` near it, without a factor.

A factor of a million nodes takes a minute, and a picture cannot wait for it. Most of a column lies
near its reading, so it is solved for in a ball around that, as large as it has to be.

The column's entries are positive and sum to ``1 / ridge``, so what a ball misses is known: the
share of that sum. It, and what the iteration leaves, bound the error at any node by that share of
the largest variance.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.engine import Local, row_arrays
from cheapbandits.locks import fork_safe_lock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Row
    from cheapbandits.graphs import Graph

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["Spread"]

#: The share of a column that a ball may miss, and what the iteration may leave.
MISSED, LEFT = 0.02, 0.003
#: Nodes of the very first ball, and how much larger the next one is; later the last one's size.
FIRST, LARGER = 1_000, 2
#: Steps of the iteration before it is given up: what is there then is shown.
MOST_STEPS = 2_000
#: Entries of columns that are kept, of 16 bytes.
MOST_ENTRIES = 2**24


class Spread:
    """Columns of ``(L + ridge I)^-1``, good to a hundredth; threads may share it."""

    def __init__(self, graph: Graph, ridge: float) -> None:
        self.ridge = ridge
        self._matrix = sp.csr_array(graph.laplacian + ridge * sp.eye_array(graph.n_nodes))
        self._matrix.sort_indices()
        self._kept: OrderedDict[tuple[bytes, bytes], Local] = OrderedDict()
        self._entries, self._size = 0, FIRST
        self._lock = fork_safe_lock()

    def column(self, row: Row) -> Local:
        """Return ``K s``, its nodes sorted, zero where it is far."""
        at, shares = row_arrays(row)
        key = at.tobytes(), shares.tobytes()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._solved(at, shares)
                self._entries += len(self._kept[key].nodes)
                while self._entries > MOST_ENTRIES and len(self._kept) > 1:
                    self._entries -= len(self._kept.popitem(last=False)[1].nodes)
            self._kept.move_to_end(key)
            return self._kept[key]

    def _solved(self, at: Indices, shares: Values) -> Local:
        while True:
            ball, whole = self._ball(at, self._size)
            inner = self._matrix[ball][:, ball]
            given = np.zeros(len(ball))
            given[np.searchsorted(ball, at)] = shares
            values = _solve(inner, given)
            if whole or self.ridge * float(values.sum()) >= (1 - MISSED) * float(shares.sum()):
                return Local(ball, values)
            self._size *= LARGER

    def _ball(self, at: Indices, size: int) -> tuple[Indices, bool]:
        """Return so many nodes about some, sorted, or a few more; and whether there are no more."""
        start, to = self._matrix.indptr, self._matrix.indices
        seen = np.zeros(self._matrix.shape[0], dtype=bool)
        seen[at] = True
        front, parts, count = np.unique(at), [np.unique(at)], len(at)
        while len(front) and count < size:
            counts = start[front + 1] - start[front]
            offsets = np.repeat(start[front] - np.cumsum(counts) + counts, counts)
            reached = to[offsets + np.arange(counts.sum())]
            front = np.unique(reached[~seen[reached]])
            seen[front] = True
            parts.append(front)
            count += len(front)
        return np.sort(np.concatenate(parts)).astype(np.int64), not len(front)


def _solve(matrix: sp.csr_array, given: Values) -> Values:
    """Return the solution by conjugate gradients, until the residual's entries sum to little."""
    scale = 1 / matrix.diagonal()
    values, residual = np.zeros_like(given), given.copy()
    step = scale * residual
    power = float(residual @ step)
    enough = LEFT * float(np.abs(given).sum())
    for _ in range(MOST_STEPS):
        along = matrix @ step
        length = power / float(step @ along)
        values += length * step
        residual -= length * along
        if float(np.abs(residual).sum()) <= enough:
            break
        scaled = scale * residual
        power, before = float(residual @ scaled), power
        step *= power / before
        step += scaled
    return values
