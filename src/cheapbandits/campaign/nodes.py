"""Nodes in a text: names, or indices, with semicolons between.

Where a graph has names, a text is a name: in a graph of nodes "1" to "9" a typed 0 or 1 that was
meant as an index would go to the wrong node without a word. So an index is marked there, ``#12``,
unless nodes are called so themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from cheapbandits.checks import Index, indices, items, whole
from cheapbandits.errors import CampaignError, ParameterError
from cheapbandits.graphs.number_names import but_for_point, has_marks
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = [
    "Nodes",
    "distinct_of",
    "indices_of",
    "known_nodes",
    "listed",
    "nothing_masked",
    "parse_index",
    "parse_nodes",
]

#: Nodes by index or name; one alone needs no list.
Nodes: TypeAlias = int | str | Sequence[int | str]

_BLANK = " \t"
#: So many nodes are named in an error.
_FEW = 5


def listed(nodes: Nodes) -> list[int | str]:
    """Return nodes that a caller of a function gave as plain names and whole numbers.

    Those that are known to be indices stay so, see :mod:`.by_index`.

    Examples
    --------
    >>> import numpy as np
    >>> listed(np.array([3, 4])), listed(np.int64(5)), listed("Yuma")
    ([3, 4], [5], ['Yuma'])
    """
    alone = isinstance(nodes, str) or not isinstance(nodes, Iterable)
    given = [nodes] if alone else items(nodes, "nodes")
    return [node if isinstance(node, str | Index) else whole(node, "a node") for node in given]


def indices_of(graph: Graph, nodes: Nodes) -> list[int]:
    """Return the indices of nodes that a caller of a function gave."""
    found = [int(graph.index(node) if isinstance(node, str) else node) for node in listed(nodes)]
    for node in found:
        if not 0 <= node < graph.n_nodes:
            named = "" if graph.find(str(node)) is None else f"; a name is given as text, '{node}'"
            raise ParameterError(
                f"node {node} is not in the graph (0 to {graph.n_nodes - 1}){named}"
            )
    return found


def distinct_of(graph: Graph, nodes: Nodes) -> list[int]:
    """Return the indices of one node or more, where each counts once, however often given."""
    found = list(dict.fromkeys(indices_of(graph, nodes)))
    if not found:
        raise ParameterError("no node is given; name one or more")
    return found


def nothing_masked(graph: Graph, asked: Iterable[int], masked: Iterable[int]) -> CampaignError:
    """Return the error of who would free nodes that are free; it says which are not."""

    def first_few(nodes: list[int]) -> str:
        more = f", and {len(nodes) - _FEW:,} more" if len(nodes) > _FEW else ""
        return ", ".join(shown(graph.name(node)) for node in nodes[:_FEW]) + more

    others = first_few(sorted(masked))
    known = f"masked: {others}" if others else "no node is"
    return CampaignError(f"no node of these is masked: {first_few(list(asked))}; {known}")


def parse_nodes(text: str, graph: Graph) -> tuple[int, ...]:
    """Return the nodes that a text names, separated by ``;``.

    A name may hold semicolons of its own: a text that can be parted into names in one way only is
    taken so, and one with two ways is refused.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> parse_nodes("3; #4", grid(2, 3))
    (3, 4)
    """
    parts = text.split(";")
    most = _most_semicolons(graph)
    if not most:
        return indices(_node(part, graph) for part in parts)
    # From the end: how each tail can be read, as (first node, parts it takes); at most two ways.
    ways: list[int] = [0] * len(parts) + [1]
    steps: list[tuple[int, int] | None] = [None] * len(parts)
    for start in range(len(parts) - 1, -1, -1):
        for end in range(start + 1, min(start + most + 1, len(parts)) + 1):
            if not ways[end]:
                continue
            node = _found(";".join(parts[start:end]), graph)
            if node is not None:
                ways[start] = min(ways[start] + ways[end], 2)
                steps[start] = (node, end)
    if ways[0] > 1:
        raise ParameterError(
            f"'{shown(text)}' can be read in two ways, as some names have a semicolon; give the "
            "nodes one at a time, or by index (#12)"
        )
    if not ways[0]:
        return indices(_node(part, graph) for part in parts)  # names the one that is unknown
    nodes, at = [], 0
    while at < len(parts) and (step := steps[at]) is not None:
        node, at = step
        nodes.append(node)
    return indices(nodes)


def known_nodes(text: str, graph: Graph) -> tuple[int, ...] | None:
    """Return the nodes that a text names, ``None`` where it does not: quick, and without a word."""
    try:
        whole = _found(text, graph)
        nodes = [_found(part, graph) for part in text.split(";")] if whole is None else [whole]
    except ParameterError:
        return None
    known = tuple(node for node in nodes if node is not None)
    return known if len(known) == len(nodes) else None


def parse_index(text: str, graph: Graph) -> int | None:
    """Return the index that a text of plain digits is, ``None`` if it is another text."""
    if not (text.isascii() and text.isdigit()):
        return None
    index = int(text) if len(text) < 19 else graph.n_nodes
    if index >= graph.n_nodes:
        raise ParameterError(f"node {shown(text)} is not in the graph (0 to {graph.n_nodes - 1})")
    return index


def _node(text: str, graph: Graph) -> int:
    node = _found(text, graph)
    if node is not None:
        return node
    plain = text.strip(_BLANK)
    if graph.names is None:
        parse_index(plain, graph)  # says how many there are
    elif plain.isascii() and plain.isdigit():
        if alike := _but_for_zeros(plain, graph):
            raise ParameterError(
                f"no node is named '{shown(plain)}'; did you mean '{shown(alike)}'? Spreadsheets "
                "drop the zeros before a number: write the name with them, in a column that is "
                "formatted as text"
                if len(alike) > len(plain)
                else f"no node is named '{shown(plain)}'; did you mean '{shown(alike)}', without "
                "the zeros before it?"
            )
        # Of sites 1.0, 2.0 the index 1 is another one.
        if has_marks(graph) and not but_for_point(plain, graph.find):
            raise ParameterError(
                f"no node is named '{shown(plain)}'; where nodes have names, an index is written "
                f"'#{shown(plain)}'"
            )
    parts = [part for part in plain.split(",") if part.strip(_BLANK)]
    if len(parts) > 1 and all(_found(part, graph) is not None for part in parts):
        meant = "; ".join(part.strip(_BLANK) for part in parts)
        raise ParameterError(
            f"no node is named '{shown(plain)}'; nodes are divided by ';', as a name may hold a "
            f"comma: write '{shown(meant)}'"
        )
    return graph.index(plain)  # says what may have been meant


def _but_for_zeros(digits: str, graph: Graph) -> str | None:
    """Return the name that is the same number with other zeros before it."""

    def found() -> dict[str, str]:
        names = (name for name in graph.names or () if name.isascii() and name.isdigit())
        return {name.lstrip("0"): name for name in names}

    return graph.keep(("names without zeros",), found).get(digits.lstrip("0"))


def _found(text: str, graph: Graph) -> int | None:
    """Return the node of a name, with the blanks around it or without, or of a marked index."""
    plain = text.strip(_BLANK)
    node = graph.find(text)
    if node is None:
        node = graph.find(plain)
    if node is None:
        node = _without_blanks(graph).get(plain)
    if node is not None:
        return node
    marked = plain.startswith("#") and has_marks(graph)
    return parse_index(plain[1:], graph) if marked else None


def _without_blanks(graph: Graph) -> dict[str, int]:
    """Return the nodes whose names have blanks around them, by what is left without.

    A cell of a table comes without them. What two names come to stands for neither.
    """

    def found() -> dict[str, int]:
        bare = [(name.strip(_BLANK), k) for k, name in enumerate(graph.names or ())]
        odd = [(name, k) for name, k in bare if name != graph.name(k)]
        times = Counter(name for name, _ in bare) if odd else Counter()
        return {name: k for name, k in odd if times[name] == 1}

    return graph.keep(("names without blanks",), found)


def _most_semicolons(graph: Graph) -> int:
    """Return how many semicolons a name has at most; looked for once a graph."""
    names = graph.names or ()
    return graph.keep(
        ("semicolons in names",), lambda: max((name.count(";") for name in names), default=0)
    )
