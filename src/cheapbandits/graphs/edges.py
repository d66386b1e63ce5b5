"""Edge lists to a symmetric weight matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import scipy.sparse as sp

from cheapbandits.checks import of_numbers, unmasked, whole
from cheapbandits.errors import GraphError
from cheapbandits.graphs.labels import check_one_index
from cheapbandits.graphs.validation import (
    LARGEST,
    Assembled,
    check_kept,
    check_node_count,
    weight_rule,
)
from cheapbandits.text import apart

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["DuplicateEdgeError", "Duplicates", "assemble", "check_duplicates"]

Duplicates = Literal["same", "sum", "max", "mean"]

#: A larger index than both, this and that for each edge, is rather an identifier.
FREE_INDEX = 10**8
INDEX_AN_EDGE = 1000
#: More than any machine holds.
MOST_NODES = 2**40


class DuplicateEdgeError(GraphError):
    """An edge that is given again, with another weight.

    Parameters
    ----------
    problem
        What is wrong, without where.
    rows
        Where in the list the two stand, from 0.
    """

    mend = "pass duplicates='sum', 'max' or 'mean' to combine them"
    #: Of a file, which may have been read without Python.
    mend_file = (
        "give each edge once, or both with one weight (in Python duplicates='sum', 'max' or "
        "'mean' combines them)"
    )

    def __init__(self, problem: str, rows: tuple[int, int]) -> None:
        super().__init__(problem, rows)
        self.problem = problem
        self.rows = rows

    def __str__(self) -> str:
        first, second = self.rows
        return f"{self.problem} (pairs {first} and {second}); {self.mend}"


def assemble(
    pairs: ArrayLike,
    weights: ArrayLike | None,
    n_nodes: int | None,
    *,
    names: Sequence[object] | None = None,
    duplicates: Duplicates = "same",
) -> Assembled:
    """Return the symmetric ``(N, N)`` matrix of an edge list; see :meth:`Graph.from_edges`."""
    check_duplicates(duplicates)
    check_one_index(pairs, weights, "pairs and weights")
    ends = _check_pairs(pairs)
    values = _check_values(ends, weights)
    n = _check_range(ends, n_nodes)
    upper, again = _upper_triangle(ends, values, n)
    if again.any():
        if duplicates == "same":
            _check_same(upper, again, ends, values, names)
        upper = _without_duplicates(upper, again, duplicates)
    # Adding also drops the stored zeros, which are no edges.
    both = sp.csr_array(upper + sp.csr_array(upper.T))
    return Assembled((both.data, both.indices, both.indptr), shape=(n, n))


def check_duplicates(duplicates: Any) -> None:
    """Refuse what says nothing about duplicates, also where there are none."""
    known = get_args(Duplicates)
    if not isinstance(duplicates, str) or duplicates not in known:
        raise GraphError(
            f"duplicates must be {', '.join(map(repr, known[:-1]))} or {known[-1]!r}, "
            f"got {duplicates!r}"
        )


def _check_pairs(pairs: ArrayLike) -> NDArray[np.int64]:
    unmasked(pairs, "pairs", kind=GraphError)
    of_numbers(pairs, "pairs", expected="whole numbers (node indices from 0)", kind=GraphError)
    try:
        array = np.asarray(pairs)
    except ValueError as error:
        raise GraphError(f"pairs must have shape (E, 2): {_ragged(pairs)}") from error
    if array.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if array.ndim == 0 and isinstance(pairs, Iterable):  # numpy takes a set for one thing
        raise GraphError(f"pairs of a {type(pairs).__name__} have no places; give list(pairs)")
    if array.ndim != 2 or array.shape[1] != 2:
        raise GraphError(f"pairs must have shape (E, 2), got {array.shape}")
    if array.dtype.kind not in "iu" and not _all_whole(array):
        raise GraphError(
            f"pairs must be whole numbers (node indices from 0), got {array.dtype} values"
        )
    ends = array.astype(np.int64, copy=False)
    if ends.min() < 0:
        bad = int(np.flatnonzero((ends < 0).any(axis=1))[0])
        raise GraphError(f"node indices start at 0: edge {bad} is {tuple(ends[bad].tolist())}")
    return ends


def _ragged(pairs: Any) -> str:
    """Tell which of the pairs is none."""
    row = next((row for row, pair in enumerate(pairs) if not _is_pair(pair)), 0)
    return f"pair {row} is {str(pairs[row])[:40]}; give two node indices in each"


def _is_pair(pair: Any) -> bool:
    return np.iterable(pair) and len(list(pair)) == 2 and not any(map(np.iterable, pair))


def _all_whole(array: NDArray[Any]) -> bool:
    return array.dtype.kind == "f" and bool((np.isfinite(array) & (array == np.floor(array))).all())


def _check_values(ends: NDArray[np.int64], weights: ArrayLike | None) -> NDArray[np.float64]:
    if weights is None:
        return np.ones(len(ends))
    unmasked(weights, "weights", kind=GraphError)
    of_numbers(weights, "weights", kind=GraphError)
    try:
        given = np.asarray(weights)
        values = given.astype(float)
        check_kept(given)
    except GraphError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise GraphError(f"weights must be numbers, one a pair: {error}") from error
    if values.shape != (len(ends),):
        raise GraphError(
            f"weights: got shape {values.shape} for {len(ends)} pairs; give one a pair"
        )
    bad = np.flatnonzero(~(values <= LARGEST) | (values < 0))
    if bad.size:
        (i, j), value = ends[bad[0]].tolist(), float(values[bad[0]])
        raise GraphError(f"weights must be {weight_rule(value)}: edge ({i}, {j}) has {value:g}")
    return values


def _check_range(ends: NDArray[np.int64], n_nodes: int | None) -> int:
    top = int(ends.max()) if ends.size else -1
    if n_nodes is None and top > max(FREE_INDEX, INDEX_AN_EDGE * len(ends)):
        raise GraphError(
            f"node index {top} would make {top + 1:,} nodes for {len(ends):,} edges; pass n_nodes= "
            "if that is meant, or number the nodes from 0 and pass their identifiers as names="
        )
    n = top + 1 if n_nodes is None else whole(n_nodes, "n_nodes", kind=GraphError)
    check_node_count(n)
    if n > MOST_NODES:
        raise GraphError(f"a graph has at most {MOST_NODES:,} nodes; n_nodes asks for more")
    if top >= n:
        where = int(np.flatnonzero((ends >= n).any(axis=1))[0])
        raise GraphError(
            f"edge {where} is {tuple(ends[where].tolist())}, but n_nodes={n} allows indices "
            f"0 to {n - 1}"
        )
    return n


def _upper_triangle(
    ends: NDArray[np.int64], values: NDArray[np.float64], n: int
) -> tuple[sp.csr_array, NDArray[np.bool_]]:
    """Return the ``(N, N)`` weights above the diagonal, and which repeat the pair just before."""
    low, high = np.minimum(ends[:, 0], ends[:, 1]), np.maximum(ends[:, 0], ends[:, 1])
    # A self loop becomes a zero, and so no edge.
    upper = _sorted_rows(low, high, np.where(low == high, 0.0, values), n)
    rows = np.repeat(np.arange(n, dtype=upper.indices.dtype), np.diff(upper.indptr))
    again = (np.diff(upper.indices) == 0) & (np.diff(rows) == 0)
    return upper, again


def _sorted_rows(
    low: NDArray[np.int64], high: NDArray[np.int64], values: NDArray[np.float64], n: int
) -> sp.csr_array:
    """Sort by (low, high), keeping the given order of equal pairs.

    Going to compressed form and transposing it are both counting sorts: together a radix sort, five
    times as fast here as ``argsort``.
    """
    index = np.int32 if n < 2**31 else np.int64
    mirrored = sp.coo_array((values, (high.astype(index), low.astype(index))), shape=(n, n))
    # Said only to keep SciPy from adding up equal pairs: they are ours to judge.
    mirrored.has_canonical_format = True
    return sp.csr_array(mirrored.tocsr().tocsc().T)


def _without_duplicates(
    upper: sp.csr_array, again: NDArray[np.bool_], duplicates: Duplicates
) -> sp.csr_array:
    """Combine the entries for which ``again`` says that they repeat the pair just before."""
    fresh = np.concatenate([[True], ~again])
    first = np.flatnonzero(fresh)
    if duplicates == "same":
        values = upper.data[first]
    elif duplicates == "max":
        values = np.maximum.reduceat(upper.data, first)
    else:
        values = _sums(upper.data, first)
        if duplicates == "mean":
            values /= np.diff(np.append(first, fresh.size))
    indptr = np.concatenate([[0], np.cumsum(fresh)])[upper.indptr]
    return sp.csr_array((values, upper.indices[first], indptr), shape=upper.shape)


def _check_same(
    upper: sp.csr_array,
    again: NDArray[np.bool_],
    ends: NDArray[np.int64],
    values: NDArray[np.float64],
    names: Sequence[object] | None,
) -> None:
    differ = np.flatnonzero(again & (np.diff(upper.data) != 0))
    if not differ.size:
        return
    i = int(np.searchsorted(upper.indptr, differ[0], side="right")) - 1
    edge = (i, int(upper.indices[differ[0]]))
    rows = np.flatnonzero((ends.min(axis=1) == edge[0]) & (ends.max(axis=1) == edge[1]))
    first, second = rows[0], rows[np.argmax(values[rows] != values[rows[0]])]
    label = edge if names is None or len(names) <= edge[1] else tuple(str(names[k]) for k in edge)
    one, other = apart(values[first], values[second])
    raise DuplicateEdgeError(
        f"edge {label} is given more than once with different weights, {one} and {other}",
        (int(first), int(second)),
    )


def _sums(values: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
    sums = np.add.reduceat(values, first)
    if (sums > LARGEST).any():
        raise GraphError(
            f"the weights of one edge add up to more than {LARGEST:g}; scale all weights down"
        )
    return np.asarray(sums, dtype=float)
