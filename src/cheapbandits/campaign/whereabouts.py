"""Where a node is, as an export says it: indices are the same nodes only in the same graph.

Names tell graphs apart where nodes have some. Where they have none, their coordinates do, and where
there are none of these either, the edges: a digest of all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.errors import ParameterError
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["check_whereabouts", "whereabouts"]

#: Coordinates that differ by less, compared with the whole extent, are the same place.
_SAME = 1e-6


def whereabouts(graph: Graph, node: int) -> str:
    """Return where a node is: ``(5.1 50.2)``, or what its graph is, ``graph 3f..``.

    The brackets keep a spreadsheet from taking it for a number or a formula.
    """
    if graph.coordinates is None:
        return f"graph {graph.fingerprint}"
    return f"({' '.join(map(repr, graph.coordinates[node].tolist()))})"


def check_whereabouts(graph: Graph, node: int, said: str) -> None:
    """Refuse a node that lies elsewhere than an export says, or an export that does not say it.

    Only where nodes have no names, as these tell more: the same sites may be joined otherwise.
    """
    if graph.names is not None:
        return
    if not said:
        raise ParameterError(
            "an export without the column at, and nodes without names: nothing says whether its "
            "numbers are the nodes of this graph; export it again with this version, or, if they "
            "are, leave out the columns center and place"
        )
    if not _is_there(graph, node, said):
        raise ParameterError(
            f"an export from another graph: node {node} is at {shown(said, 60)} there and "
            f"{whereabouts(graph, node)} here; import it where the graph is the same"
        )


def _is_there(graph: Graph, node: int, said: str) -> bool:
    known = graph.coordinates
    if known is None or not said.startswith("("):
        return said == whereabouts(graph, node)
    numbers = [parse_number(word) for word in said.strip("()").split()]
    if len(numbers) != known.shape[1]:
        return False
    extent = float((known.max(axis=0) - known.min(axis=0)).max()) or 1.0
    there = zip(numbers, known[node].tolist(), strict=True)
    return all(one is not None and abs(one - other) <= _SAME * extent for one, other in there)
