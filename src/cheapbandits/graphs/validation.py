"""What every graph must satisfy; each refusal names the first offender."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Sequence, Set
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.checks import got, is_number, items, of_numbers, unmasked
from cheapbandits.errors import GraphError
from cheapbandits.graphs.globe import WGS84, check_degrees
from cheapbandits.graphs.sparse_check import check_sparse
from cheapbandits.graphs.systems import check_plane, label_of
from cheapbandits.text import apart, clean_text, first_unclean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "LARGEST",
    "Assembled",
    "check_coordinates",
    "check_kept",
    "check_names",
    "check_node",
    "check_node_count",
    "check_system",
    "check_weights",
    "frame_labels",
    "is_label",
    "weight_rule",
]

#: Two directions of an edge may differ by this much, relatively, before it is an error: what
#: rounding does to a matrix computed as symmetric. Their mean is then taken.
SYMMETRY_TOLERANCE = 1e-10

#: The largest weight, and the largest coordinate: sums of products of them are still finite.
LARGEST = 1e100


class Assembled(sp.csr_array):  # type: ignore[misc, unused-ignore]
    """Weights that were built to keep every rule, so that checking them again is wasted time."""


def check_weights(weights: ArrayLike | sp.sparray | sp.spmatrix) -> sp.csr_array:
    """Return weights as a read-only CSR array with sorted rows, no loops and no stored zeros."""
    if isinstance(weights, Assembled):
        # A plain array again: what users compute from it has to be checked like anything else.
        parts = (weights.data, weights.indices, weights.indptr)
        matrix = sp.csr_array(parts, shape=weights.shape)
    else:
        matrix = _as_csr(weights)
        check_node_count(matrix.shape[0])
        _check_values(matrix)
        matrix = _symmetric(_without_loops(matrix))
    for array in (matrix.data, matrix.indices, matrix.indptr):
        array.setflags(write=False)
    return matrix


def check_node_count(n_nodes: int) -> None:
    """Refuse graphs in which there is nothing to search."""
    if n_nodes < 2:
        raise GraphError(
            f"a graph needs at least 2 nodes, got {n_nodes}: there would be nothing to choose"
        )


def frame_labels(weights: object) -> list[object] | None:
    """Return the labels of a data frame of weights, where they are not just numbers from 0.

    Rows and columns are the same nodes: in another order, weights would go to other edges.
    """
    rows, columns = getattr(weights, "index", None), getattr(weights, "columns", None)
    if rows is None or columns is None or callable(rows):
        return None
    labels = list(rows)
    if labels != list(columns):
        raise GraphError(
            "rows and columns of the frame are labelled differently; give both the same order "
            "(frame.loc[labels, labels]), or frame.to_numpy() to go by position"
        )
    return None if labels == list(range(len(labels))) else labels


def check_names(names: Sequence[object] | None, n_nodes: int) -> tuple[str, ...] | None:
    """Return names as distinct strings that fit on a line, one a node."""
    if names is None:
        return None
    if isinstance(names, Set):
        raise GraphError("names must have an order, one a node, and a set has none; pass a list")
    given = names if isinstance(names, str) else items(names, "names", kind=GraphError)
    odd = next((k for k, name in enumerate(given) if not is_label(name)), None)
    if odd is not None:
        raise GraphError(
            f"names[{odd}] must be text or a finite number, got {got(given[odd])}; write it as "
            "text, with str() if that says what is meant"
        )
    labels = tuple(str(name) for name in given)
    if len(labels) != n_nodes:
        raise GraphError(f"names: got {len(labels)} for {n_nodes} nodes; give one a node")
    blank = next((k for k, label in enumerate(labels) if not label.strip()), None)
    if blank is not None:
        raise GraphError(
            f"node {blank} has an empty name; give it one, or leave the names of all out"
        )
    unclean = first_unclean(labels)
    if unclean is not None:
        clean_text(labels[unclean], f"the name of node {unclean}", kind=GraphError)
    if len(set(labels)) != n_nodes:
        twice = Counter(labels).most_common(1)[0][0]
        raise GraphError(f"names must be distinct: {twice!r} stands twice; rename one")
    return labels


def is_label(name: object) -> bool:
    """Whether something is text, or a number that can be told from others by its text."""
    if type(name) is str:
        return True
    number = is_number(name) or isinstance(name, Decimal)
    try:
        return isinstance(name, str) or (number and math.isfinite(name))  # type: ignore[arg-type]
    except (OverflowError, ValueError):  # of hundreds of digits, or Decimal('sNaN')
        return False


def check_node(node: Any, n_nodes: int) -> int:
    """Return the index of a node that there is; quick, as names are asked for one by one."""
    if type(node) is int and 0 <= node < n_nodes:
        return node
    try:
        place = -1 if isinstance(node, bool) else operator.index(node)
    except TypeError:
        place = -1
    if not 0 <= place < n_nodes:
        raise GraphError(
            f"a node must be a whole number from 0 to {n_nodes - 1}, got {got(node)}; "
            "graph.index(name) gives that of a name"
        )
    return place


def check_coordinates(coordinates: ArrayLike | None, n_nodes: int) -> NDArray[np.float64] | None:
    """Return coordinates as a finite, read-only ``(N, k)`` array."""
    if coordinates is None:
        return None
    unmasked(coordinates, "coordinates", kind=GraphError)
    of_numbers(coordinates, "coordinates", kind=GraphError)
    try:
        array = np.array(coordinates, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise GraphError(f"coordinates must be numbers, k a node: {error}") from error
    if array.ndim != 2 or array.shape[0] != n_nodes or array.shape[1] == 0:
        raise GraphError(
            f"coordinates must have shape ({n_nodes}, k), one row a node; got {array.shape}"
        )
    # What is not a number is not within bounds either.
    bad = np.flatnonzero(~(np.abs(array) <= LARGEST).all(axis=1))
    if bad.size:
        raise GraphError(
            f"coordinates must be finite and within {LARGEST:g}: node {bad[0]} has "
            f"{array[bad[0]].tolist()}; correct it"
        )
    array.setflags(write=False)
    return array


def check_system(crs: str | None, coordinates: NDArray[np.float64] | None) -> str | None:
    """Return what the coordinates are, if they can be that."""
    if crs is None:
        return None
    system = check_plane(crs)
    if coordinates is None:
        raise GraphError("crs says what coordinates are, but there are none; give coordinates too")
    if system == WGS84:
        check_degrees(coordinates)
    elif coordinates.shape[1] != 2:
        raise GraphError(
            f"{label_of(system)} has 2 coordinates a node, got {coordinates.shape[1]}; give these, "
            "or leave crs out"
        )
    return system


def _as_csr(weights: ArrayLike | sp.sparray | sp.spmatrix) -> sp.csr_array:
    try:
        unmasked(weights, "weights", kind=GraphError)
        source: Any = weights if sp.issparse(weights) else np.asarray(weights)
        if source.ndim != 2 or source.shape[0] != source.shape[1]:
            raise GraphError(f"weights must be a square matrix, got shape {source.shape}")
        of_numbers(source, "weights", truth=True, kind=GraphError)
        if np.issubdtype(source.dtype, np.complexfloating):
            raise GraphError(
                "weights must be real numbers, got complex ones; pass abs(W) or W.real"
            )
        if sp.issparse(source):
            check_sparse(source)
            source = _widened(source)
        matrix = sp.csr_array(source, dtype=float, copy=True)
        if _finer(source.dtype):
            check_kept(source.tocsr().data if sp.issparse(source) else source)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(f"weights must be numbers: {error}") from error
    matrix.sum_duplicates()
    return matrix


def _check_values(matrix: sp.csr_array) -> None:
    bad = ~(matrix.data <= LARGEST) | (matrix.data < 0)
    if bad.any():
        where = int(np.flatnonzero(bad)[0])
        row = int(np.searchsorted(matrix.indptr, where, side="right")) - 1
        column, value = int(matrix.indices[where]), float(matrix.data[where])
        raise GraphError(
            f"weights must be {weight_rule(value)}: edge ({row}, {column}) has {value:g}"
        )


def check_kept(weights: NDArray[Any]) -> None:
    """Refuse weights of a finer kind than doubles (long doubles, decimals) that would become 0."""
    if _finer(weights.dtype):
        lost = np.flatnonzero((weights != 0) & (weights.astype(float) == 0))
        if lost.size:
            raise GraphError(
                f"a weight of {weights.ravel()[lost[0]]} is too small for a number: it would be 0 "
                "and its edge none; scale all of them up, or leave it out"
            )


def _finer(kind: np.dtype[Any]) -> bool:
    return kind.kind == "O" or (kind.kind == "f" and kind.itemsize > 8)


def weight_rule(weight: float) -> str:
    """Return which rule a weight breaks."""
    if not np.isfinite(weight):
        return "finite"
    return "non-negative" if weight < 0 else f"at most {LARGEST:g} (scale all of them down)"


def _widened(source: Any) -> Any:
    """Return a sparse matrix whose repeated entries can be added up without wrapping round.

    SciPy adds them in their own type: 300 times 1 is 44 among bytes. Truth values stay: what is
    said twice is true.
    """
    narrow = source.dtype.kind in "iuf" and source.dtype.itemsize < np.dtype(float).itemsize
    return source.astype(float) if narrow or source.dtype.kind in "iu" else source


def _without_loops(matrix: sp.csr_array) -> sp.csr_array:
    if matrix.diagonal().any():
        matrix = sp.csr_array(matrix - sp.diags_array(matrix.diagonal()))
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return matrix


def _symmetric(matrix: sp.csr_array) -> sp.csr_array:
    mirrored = sp.csr_array(matrix.T)
    mirrored.sort_indices()
    same_pattern = np.array_equal(matrix.indptr, mirrored.indptr) and np.array_equal(
        matrix.indices, mirrored.indices
    )
    if same_pattern and np.array_equal(matrix.data, mirrored.data):
        return matrix
    difference = sp.coo_array(abs(matrix - mirrored))
    scale = sp.csr_array(matrix.maximum(mirrored))
    rows, columns = difference.coords
    allowed = SYMMETRY_TOLERANCE * np.asarray(scale[rows, columns]).ravel()
    bad = np.flatnonzero(difference.data > allowed)
    if bad.size:
        i, j = int(rows[bad[0]]), int(columns[bad[0]])
        here, there = apart(matrix[i, j], matrix[j, i])
        raise GraphError(
            f"weights must be symmetric: ({i}, {j}) has {here} but ({j}, {i}) has "
            f"{there}; use (W + W.T) / 2 or W.maximum(W.T) to make it undirected"
        )
    return sp.csr_array((matrix + mirrored) * 0.5)
