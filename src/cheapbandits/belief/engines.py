"""Which engine computes ``K = (L + ridge I)^-1``, by size and by how the graph can be cut."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cheapbandits.belief.dense import DenseCovariance
from cheapbandits.belief.dissected import DissectedCovariance
from cheapbandits.belief.iterative import IterativeCovariance
from cheapbandits.solvers.conditioning import check_conditioning
from cheapbandits.solvers.cuts import FILLED_NODES, dissection_of
from cheapbandits.solvers.memory import check_memory

if TYPE_CHECKING:
    from cheapbandits.belief.covariance import Covariance
    from cheapbandits.graphs import Graph

__all__ = ["forget_engines", "laplacian_covariance"]

#: Up to this many nodes an array is quicker than anything clever.
DENSE_NODES = 4000


def laplacian_covariance(graph: Graph, ridge: float) -> Covariance:
    """Return ``K = (L + ridge I)^-1`` by the engine that suits the graph.

    The last ones are kept, so that policies on the same graph share them.
    """
    check_conditioning(graph, ridge)
    if graph.n_nodes <= DENSE_NODES:
        return _dense(graph, ridge)
    return _large(graph, ridge)


def forget_engines() -> None:
    """Let go of the engines that are kept, and of their memory."""
    _dense.cache_clear()
    _large.cache_clear()


@lru_cache(maxsize=2)
def _dense(graph: Graph, ridge: float) -> DenseCovariance:
    # The array, its factor, and the readings' columns.
    check_memory(24 * graph.n_nodes**2, f"a dense covariance of {graph.n_nodes:,} nodes")
    return DenseCovariance(graph.laplacian, ridge)


@lru_cache(maxsize=1)
def _large(graph: Graph, ridge: float) -> Covariance:
    cuts = dissection_of(graph)
    if cuts is not None:
        return DissectedCovariance(graph, ridge, cuts, "few nodes cut this graph in two")
    if graph.n_nodes <= FILLED_NODES:
        return _dense(graph, ridge)
    return IterativeCovariance(graph, ridge, "a factor of this graph would fill in too much")
