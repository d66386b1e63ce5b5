"""Matrices given entry by entry, both directions of each edge, to a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.graphs.edges import DuplicateEdgeError, Duplicates
from cheapbandits.graphs.graph import Graph
from cheapbandits.text import apart

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["from_directed"]


def from_directed(
    ends: NDArray[np.int64],
    weights: NDArray[np.float64] | None,
    n_nodes: int,
    duplicates: Duplicates,
) -> Graph:
    """Return the graph of a general matrix; see :meth:`Graph.from_edges` for ``duplicates``.

    Parameters
    ----------
    ends
        ``(E, 2)`` row and column from 0, within the matrix.
    weights
        ``(E,)`` finite values, or ``None`` where all are 1.
    n_nodes
        Rows and columns.
    duplicates
        What to do with an entry that is given again; its mirror image is none.
    """
    values = np.ones(len(ends)) if weights is None else weights
    key = ends[:, 0] * n_nodes + ends[:, 1]
    order = np.argsort(key, kind="stable")
    again = np.diff(key[order]) == 0
    if again.any():
        fresh = np.flatnonzero(np.concatenate([[True], ~again]))
        ordered = values[order]
        if duplicates == "same":
            _check_same(ends, values, order, again)
            combined = ordered[fresh]
        elif duplicates == "max":
            combined = np.maximum.reduceat(ordered, fresh)
        else:
            combined = np.add.reduceat(ordered, fresh)
            if duplicates == "mean":
                combined = combined / np.diff(np.append(fresh, len(key)))
        ends, values = ends[order[fresh]], combined
    entries = (values, (ends[:, 0], ends[:, 1]))
    return Graph(sp.coo_array(entries, shape=(n_nodes, n_nodes)))


def _check_same(
    ends: NDArray[np.int64],
    values: NDArray[np.float64],
    order: NDArray[np.int64],
    again: NDArray[np.bool_],
) -> None:
    ordered = values[order]
    differ = np.flatnonzero(again & (np.diff(ordered) != 0))
    if differ.size:
        place = differ[np.argmin(order[differ + 1])]
        first, second = int(order[place]), int(order[place + 1])
        one, other = apart(values[first], values[second])
        raise DuplicateEdgeError(
            f"entry {tuple((ends[first] + 1).tolist())} is given more than once with different "
            f"weights, {one} and {other}",
            (first, second),
        )
