"""Whether a graph can be cut by few nodes, and how: asked once for each graph."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cheapbandits.solvers.dissection import Dissection, Tree, dissect
from cheapbandits.solvers.memory import SHARE, memory_limit

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["MAX_WORK", "dissection_of", "tree_of"]

#: Operations of a factorisation worth doing directly: about a minute and a half on one core.
MAX_WORK = 1.5e12
#: A cut of this many nodes takes that much by itself.
MAX_CUT = 5000


@lru_cache(maxsize=2)
def dissection_of(graph: Graph) -> Dissection | None:
    """Return a dissection of a graph, or ``None`` where the factor would fill in too much."""
    dissection = dissect(graph.weights, max_cut=MAX_CUT)
    if dissection is None:
        return None
    tree = Tree(graph.weights, dissection)
    fits = 8 * tree.factor_entries < SHARE * memory_limit() / 2
    return dissection if fits and tree.factor_work < MAX_WORK else None


@lru_cache(maxsize=1)
def tree_of(graph: Graph) -> Tree | None:
    """Return the fronts of a graph's own pattern, or ``None`` where they would be too large."""
    dissection = dissection_of(graph)
    return None if dissection is None else Tree(graph.weights, dissection)
