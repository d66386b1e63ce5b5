"""Tables of places and what was found there: values of a field, readings to import."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.column_names import listed
from cheapbandits.graphs.files.beside_values import check_beside_values
from cheapbandits.graphs.files.cells import check_pipes, split, without_quoted
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.kept_cells import kept_columns
from cheapbandits.graphs.files.no_value import without_marks
from cheapbandits.graphs.files.one_reading import check_one_reading
from cheapbandits.graphs.files.rows import content, rows, text_of, without_empty_end
from cheapbandits.graphs.files.said_of_values import said_of_values
from cheapbandits.graphs.files.same_places import check_rows
from cheapbandits.graphs.files.several_kinds import check_one_quantity
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.files.weight_column import check_points, decimal_comma
from cheapbandits.graphs.marks import Nodata
from cheapbandits.graphs.row_names import NodeNames, heading, naming_column, node_names
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import like_a_number, number_hint, parse_number, shown

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["PLACES", "VALUES", "Found", "is_of_readings", "read_two_columns"]

#: What a header may call the column of places, besides what sites are called, and that of values.
PLACES = ("nodes", "node", "name", "site", "id")
VALUES = ("reading", "value", "field")
_KINDS = {"workbook": "a workbook", "gis": "a map", "geojson": "a map", "raster": "a raster"}


@dataclass(frozen=True)
class Found:
    """One row: its line, what stands for the place (``None`` in a single column), and the value.

    ``beside`` has the cells of other columns, by their lower-case names, where asked for;
    ``column`` and ``named_by`` are what a header calls the values and the places, and ``said`` is
    what the file says of all values, see :func:`.said_of_values`.
    """

    line: int
    place: str | None
    value: float
    beside: Mapping[str, str] = field(default_factory=dict)
    column: str = ""
    named_by: str = ""
    said: Mapping[str, str] = field(default_factory=dict)


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
    """
    nodes = node_names(graph, known)
    kind = _KINDS.get(READERS.get(source.format, "tables"))
    if kind is not None:
        raise source.error(f"{kind}: say which column holds the values, --values COLUMN")
    text = without_empty_end(text_of(source))
    first = next(content(text), None)
    if first is None:
        raise source.error("holds only blank lines and comments; add values")
    line, head = first
    delimiter = _delimiter(source, line, head, dividers, names)
    cells = split(source, line, head, delimiter)
    value = _value(cells, names)
    if names is False and len(cells) > 1:
        raise source.at(
            line,
            "to take the rows in the order of the nodes, say which column holds the values: "
            "--values COLUMN --name-column '' (in Python column= and names=False)",
        )
    header = value is not None or (any_header and not _is_number(cells[-1]))
    if header and value is None:
        _check_word(source, line, cells[-1])
    places = (None, 0) if value is not None else _by_order(source, line, cells, single=single)
    body = rows(source, text, delimiter, len(cells))
    taken = [(number, row) for number, row in body if not (header and number == line)]
    others = kept_columns(cells, beside) if value is not None else {}
    columns = [list(column) for column in zip(*(row for _, row in taken), strict=True)]
    if header and value is None and len(cells) == 2:
        _naming(source, line, cells, columns, nodes, names, 1)  # asks whether rank,zinc names sites
    if value is not None:
        places = _naming(source, line, cells, columns, nodes, names, value), value
    if skip is not None:
        taken = [(n, row) for n, row in taken if not skip(_beside(row, others))]
    found = list(_found(source, taken, places, others, delimiter))
    given, lines = np.array([row.value for row in found]), [row.line for row in found]
    values = without_marks(source, given, lines, nodata).tolist()
    if value is not None:
        used = [number == number for number in values]
        check_beside_values(source, cells, cells[value], partial(_column, taken), lines, used)
        if places[0] is not None and taken:
            _check_quantity(source, cells, (places[0], value), taken, used, nodes)
            kept = [list(column) for column in zip(*(row for _, row in taken), strict=True)]
            table = SiteTable(source, line, cells, True, lines, kept, delimiter)
            check_rows(table, graph, [nodes.find(cell) for cell in kept[places[0]]])
        if not chosen:
            used_for = _known_columns(cells, beside, places[0])
            check_one_reading(source, line, cells, columns, value, used_for)
    called = ("", "") if value is None else (cells[value], cells[places[0] or 0])
    said: dict[str, str] = {}
    if value is not None:
        counts = [number == number for number in values]
        said = said_of_values(cells, called[0], lambda k: [row[k] for _, row in taken], counts)
    return [
        replace(row, value=number, column=called[0], named_by=called[1], said=said)
        for row, number in zip(found, values, strict=True)
    ]


def _check_quantity(
    source: Source,
    cells: list[str],
    places: tuple[int, int],
    taken: list[tuple[int, list[str]]],
    used: list[bool],
    nodes: NodeNames,
) -> None:
    """Refuse rows of one site that are several things; see :mod:`.several_kinds`."""
    kept = [row for row, counts in zip(taken, used, strict=True) if counts]
    sites: list[Hashable] = [nodes.find(cell) for cell in _column(kept, places[0])]
    if None in sites:
        return  # refused where it is read, with its line
    lines = [line for line, _ in kept]
    check_one_quantity(source, cells, places, partial(_column, kept), lines, sites)


def _column(taken: list[tuple[int, list[str]]], place: int) -> list[str]:
    return [row[place] for _, row in taken]


