"""Tables of places and what was found there: values of a field, readings to import."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.column_names import listed
from cheapbandits.graphs.files.any_table import open_table
from cheapbandits.graphs.files.beside_values import check_beside_values
from cheapbandits.graphs.files.composites import check_single_sites
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.groups_or_decimals import check_groups_or_decimals
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.kept_cells import SAME_AS, kept_columns, same_rows
from cheapbandits.graphs.files.kept_zeros import check_kept_zeros
from cheapbandits.graphs.files.no_value import without_marks
from cheapbandits.graphs.files.nodes_beside import check_nodes_beside, is_export
from cheapbandits.graphs.files.not_here import check_no_widths
from cheapbandits.graphs.files.one_reading import check_one_reading
from cheapbandits.graphs.files.parted_decimals import check_not_parted
from cheapbandits.graphs.files.passed_over import heard_columns, passed_over
from cheapbandits.graphs.files.rows import check_no_row_above, rows, text_of, without_empty_end
from cheapbandits.graphs.files.said_in_comments import unheeded, unit_in_comments
from cheapbandits.graphs.files.said_of_values import said_of_values
from cheapbandits.graphs.files.same_places import check_rows
from cheapbandits.graphs.files.several_kinds import check_one_quantity
from cheapbandits.graphs.files.side_by_side import check_no_half, check_one_table
from cheapbandits.graphs.files.sites_above import check_no_sites_above, check_no_sites_in_head
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.files.two_column_head import (
    PLACES,
    Head,
    check_no_unread_head,
    place_column,
    read_head,
)
from cheapbandits.graphs.files.values_way import values_way
from cheapbandits.graphs.files.weight_column import check_points, decimal_comma, hint
from cheapbandits.graphs.marks import Nodata
from cheapbandits.graphs.reading_words import VALUES
from cheapbandits.graphs.row_names import NodeNames, node_names
from cheapbandits.graphs.summary_rows import find_footer
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["Found", "read_two_columns"]

_KINDS = {"workbook": "a workbook", "gis": "a map", "geojson": "a map", "raster": "a raster"}

#: Rows with their lines.
_Rows = list[tuple[int, list[str]]]


@dataclass(frozen=True)
class Found:
    """One row: its line, what stands for the place (``None`` in a single column), and the value.

    ``beside`` has the cells of other columns, by their lower-case names, where asked for;
    ``column`` and ``named_by`` are what a header calls the values and the places, ``said`` is
    what the file says of all values, see :func:`.said_of_values`, and ``unused`` are the columns
    that were passed over.
    """

    line: int
    place: str | None
    value: float
    beside: Mapping[str, str] = field(default_factory=dict)
    column: str = ""
    named_by: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()


def read_two_columns(
    source: Source,
    *,
    dividers: str = ";\t,",
    single: bool = False,
    any_header: bool = False,
    beside: Sequence[str] = (),
    skip: Callable[[Mapping[str, str]], bool] | None = None,
    nodata: Nodata = None,
    graph: Graph,
    known: Callable[[str], object] | None = None,
    names: str | Literal[False] | None = None,
    chosen: bool = False,
    every: Collection[str] = (),
) -> list[Found]:
    """Return the places and the numbers of a table, or say what is wrong and in which line.

    A header with a column that names places (:func:`.naming_column`) and one of ``VALUES`` may have
    further ones, if no other may hold the values too. Without it there are exactly two; what is
    left over is refused, as it may be the decimals of a number. Unless a comma divides, numbers may
    have a decimal comma.

    Parameters
    ----------
    source
        The file.
    dividers
        What may divide columns; the first that the first line holds does. Where one may stand
        within a place, leave it out: then it divides only under a header that it divides.
    single
        Whether one column will do: values alone.
    any_header
        Whether a first line is a header by its last cell alone, which is no number.
    beside
        Other columns to keep, where the header has them once.
    skip
        Whether to leave out a row, by these; its value may be missing.
    nodata
        The number that means 'no value', and becomes ``nan``; see :mod:`...marks`.
    graph
        Where the nodes are: rows with coordinates have to lie about there.
    known
        Gives the nodes of a place, ``None`` where there are none; as names go when left out.
    names
        The column of places, where the user says it.
    chosen
        Whether the user said that the values are what the header calls so.
    every
        Headings that only a table has, all of them, in which every number is a value, also one
        that often means none.
    """
    _check_is_text(source, graph, names)
    nodes = node_names(graph, known)
    text = without_empty_end(text_of(source))
    check_no_sites_in_head(source, text, graph, names)
    head = read_head(source, text, dividers, names, single=single, any_header=any_header)
    if known is not None and not head.header:
        check_no_row_above(source, text, head.line)
    if ";" not in dividers and not head.header:
        check_groups_or_decimals(source, text, graph)
    taken = _body(source, text, head, nodes)
    columns = _columns(taken)
    places = _places(source, head, columns, nodes, names)
    _check_footer(source, taken, places[0], nodes)
    if names is None and places[0] is not None:
        _check_zeros(source, head, taken, places[0], nodes)
    others = kept_columns(head.cells, beside, columns) if head.value is not None else {}
    if skip is not None:
        taken = [(n, row) for n, row in taken if not skip(_beside(row, others))]
    found = list(_found(source, taken, places, others, head.delimiter))
    for k, first in same_rows(row for _, row in taken).items() if SAME_AS in beside else ():
        found[k] = replace(found[k], beside={**found[k].beside, SAME_AS: str(first)})
    given, lines = np.array([row.value for row in found]), [row.line for row in found]
    if nodata is None and every and {*every} <= {*head.cells}:
        nodata = False
    values = without_marks(source, given, lines, nodata).tolist()
    above = unit_in_comments(source, head.cells[places[1]] if head.header else "")
    of_all: dict[str, Any] = {"said": {"unit": above} if above else {}, "unused": ()}
    if head.value is not None:
        used = [number == number for number in values]
        _check_table(source, head, places[0], taken, used, nodes, graph)
        if names is None and places[0] is not None and taken:
            _check_alone(source, head, places[0], taken, used, nodes)
        if not chosen:
            used_for = _known_columns(head.cells, others, places[0])
            check_one_reading(source, head.line, head.cells, columns, head.value, used_for)
        column, named_by = head.cells[head.value], head.cells[places[0] or 0]
        said = said_of_values(head.cells, column, partial(_column, taken), used, above)
        heard = [head.value, places[0], *heard_columns(others, columns)]
        unused = passed_over(head.cells, heard, columns)
        of_all = {"column": column, "named_by": named_by, "said": said, "unused": unused}
    of_all["unused"] += unheeded(source, above)
    return [replace(row, value=n, **of_all) for row, n in zip(found, values, strict=True)]


def _check_is_text(source: Source, graph: Graph, names: str | Literal[False] | None) -> None:
    """Refuse what is no table as text."""
    reader = READERS.get(source.format, "tables")
    kind = _KINDS.get(reader)
    if kind is None:
        return
    if reader == "geojson":
        from cheapbandits.graphs.files.geojson import check_is_map

        check_is_map(source)
    way = "say which column holds the values, --values COLUMN"
    if reader == "workbook":
        found = open_table(source)
        check_no_sites_above(found, graph, names)
        table = found.table
        way = values_way(table.columns, list(zip(*table.cells, strict=True)))
        kind = f"{kind} with the columns {listed(table.columns)}"
    raise source.error(f"{kind}: {way}")


def _body(source: Source, text: str, head: Head, nodes: NodeNames) -> _Rows:
    """Return the rows below the header; widths of columns, or an unread header, are refused."""
    body = rows(source, text, head.delimiter, len(head.cells))
    taken = [(number, row) for number, row in body if not (head.header and number == head.line)]
    if head.header:
        check_no_widths(source, head.cells, [n for n, _ in taken], [row for _, row in taken[:2]])
    check_no_unread_head(source, head, [row for _, row in taken[:3]], nodes)
    return taken


def _check_zeros(source: Source, head: Head, taken: _Rows, place: int, nodes: NodeNames) -> None:
    """Refuse names that a spreadsheet took for numbers."""
    by = head.cells[place] if head.header else ""
    if by.lower() != PLACES[0]:  # ours are text, and no spreadsheet's
        sites, at = _column(taken, place), [line for line, _ in taken]
        check_kept_zeros(source, by, sites, at, nodes.find)


def _check_alone(
    source: Source, head: Head, place: int, taken: _Rows, used: list[bool], nodes: NodeNames
) -> None:
    """Refuse a second table, or the other half of the rows, beside this one."""
    rows_used = [row for row, counts in enumerate(used) if counts]
    table = head.cells, _columns(taken).__getitem__, [line for line, _ in taken], rows_used
    check_one_table(source, *table, place, head.value or 0, nodes.find)
    check_no_half(source, *table, place, head.value or 0, nodes.find)


def _places(
    source: Source,
    head: Head,
    columns: list[list[str]],
    nodes: NodeNames,
    names: str | Literal[False] | None,
) -> tuple[int | None, int]:
    """Return the columns of the places and of the values."""
    if head.value is not None:
        return place_column(source, head, columns, nodes, names, head.value), head.value
    if head.header and len(head.cells) == 2:
        place_column(source, head, columns, nodes, names, 1)  # asks whether rank,zinc names sites
    return head.places


def _check_footer(source: Source, taken: _Rows, place: int | None, nodes: NodeNames) -> None:
    """Refuse a mean, a total or a remark below the readings."""
    footer = None
    if place is not None:
        footer = find_footer(
            lambda row: taken[row][1],
            len(taken),
            place,
            lambda name: nodes.find(name) is not None,
        )
    if footer is not None:
        raise source.at(taken[footer[0]][0], footer[1])


def _check_table(
    source: Source,
    head: Head,
    place: int | None,
    taken: _Rows,
    used: list[bool],
    nodes: NodeNames,
    graph: Graph,
) -> None:
    """Refuse values that other columns contradict, and rows that lie where their site is not."""
    cells, value, lines = head.cells, head.value or 0, [line for line, _ in taken]
    if not taken:
        return
    kept = _columns(taken)
    check_not_parted(source, cells, kept.__getitem__, lines, [value])
    check_beside_values(source, cells, cells[value], kept.__getitem__, lines, used)
    if place is not None:
        _check_quantity(source, cells, (place, value), taken, used, nodes)
        table = SiteTable(source, head.line, cells, True, lines, kept, head.delimiter)
        check_rows(table, graph, [nodes.find(cell) for cell in kept[place]])


def _check_quantity(
    source: Source,
    cells: list[str],
    places: tuple[int, int],
    taken: _Rows,
    used: list[bool],
    nodes: NodeNames,
) -> None:
    """Refuse rows of one site that are several things, and such as are of several sites."""
    kept = [row for row, counts in zip(taken, used, strict=True) if counts]
    sites: list[Hashable] = [nodes.find(cell) for cell in _column(kept, places[0])]
    if None in sites:
        return  # refused where it is read, with its line
    lines, column = [line for line, _ in kept], partial(_column, kept)
    if not (is_export(cells) and cells[places[0]].strip().lower() == PLACES[0]):
        check_nodes_beside(source, cells, places[0], column, lines, sites, nodes)
    check_one_quantity(source, cells, places, column, lines, sites)
    check_single_sites(source, cells, places, column, lines, sites, nodes.find)


def _column(taken: _Rows, place: int) -> list[str]:
    return [row[place] for _, row in taken]


def _columns(taken: _Rows) -> list[list[str]]:
    return [list(column) for column in zip(*(row for _, row in taken), strict=True)]


def _known_columns(cells: list[str], others: Mapping[str, int], place: int | None) -> list[int]:
    """Return the columns that are no values; beside ``nodes``, as we write them, all others."""
    lowered = [cell.lower() for cell in cells]
    if PLACES[0] in lowered:
        return [k for k, name in enumerate(lowered) if name not in VALUES[:2]]
    return [*others.values(), *([] if place is None else [place])]


def _beside(row: list[str], others: Mapping[str, int]) -> dict[str, str]:
    return {name: row[at] for name, at in others.items()}


def _found(
    source: Source,
    taken: _Rows,
    places: tuple[int | None, int],
    others: Mapping[str, int],
    delimiter: str,
) -> Iterator[Found]:
    def problem(row: int, rule: str, got: object) -> CheapBanditsError:
        parts = delimiter == "," and ";" in str(got)
        way = "if semicolons divide, put a header such as site;value;note above" if parts else ""
        mend = way or hint(rule, got) or "correct or delete the line"
        return source.at(taken[row][0], f"{rule}, got '{shown(got)}'; {mend}")

    where, what = places
    cells = [row[what] for _, row in taken]
    # Names such as 1.2 have a point that parts no decimals.
    numbers = [column for k, column in enumerate(_columns(taken)) if k != where]
    comma = delimiter != "," and decimal_comma(cells, problem, numbers)
    if not comma:
        check_points(cells, numbers, problem, delimiter=delimiter)
    for row, (line, whole) in enumerate(taken):
        value = parse_number(cells[row], comma=comma)
        if value is None or value in (float("inf"), float("-inf")):
            raise problem(row, "the value must be a finite decimal number", cells[row])
        place = None if where is None else whole[where]
        yield Found(line, place, value, _beside(whole, others))
