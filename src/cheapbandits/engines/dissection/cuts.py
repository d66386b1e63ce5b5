"""The order of a graph, made once, and whether a factorisation along it is worth its price."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cheapbandits.engines.dissection import card
from cheapbandits.engines.dissection.metis import metis
from cheapbandits.engines.dissection.pattern import WIDEST, joined
from cheapbandits.engines.dissection.plan import Plan, plan_for
from cheapbandits.engines.dissection.tree import FillsInError
from cheapbandits.engines.kept import KeptBySet
from cheapbandits.engines.memory import SHARE, memory_limit
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = [
    "FILLED_NODES",
    "MOST_EFFORT",
    "Price",
    "counts_apart",
    "plan_of",
    "plan_with",
    "price_of",
    "widest_of",
]

#: Graphs that cannot be cut are still handled densely up to this many nodes.
FILLED_NODES = 8000
#: Operations a node of a factorisation that is done without being asked for. A grid of a million
#: nodes takes 7e4, points in space 1.5e6, a small world 1e7; the forest 2.2e7, seven minutes; a
#: graph with hubs of hubs a hundred times that, and more the larger it is.
WORK_A_NODE = 1.5e7
#: What takes more than this many times as much is not counted to its end.
MOST_EFFORT = 100.0
#: The same for one count of eigenvalues, of which there are several.
COUNT_A_NODE = 1e6
#: From so many nodes on, with so many edges a node, they are counted along an order of their own,
#: which knows no probes: each count takes a fraction, and need not wait for the other order. Of
#: graphs with fewer edges (trees, roads) peeling leaves little.
OWN_ORDER, TIED = 100_000, 1.5


def plan_with(graph: Graph, widest: ProbeSet | None = None) -> Plan | None:
    """Return an order in whose pattern the nodes of every probe of a set are neighbours.

    ``None`` where no effort would do; METIS must be there.

    Parameters
    ----------
    graph
        It keeps it.
    widest
        Probes of at most :data:`~.pattern.WIDEST` nodes; ``None``: single nodes.
    """
    if widest is None:
        return graph.keep("plan", lambda: _plan(graph, []))
    plans: KeptBySet[Plan | None] = graph.keep("plans", KeptBySet)
    return plans.get(widest, lambda: _plan(graph, [widest]))


def _plan(graph: Graph, sets: Sequence[ProbeSet]) -> Plan | None:
    with Progress("cuts") as progress:
        advance = progress.part("ordering the graph", 1.0)
        most = MOST_EFFORT * WORK_A_NODE * graph.n_nodes
        try:
            plan = plan_for(joined(graph, sets), most_work=most)
        except FillsInError:
            plan = None
        advance(1.0)
    return plan


def widest_of(sets: Sequence[ProbeSet]) -> ProbeSet | None:
    """Return the widest set that cuts are made for; ``None`` where all are of single nodes."""
    widths = {int(probes.widths.max()): probes for probes in sets}
    narrow = [width for width in widths if 1 < width <= WIDEST]
    return widths[max(narrow)] if narrow else None


class Price(NamedTuple):
    """What an exact answer takes, counted from its order.

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
    plan = plan_with(graph, widest_of(sets))
    if plan is None:
        return Price(math.inf, 0, math.inf)
    operations = plan.factor_work
    return Price(operations, plan.factor_entries, operations / (_unasked() * graph.n_nodes))


def _unasked() -> float:
    """Return the operations a node that are spent unasked on this machine."""
    return WORK_A_NODE if card.card() is None else card.QUICKER * WORK_A_NODE


def plan_of(graph: Graph) -> Plan | None:
    """Return an order cheap enough to count eigenvalues along; ``None`` where it fills in."""
    if metis() is None:
        return None
    plans: KeptBySet[Plan | None] = graph.keep("plans", KeptBySet)
    # One made for probes holds the neighbours too, and on small graphs another would take longer.
    known = None if counts_apart(graph) else plans.any()
    if not _counts(known):
        known = plan_with(graph)
    return known if _counts(known) else None


def counts_apart(graph: Graph) -> bool:
    """Whether eigenvalues are counted along an order of their own."""
    return graph.n_nodes >= OWN_ORDER and graph.n_edges >= TIED * graph.n_nodes


def _counts(plan: Plan | None) -> bool:
    return plan is not None and plan.factor_work <= COUNT_A_NODE * plan.n_nodes
