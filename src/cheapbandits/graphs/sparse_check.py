"""Sparse matrices from outside: their indices are checked before any conversion trusts them.

SciPy converts without looking: a column index beyond the matrix writes beyond an array, and ends
the interpreter. So each format that there is has its check here, and an unknown one is refused.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import CheapBanditsError, GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_sparse"]


def check_sparse(
    source: Any, what: str = "weights", kind: type[CheapBanditsError] = GraphError
) -> None:
    """Refuse a two-dimensional sparse matrix whose index arrays point outside of it."""
    try:
        problem = _problem(source)
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        problem = f"the sparse matrix is damaged ({error})"
    if problem:
        raise kind(f"{what}: {problem}")


def _problem(source: Any) -> str:
    rows, columns = source.shape
    if source.format in ("csr", "csc", "bsr"):
        return _compressed(source, rows, columns)
    if source.format == "coo":
        ends = source.row, source.col
        if not ends[0].shape == ends[1].shape == source.data.shape:
            return "rows, columns and values of the sparse matrix differ in number"
        return _outside(ends[0], "row", rows) or _outside(ends[1], "column", columns)
    if source.format == "lil":
        return _lists(source, rows, columns)
    if source.format == "dok":
        keys = np.array(list(source.keys()), dtype=np.int64).reshape(-1, 2)
        return _outside(keys[:, 0], "row", rows) or _outside(keys[:, 1], "column", columns)
    if source.format == "dia":
        beyond = (source.offsets <= -rows) | (source.offsets >= columns)
        if beyond.any():
            return f"diagonal {source.offsets[beyond][0]} is outside the matrix"
        fits = source.data.ndim == 2 and source.data.shape[0] == source.offsets.size
        return "" if fits else "the sparse matrix has not as many diagonals as offsets"
    return f"a sparse matrix of an unknown format, {str(source.format)[:20]!r}; pass W.tocsr()"


def _compressed(source: Any, rows: int, columns: int) -> str:
    across, along = (columns, rows) if source.format == "csc" else (rows, columns)
    if source.format == "bsr":
        high, wide = source.data.shape[1:]
        if not high or not wide or rows % high or columns % wide:
            return "the blocks of the sparse matrix do not fill it"
        across, along = rows // high, columns // wide
    indptr, stored = source.indptr, min(source.indices.size, len(source.data))
    ordered = indptr.size == across + 1 and indptr[0] == 0 and not (np.diff(indptr) < 0).any()
    if not ordered or indptr[-1] > stored:
        return "the row pointers of the sparse matrix are damaged"
    return _outside(source.indices, "row" if source.format == "csc" else "column", along)


def _lists(source: Any, rows: int, columns: int) -> str:
    if len(source.rows) != rows or len(source.data) != rows:
        return "the sparse matrix has not as many lists as rows"
    for row, (where, what) in enumerate(zip(source.rows, source.data, strict=True)):
        if len(where) != len(what):
            return f"row {row} of the sparse matrix has {len(where)} columns, {len(what)} values"
    return _outside(np.array(list(chain(*source.rows)), dtype=np.int64), "column", columns)


def _outside(indices: NDArray[Any], what: str, n: int) -> str:
    if indices.dtype.kind not in "iu":
        return f"the {what} indices of the sparse matrix are no whole numbers"
    if indices.size and (indices.min() < 0 or indices.max() >= n):
        worst = indices.min() if indices.min() < 0 else indices.max()
        return f"{what} index {worst} is out of range for {n} nodes"
    return ""
