"""What was found at the sites of a table, node by node of the graph that was made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.files.any_table import AnyTable, open_table
from cheapbandits.graphs.files.beside_values import check_beside_values
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.no_value import without_marks
from cheapbandits.graphs.files.same_places import check_places, check_same_system
from cheapbandits.graphs.files.site_table import SiteTable
from cheapbandits.graphs.globe import WGS84
from cheapbandits.graphs.marks import Nodata
from cheapbandits.graphs.site_columns import find_names
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import did_you_mean, shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["SiteValue", "read_site_values"]

#: Coordinates that differ by less, compared with the whole extent, are the same place.
_SAME = 1e-6


@dataclass(frozen=True)
class SiteValue:
    """What was found at a node, in this line of the table; ``nan`` where nothing was.

    ``marked`` where a number stands there that means 'no value'.
    """

    line: int
    node: int
    value: float
    marked: bool = False


def read_site_values(
    source: Source,
    column: str,
    graph: Graph,
    layer: str | None = None,
    nodata: Nodata = None,
) -> list[SiteValue]:
    """Return a column of a file of sites, with the node of the graph that each row is.

    Rows go by name where a column of the table has the names of the graph's nodes, and lie about
    where these do, if both have places that can be compared. Otherwise there are as many rows as
    nodes, in their order, and coordinates have to agree where both have them. A number that may
    mean 'no value' is asked about, unless ``nodata`` says what does; see :mod:`...marks`.
    """
    if READERS.get(source.format) == "raster":
        return _of_cells(source, column, graph, nodata)
    found = open_table(source, layer)
    table = found.table
    given = table.values(column)
    values = without_marks(source, given, table.lines, nodata)
    called = table.columns[table.column(column)]
    check_beside_values(
        source,
        table.columns,
        called,
        table.cells.__getitem__,
        table.lines,
        (~np.isnan(values)).tolist(),
    )
    large = np.flatnonzero(np.abs(values) > LARGEST)
    if large.size:
        raise source.at(table.lines[large[0]], f"the value must be within {LARGEST:g}; correct it")
    nodes = _by_name(table, graph)
    if nodes is None:
        _check_order(found, graph)
        nodes = list(range(graph.n_nodes))
    else:
        check_places(found, graph, nodes)
    marked = np.isnan(values) & ~np.isnan(given)
    columns = (table.lines, nodes, values.tolist(), marked.tolist())
    return [SiteValue(*row) for row in zip(*columns, strict=True)]


def _of_cells(source: Source, band: str, graph: Graph, nodata: Nodata) -> list[SiteValue]:
    """Return the values of a raster's band; the line is the number of the node."""
    from cheapbandits.graphs.files.raster import cell_values

    source.counts = "node"
    found, also = cell_values(source, band, graph)
    values = without_marks(source, found, range(graph.n_nodes), nodata, also).tolist()
    return [SiteValue(node, node, value) for node, value in enumerate(values)]


def _by_name(table: SiteTable, graph: Graph) -> list[int] | None:
    """Return the nodes that the rows name, in the column where most of the names are."""
    if graph.names is None:
        return None
    known = {name: node for node, name in enumerate(graph.names)}
    hits = [sum(cell in known for cell in cells) for cells in table.cells]
    best = int(np.argmax(hits))
    if not hits[best]:
        return None
    nodes: list[int] = []
    lines: dict[str, int] = {}
    for line, cell in zip(table.lines, table.cells[best], strict=True):
        if cell not in known:
            meant = did_you_mean(cell, graph.names)
            raise table.source.at(
                line,
                f"no node is named '{shown(cell)}'; {meant}correct the name or delete the line",
            )
        if cell in lines:
            raise table.source.at(
                line, f"more than one row for {shown(cell)} (see line {lines[cell]}); keep one"
            )
        lines[cell] = line
        nodes.append(known[cell])
    return nodes


def _check_strangers(table: SiteTable, names: Sequence[str]) -> None:
    """Refuse to go by order alone where the rows have names, and nodes have others."""
    column = find_names(table.columns, None, lambda place: table.cells[place])
    if column is None:
        return
    cell = table.cells[column][0]
    raise table.source.at(
        table.lines[0],
        f"no node is named '{shown(cell)}', nor as any row of '{shown(table.columns[column])}'; "
        f"{did_you_mean(cell, names)}write names as the graph has them, or leave that column out "
        "to go by the order of the rows",
    )


def _check_order(found: AnyTable, graph: Graph) -> None:
    table, points = found.table, found.places
    if len(table.lines) != graph.n_nodes:
        raise table.source.error(
            f"{len(table.lines)} rows for {graph.n_nodes} nodes, and no column has their names; "
            "give the table that the graph was made of"
        )
    if graph.coordinates is None or graph.coordinates.shape[1] != 2 or points is None:
        if graph.names is not None:
            _check_strangers(table, graph.names)
        return
    check_same_system(table.source, graph, found.crs)
    extent = float(np.ptp(graph.coordinates, axis=0).max()) or 1.0
    apart = np.abs(points - graph.coordinates)
    if graph.crs == WGS84:
        apart[:, 0] = np.minimum(apart[:, 0], np.abs(apart[:, 0] - 360))  # -180 is 180
    away = np.flatnonzero(apart.max(axis=1) > _SAME * extent)
    if away.size:
        row = int(away[0])
        raise table.source.at(
            table.lines[row],
            f"the site is at {tuple(points[row].tolist())}, and node {row} at "
            f"{tuple(graph.coordinates[row].tolist())}; give the table that the graph was made of",
        )
