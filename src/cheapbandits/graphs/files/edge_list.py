"""Edge lists as text: source, target and perhaps weight, one edge a line.

Nodes are **indices** or **names**. With ``nodes="auto"`` they are indices when all are whole
numbers, none is padded (``007`` and ``+7`` are names, and not 7), and the largest is below ten
times the number of different ones plus 100; otherwise they are names, numbered in the order in
which they appear.

Indices are **counted from 0**, unless they are exactly 1 to N: each of these occurs, and 0 does
not. Then they are counted from 1, so that no node 0 is invented, and become the names as well:
node ``"1"`` has index 0. With ``first_index=0`` there is a node 0 even so, without an edge.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.edges import DuplicateEdgeError, Duplicates
from cheapbandits.graphs.files.columns import Layout, find_layout
from cheapbandits.graphs.files.edge_table import EdgeTable
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.padding import may_hold_padding
from cheapbandits.graphs.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read", "write"]

#: A name that does not fit into one line of UTF-8 text.
_NO_LINE = re.compile("^$|[\r\n\0\ud800-\udfff]")


def read(
    source: Source,
    *,
    nodes: Literal["auto", "index", "name"] = "auto",
    n_nodes: int | None = None,
    first_index: Literal[0, 1] | None = None,
    weight: str | None = None,
    header: bool | None = None,
    delimiter: str | None = None,
    duplicates: Duplicates = "same",
) -> Graph:
    """Read an edge list.

    Parameters
    ----------
    source
        The file.
    nodes
        ``"index"``, ``"name"``, or ``"auto"`` as told above.
    n_nodes
        Number of nodes, when some at the end have no edge; only for indices.
    first_index
        Whether the file counts its nodes from 0 or from 1; found out as told above when left out,
        where ``n_nodes`` is left out too or is the largest number in the file. When given, the
        nodes get no names.
    weight
        The column that holds the weight, by its name in the header; ``"unit"`` lets every edge
        weigh 1. When left out: the one named weight or w, or the third of three under a header that
        does not name source and target, or under none. A header that does, with further columns of
        which none is named so, is refused: one of them may be the weight.
    header
        Whether the first line is a header; found out when left out. A header may name its columns
        source (from, u, i), target (to, v, j) and weight (w), in any order and among others.
    delimiter
        What divides columns; found out when left out: comma, semicolon, tab, or blanks.
    duplicates
        As for :meth:`Graph.from_edges`.
    """
    if nodes not in ("auto", "index", "name"):
        raise ParameterError(f"nodes must be 'auto', 'index' or 'name', got {nodes!r}")
    layout = find_layout(source, delimiter, header, weight)
    table = _table(source, layout, nodes)
    weights = table.weights()
    pairs, names = table.names() if table.as_text else _indices(table, n_nodes, first_index)
    n = n_nodes if names is None else len(names)
    try:
        return Graph.from_edges(pairs, weights, n, names=names, duplicates=duplicates)
    except DuplicateEdgeError as error:
        raise table.duplicate(error) from error


def _table(source: Source, layout: Layout, nodes: str) -> EdgeTable:
    """Read the file, once more as text when its nodes turn out to be names."""
    table = EdgeTable.read(source, layout, as_text=nodes == "name")
    if nodes != "auto":
        return table
    indices = table.are_indices()
    if indices and not may_hold_padding(source, layout.delimiter):
        return table
    text = EdgeTable.read(source, layout, as_text=True)
    return table if indices and not text.have_padding() else text


def _indices(
    table: EdgeTable, n_nodes: int | None, first: int | None
) -> tuple[NDArray[np.int64], list[str] | None]:
    """Return ``(E, 2)`` indices, and the nodes' numbers as names when found to count from 1."""
    from_one = first is None and table.count_from_one(n_nodes)
    pairs = table.indices(1 if from_one else first or 0)
    largest = int(pairs.max())
    if n_nodes is None:
        table.source.check_nodes(largest + 1)
    return pairs, [str(k) for k in range(1, largest + 2)] if from_one else None


def write(graph: Graph, stream: BinaryIO, suffix: str) -> None:
    """Write the edges under a header, with names where the graph has them."""
    import pandas as pd

    _check_writable(graph)
    pairs, weights = graph.edges()
    ends: Any = pairs if graph.names is None else np.array(graph.names, dtype=object)[pairs]
    table = pd.DataFrame({"source": ends[:, 0], "target": ends[:, 1], "weight": weights})
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    divider = "\t" if suffix == ".tsv" else ","
    table.to_csv(text, sep=divider, index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    text.detach()


def _check_writable(graph: Graph) -> None:
    """Refuse what would be lost on the way."""
    alone = np.flatnonzero(graph.neighbor_counts == 0)
    if alone.size:
        raise GraphError(
            f"node {graph.name(int(alone[0]))} has no edge, and an edge list would lose it; "
            "write .npz instead"
        )
    for name in graph.names or ():
        if _NO_LINE.search(name):
            raise GraphError(
                f"the name {name!r} does not fit on a line of text; write .npz instead"
            )
