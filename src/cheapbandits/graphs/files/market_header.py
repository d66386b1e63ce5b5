"""The head of a Matrix Market file: its banner and its sizes, every word of them checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cheapbandits.graphs.files import plain_numbers as plain
from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

__all__ = ["Header", "read_header"]

#: What stands for an entry's value, by the banner's fourth word.
_VALUES = {
    "real": plain.REAL,
    "double": plain.REAL,
    "integer": plain.WHOLE,
    "unsigned-integer": plain.WHOLE,
    "pattern": None,
}
_KINDS = {"coordinate": 3, "array": 2}
_SIZES = re.compile(rb"[ \t]*+[0-9]{1,18}+(?:[ \t]++[0-9]{1,18}+){1,2}+[ \t]*+\r?+\Z")
_LONGEST_BANNER = 200


@dataclass(frozen=True)
class Header:
    """The banner and the size line, and where the entries begin."""

    layout: str
    value: bytes | None
    general: bool
    rows: int
    columns: int
    entries: int
    start: int


def read_header(source: Source) -> Header:
    """Return what the first lines say, or say which of them is wrong."""
    lines = _lines(source)
    banner = next(lines)[1]
    words = banner[:_LONGEST_BANNER].decode("latin-1").lower().split()
    if len(words) != 5 or words[:2] != ["%%matrixmarket", "matrix"] or words[2] not in _KINDS:
        raise source.at(
            1, "must be '%%MatrixMarket matrix coordinate real symmetric', or alike; correct it"
        )
    if words[3] not in _VALUES:
        raise source.at(1, f"weights must be real, got '{shown(words[3])}'; take the modulus")
    if words[4] not in ("symmetric", "general"):
        raise source.at(
            1, f"the matrix must be symmetric, got '{shown(words[4])}'; save W as symmetric"
        )
    if words[2] == "array" and words[3] == "pattern":
        raise source.at(1, "an array cannot be a pattern; write real")
    number, line, start = next(
        ((n, text, end) for n, text, end in lines if text.strip() and not text.startswith(b"%")),
        (2, b"", source.size),
    )
    expected = _KINDS[words[2]]
    sizes = [int(size) for size in line.split()] if _SIZES.match(line) else []
    if len(sizes) != expected:
        got = shown(line[:40].decode("latin-1"))
        raise source.at(
            number, f"the size line must hold {expected} whole numbers, got '{got}'; correct it"
        )
    rows, columns, *rest = sizes
    general = words[4] == "general"
    dense = rows * columns if general else rows * (rows + 1) // 2
    value = _VALUES[words[3]]
    return Header(words[2], value, general, rows, columns, [*rest, dense][0], start)


def _lines(source: Source) -> Iterator[tuple[int, bytes, int]]:
    """Yield the number, the text and the end of each line."""
    data, start, number = source.data, 0, 1
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        yield number, data[start:end].rstrip(b"\n"), end
        start, number = end, number + 1
