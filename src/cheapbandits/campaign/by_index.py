"""Whole numbers that are the index of one node and the name of another.

A whole number is an index, as asks and policies give them. But who has sites 1 to 9 in a table, and
hands over the numbers of that table, means names, and every reading would go one site off. So this
is said, once; not of numbers that are known to be indices, as they were given out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.nodes import Nodes, listed
from cheapbandits.checks import Index
from cheapbandits.errors import ByIndexWarning
from cheapbandits.graphs.number_names import twofold
from cheapbandits.text import shown
from cheapbandits.warned import warn

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["Heeded", "as_indices", "is_plain", "other_reading"]


def other_reading(graph: Graph, nodes: Iterable[int | str]) -> str | None:
    """Return both readings of the first number that has two; ``None`` where there is none.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2)], names=["1", "2", "3"])
    >>> other_reading(path, [1])
    "1 is taken as an index, which is '2'; for the node named '1' pass it as text, '1'"
    >>> other_reading(path, ["1", 0, path.index("2")]) is None
    True
    """
    plain = [int(node) for node in nodes if is_plain(node)]
    others = twofold(graph) if plain else {}
    for node in plain:
        if node in others and graph.name(node) != str(node):
            here, there = shown(graph.name(node)), shown(graph.name(others[node]))
            return (
                f"{node} is taken as an index, which is '{here}'; for the node named '{there}' "
                f"pass it as text, '{there}'"
            )
    return None


def is_plain(node: int | str) -> bool:
    """Tell whether something is a number of which nobody knows that it is an index."""
    return not isinstance(node, str | Index)


def as_indices(nodes: Iterable[int | str]) -> list[int | str]:
    """Return nodes whose numbers are indices, for certain."""
    return [node if isinstance(node, str) else Index(node) for node in nodes]


class Heeded:
    """The nodes that come into one campaign; says once where a number has two readings.

    Parameters
    ----------
    graph
        Returns the network.
    """

    def __init__(self, graph: Callable[[], Graph]) -> None:
        self._graph = graph
        self._said = False

    def heed(self, nodes: Nodes) -> list[int | str]:
        """Return nodes as :func:`.nodes.listed` does; for methods that users call."""
        given = listed(nodes)
        self._warn(given)
        return given

    def heed_rows(self, rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Return rows that begin with nodes, in the same way."""
        given = [(listed(nodes), *rest) for nodes, *rest in rows]
        self._warn(chain.from_iterable(nodes for nodes, *_ in given))
        return given

    def _warn(self, nodes: Iterable[int | str]) -> None:
        plain = [] if self._said else [node for node in nodes if is_plain(node)]
        said = other_reading(self._graph(), plain) if plain else None
        if said is not None:
            warn(said, ByIndexWarning)
            self._said = True  # not where it was raised: nothing was recorded then
