"""Products with a large sparse matrix on several cores: blocks of rows, a thread each."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

__all__ = ["Rows", "n_cores"]

#: Below this many stored entries handing out the blocks costs more than it saves.
LEAST_ENTRIES = 1_000_000
#: More threads than this wait for memory.
MOST_THREADS = 4


def n_cores() -> int:
    """Return how many cores this process may use, at most :data:`MOST_THREADS`."""
    try:
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    except (AttributeError, OSError):  # not Linux
        return min(os.cpu_count() or 1, MOST_THREADS)


class Rows:
    """A sparse matrix cut into blocks of rows with about the same number of entries."""

    def __init__(self, matrix: sp.csr_array) -> None:
        n_blocks = n_cores() if matrix.nnz >= LEAST_ENTRIES else 1
        shares = np.linspace(0, matrix.nnz, n_blocks + 1)
        self._cuts = np.searchsorted(matrix.indptr, shares).tolist()
        self._cuts[0], self._cuts[-1] = 0, matrix.shape[0]
        pairs = zip(self._cuts[:-1], self._cuts[1:], strict=True)
        self._blocks = [matrix] if n_blocks == 1 else [matrix[a:b] for a, b in pairs]

    def __matmul__(self, signals: NDArray[Any]) -> NDArray[Any]:
        """Return ``A x`` for ``(N,)`` or ``(N, b)``; the same numbers for any number of blocks."""
        first, *others = self._blocks
        if not others:
            return np.asarray(first @ signals)
        waiting = [_threads().submit(block.__matmul__, signals) for block in others]
        return np.concatenate([first @ signals, *(result.result() for result in waiting)])


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="cheapbandits-rows")


if hasattr(os, "register_at_fork"):  # a forked child has none of its parent's threads
    os.register_at_fork(after_in_child=_threads.cache_clear)
