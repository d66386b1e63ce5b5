"""Whether a graph can be cut by few nodes, and how: asked once for each graph, which keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.engines.dissection.hubs import dissect_hubs
from cheapbandits.engines.dissection.order import Dissection, dissect
from cheapbandits.engines.dissection.tree import Tree
from cheapbandits.engines.memory import SHARE, memory_limit
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["FILLED_NODES", "dissection_of", "tree_of"]

#: Graphs that cannot be cut are still handled densely up to this many nodes.
FILLED_NODES = 8000
#: Operations a node of a factorisation worth doing directly. A grid of a million nodes takes 3e4,
#: points in the plane 1.5e5; a graph with hubs tens of millions, and more the larger it is.
MAX_WORK_A_NODE = 1e6


def dissection_of(graph: Graph) -> Dissection | None:
    """Return a dissection of a graph, or ``None`` where the factor would fill in too much."""
    tree = tree_of(graph)
    return None if tree is None else tree.dissection


def tree_of(graph: Graph) -> Tree | None:
    """Return the fronts of a graph's own pattern, or ``None`` where they would be too large."""
    return graph.keep("tree", lambda: _tree(graph))


def _tree(graph: Graph) -> Tree | None:
    # The widest cut alone takes the cube of its nodes.
    max_cut = (MAX_WORK_A_NODE * graph.n_nodes) ** (1 / 3)
    with Progress("cuts") as progress:
        advance = progress.part("cutting the graph in two, and again", 1.0)
        tree = _if_small(graph, dissect(graph.weights, max_cut=max_cut, advance=advance))
    if tree is not None:
        return tree
    return _if_small(graph, dissect_hubs(graph.weights, max_cut=max_cut))


def _if_small(graph: Graph, dissection: Dissection | None) -> Tree | None:
    """Return the fronts, if a factorisation along them fits into time and memory."""
    if dissection is None:
        return None
    tree = Tree(graph.weights, dissection)
    fits = 8 * tree.factor_entries < SHARE * memory_limit() / 2
    return tree if fits and tree.factor_work < MAX_WORK_A_NODE * graph.n_nodes else None
