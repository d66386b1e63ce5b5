"""What was found at the sites of a table, node by node of the graph that was made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.files.any_table import AnyTable, open_table
from cheapbandits.graphs.files.believed_maps import check_not_counts
from cheapbandits.graphs.files.beside_values import check_beside_values
from cheapbandits.graphs.files.composites import check_single_sites
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.kept_cells import kept_cells, kept_columns
from cheapbandits.graphs.files.kept_zeros import check_kept_zeros
from cheapbandits.graphs.files.no_value import without_marks
from cheapbandits.graphs.files.nodes_beside import check_nodes_beside, is_export
from cheapbandits.graphs.files.parted_decimals import check_not_parted
from cheapbandits.graphs.files.passed_over import heard_columns, passed_over
from cheapbandits.graphs.files.said_in_comments import unheeded, unit_in_comments
from cheapbandits.graphs.files.said_of_values import said_of_values
from cheapbandits.graphs.files.same_places import check_places, check_same_system
from cheapbandits.graphs.files.several_kinds import check_one_quantity
from cheapbandits.graphs.files.shown_units import check_said_unit, unit_of_all
from cheapbandits.graphs.files.side_by_side import check_no_half, check_one_table
from cheapbandits.graphs.files.sites_above import check_no_sites_above
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.globe import WGS84
from cheapbandits.graphs.marks import Nodata
from cheapbandits.graphs.number_names import find_node, mark_or_site
from cheapbandits.graphs.row_names import NodeNames, node_names
from cheapbandits.graphs.summary_rows import find_footer
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

__all__ = ["SiteValue", "read_site_values"]

#: Coordinates that differ by less, compared with the whole extent, are the same place.
_SAME = 1e-6


#: Gives the nodes of an exported row.
Exported = Callable[[str, Mapping[str, str]], Sequence[int]]


@dataclass(frozen=True)
class SiteValue:
    """What was found at a node, in this line of the table; ``nan`` where nothing was.

    ``marked`` where a number stands there that means 'no value', or the row is left out. ``column``
    is what the file calls the values, however they were asked for; ``beside`` has the cells of
    other columns, by their lower-case names, where asked for, and ``named_by`` is the column that
    says which node it is. ``said`` is what the file says of all its values, see
    :func:`.said_of_values`, ``unused`` are the columns that were passed over, and ``outside`` is
    how many values of a raster belong to no node.
    """

    line: int
    node: int
    value: float
    marked: bool = False
    column: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    named_by: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    outside: int = 0


def read_site_values(
    source: Source,
    column: str,
    graph: Graph,
    layer: str | None = None,
    nodata: Nodata = None,
    *,
    names: str | Literal[False] | None = None,
    own: bool = False,
    beside: Sequence[str] = (),
    skip: Callable[[Mapping[str, str]], bool] | None = None,
    ours: Exported | None = None,
) -> list[SiteValue]:
    """Return a column of a file of sites, with the node of the graph that each row is.

    Rows of the graph's own file are its nodes. Others go by name where a column has the names of
    nodes (see :func:`.naming_column`), and lie about where these do, if both have places that can
    be compared. Rows go by their order where coordinates agree with it, where the values stand
    alone, or where the user says so; there are as many as nodes then. A number that may mean 'no
    value' is asked about, unless ``nodata`` says what does; see :mod:`...marks`.

    Parameters
    ----------
    source, layer
        The file, and the part of it.
    column
        What the values are called.
    graph
        Where the nodes are.
    nodata
        The number that means 'no value'.
    names
        The column that names the nodes; ``False`` for the order of the rows.
    own
        Whether the graph was made of this very file.
    beside, skip
        Other columns to keep, and whether to leave out a row with a value, by these; as for
        :func:`.read_two_columns`.
    ours
        Gives the nodes of a row of a table that we wrote, by its cell of ``nodes`` and these; where
        left out, the names alone tell.
    """
    if READERS.get(source.format) == "raster":
        return _of_cells(source, column, graph, nodata, own=own)
    found = open_table(source, layer)
    table = found.table
    if ours is not None:
        check_not_counts(source, table.columns, column)
    called = table.columns[table.column(column)]
    if not own:
        check_no_sites_above(found, graph, names)
    given = table.values(column)
    others = kept_cells(table.columns, table.cells, beside)
    left = np.zeros(len(given), dtype=bool)
    if skip is not None:
        left[:] = [x == x and skip(row) for x, row in zip(given.tolist(), others, strict=True)]
    values = without_marks(source, np.where(left, np.nan, given), table.lines, nodata)
    _check_single(table, ~np.isnan(values))
    used, cells = (~np.isnan(values)).tolist(), table.cells.__getitem__
    check_not_parted(source, table.columns, cells, table.lines, [table.column(column)])
    check_beside_values(source, table.columns, called, cells, table.lines, used)
    said = _said(table, called, used)
    large = np.flatnonzero(np.abs(values) > LARGEST)
    if large.size:
        raise source.at(table.lines[large[0]], f"the value must be within {LARGEST:g}; correct it")
    if own:
        where, nodes = _of_own_file(found, column, values, graph), list(range(graph.n_nodes))
    else:
        exported = None if ours is None else _exported(table, others, names, ours)
        where, nodes = exported or _of_nodes(found, column, values, graph, names)
    by = "" if own or where is None else table.columns[where]
    marked = np.isnan(values) & ~np.isnan(given)
    columns = zip(table.lines, nodes, values.tolist(), marked.tolist(), others, strict=True)
    heard = heard_columns(kept_columns(table.columns, beside, table.cells), table.cells)
    unused = passed_over(table.columns, [where, table.column(column), *heard], table.cells)
    unused += unheeded(source, unit_in_comments(source, called))
    return [
        SiteValue(line, node, value, mark, called, more, by, said, unused)
        for line, node, value, mark, more in columns
    ]


def _of_own_file(
    found: AnyTable, column: str, values: NDArray[np.float64], graph: Graph
) -> int | None:
    """Check that rows are the nodes of their own file; return what names them under no heading."""
    _check_own(found.table, graph)
    named = _own_names(found.table, graph)
    _check_one_table(found, named, column, values, graph)
    return None if found.table.header else named  # a graph remembers headings only


def _exported(
    table: SiteTable,
    others: list[dict[str, str]],
    names: str | Literal[False] | None,
    ours: Exported,
) -> tuple[int, list[int]] | None:
    """Return the column ``nodes`` of an export, and the node of each row; of others nothing.

    Groups have been refused. A row without a value may have some, and is left out.
    """
    lowered = [name.strip().lower() for name in table.columns]
    asked = "nodes" if names is None else names
    if not is_export(table.columns) or asked is False or asked.strip().lower() != "nodes":
        return None
    where, nodes = lowered.index("nodes"), []
    for line, cell, row in zip(table.lines, table.cells[where], others, strict=True):
        try:
            nodes.append(ours(cell, row)[0])
        except CheapBanditsError as error:
            raise table.source.at(line, str(error)) from error
    return where, nodes


def _of_nodes(
    found: AnyTable,
    column: str,
    values: NDArray[np.float64],
    graph: Graph,
    names: str | Literal[False] | None,
) -> tuple[int | None, list[int]]:
    """Return the column that names the nodes, and the node of each row."""
    table, where = found.table, _naming(found, graph, column, names)
    if where is None:
        _check_order(found, graph)
        return None, list(range(graph.n_nodes))
    nodes = _by_name(table, where, graph)
    if names is None:
        if table.columns[where] != graph.named_by:  # else it was asked about then
            table.check_shown_names(where)
        cells = table.columns[where], table.cells[where], table.lines
        check_kept_zeros(table.source, *cells, graph.find)
        _check_one_table(found, where, column, values, graph)
    check_places(found, graph, nodes)
    taken = where, table.column(column)
    _check_quantity(table, taken, nodes, ~np.isnan(values), node_names(graph))
    return where, nodes


def _said(table: SiteTable, called: str, used: list[bool]) -> dict[str, str]:
    """Return what is said of the values, by other columns, their heading or their formats."""
    source, at, cells = table.source, table.columns.index(called), table.cells.__getitem__
    seen = ""
    if at in table.units:
        seen = unit_of_all(source, called, cells(at), table.units[at], table.lines, used)
    above = unit_in_comments(source, called)
    said = said_of_values(table.columns, called, cells, used, seen or above)
    if seen:
        check_said_unit(source, called, seen, said, table.lines[used.index(True)])
    return said


def _own_names(table: SiteTable, graph: Graph) -> int | None:
    """Return the column of a graph's own file that named its nodes."""
    names = list(graph.names or ())
    return next((k for k, cells in enumerate(table.cells) if names and cells == names), None)


