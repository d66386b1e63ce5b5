"""Edge lists to a symmetric weight matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import scipy.sparse as sp

from cheapbandits.errors import GraphError
from cheapbandits.graphs.validation import check_node_count

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Duplicates", "assemble"]

Duplicates = Literal["same", "sum", "max", "mean"]


def assemble(
    pairs: ArrayLike,
    weights: ArrayLike | None,
    n_nodes: int | None,
    *,
    duplicates: Duplicates = "same",
) -> sp.csr_array:
    """Return the symmetric ``(N, N)`` matrix of an edge list; see :meth:`Graph.from_edges`."""
    ends = _check_pairs(pairs)
    values = _check_values(ends, weights)
    n = _check_range(ends, n_nodes)
    keep = ends[:, 0] != ends[:, 1]
    ends, values = ends[keep], values[keep]
    low, high, values = _combine(ends.min(axis=1), ends.max(axis=1), values, n, duplicates)
    rows, columns = np.concatenate([low, high]), np.concatenate([high, low])
    return sp.csr_array((np.concatenate([values, values]), (rows, columns)), shape=(n, n))


def _check_pairs(pairs: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(pairs)
    if array.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 2:
        raise GraphError(f"pairs must have shape (E, 2), got {array.shape}")
    if array.dtype.kind not in "iu":
        if array.dtype.kind != "f" or not np.array_equal(array, np.floor(array)):
            raise GraphError(
                f"pairs must be whole numbers (node indices from 0), got {array.dtype} values"
            )
    ends = array.astype(np.int64)
    bad = np.flatnonzero((ends < 0).any(axis=1))
    if bad.size:
        raise GraphError(f"node indices start at 0: edge {bad[0]} is {tuple(ends[bad[0]].tolist())}")
    return ends


def _check_values(ends: NDArray[np.int64], weights: ArrayLike | None) -> NDArray[np.float64]:
    if weights is None:
        return np.ones(len(ends))
    values = np.asarray(weights, dtype=float)
    if values.shape != (len(ends),):
        raise GraphError(f"weights: got shape {values.shape} for {len(ends)} pairs; give one a pair")
    bad = np.flatnonzero(~np.isfinite(values) | (values < 0))
    if bad.size:
        i, j = ends[bad[0]].tolist()
        kind = "non-negative" if np.isfinite(values[bad[0]]) else "finite"
        raise GraphError(f"weights must be {kind}: edge ({i}, {j}) has {values[bad[0]]:g}")
    return values


def _check_range(ends: NDArray[np.int64], n_nodes: int | None) -> int:
    top = int(ends.max()) if ends.size else -1
    n = top + 1 if n_nodes is None else int(n_nodes)
    check_node_count(n)
    if top >= n:
        where = int(np.flatnonzero((ends >= n).any(axis=1))[0])
        raise GraphError(
            f"edge {where} is {tuple(ends[where].tolist())}, but n_nodes={n} allows indices "
            f"0 to {n - 1}"
        )
    return n


def _combine(
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    values: NDArray[np.float64],
    n: int,
    duplicates: Duplicates,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Bring each unordered pair down to one weight."""
    key = low * n + high
    order = np.argsort(key, kind="stable")
    key, values = key[order], values[order]
    first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if key.size else key
    if first.size < key.size:
        values = _reduce(key, values, first, n, duplicates)
    return low[order][first], high[order][first], values


def _reduce(
    key: NDArray[np.int64],
    values: NDArray[np.float64],
    first: NDArray[np.int64],
    n: int,
    duplicates: Duplicates,
) -> NDArray[np.float64]:
    if duplicates == "sum":
        return np.add.reduceat(values, first)
    if duplicates == "mean":
        counts = np.diff(np.append(first, key.size))
        return np.add.reduceat(values, first) / counts
    largest = np.maximum.reduceat(values, first)
    if duplicates == "max":
        return largest
    if duplicates != "same":
        raise GraphError(f"duplicates must be 'same', 'sum', 'max' or 'mean', got {duplicates!r}")
    differ = np.flatnonzero(largest != np.minimum.reduceat(values, first))
    if differ.size:
        i, j = divmod(int(key[first[differ[0]]]), n)
        raise GraphError(
            f"edge ({i}, {j}) is given more than once with different weights; "
            "choose duplicates='sum', 'max' or 'mean'"
        )
    return values[first]
