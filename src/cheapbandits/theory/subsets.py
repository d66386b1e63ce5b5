"""All subsets of a small node set at once: subset ``X`` is the number whose bit ``i`` says ``i``.

An array over subsets doubles with each node: the subsets without it, then those with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CapacityError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["check_enumerable", "cuts", "sums"]


def sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of the values over each of the ``2^n`` subsets.

    Examples
    --------
    >>> import numpy as np
    >>> sums(np.array([1.0, 10.0, 100.0]))
    array([  0.,   1.,  10.,  11., 100., 101., 110., 111.])
    """
    totals = np.zeros(1)
    for value in values:
        totals = np.concatenate([totals, totals + value])
    return totals


def cuts(graph: Graph) -> NDArray[np.float64]:
    """Return ``|dX|``, the weight of the edges that leave ``X``, for each subset ``X``.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> cuts(Graph.from_edges([(0, 1), (1, 2)]))
    array([0., 1., 2., 1., 1., 2., 1., 0.])
    """
    weights = graph.weights.toarray()
    totals = np.zeros(1)
    for node, degree in enumerate(graph.degrees):
        # A node joins X: its edges into X stop leaving, its others start to.
        inside = sums(weights[node, :node])
        totals = np.concatenate([totals, totals + degree - 2 * inside])
    return np.maximum(totals, 0.0)


def check_enumerable(graph: Graph, limit: int, what: str, instead: str) -> None:
    """Refuse graphs whose subsets are too many to be looked at one by one."""
    if graph.n_nodes > limit:
        raise CapacityError(
            f"{what} looks at every subset of the nodes and takes at most {limit} nodes, "
            f"got {graph.n_nodes}; {instead} gives bounds for graphs of any size"
        )