def is_of_readings(source: Source, column: str) -> bool:
    """Tell whether a table has ``nodes`` and values as we write them, and the column is these."""
    wanted = column.strip().lower()
    if wanted not in VALUES or READERS.get(source.format, "tables") != "tables":
        return False
    line, head = next(content(text_of(source)), (0, ""))
    for mark in ",;\t":
        with suppress(CheapBanditsError):
            cells = [cell.lower() for cell in split(source, line, head, mark)]
            if cells.count(PLACES[0]) == 1 and cells.count(wanted) == 1:
                return next(name for name in VALUES if name in cells) == wanted
    return False


def _delimiter(
    source: Source, line: int, head: str, dividers: str, names: str | Literal[False] | None
) -> str:
    for mark in ",;\t":
        # What does not divide the line may fail at its quotes.
        with suppress(CheapBanditsError):
            if _value(split(source, line, head, mark), names) is not None:
                return mark
    bare = without_quoted(head)
    return next((mark for mark in dividers if mark in bare), ",")


def _value(cells: Sequence[str], names: str | Literal[False] | None) -> int | None:
    """Return where the values are, if these cells are a header that names places as well."""
    lowered = [cell.lower() for cell in cells]
    value = next((name for name in VALUES if name in lowered), None)
    # A column that stands twice tells nothing; nor does a value beside a number.
    places = names in cells or any(lowered.count(c) == 1 and may_name(c) for c in lowered)
    places = places or (len(cells) > 1 and not any(map(_is_number, cells)))
    return lowered.index(value) if value and places and lowered.count(value) == 1 else None


def _naming(
    source: Source,
    line: int,
    cells: Sequence[str],
    columns: list[list[str]],
    nodes: NodeNames,
    names: str | Literal[False] | None,
    value: int,
) -> int | None:
    """Return where the places are; ``nodes``, as we write them, go before all but the names."""
    lowered = [cell.lower() for cell in cells]
    named = nodes.by is not None and heading(nodes.by) in map(heading, cells)
    ours = "center" in lowered or not named
    if names is None and ours and lowered.count(PLACES[0]) == 1:
        return lowered.index(PLACES[0])
    found = columns or [[] for _ in cells]
    try:
        return naming_column(cells, found.__getitem__, nodes, asked=names, taken=[value])
    except GraphError as error:
        raise source.at(line, str(error)) from error


def _known_columns(cells: list[str], beside: Sequence[str], place: int | None) -> list[int]:
    """Return the columns that are no values; beside ``nodes``, as we write them, all others."""
    lowered = [cell.lower() for cell in cells]
    if PLACES[0] in lowered:
        return [k for k, name in enumerate(lowered) if name not in VALUES[:2]]
    return [*kept_columns(cells, beside).values(), *([] if place is None else [place])]


def _beside(row: list[str], others: Mapping[str, int]) -> dict[str, str]:
    return {name: row[at] for name, at in others.items()}


def _by_order(
    source: Source, line: int, cells: list[str], *, single: bool
) -> tuple[int | None, int]:
    if len(cells) == 2:
        return 0, 1
    if single and len(cells) == 1:
        return None, 0
    check_pipes(source, cells[0])
    called = [word.strip() for word in re.split("[;\t]", cells[0])]
    if len(cells) == 1 < len(called) and not any(map(_is_number, called)):
        raise source.at(
            line,
            f"no column is called as values are ({', '.join(VALUES)}) beside one called as places "
            f"are, of {listed(called)}; say which holds the values, --values COLUMN (--values "
            f"'{shown(called[-1])}'), or rename the two",
        )
    raise source.at(
        line,
        f"{len(cells)} columns in '{shown(' | '.join(cells))}'; give a place and a number in each "
        f"line, or a header with one of {', '.join(PLACES)} and one of {', '.join(VALUES)} (a "
        "decimal comma needs quotes, or columns divided by ;); of a table of sites name the column "
        "of the values: --values COLUMN",
    )


def _is_number(cell: str) -> bool:
    return any(parse_number(cell, comma=comma) is not None for comma in (False, True))


def _check_word(source: Source, line: int, cell: str) -> None:
    """Refuse a header that may be a value gone wrong: the value would be left out."""
    if like_a_number(cell):
        mend = number_hint(cell) or "correct the number"
        raise source.at(
            line,
            f"is '{shown(cell)}' a header, or a value gone wrong? {mend}; or write value in its "
            "place if it is a header",
        )


def _found(
    source: Source,
    taken: list[tuple[int, list[str]]],
    places: tuple[int | None, int],
    others: Mapping[str, int],
    delimiter: str,
) -> Iterator[Found]:
    def problem(row: int, rule: str, got: object) -> CheapBanditsError:
        mend = number_hint(str(got)) or "correct or delete the line"
        return source.at(taken[row][0], f"{rule}, got '{shown(got)}'; {mend}")

    where, what = places
    cells = [row[what] for _, row in taken]
    comma = delimiter != "," and decimal_comma(cells, problem)
    if not comma:
        # Names such as 1.2 have a point that parts no decimals.
        numbers = ([cell for k, cell in enumerate(row) if k != where] for _, row in taken)
        check_points(cells, numbers, problem, delimiter=delimiter)
    for row, (line, whole) in enumerate(taken):
        value = parse_number(cells[row], comma=comma)
        if value is None or value in (float("inf"), float("-inf")):
            raise problem(row, "the value must be a finite decimal number", cells[row])
        place = None if where is None else whole[where]
        yield Found(line, place, value, _beside(whole, others))
