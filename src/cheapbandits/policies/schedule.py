"""The stages of CheapUCB (Algorithm 1): wide probes first, single nodes last.

Stage ``j = 1 .. J`` has the rounds ``2^(j-1) .. 2^j - 1`` and uses width ``J - j + 1``, with
``J = ceil(log2 T)``. Where the paper leaves a gap (its text has the widths the other way round, and
its stages end at ``T - 1`` when ``T`` is a power of two) the last stage runs on. The supplement's
cap: no width exceeds the smallest closed neighbourhood ``a``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["n_stages", "stage_of_round", "width_of_round", "widths"]


@lru_cache(maxsize=64)
def n_stages(horizon: int) -> int:
    """Return ``J = ceil(log2 T)``, at least 1.

    Examples
    --------
    >>> [n_stages(t) for t in (1, 2, 3, 4, 5, 100, 128, 150)]
    [1, 1, 2, 2, 3, 7, 7, 8]
    """
    return max(1, (horizon - 1).bit_length())


def stage_of_round(t: int, horizon: int) -> int:
    """Return the stage ``j`` that round ``t`` (from 1) belongs to; past the horizon, the last."""
    return min(t.bit_length(), n_stages(horizon))


def width_of_round(t: int, horizon: int, max_width: int) -> int:
    """Return the width ``min(a, J - j + 1)`` of round ``t``."""
    stages = n_stages(horizon)
    return min(max_width, stages - min(t.bit_length(), stages) + 1)


def widths(horizon: int, max_width: int) -> NDArray[np.int64]:
    """Return the widths of the rounds ``1 .. T``.

    Examples
    --------
    >>> widths(10, max_width=3)
    array([3, 3, 3, 2, 2, 2, 2, 1, 1, 1])
    """
    rounds = range(1, horizon + 1)
    return np.array([width_of_round(t, horizon, max_width) for t in rounds], dtype=np.int64)