def _check_one_table(
    found: AnyTable, named: int | None, column: str, values: NDArray[np.float64], graph: Graph
) -> None:
    """Refuse values of a table that stands beside that of the sites."""
    table, rows = found.table, np.flatnonzero(~np.isnan(values)).tolist()
    places = [] if found.pair is None else [found.pair.x, found.pair.y]
    used, cells = table.column(column), table.cells.__getitem__
    at = table.columns, cells, table.lines, rows
    check_one_table(table.source, *at, named, used, graph.find, places)
    if named is not None:
        check_no_half(table.source, *at, named, used, graph.find)


def _check_single(table: SiteTable, used: NDArray[np.bool_]) -> None:
    """Refuse the readings of groups: by a column they would be those of single nodes."""
    for k, name in enumerate(table.columns):
        if name.lower() != "nodes":
            continue
        row = next((r for r in np.flatnonzero(used) if ";" in table.cells[k][r]), None)
        if row is not None:
            raise table.source.at(
                table.lines[row],
                f"'{shown(name)}' says '{shown(table.cells[k][row])}', which are several: the "
                "value of a group is none of a single node; call the values reading, and import "
                "the table as text (of a workbook: saved as 'CSV UTF-8'), without --values",
            )


def _check_quantity(
    table: SiteTable,
    taken: tuple[int, int],
    nodes: list[int],
    used: NDArray[np.bool_],
    known: NodeNames,
) -> None:
    """Refuse rows of one site that are several things, and such as are of several sites."""
    rows = np.flatnonzero(used).tolist()
    sites, lines = [nodes[row] for row in rows], [table.lines[row] for row in rows]

    def cells(k: int) -> list[str]:
        return [table.cells[k][row] for row in rows]

    check_nodes_beside(table.source, table.columns, taken[0], cells, lines, sites, known)
    check_one_quantity(table.source, table.columns, taken, cells, lines, sites)
    check_single_sites(table.source, table.columns, taken, cells, lines, sites, known.find)


