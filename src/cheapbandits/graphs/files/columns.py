"""Which columns of an edge list hold what: the delimiter and the header are found, not asked."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs.files.guard import Source

__all__ = ["UNIT", "Layout", "find_layout"]

SOURCES = ("source", "from", "u", "i", "src", "node1", "start")
TARGETS = ("target", "to", "v", "j", "dst", "node2", "end")
WEIGHTS = ("weight", "w")

#: In place of a column's name: no column is the weight, every edge weighs 1.
UNIT = "unit"

#: Any run of blanks, as pandas spells it.
BLANKS = r"\s+"

#: Lines that start so, before the first edge, are comments.
COMMENTS = ("#", "%")

_HEAD = 2**16
_MOST_LISTED = 8


@dataclass(frozen=True)
class Layout:
    """Where the edges start, how columns are divided, and what they hold."""

    delimiter: str
    skip: int
    width: int
    source: int
    target: int
    weight: int | None

    def line(self, source: Source, row: int) -> int:
        """Return the line, from 1, on which an edge stands; found by reading once more."""
        with source.open() as stream:
            text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
            for _ in range(self.skip):
                text.readline()
            numbers = (number for number, fields in _rows(text, self.delimiter) if fields)
            return self.skip + next(islice(numbers, row, None), 1)


def find_layout(
    source: Source, delimiter: str | None, header: bool | None, weight: str | None = None
) -> Layout:
    """Look at the first lines of an edge list; see :func:`.edge_list.read` for the options."""
    lines = _first_lines(source)
    start = next((k for k, line in enumerate(lines) if _holds_data(line)), None)
    if start is None:
        raise source.error("no edges found: the file holds only blank lines and comments")
    delimiter = delimiter or _guess_delimiter(lines[start], source)
    first = _fields(lines[start], delimiter)
    second = next((_fields(x, delimiter) for x in lines[start + 1 :] if x.strip()), [])
    if header is None:
        named = _ends_by_name(first) is not None or (weight != UNIT and weight in first)
        header = named or _looks_like_header(first, second)
    head = _Head(source, start + 1, first, header)
    columns = head.columns(weight)
    if header and second and len(second) != len(first):
        raise source.error(
            f"line {start + 2}: {len(second)} columns under a header of {len(first)}; "
            "make them agree"
        )
    return Layout(delimiter, start + header, len(first), *columns)


def _first_lines(source: Source) -> list[str]:
    with source.open() as stream:
        head = stream.read(_HEAD)
    if b"\0" in head:
        raise source.error("this is no text file (it holds zero bytes); save it as UTF-8 text")
    text = head.decode("utf-8-sig", errors="replace")
    lines = list(io.StringIO(text, newline=None))
    # The last line may be cut off; without another there is nothing to read off it.
    return lines[:-1] if len(head) == _HEAD and len(lines) > 1 else lines


def _rows(text: io.TextIOWrapper, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the last line's number and the fields of each row."""
    if delimiter == BLANKS:
        yield from ((number, line.split()) for number, line in enumerate(text, start=1))
        return
    reader = csv.reader(text, delimiter=delimiter)
    try:
        for fields in reader:
            yield reader.line_num, fields if any(field.strip() for field in fields) else []
    except csv.Error:
        return


def _holds_data(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(COMMENTS)


def _guess_delimiter(line: str, source: Source) -> str:
    order = ",;\t" if ".csv" in source.path.suffixes else "\t,;"
    return next((mark for mark in order if mark in line), BLANKS)


def _fields(line: str, delimiter: str) -> list[str]:
    if delimiter == BLANKS:
        return line.split()
    rows = csv.reader([line.strip("\r\n")], delimiter=delimiter, skipinitialspace=True)
    return [field.strip() for field in next(rows, [])]


@dataclass(frozen=True)
class _Head:
    """The first line that is no comment: a header, or an edge."""

    source: Source
    line: int
    fields: list[str]
    header: bool

    def columns(self, weight: str | None) -> tuple[int, int, int | None]:
        """Return the places of source, target and weight."""
        asked = None if weight in (None, UNIT) else self._asked(str(weight))
        ends = _ends_by_name(self.fields) if self.header else None
        if ends is None:
            return self._by_place(asked, unit=weight == UNIT)
        if asked in ends:
            raise self._error(f"weight={weight!r} is a column of nodes; name another")
        if asked is None and weight != UNIT:
            asked = self._known_weight(ends)
        return *ends, asked

    def _asked(self, weight: str) -> int:
        if not self.header:
            raise self._error(
                f"weight={weight!r} names a column, but this line is no header; put one above it, "
                "or leave weight= out"
            )
        names = self.fields if weight in self.fields else _lowered(self.fields)
        key = weight if weight in self.fields else weight.lower()
        if key not in names:
            raise self._error(f"no column is named {weight!r}; there are {_listed(self.fields)}")
        return names.index(key)

    def _by_place(self, asked: int | None, *, unit: bool) -> tuple[int, int, int | None]:
        places = [place for place in range(len(self.fields)) if place != asked]
        if len(self.fields) not in (2, 3) or len(places) < 2:
            raise self._error(
                f"{len(self.fields)} columns; give source, target and perhaps weight, or a header "
                "that names them (delimiter= says what divides columns)"
            )
        if asked is None and len(places) == 3 and not unit:
            asked = places[2]
        return places[0], places[1], asked

    def _known_weight(self, ends: tuple[int, int]) -> int | None:
        known = _place(self.fields, WEIGHTS)
        # A column without a name is the numbering of rows that pandas writes.
        rest = [name for k, name in enumerate(self.fields) if name and k not in ends]
        if known is None and rest:
            raise self._error(
                f"none of the further columns ({_listed(rest)}) is known to be the weight; pass "
                f"weight={rest[0]!r} or rename that column to weight to use it, pass "
                f"weight={UNIT!r} to let every edge weigh 1, or header=False if this is an edge"
            )
        return known

    def _error(self, problem: str) -> GraphFileError:
        return self.source.error(f"line {self.line}: {problem}")


def _ends_by_name(fields: list[str]) -> tuple[int, int] | None:
    source, target = _place(fields, SOURCES), _place(fields, TARGETS)
    return None if source is None or target is None else (source, target)


def _place(fields: list[str], known: tuple[str, ...]) -> int | None:
    lowered = _lowered(fields)
    return next((lowered.index(name) for name in known if name in lowered), None)


def _lowered(fields: list[str]) -> list[str]:
    return [field.lower() for field in fields]


def _listed(fields: list[str]) -> str:
    more = ", ..." if len(fields) > _MOST_LISTED else ""
    return ", ".join(map(repr, fields[:_MOST_LISTED])) + more


def _looks_like_header(first: list[str], second: list[str]) -> bool:
    """Words above numbers are a header; words above words are an edge."""
    return not any(map(_is_number, first)) and any(map(_is_number, second))


def _is_number(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True
