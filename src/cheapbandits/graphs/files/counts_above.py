"""How many nodes and edges a file says it has, above its edges: in a first row, or in a comment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cheapbandits.graphs.files.no_network import whole_numbers
from cheapbandits.graphs.files.said_in_comments import comments
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.graphs.files.edge_table import EdgeTable

__all__ = ["check_no_counts", "fewer_than_said"]

#: As SNAP writes it: ``Nodes: 317080 Edges: 1049866``.
_EDGES = re.compile(r"\bedges:\s*([0-9]{1,15})\b(?![.,])", re.IGNORECASE)
#: Fewer rows may be anything.
_LEAST = 3


def check_no_counts(table: EdgeTable) -> None:
    """Refuse a first row that says how many nodes there are, and how many rows follow.

    Its last number is just the number of these, and no other number in them is larger than the ones
    before it. In a list that is sorted downwards an edge may be such a row, and the next one goes
    on from it.
    """
    ends = whole_numbers(table)
    if table.layout.header is not None or ends is None or len(ends) < _LEAST:
        return
    first = ends[0].tolist()
    if table.weights is not None:
        first.append(table.weights[0])
    *nodes, rows = map(int, first)
    if rows != len(ends) - 1 or ends[1:].max() > min(nodes) or {*ends[0]} & {*ends[1]}:
        return
    raise table.source.at(
        table.line(0),
        f"is '{' '.join(map(str, (*nodes, rows)))}' an edge, or does it say that {rows} edges "
        "follow, as they do? Delete the line if it does; if it is an edge, say --table edges (in "
        "Python table='edges')",
    )


def fewer_than_said(table: EdgeTable) -> tuple[str, ...]:
    """Return the note that a comment says more edges than there are rows: the file may be cut."""
    for line, text in comments(table.source):
        said = _EDGES.search(text)
        if said is not None and int(said[1]) > len(table.ends):
            return (
                f"line {line}, '{shown(text, 60)}': only {len(table.ends):,} rows are there; the "
                "file may be cut",
            )
    return ()
