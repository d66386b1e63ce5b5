"""Edge lists as text: source, target and perhaps weight, one edge a line.

Nodes are **indices** or **names**. With ``nodes="auto"`` they are indices, counted from 0, when all
are whole numbers and the largest is below ten times the number of different ones plus 100;
otherwise they are names, numbered in the order in which they appear.
"""

from __future__ import annotations

import csv
import io
import re
from typing import Any, BinaryIO, Literal

import numpy as np

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.edges import Duplicates
from cheapbandits.graphs.files.columns import find_layout
from cheapbandits.graphs.files.edge_table import EdgeTable
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.graph import Graph

__all__ = ["read", "write"]

#: A name that does not fit into one line of UTF-8 text.
_NO_LINE = re.compile("^$|[\r\n\0\ud800-\udfff]")


def read(
    source: Source,
    *,
    nodes: Literal["auto", "index", "name"] = "auto",
    n_nodes: int | None = None,
    first_index: Literal[0, 1] = 0,
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
        1 when the file counts its nodes from one; otherwise node 0 is there, without an edge.
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
    layout = find_layout(source, delimiter, header)
    table = EdgeTable.read(source, layout, as_text=nodes == "name")
    if nodes == "auto" and not table.are_indices():
        nodes, table = "name", EdgeTable.read(source, layout, as_text=True)
    weights = table.weights()
    if nodes == "name":
        pairs, names = table.names()
        return Graph.from_edges(pairs, weights, len(names), names=names, duplicates=duplicates)
    pairs = table.indices(first_index)
    if n_nodes is None:
        source.check_nodes(int(pairs.max()) + 1)
    return Graph.from_edges(pairs, weights, n_nodes, duplicates=duplicates)


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
