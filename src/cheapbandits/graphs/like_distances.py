"""Weights that look like distances: a full matrix in which no way round is shorter.

A weight says how alike two nodes are, so with distances the farthest would count as the most alike,
without a word. What tells them from similarities, all of it in a full matrix without a diagonal:

- the triangle inequality, ``D[i, j] <= D[i, k] + D[k, j]``; of similarities two nodes that are
  alike and a third far from both break it. Where the largest is at most twice the smallest it holds
  of itself and tells nothing;
- nodes with a *small* number between them see all others alike (their rows are nearly the same); of
  similarities, those with a large one.

Both are needed: of five nodes, random weights keep the first every second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

__all__ = ["like_distances"]

#: Fewer nodes tell too little, and with more it would take longer than a moment.
FEWEST, MOST = 5, 200
#: A way round may be shorter by this share of the longest: distances are often rounded.
SLACK = 0.01
#: How far numbers must go with the differences of rows (a correlation), and in what share of rows
#: the largest must be twice the smallest.
ALONG, WIDE = 0.5, 0.6
SAID = (
    "the weights look like distances (every two nodes have one, and no way round is shorter), and "
    "a weight says how alike two nodes are: those far apart would count as the most alike; give "
    "similarities, such as exp(-distance / mean distance)"
)


def like_distances(weights: sp.csr_array) -> str | None:
    """Return what is odd about checked ``(N, N)`` weights that look like distances, or ``None``.

    Examples
    --------
    >>> import numpy as np
    >>> import scipy.sparse as sp
    >>> steps = np.abs(np.subtract.outer(np.arange(6.0), np.arange(6.0)))
    >>> like_distances(sp.csr_array(steps))[:33]
    'the weights look like distances ('
    >>> like_distances(sp.csr_array(np.exp(-steps) - np.eye(6))) is None
    True
    """
    n = weights.shape[0]
    if not FEWEST <= n <= MOST or weights.nnz != n * (n - 1):
        return None
    least, most = weights.data.min(), weights.data.max()
    if most <= 2 * least:
        return None
    matrix = weights.toarray() / most
    return SAID if _is_wide(matrix) and _no_shorter_way(matrix) and _goes_along(matrix) else None


def _is_wide(matrix: NDArray[np.float64]) -> bool:
    others = matrix[~np.eye(len(matrix), dtype=bool)].reshape(len(matrix), -1)
    return bool(np.mean(others.max(axis=1) >= 2 * others.min(axis=1)) >= WIDE)


def _no_shorter_way(matrix: NDArray[np.float64]) -> bool:
    return all((matrix <= row[:, None] + row + SLACK).all() for row in matrix)


def _goes_along(matrix: NDArray[np.float64]) -> bool:
    """Whether nodes with a small number between them see the others alike."""
    n = len(matrix)
    apart = np.zeros_like(matrix)
    for k, row in enumerate(matrix):
        seen = np.abs(row[:, None] - row)
        seen[k] = seen[:, k] = 0.0  # how a node sees itself is nothing that the other could see
        apart += seen
    pairs = np.triu_indices(n, 1)
    given, found = matrix[pairs], apart[pairs]
    if np.ptp(found) <= 1e-12:
        return False
    return bool(np.corrcoef(given, found)[0, 1] > ALONG)
