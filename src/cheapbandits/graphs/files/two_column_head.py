"""The first line of a table of places and values: what divides it, and which columns are which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from shlex import quote
from typing import Literal

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.column_names import listed
from cheapbandits.graphs.files.behind_sign import check_no_head_behind_sign
from cheapbandits.graphs.files.cells import check_pipes, split, without_quoted
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.nodes_beside import is_export
from cheapbandits.graphs.files.row_numbers import column_of_sites
from cheapbandits.graphs.files.rows import check_no_row_above, content, text_of
from cheapbandits.graphs.files.titles import check_no_title_line
from cheapbandits.graphs.files.values_way import values_way
from cheapbandits.graphs.reading_words import VALUES
from cheapbandits.graphs.row_names import NodeNames
from cheapbandits.graphs.spellings import is_one_heading
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import MISSING, like_a_number, number_hint, parse_number, shown

__all__ = [
    "PLACES",
    "Head",
    "check_no_unread_head",
    "is_of_readings",
    "place_column",
    "read_head",
]

#: What a header may call the column of places, besides what sites are called.
PLACES = ("nodes", "node", "name", "site", "id")

#: So many lines say what a column holds.
_SOME = 1_000

_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"[^\W_]")

Names = str | Literal[False] | None


@dataclass(frozen=True)
class Head:
    """The first line of a table: where it stands, its cells, and what divides them.

    ``value`` is the column that it calls values, if it does. Where it does not, ``places`` are the
    columns of places and values by their order, and ``header`` tells whether the line is one.
    """

    line: int
    cells: list[str]
    delimiter: str
    value: int | None
    header: bool
    places: tuple[int | None, int]


def read_head(
    source: Source,
    text: str,
    dividers: str,
    names: Names,
    *,
    single: bool,
    any_header: bool,
) -> Head:
    """Return what the first line of a table says, see :func:`.read_two_columns`."""
    first = next(content(text), None)
    if first is None:
        check_no_row_above(source, text, text.count("\n") + 2)
        raise source.error("holds only blank lines and comments; add values")
    check_no_title_line(source, text)
    line, whole = first
    delimiter = _delimiter(source, line, whole, dividers, names)
    cells = split(source, line, whole, delimiter)
    value = _value(cells, names)
    if value is None:
        check_no_head_behind_sign(source, text, line, cells, delimiter)
    if names is False and len(cells) > 1:
        raise source.at(
            line,
            "to take the rows in the order of the nodes, say which column holds the values: "
            "--values COLUMN --name-column '' (in Python column= and names=False)",
        )
    header = value is not None or (any_header and not _is_number(cells[-1]))
    if header and value is None:
        _check_word(source, line, cells[-1])
    rest = islice(content(text), 1, _SOME)
    places = (None, 0) if value is not None else _by_order(source, line, cells, rest, single=single)
    return Head(line, cells, delimiter, value, header, places)


def place_column(
    source: Source, head: Head, columns: list[list[str]], nodes: NodeNames, names: Names, value: int
) -> int | None:
    """Return where the places are; ``nodes``, as we write them, go before all but the names.

    Plain numbers there are asked about where they may be names or indices, but for an export.
    """
    cells = head.cells
    lowered = [cell.lower() for cell in cells]
    by = nodes.by
    named = by is not None and any(is_one_heading(cell, by) for cell in cells)
    ours = "center" in lowered or not named
    found = columns or [[] for _ in cells]
    if names is None and ours and lowered.count(PLACES[0]) == 1:
        at = lowered.index(PLACES[0])
        if is_export(cells) or nodes.doubtful(found[at]) is None:
            return at
    try:
        return column_of_sites(cells, found.__getitem__, nodes, asked=names, taken=[value])
    except GraphError as error:
        raise source.at(head.line, str(error)) from error


def check_no_unread_head(
    source: Source, head: Head, rows: Sequence[Sequence[str]], nodes: NodeNames
) -> None:
    """Refuse a header of two columns that does not say which of them holds the values.

    Who deletes it, as a line that is no reading, deletes what the values are. The numbers below may
    be gone wrong, ``3.1%``: that is said when they are read.

    Parameters
    ----------
    source, head
        The file, and its first line where that was taken for a row.
    rows
        All rows, with it.
    nodes
        What the nodes are called: no header is.
    """
    place, value = head.places
    if head.header or place is None:
        return
    sites = [k for k in (place, value) if _calls_sites(head.cells[k], nodes)]
    if nodes.find(head.cells[place]) is not None or len(rows) < 2:
        return
    if any(_calls_sites(cell, nodes) for cell in rows[1]):
        return  # a title, and the header is below
    nameless = _beside_nothing(head, rows)
    above = _is_above_sites(head, rows, sites) or _is_above_readings(head, rows, nodes)
    if not (above or nameless):
        return
    sites = nameless or sites
    sites = sites or [k for k in (place, value) if nodes.find(rows[1][k]) is not None]
    called = head.cells[place if sites == [value] else value]
    mend = (
        f"say which holds the values, --values COLUMN (--values {quote(shown(called))}; in Python "
        "column=), and leave the line"
    )
    if _is_number(called):  # of a table of sites it would be a row
        mend = f"write {VALUES[1]} in place of {shown(called)} if that column holds them"
    raise source.at(
        head.line,
        f"this is a header, and calls no column as values are ({', '.join(VALUES)}), of "
        f"{listed(head.cells)}; {mend}",
    )


def _beside_nothing(head: Head, rows: Sequence[Sequence[str]]) -> list[int]:
    """Return which of two columns has no heading, where the other has one above numbers.

    So ``write.csv`` of R and pandas write a table: the numbers of rows, or names, have none.
    """
    empty = [k for k in range(2) if not head.cells[k].strip()]
    if len(empty) != 1:
        return []
    word = head.cells[1 - empty[0]]
    is_word = _LETTER.search(word) is not None and not like_a_number(word)
    known = word.lower() in MISSING or not _is_meant_as_number(rows[1][1 - empty[0]])
    return [] if known or not is_word else empty


def _calls_sites(cell: str, nodes: NodeNames) -> bool:
    """Tell whether a cell is what a column of sites is called, and is no site."""
    called = may_name(cell) or cell.lower() in PLACES
    called = called or (nodes.by is not None and is_one_heading(cell, nodes.by))
    return called and nodes.find(cell) is None


def _is_above_sites(head: Head, rows: Sequence[Sequence[str]], sites: Sequence[int]) -> bool:
    """Tell whether one cell calls sites; then the other may be anything, as a year: ``2021``."""
    others = [head.cells[k] for k in range(2) if k not in sites]
    meant = all(_SIGN.search(cell) and cell.lower() not in MISSING for cell in others)
    return bool(sites) and meant and any(map(_is_meant_as_number, rows[1]))


def _is_above_readings(head: Head, rows: Sequence[Sequence[str]], nodes: NodeNames) -> bool:
    """Tell whether two words stand above numbers, and not above another header."""
    if any(map(like_a_number, head.cells)) or not all(map(_LETTER.search, head.cells)):
        return False
    if head.cells[head.places[1]].lower() in MISSING:
        return False
    if not any(_is_meant_as_number(cell) for row in rows[1:3] for cell in row):
        return False
    return any(_is_number(c) or nodes.find(c) is not None for row in rows[1:3] for c in row)


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


def _delimiter(source: Source, line: int, head: str, dividers: str, names: Names) -> str:
    for mark in ",;\t":
        # What does not divide the line may fail at its quotes.
        with suppress(CheapBanditsError):
            if _value(split(source, line, head, mark), names) is not None:
                return mark
    bare = without_quoted(head)
    return next((mark for mark in dividers if mark in bare), ",")


def _value(cells: Sequence[str], names: Names) -> int | None:
    """Return where the values are, if these cells are a header that names places as well."""
    lowered = [cell.lower() for cell in cells]
    value = next((name for name in VALUES if name in lowered), None)
    # A column that stands twice tells nothing; nor does a value beside a number.
    places = names in cells or any(lowered.count(c) == 1 and may_name(c) for c in lowered)
    places = places or (len(cells) > 1 and not any(map(_is_number, cells)))
    return lowered.index(value) if value and places and lowered.count(value) == 1 else None


def _by_order(
    source: Source, line: int, cells: list[str], rest: Iterable[tuple[int, str]], *, single: bool
) -> tuple[int | None, int]:
    if len(cells) == 2:
        return 0, 1
    if single and len(cells) == 1:
        return None, 0
    check_pipes(source, cells[0])
    mark = "," if len(cells) > 1 else "[;\t]"
    called = cells if len(cells) > 1 else [word.strip() for word in re.split(mark, cells[0])]
    if len(called) > 1 and not any(map(_is_number, called)):
        way = values_way(called, [re.split(mark, row) for _, row in rest])
        raise source.at(
            line,
            f"no column is called as values are ({', '.join(VALUES)}) beside one called as places "
            f"are, of {listed(called)}; {way}, or rename the two",
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


def _is_meant_as_number(cell: str) -> bool:
    """Tell whether a cell is a number, or one gone wrong, and no mark alone (``?``, ``nan``)."""
    return like_a_number(cell) and _DIGIT.search(cell) is not None


def _check_word(source: Source, line: int, cell: str) -> None:
    """Refuse a header that may be a value gone wrong: the value would be left out."""
    if like_a_number(cell):
        mend = number_hint(cell) or "correct the number"
        raise source.at(
            line,
            f"is '{shown(cell)}' a header, or a value gone wrong? {mend}; or write value in its "
            "place if it is a header",
        )
