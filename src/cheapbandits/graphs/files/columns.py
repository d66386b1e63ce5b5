"""Which columns of an edge list hold what: the delimiter and the header are found, not asked."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs.files.guard import Source

__all__ = ["Layout", "find_layout"]

SOURCES = ("source", "from", "u", "i", "src", "node1", "start")
TARGETS = ("target", "to", "v", "j", "dst", "node2", "end")
WEIGHTS = ("weight", "w")

#: Any run of blanks, as pandas spells it.
BLANKS = r"\s+"

#: Lines that start so, before the first edge, are comments.
COMMENTS = ("#", "%")

_HEAD = 2**16


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


def find_layout(source: Source, delimiter: str | None, header: bool | None) -> Layout:
    """Look at the first lines of an edge list."""
    lines = _first_lines(source)
    start = next((k for k, line in enumerate(lines) if _holds_data(line)), None)
    if start is None:
        raise source.error("no edges found: the file holds only blank lines and comments")
    delimiter = delimiter or _guess_delimiter(lines[start], source)
    first = _fields(lines[start], delimiter)
    second = next((_fields(x, delimiter) for x in lines[start + 1 :] if x.strip()), [])
    if header is None:
        header = _columns_by_name(first) is not None or _looks_like_header(first, second)
    columns = _columns_by_name(first) if header else None
    columns = columns or _columns_by_place(len(first), source, start + 1)
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


def _columns_by_name(fields: list[str]) -> tuple[int, int, int | None] | None:
    lowered = [field.lower() for field in fields]

    def place(known: tuple[str, ...]) -> int | None:
        return next((lowered.index(name) for name in known if name in lowered), None)

    source, target = place(SOURCES), place(TARGETS)
    return None if source is None or target is None else (source, target, place(WEIGHTS))


def _columns_by_place(width: int, source: Source, line: int) -> tuple[int, int, int | None]:
    if width not in (2, 3):
        raise _wrong_width(source, line, width)
    return 0, 1, 2 if width == 3 else None


def _wrong_width(source: Source, line: int, width: int) -> GraphFileError:
    return source.error(
        f"line {line}: {width} columns; give source, target and perhaps weight, or a header "
        "that names them (delimiter= says what divides columns)"
    )


def _looks_like_header(first: list[str], second: list[str]) -> bool:
    """Words above numbers are a header; words above words are an edge."""
    return not any(map(_is_number, first)) and any(map(_is_number, second))


def _is_number(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True
