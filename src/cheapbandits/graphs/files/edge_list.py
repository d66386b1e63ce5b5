"""Edge lists as text: source, target and perhaps weight, one edge a line.

Nodes are **indices** or **names**. With ``nodes="auto"`` they are indices when all are whole
numbers, none is padded (``007`` and ``+7`` are names, and not 7), and every number from 0 or from 1
to the largest occurs; otherwise they are names, numbered in the order in which they appear. So no
node is invented: stations 11, 12 and 15 are three. Who says how many nodes there are, or from where
they are counted (``n_nodes``, ``first_index``, ``nodes="index"``), has indices with gaps: nodes
without an edge.

Indices are **counted from 0**, unless they are exactly 1 to N: each of these occurs, and 0 does
not. Then they are counted from 1 and become the names as well: node ``"1"`` has index 0. With
``first_index=0`` there is a node 0 even so, without an edge.

``NA``, ``None``, ``#REF!``, ``-9999`` and their like are no nodes, and are refused as an empty cell
is; ``nodes="name"`` takes them. Whole numbers with a point, ``2.0``, are without it, as pandas
writes them so where others are missing.
"""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from cheapbandits.checks import one_of, whole
from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.column_names import listed
from cheapbandits.graphs.edges import DuplicateEdgeError, Duplicates, check_duplicates
from cheapbandits.graphs.files.alike_nodes import check_alike, check_no_remarks, check_not_spoilt
from cheapbandits.graphs.files.cells import check_delimiter
from cheapbandits.graphs.files.columns import WEIGHTS, find_layout
from cheapbandits.graphs.files.corners import check_no_corners
from cheapbandits.graphs.files.counts_above import check_no_counts, fewer_than_said
from cheapbandits.graphs.files.edge_table import EdgeTable, read_table
from cheapbandits.graphs.files.edge_words import check_no_sites, ends_unsaid
from cheapbandits.graphs.files.edges_again import count_loops, given_again, of_no_weight
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.network_comments import check_one_kind, one_way_note
from cheapbandits.graphs.files.no_network import check_joined
from cheapbandits.graphs.files.node_numbers import number_nodes
from cheapbandits.graphs.files.rows import text_of, without_empty_end
from cheapbandits.graphs.files.said_in_comments import unheeded_notes
from cheapbandits.graphs.files.trivial_graph import check_no_trivial_graph
from cheapbandits.graphs.files.unclear import check_no_coordinates, check_no_matrix
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.weight_words import (
    distance_way,
    is_distance,
    is_layout,
    is_weight,
)
from cheapbandits.graphs.which_column import is_of_sites
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read", "write"]

