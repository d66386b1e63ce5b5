"""The rows of an edge list as numbers: which nodes, which weights, on which lines.

Files of plain numbers, which is most large ones, take a quick way; all others go through
:mod:`.rows`. Both give the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files import plain_numbers as plain
from cheapbandits.graphs.files.columns import Layout
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.one_unit import check_one_unit
from cheapbandits.graphs.files.rows import blocks
from cheapbandits.graphs.files.weight_column import TOO_SMALL, hint, weight_values
from cheapbandits.graphs.weight_words import distance_way, is_distance
from cheapbandits.text import MISSING, like_a_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EdgeTable", "read_table"]

#: What may stand within a number, and so divides none.
_WITHIN = "+-.eE0123456789"
_DIGIT = re.compile(rb"[0-9]")


@dataclass(frozen=True)
class EdgeTable:
    """An edge list before it is known whether its nodes are indices or names.

    Attributes
    ----------
    ends
        ``(E, 2)``: numbers as they stand in the file, or places in ``labels``.
    labels
        The nodes as they stand in the file, in the order in which they appear; ``None`` when
        ``ends`` says it all.
    weights
        ``(E,)`` finite weights of 0 or more, or ``None`` without such a column.
    one_way
        The first row that says that its edge goes one way; ``None`` where none does.
    """

    source: Source
    layout: Layout
    ends: NDArray[np.int64]
    labels: list[str] | None
    weights: NDArray[np.float64] | None
    line: Callable[[int], int]
    one_way: int | None = None

    def row(self, code: int) -> int:
        """Return the first row with this node, by its place in ``labels``."""
        return int(np.argmax((self.ends == code).any(axis=1)))

    def error(self, row: int, rule: str, got: object) -> CheapBanditsError:
        """Return the error about one row."""
        line = self.line(int(row))
        word = rule.startswith("the weight") and not like_a_number(str(got))
        other = "correct it, or delete that column if it holds no weights"
        mend = hint(rule, got) or (other if word else "correct or delete the line")
        return self.source.at(line, f"{rule}, got '{shown(got)}'; {mend}")


def read_table(source: Source, text: str, layout: Layout) -> EdgeTable:
    """Read the columns that a layout names."""
    return _plain(source, layout) or _general(source, text, layout)


def _plain(source: Source, layout: Layout) -> EdgeTable | None:
    """Read nothing but numbers in their natural order, or return ``None``."""
    places = (layout.source, layout.target, layout.weight)
    natural = places in ((0, 1, None), (0, 1, 2)) and layout.delimiter.isascii()
    if not natural or layout.width != 3 - places.count(None) or layout.delimiter in _WITHIN:
        return None
    data, start = source.data, _start(source.data, layout.header)
    if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
        return None  # lines that end with \r alone are counted otherwise
    weighted = layout.weight is not None
    if weighted and layout.delimiter == ";" and b"." in data:
        return None  # a point may part thousands
    cells = [plain.INDEX, plain.INDEX, *[plain.REAL] * weighted]
    if plain.matching(data, start, cells, layout.delimiter) < len(data):
        return None
    if not _DIGIT.search(data, start):
        return None
    kinds: list[type] = [np.int64, np.int64, *[float] * weighted]
    columns = plain.parse(data, start, kinds, layout.delimiter)
    if weighted and not plain.sure_points(data, start, columns[2].size):
        return None  # and beside whole numbers it may with any divider
    table = EdgeTable(
        source,
        layout,
        np.column_stack(columns[:2]),
        None,
        columns[2] if weighted else None,
        lambda row: plain.line_of_row(data, start, row),
    )
    _check_weights(table, start)
    return table


def _start(data: bytes, header: int | None) -> int:
    """Return where the line after the header begins; without one, after the byte order mark."""
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    for _ in range(header or 0):
        start = data.find(b"\n", start) + 1 or len(data)
    return start


def _general(source: Source, text: str, layout: Layout) -> EdgeTable:
    index: dict[str, int] = {}
    codes: list[NDArray[np.int64]] = []
    lines: list[Sequence[int]] = []
    marks: list[str] = []
    ways: list[str] = []
    units: list[list[str]] = [[] for _ in layout.units]
    for numbers, columns in blocks(source, text, layout.delimiter, layout.width):
        if not columns:
            continue
        skip = 1 if layout.header in numbers else 0
        flat = [""] * (2 * (len(numbers) - skip))
        flat[::2] = columns[layout.source][skip:]
        flat[1::2] = columns[layout.target][skip:]
        fresh = [name for name in dict.fromkeys(flat) if name not in index]
        index.update(zip(fresh, count(len(index))))
        codes.append(np.fromiter(map(index.__getitem__, flat), np.int64, len(flat)))
        lines.append(numbers[skip:])
        if layout.weight is not None:
            marks += columns[layout.weight][skip:]
        if layout.directed is not None:
            ways += columns[layout.directed][skip:]
        for found, (place, _) in zip(units, layout.units, strict=True):
            found += columns[place][skip:]
    ends = np.concatenate(codes).reshape(-1, 2) if codes else np.empty((0, 2), dtype=np.int64)
    if not ends.size:
        raise source.error("no edges found: the file ends after its header; add some")
    one_way = next((row for row, way in enumerate(ways) if way.lower() in layout.one_way), None)
    table = EdgeTable(
        source, layout, ends, list(index), None, lambda row: _nth(lines, row), one_way
    )
    if "" in index:
        raise table.error(table.row(index[""]), "both nodes must be given", "")
    if layout.weight is None:
        return table
    values = weight_values(marks, delimiter=layout.delimiter, error=table.error)
    for found, (_, name) in zip(units, layout.units, strict=True):
        check_one_unit(source, name, found, list(chain.from_iterable(lines)), [True] * len(found))
        unit = next((cell for cell in found if cell.lower() not in MISSING), "")
        if layout.by_place is not None and unit.isalpha() and is_distance(unit):
            raise source.at(
                layout.header or 1,
                f"'{shown(name)}' says '{shown(unit)}', so that {distance_way(layout.by_place)}",
            )
    return replace(table, weights=values)


def _check_weights(table: EdgeTable, start: int) -> None:
    if table.weights is None:
        return
    bad = np.flatnonzero(~np.isfinite(table.weights) | (table.weights < 0))
    if bad.size:
        value = table.weights[bad[0]]
        raise table.error(int(bad[0]), "the weight must be a finite number >= 0", f"{value:g}")
    lost = plain.vanished(table.source.data, start, table.weights, table.layout.delimiter)
    if lost is not None:
        raise table.error(lost[0], TOO_SMALL, lost[1])


def _nth(parts: list[Sequence[int]], place: int) -> int:
    for part in parts:
        if place < len(part):
            return part[place]
        place -= len(part)
    return 0
