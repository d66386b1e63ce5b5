"""The fronts of a graph, made once, and whether a factorisation along them is worth its price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cheapbandits.engines.dissection.metis import metis
from cheapbandits.engines.dissection.order import dissect
from cheapbandits.engines.dissection.pattern import WIDEST, joined
from cheapbandits.engines.dissection.tree import FillsInError, Tree
from cheapbandits.engines.kept import KeptBySet
from cheapbandits.engines.memory import SHARE, memory_limit
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["FILLED_NODES", "MOST_EFFORT", "Price", "price_of", "tree_for", "tree_of", "widest_of"]

#: Graphs that cannot be cut are still handled densely up to this many nodes.
FILLED_NODES = 8000
#: Operations a node of a factorisation that is done without being asked for. A grid of a million
#: nodes takes 4e4, points in the plane 1.5e5, points in space 1.5e6, a small world 1e7; a graph
#: with hubs of hubs a hundred times that, and more the larger it is.
WORK_A_NODE = 1.5e7
#: What takes more than this many times as much is not counted to its end.
MOST_EFFORT = 100.0
#: The same for one count of eigenvalues, of which there are several.
COUNT_A_NODE = 1e6


def tree_for(graph: Graph, widest: ProbeSet | None = None) -> Tree | None:
    """Return fronts that hold all neighbours, and every probe of a set, whole.

    ``None`` where no effort would do; METIS must be there.

    Parameters
    ----------
    graph
        It keeps them.
    widest
        Probes of at most :data:`~.pattern.WIDEST` nodes; ``None``: single nodes.
    """
    if widest is None:
        return graph.keep("tree", lambda: _tree(graph, []))
    trees: KeptBySet[Tree | None] = graph.keep("trees", KeptBySet)
    return trees.get(widest, lambda: _tree(graph, [widest]))


def _tree(graph: Graph, sets: Sequence[ProbeSet]) -> Tree | None:
    with Progress("cuts") as progress:
        advance = progress.part("ordering the graph", 1.0)
        pattern = joined(graph, sets)
        most = MOST_EFFORT * WORK_A_NODE * graph.n_nodes
        try:
            tree = Tree(pattern, dissect(pattern), most_work=most)
        except FillsInError:
            tree = None
        advance(1.0)
    return tree


def widest_of(sets: Sequence[ProbeSet]) -> ProbeSet | None:
    """Return the widest set that cuts are made for; ``None`` where all are of single nodes."""
    widths = {int(probes.widths.max()): probes for probes in sets}
    narrow = [width for width in widths if 1 < width <= WIDEST]
    return widths[max(narrow)] if narrow else None


class Price(NamedTuple):
    """What an exact answer takes, counted from its fronts.

    Attributes
    ----------
    operations, entries
        Of the factorisation, and numbers kept by it.
    effort
        Beside what is spent unasked.
    """

    operations: float
    entries: int
    effort: float

    @property
    def fits(self) -> bool:
        """Whether there is memory for it."""
        return 8 * self.entries <= SHARE * memory_limit() / 2

    def __str__(self) -> str:
        if self.effort > MOST_EFFORT:
            return f"more than {MOST_EFFORT:g} times what is spent unasked"
        return f"{self.operations:.2g} operations and {8 * self.entries / 2**30:.2g} GiB"


def price_of(graph: Graph, sets: Sequence[ProbeSet] = ()) -> Price | None:
    """Return what an exact answer for these probes takes; ``None`` without METIS."""
    if metis() is None:
        return None
    tree = tree_for(graph, widest_of(sets))
    if tree is None:
        return Price(math.inf, 0, math.inf)
    operations = tree.factor_work
    return Price(operations, tree.factor_entries, operations / (WORK_A_NODE * graph.n_nodes))


def tree_of(graph: Graph) -> Tree | None:
    """Return fronts cheap enough to count eigenvalues along; ``None`` where they fill in."""
    if metis() is None:
        return None
    trees: KeptBySet[Tree | None] = graph.keep("trees", KeptBySet)
    # Fronts made for probes hold the neighbours too, and another ordering would take longer.
    known = trees.any()
    if not _counts(known):
        known = tree_for(graph)
    return known if _counts(known) else None


def _counts(tree: Tree | None) -> bool:
    return tree is not None and tree.factor_work <= COUNT_A_NODE * len(tree.nodes)