#: Times between which networks were recorded, in seconds since 1970: 1989 and 2039.
_SINCE, _UNTIL = 6e8, 2.2e9
#: What is said of three columns without a header.
_THIRD = (
    "the third column is taken for the weight of the edges, where more of it means more alike; "
    "delete it if it is a distance or anything else, and each weighs 1"
)
_SAY_SO = (
    "a number is one node in both columns: if they count two kinds of things, make names of them "
    "(u1, i1); if they are edges, say table='edges'"
)
#: Fewer numbers of this size may be anything.
_FEW = 3


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
    directed: Literal["join"] | None = None,
    sure: bool = True,
    alike: bool = True,
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
        calls it so (strength, count and their like will do), or under none. A header with further
        columns of which none is named so is refused: one of them may be the weight, or a distance.
    header
        Whether the first line is a header; found out when left out. A header may name its columns
        source (from, u, i), target (to, v, j) and weight (w), in any order and among others.
    delimiter
        What divides columns, one character; found out when left out: semicolon, tab, comma, or
        blanks. Unless it is the comma, weights may have a decimal comma.
    duplicates
        As for :meth:`Graph.from_edges`.
    directed
        ``"join"``: join two nodes where an edge goes from one to the other, whichever way. When
        left out edges that a column ``Type`` or ``directed`` calls directed are refused.
    sure
        Whether these are edges; otherwise what may be coordinates of sites is refused.
    alike
        Whether names that differ by case, blanks, kinds of dashes and leading zeros alone are nodes
        of their own, days are names, and a first row that may count the rows below it is an edge;
        otherwise they are asked about.
    """
    one_of(nodes, ("auto", "index", "name"), "nodes")
    one_of(first_index, (None, 0, 1), "first_index")
    if n_nodes is not None:
        whole(n_nodes, "n_nodes", least=1)
    check_delimiter(delimiter, ParameterError)
    check_duplicates(duplicates)
    one_of(directed, (None, "join"), "directed")
    text = without_empty_end(text_of(source))
    check_no_trivial_graph(source, text)
    table = read_table(source, text, find_layout(source, text, delimiter, header, weight))
    _check_header(table)
    if not alike:
        check_no_counts(table)
    if not sure:
        check_no_matrix(table)
        check_no_coordinates(table)
        check_no_sites(table)
        check_joined(table)
        check_no_corners(table)
    _check_weight(table)
    if directed is None and table.one_way is not None:
        raise source.at(
            table.line(table.one_way),
            "the edge is directed; save the graph as an undirected one, or delete the column that "
            "says so to join nodes whichever way an edge goes (in Python directed='join')",
        )
    check_one_kind(table)
    pairs, names = number_nodes(table, nodes, n_nodes, first_index)
    if names is not None and not alike:
        check_not_spoilt(table, names)
        check_no_remarks(table, names)
        check_alike(table, names)
    n = n_nodes if names is None else len(names)
    try:
        graph = Graph.from_edges(pairs, table.weights, n, names=names, duplicates=duplicates)
    except DuplicateEdgeError as error:
        first, second = (table.line(row) for row in error.rows)
        raise source.error(
            f"lines {first} and {second}: {error.problem}; {error.mend_file}"
        ) from error
    graph.loops = count_loops(pairs)
    if not sure and ends_unsaid(table):
        graph.doubts = tuple(f"{said}; {_SAY_SO}" for said in _taken(table))
    graph.notes = (
        *_taken(table),
        *((_THIRD,) if header is None and _by_place_alone(table) else ()),
        *(one_way_note(table) if directed is None else ()),
        *(given_again(pairs) if duplicates == "same" else ()),
        *of_no_weight(pairs, table.weights),
        *fewer_than_said(table),
        *unheeded_notes(source),
    )
    return graph


def _by_place_alone(table: EdgeTable) -> bool:
    """Tell whether a column is taken for the weights, and nothing says that it holds them."""
    return not table.layout.above and table.weights is not None


def _taken(table: EdgeTable) -> tuple[str, ...]:
    """Return which columns of a header became what, in a sentence."""
    layout = table.layout
    if not layout.above:
        return ()
    ends = " and ".join(f"'{shown(name)}'" for name in layout.above)
    weight = (
        "each weighs 1"
        if layout.weighed_by is None
        else f"'{shown(layout.weighed_by)}' their weight"
    )
    over = f"; passed over: {listed(layout.passed)}" if layout.passed else ""
    return (f"{ends} are the ends of edges, {weight}{over}",)


def _check_header(table: EdgeTable) -> None:
    """Refuse a guess: what stands in the first line stands further down as a node."""
    layout = table.layout
    again = next((name for name in layout.guessed if name in (table.labels or ())), None)
    if again is not None and layout.header is not None:
        line = "source,target" if layout.weight is None else "source,target,weight"
        raise table.source.at(
            layout.header,
            f"is it a header or an edge? '{shown(again)}' is a node further down; put "
            f"a line {line} above if it is an edge, in place of it if it is a header (in Python, "
            "header=False or header=True)",
        )
    if layout.doubtful and not (table.ends[1:] <= table.ends[0].max()).any():
        first = (table.labels or ["", ""])[: int(table.ends[0].max()) + 1]
        sites = [name for name in first if is_of_sites(name)]
        if len(sites) == 1:
            raise table.source.at(
                table.line(0),
                f"'{shown(sites[0])}' is called as sites are, and nothing as coordinates are: a "
                "table of sites has columns x and y, or lon and lat; if these are edges, put a "
                "line source,target above, or in place of it if it is a header",
            )
        raise table.source.at(
            table.line(0),
            f"is '{shown(' - '.join(first))}' a header or an edge? none of it is a node further "
            "down; put a line source,target above if it is an edge, in place of it if it is a "
            "header (in Python, header=False or header=True)",
        )


def _check_weight(table: EdgeTable) -> None:
    """Refuse a third column that its header does not call a weight: it may be the reverse of one.

    Or a plot's value, where the two others say in which row and column of a field it lies.
    """
    layout, name = table.layout, table.layout.by_place
    if layout.header is None and (when := _as_times(table.weights)):
        raise table.source.at(
            table.line(0),
            f"the third column looks like times, {when}, and the weight of an edge is how much "
            "its ends are alike: delete the column to let every edge weigh 1 (in Python "
            "weight='unit'), or put a line source,target,weight above if these are weights",
        )
    if name is None or layout.header is None or name.lower() in WEIGHTS:
        return
    plots = is_layout(*layout.above)
    if plots and (not is_weight(name) or (table.ends[:, 0] == table.ends[:, 1]).any()):
        raise table.source.at(
            layout.header,
            f"'{shown(layout.above[0])}' and '{shown(layout.above[1])}' look like a plot's place "
            f"in a field, and '{shown(name)}' like what was found there: for plots say --x "
            f"'{shown(layout.above[1])}' --y '{shown(layout.above[0])}' (in Python x=, y=); if "
            "these are edges, call the columns source, target and weight",
        )
    if is_distance(name):
        raise table.source.at(layout.header, distance_way(name))
    if not is_weight(name):
        raise table.source.at(
            layout.header,
            f"is '{shown(name)}' the weight of an edge? Where more of it means more alike, call "
            "the column weight; if it is a distance or cost, put 1/distance there; if it is an end "
            "of the edges, call their ends source and target; else delete it to let every edge "
            f"weigh 1 (in Python weight='{shown(name)}', or weight='unit')",
        )


def _as_times(weights: NDArray[np.float64] | None) -> str | None:
    """Return from when to when numbers are that may be seconds since 1970, or thousandths."""
    if weights is None or len(weights) < _FEW or (weights != np.floor(weights)).any():
        return None
    first, last = float(weights.min()), float(weights.max())
    for a_second in (1.0, 1000.0):
        if _SINCE * a_second <= first < last <= _UNTIL * a_second:
            days = (f"{datetime.fromtimestamp(t / a_second, UTC):%Y-%m-%d}" for t in (first, last))
            return "seconds since 1970 from {} to {}".format(*days)
    return None


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
