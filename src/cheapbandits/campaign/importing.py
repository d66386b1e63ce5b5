"""Readings from a file: a CSV with the nodes of each and what was read there."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.errors import CheapBanditsError, GraphError, ParameterError
from cheapbandits.policies.reading import check_reading, check_row

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["ReadingRow", "parse_nodes", "read_readings"]

_NODES = ("nodes", "node")
_READING = ("reading", "value")


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


def read_readings(path: str | Path, graph: Graph) -> list[ReadingRow]:
    """Return the readings of a CSV file, or say what is wrong and in which line.

    Parameters
    ----------
    path
        Two columns, ``nodes`` (names or indices, several with ``;``) and ``reading``. With a
        header they may stand anywhere; without, they are the first two.
    graph
        Where the nodes are.
    """
    source = Path(path)
    try:
        data = source.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise ParameterError(f"{source}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ParameterError(f"{source}: not UTF-8 text, see byte {error.start}") from error
    digest = hashlib.blake2b(data, digest_size=16).hexdigest()
    return [_row(cells, line, digest, source, graph) for line, cells in _cells(text, source)]


def _cells(text: str, source: Path) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the line number and the two cells of each reading."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    where = (0, 1)
    first = True
    try:
        for row in reader:
            if not row or all(not cell.strip() for cell in row):
                continue
            header = _header(row) if first else None
            first = False
            if header is not None:
                where = header
            elif len(row) <= max(where):
                raise ParameterError(
                    f"{source}, line {reader.line_num}: expected nodes,reading; got {row}"
                )
            else:
                yield reader.line_num, (row[where[0]], row[where[1]])
    except csv.Error as error:
        raise ParameterError(f"{source}, line {reader.line_num}: not CSV: {error}") from error


def _header(row: Sequence[str]) -> tuple[int, int] | None:
    """Return where the columns are if the row is a header."""
    cells = [cell.strip().lower() for cell in row]
    nodes = next((cells.index(name) for name in _NODES if name in cells), None)
    reading = next((cells.index(name) for name in _READING if name in cells), None)
    return None if nodes is None or reading is None else (nodes, reading)


def _row(cells: tuple[str, str], line: int, digest: str, source: Path, graph: Graph) -> ReadingRow:
    try:
        nodes, _ = check_row(parse_nodes(cells[0], graph), None, graph.n_nodes)
        reading = check_reading(_number(cells[1]))
    except CheapBanditsError as error:
        raise ParameterError(f"{source}, line {line}: {error}") from error
    return ReadingRow(nodes, reading, f"import:{digest}:{line}", line)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParameterError(f"{text.strip()!r} is not a number") from None
