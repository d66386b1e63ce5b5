"""Readings from a file: a CSV with the nodes of each and what was read there."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.campaign.exports.spreadsheet import armed
from cheapbandits.campaign.readings import check_fits
from cheapbandits.errors import CheapBanditsError, GraphError, ParameterError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.site_values import read_site_values
from cheapbandits.graphs.files.two_columns import read_two_columns
from cheapbandits.policies.reading import check_reading, check_row

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph

__all__ = ["ReadingRow", "parse_nodes", "read_readings"]

#: More than a million readings; each is an event of its own.
MAX_BYTES = 64 * 2**20


@dataclass(frozen=True)
class ReadingRow:
    """One reading of a file; ``key`` is made of the file's content and the line."""

    nodes: tuple[int, ...]
    reading: float
    key: str
    line: int


def parse_nodes(text: str, graph: Graph) -> tuple[int, ...]:
    """Return the nodes that a text names, separated by ``;``.

    A name comes first: only what is no node's name is read as an index.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> parse_nodes("3; 4", grid(2, 3))
    (3, 4)
    """
    return tuple(_node(part.strip(), graph) for part in text.split(";"))


def _node(text: str, graph: Graph) -> int:
    try:
        return graph.index(text)
    except GraphError:
        if not (text.isascii() and text.isdigit()):
            raise
    index = int(text) if len(text) < 19 else graph.n_nodes
    if index >= graph.n_nodes:
        raise ParameterError(f"node {text} is not in the graph (0 to {graph.n_nodes - 1})")
    return index


def read_readings(
    path: str | Path, graph: Graph, spec: Spec | None = None, column: str | None = None
) -> list[ReadingRow]:
    """Return the readings of a CSV file, or say what is wrong and in which line.

    Parameters
    ----------
    path
        Two columns, ``nodes`` (names or indices, several with ``;``) and ``reading``. With a
        header they may stand anywhere; without, there are just these two.
    graph
        Where the nodes are.
    spec
        The campaign's settings: a reading that it cannot count with is refused by its line.
    column
        Where the file is a table of sites: the column of the readings. A site whose cell is empty
        has none.
    """
    source = Source(Path(path), kind=ParameterError, max_bytes=MAX_BYTES)
    if column is not None:
        sites = read_site_values(source, column, graph)
        return [
            _row(source, row.line, (row.node,), row.value, graph, spec, f":{column}")
            for row in sites
            if not isnan(row.value)
        ]
    # A semicolon divides the nodes of a group; columns only under a header that says so.
    found = read_two_columns(source, dividers="\t,")
    return [_row(source, row.line, str(row.place), row.value, graph, spec) for row in found]


def _row(
    source: Source,
    line: int,
    place: str | tuple[int, ...],
    value: float,
    graph: Graph,
    spec: Spec | None,
    column: str = "",
) -> ReadingRow:
    try:
        group = _nodes(place, graph) if isinstance(place, str) else place
        nodes, _ = check_row(group, None, graph.n_nodes)
        reading = check_reading(value)
        if spec is not None:
            check_fits(reading, spec)
    except CheapBanditsError as error:
        raise source.at(line, str(error)) from error
    return ReadingRow(nodes, reading, f"import:{source.digest}:{line}{column}", line)


def _nodes(cell: str, graph: Graph) -> tuple[int, ...]:
    """Return the nodes of a cell; one of our own tables has apostrophes before formulas."""
    plain = armed(cell)
    if plain != cell:
        try:
            return parse_nodes(plain, graph)
        except CheapBanditsError:
            pass  # a name that begins so: written by hand
    return parse_nodes(cell, graph)
