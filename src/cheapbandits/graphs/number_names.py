"""Nodes that are called by whole numbers: a number may be the name of one node and index another.

Sites are counted from 1, and indices from 0: of sites 1, 2, 3 the number 2 is the name of one and
the index of the next. So an index is marked where nodes have names, ``#2``. In a file the mark is
ours only below our own headings: people write well #2, and count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = [
    "but_for_point",
    "doubtful_row",
    "find_node",
    "has_marks",
    "mark_or_site",
    "marked_index",
    "twofold",
]

#: The headings below which a marked number is an index: those of an export.
_INDICES = ("nodes", "center")

_WHOLE = re.compile(r"\s*([0-9]{1,18})(?:\.0*)?\s*", re.ASCII)
_MARKED = re.compile(r"\s*#([0-9]{1,18})\s*", re.ASCII)
#: What pandas makes of whole numbers in a column where some are missing.
_POINT = re.compile(r"\s*([0-9]+)[.,]0*\s*", re.ASCII)
#: And how the names of a graph may end, of a file that a program wrote.
_BEHIND = (".0", ",0", ".", ".00", ",00")
_DIGITS = re.compile(r"\s*([0-9]+)\s*", re.ASCII)


def twofold(graph: Graph) -> Mapping[int, int]:
    """Return the numbers that are the index of one node and the name of another: that other one.

    Zeros before a number, or a point behind it, make no other number: spreadsheets drop both.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> dict(twofold(Graph([[0, 1, 0], [1, 0, 1], [0, 1, 0]], names=["1", "2", "3"])))
    {1: 0, 2: 1}
    """

    def found() -> dict[int, int]:
        named = ((_WHOLE.fullmatch(name), k) for k, name in enumerate(graph.names or ()))
        numbers = ((int(match[1]), k) for match, k in named if match)
        return {number: k for number, k in numbers if number < graph.n_nodes and number != k}

    return graph.keep(("names that are other nodes' indices",), found)


def doubtful_row(
    cells: Sequence[str],
    numbers: Mapping[int, int],
    count: int,
    find: Callable[[str], object],
) -> int | None:
    """Return the first row whose plain number may be a name or another node's index.

    None does where the column proves to be of names: a name stands in it that is no index.

    Parameters
    ----------
    cells
        The column; several nodes are divided by semicolons.
    numbers
        See :func:`twofold`.
    count
        How many nodes there are.
    find
        Gives the node of a name, ``None`` where there is none.
    """
    first = None
    for row, cell in enumerate(cells) if numbers else ():
        for part in map(str.strip, cell.split(";")):
            if not (part.isascii() and part.isdigit()):
                continue
            number = int(part) if len(part) < 19 else count
            if (number >= count or str(number) != part) and find(part) is not None:
                return None
            if first is None and number in numbers:
                first = row
    return first


def marked_index(text: str, count: int) -> int | None:
    """Return the index that a marked number is, ``#12``; ``None`` for another text.

    Examples
    --------
    >>> marked_index("#12", 20), marked_index("#12", 5), marked_index("12", 20)
    (12, None, None)
    """
    found = _MARKED.fullmatch(text)
    return int(found[1]) if found and int(found[1]) < count else None


def has_marks(graph: Graph) -> bool:
    """Tell whether ``#2`` is an index in a graph: not where nodes are called so."""
    names = graph.names or ()
    return graph.keep(
        ("marks of indices",), lambda: not any(_MARKED.fullmatch(name) for name in names)
    )


def find_node(graph: Graph, text: str) -> int | None:
    """Return the node of a name, or else of a marked index."""
    node = graph.find(text)
    return marked_index(text, graph.n_nodes) if node is None and has_marks(graph) else node


def mark_or_site(graph: Graph, text: str, heading: str) -> str | None:
    """Return what to ask of a marked number in a file's column of sites, where none is called so.

    Parameters
    ----------
    graph
        Where the nodes are.
    text
        The cell: a node, or several with semicolons between.
    heading
        What the column is called; empty without a header.
    """
    ours = graph.names is None or heading.strip().lower() in _INDICES
    if ours or "#" not in text or not has_marks(graph) or graph.find(text.strip()) is not None:
        return None
    for part in filter(_MARKED.fullmatch, text.split(";")):
        bare = part.strip()[1:]
        index = marked_index(part, graph.n_nodes)
        site = f"'{shown(bare)}', " if graph.find(bare) is not None else ""
        node = "" if index is None else f" (that is '{shown(graph.name(index))}')"
        return (
            f"is '{shown(part.strip())}' a site, or the index {shown(bare)} from 0{node}? Write "
            f"the site as the graph calls it, {site}without the #; for indices call the column "
            "nodes"
        )
    return None


def but_for_point(text: str, find: Callable[[str], int | None]) -> str:
    """Return what to say of a name that is a whole number but for zeros behind it; else nothing.

    Examples
    --------
    >>> but_for_point("1", {"1.0": 0}.get)
    "did you mean '1.0'? So the graph has the name, with a point behind the number; "
    """
    found = _POINT.fullmatch(text)
    if found is not None and find(found[1]) is not None:
        return (
            f"did you mean '{shown(found[1])}'? Programs write whole numbers with a point or comma "
            "where cells of the column are empty: write them without; "
        )
    whole = found or _DIGITS.fullmatch(text)
    pointed = [f"{whole[1]}{behind}" for behind in _BEHIND] if whole else []
    meant = next((name for name in pointed if find(name) is not None), "")
    point = "comma" if "," in meant else "point"
    return (
        f"did you mean '{shown(meant)}'? So the graph has the name, with a {point} behind the "
        "number; "
        if meant
        else ""
    )
