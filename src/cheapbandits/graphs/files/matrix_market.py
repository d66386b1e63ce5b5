"""Matrix Market files: every word and every number is checked here before it is parsed.

SciPy's reader is not used: it reads ``1,5`` as 1, drops ``0x10``, adds up what a symmetric file
says twice, and can be brought to crash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.directed import from_directed
from cheapbandits.graphs.edges import DuplicateEdgeError, Duplicates, check_duplicates
from cheapbandits.graphs.files import plain_numbers as plain
from cheapbandits.graphs.files.cells import BLANKS
from cheapbandits.graphs.files.edges_again import count_loops
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.market_header import Header, read_header
from cheapbandits.graphs.files.weight_column import TOO_SMALL
from cheapbandits.graphs.graph import Graph
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read"]


def read(source: Source, *, duplicates: Duplicates = "same") -> Graph:
    """Read a symmetric matrix of weights; the entries of a ``pattern`` weigh 1.

    Parameters
    ----------
    source
        The file. A ``symmetric`` one gives each edge once, in either triangle; a ``general`` one
        gives both directions of each, with the same weight.
    duplicates
        What to do with an entry that is given again (in a symmetric file: also in the other
        triangle), as for :meth:`Graph.from_edges`.
    """
    check_duplicates(duplicates)
    header = read_header(source)
    if header.rows != header.columns:
        raise source.error(
            f"weights must be a square matrix, got {header.rows} x {header.columns}; give a row "
            "and a column for each node"
        )
    source.check_nodes(header.rows)
    _check_room(source, header)
    ends, weights = _entries(source, header)
    try:
        if header.general:
            graph = from_directed(ends, weights, header.rows, duplicates)
        else:
            graph = Graph.from_edges(ends, weights, header.rows, duplicates=duplicates)
    except DuplicateEdgeError as error:
        raise _twice(source, header, error) from error
    graph.loops = count_loops(ends if weights is None else ends[weights != 0])
    return graph


def _check_room(source: Source, header: Header) -> None:
    """Refuse a header that claims more entries than the bytes can hold."""
    least = 4 if header.layout == "coordinate" else 2
    # The last line may do without its end.
    if header.entries * least > source.size - header.start + 1:
        raise source.error(
            f"the header claims {header.entries:,} entries, but {source.size:,} bytes cannot hold "
            "them; the file is cut off or its header wrong"
        )


def _entries(
    source: Source, header: Header
) -> tuple[NDArray[np.int64], NDArray[np.float64] | None]:
    """Return ``(E, 2)`` row and column from 0, and the values, of the stored entries."""
    values = [] if header.value is None else [header.value]
    cells = [plain.INDEX, plain.INDEX, *values] if header.layout == "coordinate" else values
    data, start = source.data, header.start
    reached = plain.matching(data, start, cells, BLANKS)
    if reached < len(data):
        raise _bad_entry(source, header, reached)
    kinds = [np.int64, np.int64, float] if header.layout == "coordinate" else [float]
    columns = plain.parse(data, start, kinds[: len(cells)], BLANKS) if header.entries else []
    found = len(columns[0]) if columns else len(data[start:].split())
    if found != header.entries:
        raise source.error(
            f"the header claims {header.entries:,} entries, but {found:,} are there; the file is "
            "cut off or its header wrong"
        )
    if header.value is not None and columns:
        _check_vanished(source, header, columns[-1])
    if header.layout == "array":
        return _dense(header, columns[0] if columns else np.empty(0))
    ends = np.column_stack(columns[:2]) - 1 if columns else np.empty((0, 2), dtype=np.int64)
    outside = np.flatnonzero(((ends < 0) | (ends >= header.rows)).any(axis=1))
    if outside.size:
        row = int(outside[0])
        raise source.at(
            plain.line_of_row(data, start, row),
            f"row and column must be from 1 to {header.rows}, got {ends[row, 0] + 1} and "
            f"{ends[row, 1] + 1}; correct them",
        )
    weights = columns[2] if len(columns) == 3 else None
    _check_weights(source, header, weights)
    return ends, weights


def _dense(
    header: Header, values: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the entries that are not 0; the file goes down one column after the other."""
    n = header.rows
    if header.general:
        place = np.flatnonzero(values)
        return np.column_stack([place % n, place // n]), values[place]
    columns, rows = np.triu_indices(n) if n else (values, values)
    keep = values != 0
    return np.column_stack([rows[keep], columns[keep]]).astype(np.int64), values[keep]


def _check_weights(source: Source, header: Header, weights: NDArray[np.float64] | None) -> None:
    if weights is None:
        return
    bad = np.flatnonzero(~np.isfinite(weights) | (weights < 0))
    if bad.size:
        line = plain.line_of_row(source.data, header.start, int(bad[0]))
        raise source.at(
            line, f"the weight must be a finite number >= 0, got {weights[bad[0]]:g}; correct it"
        )


def _check_vanished(source: Source, header: Header, values: NDArray[np.float64]) -> None:
    lost = plain.vanished(source.data, header.start, values, BLANKS)
    if lost is not None:
        line = plain.line_of_row(source.data, header.start, lost[0])
        raise source.at(line, f"{TOO_SMALL}, got '{shown(lost[1])}'; correct it")


def _bad_entry(source: Source, header: Header, place: int) -> CheapBanditsError:
    """Return the error about the first line that is no entry."""
    data = source.data
    end = data.find(b"\n", place)
    line = data[place : end if end >= 0 else None]
    what = {True: "row, column and value", False: "row and column"}[header.value is not None]
    if header.layout == "array":
        what = "one value"
    if header.value == plain.WHOLE:
        what += ", a whole number"
    return source.at(
        plain.line_at(data, place),
        f"must hold {what} in plain decimal numbers, got '{shown(line.decode('latin-1'), 40)}'; "
        "correct it",
    )


def _twice(source: Source, header: Header, error: DuplicateEdgeError) -> CheapBanditsError:
    if header.layout == "array":
        return source.error(f"{error.problem}; {error.mend_file}")
    first, second = (plain.line_of_row(source.data, header.start, row) for row in error.rows)
    return source.error(f"lines {first} and {second}: {error.problem}; {error.mend_file}")
