"""Which sites an export means: its indices are the same nodes only in the same graph.

Names tell nodes apart where they have some. Where they have none, their coordinates do, and where
there are none of these either, the edges: a digest of all of them. All nodes of a group are said
so: two tables with the same site in the middle of a group may have others around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["joined_names", "whereabouts"]


def joined_names(names: Sequence[str]) -> str:
    """Return the names of a group's nodes in one cell."""
    return "; ".join(names)


def whereabouts(graph: Graph, center: int, nodes: Sequence[int]) -> str:
    """Return where a group is: ``(5.1 50.2)``, or what its graph is, ``graph 3f..``.

    It is where the center lies; of nodes without names, where each of them does. The brackets keep
    a spreadsheet from taking it for a number or a formula.
    """
    if graph.coordinates is None:
        return f"graph {graph.fingerprint}"
    told = nodes if graph.names is None else [center]
    return "; ".join(_place(graph, node) for node in told)


def _place(graph: Graph, node: int) -> str:
    assert graph.coordinates is not None
    return f"({' '.join(map(repr, graph.coordinates[node].tolist()))})"