def _of_cells(
    source: Source, band: str, graph: Graph, nodata: Nodata, *, own: bool
) -> list[SiteValue]:
    """Return the values of a raster's band; the line is the number of the node.

    Of the graph's own raster a mask may have taken cells out; of others, who has data there may
    miss them.
    """
    from cheapbandits.graphs.files.raster import cell_values

    source.counts = "node"
    found = cell_values(source, band, graph)
    nodes = range(graph.n_nodes)
    values = without_marks(source, found.at_nodes, nodes, nodata, found.fills).tolist()
    outside = 0 if own else found.left_out(nodata)
    said = {"unit": found.unit} if found.unit else {}
    return [
        SiteValue(node, node, value, column=band, said=said, outside=outside)
        for node, value in enumerate(values)
    ]


def _check_own(table: SiteTable, graph: Graph) -> None:
    if graph.coordinates is None or len(table.lines) != graph.n_nodes:
        raise table.source.error(
            f"{len(table.lines)} rows for {graph.n_nodes} nodes that are no sites: of a file of "
            "edges no column holds values of nodes; give them in a file of their own"
        )


def _naming(
    found: AnyTable, graph: Graph, column: str, names: str | Literal[False] | None
) -> int | None:
    """Return the column whose cells name the nodes; ``None`` where rows go by their order."""
    away = _away(found, graph)
    ordered = away is not None and not away.size
    return found.table.naming(node_names(graph), column, names, found.pair, ordered=ordered)


def _by_name(table: SiteTable, where: int, graph: Graph) -> list[int]:
    """Return the nodes that the rows name."""
    footer = find_footer(
        lambda row: [column[row] for column in table.cells],
        len(table.lines),
        where,
        lambda name: graph.find(name) is not None,
    )
    if footer is not None:
        raise table.source.at(table.lines[footer[0]], footer[1])
    nodes: list[int] = []
    for line, cell in zip(table.lines, table.cells[where], strict=True):
        if said := mark_or_site(graph, cell, table.columns[where]):
            raise table.source.at(line, said)
        try:
            node = find_node(graph, cell)
            nodes.append(graph.index(cell) if node is None else node)
        except GraphError as error:
            raise table.source.at(
                line,
                f"{error}; write names as the graph has them, or say which column has them: "
                f"'{shown(table.columns[where])}' was taken (--name-column COLUMN of import and "
                "drill; in Python names=)",
            ) from error
    return nodes


def _check_order(found: AnyTable, graph: Graph) -> None:
    table, away = found.table, _away(found, graph)
    if len(table.lines) != graph.n_nodes:
        raise table.source.error(
            f"{len(table.lines)} rows for {graph.n_nodes} nodes, and no column has their names; "
            "give the table that the graph was made of, or say which has (--name-column COLUMN)"
        )
    check_same_system(table.source, graph, found.crs)
    if away is not None and away.size and found.places is not None:
        row, nodes = int(away[0]), np.asarray(graph.coordinates)
        raise table.source.at(
            table.lines[row],
            f"the site is at {tuple(found.places[row].tolist())}, and node {row} at "
            f"{tuple(nodes[row].tolist())}; give the table that the graph was made of",
        )


def _away(found: AnyTable, graph: Graph) -> NDArray[np.intp] | None:
    """Return the rows that do not lie where the node of their number does; ``None`` if unknown."""
    known, places = graph.coordinates, found.places
    if known is None or places is None or known.shape != places.shape:
        return None
    extent = float(np.ptp(known, axis=0).max()) or 1.0
    apart = np.abs(places - known)
    if graph.crs == WGS84:
        apart[:, 0] = np.minimum(apart[:, 0], np.abs(apart[:, 0] - 360))  # -180 is 180
    return np.flatnonzero(apart.max(axis=1) > _SAME * extent)
