"""Whether the nodes of an exported row are the same sites here, see :mod:`.whereabouts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.campaign.exports.spreadsheet import armed
from cheapbandits.campaign.whereabouts import joined_names, whereabouts
from cheapbandits.errors import ParameterError
from cheapbandits.text import how_many, parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["check_same_sites"]

#: Coordinates that differ by less, compared with the whole extent, are the same place.
_SAME = 1e-6


def check_same_sites(graph: Graph, nodes: Sequence[int], at: str, names: str | None) -> None:
    """Refuse nodes that are other sites than an export says, or an export that does not say it.

    Parameters
    ----------
    graph
        Where the nodes are looked for.
    nodes
        Of a row of the export, by index; that its center is called the same is known.
    at, names
        What the row says of them; ``None`` where it has no names.
    """
    if graph.names is None:
        return _check_places(graph, nodes, at)
    if len(nodes) == 1 and not names:
        return None
    if names is None:
        raise ParameterError(
            "an export that names only the center of a group: nothing says whether the other nodes "
            "are the same sites here; keep its column names (export it again if an older version "
            "wrote it), or write the names in the column nodes and leave out center and place"
        )
    here = joined_names([graph.name(node) for node in nodes])
    if _plain(here) not in (_plain(names), _plain(armed(names))):
        raise ParameterError(
            f"an export from another graph: nodes {';'.join(map(str, nodes))} are "
            f"'{shown(names, 60)}' there and '{shown(here, 60)}' here; import it where the graph "
            "is the same, or, to go by the names, delete the columns center, place and nodes and "
            "call the column names nodes"
        )
    return None


def _check_places(graph: Graph, nodes: Sequence[int], at: str) -> None:
    if not at:
        raise ParameterError(
            "an export without the column at, and nodes without names: nothing says whether its "
            "numbers are the nodes of this graph; export it again with this version, or, if they "
            "are, leave out the columns center and place"
        )
    there = at.split(";")
    if at.startswith("(") and graph.coordinates is not None and len(there) != len(nodes):
        raise ParameterError(
            f"an export with {how_many(len(there), 'place')} in at for {len(nodes)} nodes: nothing "
            "says whether the others lie where they do here; export it again with this version, "
            "or, if they do, leave out the columns center and place"
        )
    for node, said in zip(nodes, there, strict=False):
        if not _is_there(graph, node, said.strip()):
            raise ParameterError(
                f"an export from another graph: node {node} is at {shown(said.strip(), 60)} there "
                f"and {whereabouts(graph, node, [node])} here; import it where the graph is the "
                "same"
            )


def _is_there(graph: Graph, node: int, said: str) -> bool:
    known = graph.coordinates
    if known is None or not said.startswith("("):
        return said == whereabouts(graph, node, [node])
    numbers = [parse_number(word) for word in said.strip("()").split()]
    if len(numbers) != known.shape[1]:
        return False
    extent = float((known.max(axis=0) - known.min(axis=0)).max()) or 1.0
    there = zip(numbers, known[node].tolist(), strict=True)
    return all(one is not None and abs(one - other) <= _SAME * extent for one, other in there)


def _plain(names: str) -> list[str]:
    """Return names without the blanks around them, which no cell keeps."""
    return [name.strip() for name in names.split(";")]
