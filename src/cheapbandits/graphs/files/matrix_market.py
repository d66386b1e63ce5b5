"""Matrix Market files: the header is weighed against the file before SciPy reads on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.graph import Graph

__all__ = ["read"]

_FIELDS = ("real", "integer", "pattern", "double", "unsigned-integer")

#: The shortest entry: "1 1" and a line end; in the dense form "1" and a line end.
_ENTRY_BYTES = {"coordinate": 4, "array": 2}

_LONGEST_LINE = 1024
_MOST_DIGITS = 18


@dataclass(frozen=True)
class Header:
    """The banner and the size line."""

    layout: str
    rows: int
    columns: int
    entries: int


def read(source: Source) -> Graph:
    """Read a symmetric matrix of weights; the entries of a ``pattern`` weigh 1."""
    from scipy.io import mmread

    header = _header(source)
    source.check_nodes(max(header.rows, header.columns))
    if header.entries * _ENTRY_BYTES[header.layout] > source.size:
        raise source.error(
            f"the header claims {header.entries:,} entries, but {source.size:,} bytes cannot hold "
            "them; the file is cut off or its header wrong"
        )
    try:
        with source.open() as stream:
            matrix: Any = mmread(stream)
    except (ValueError, OverflowError, TypeError) as error:
        raise source.error(f"not a readable Matrix Market file: {error}") from error
    return Graph(matrix)


def _header(source: Source) -> Header:
    with source.open() as stream:
        banner = stream.readline(_LONGEST_LINE).decode("latin-1").lower().split()
        layout = _check_banner(source, banner)
        line = stream.readline(_LONGEST_LINE)
        # Comment lines may be longer than what we take at a time; their rest is read as another.
        while line and (line.startswith(b"%") or not line.strip()):
            while line and not line.endswith(b"\n"):
                line = stream.readline(_LONGEST_LINE)
            line = stream.readline(_LONGEST_LINE)
    return _sizes(source, layout, line, "general" in banner)


def _check_banner(source: Source, banner: list[str]) -> str:
    if len(banner) != 5 or banner[0] != "%%matrixmarket" or banner[2] not in _ENTRY_BYTES:
        raise source.error(
            "line 1: must be '%%MatrixMarket matrix coordinate real symmetric', or alike"
        )
    if banner[3] not in _FIELDS:
        raise source.error(f"line 1: weights must be real, got {banner[3]}; take the modulus")
    if banner[4] not in ("symmetric", "general"):
        raise source.error(f"line 1: the matrix must be symmetric, got {banner[4]}")
    return banner[2]


def _sizes(source: Source, layout: str, line: bytes, general: bool) -> Header:
    expected = 3 if layout == "coordinate" else 2
    try:
        sizes = [int(number) for number in line.split() if len(number) <= _MOST_DIGITS]
    except ValueError:
        sizes = []
    if len(sizes) != expected or min(sizes) < 0:
        raise source.error(
            f"the size line must hold {expected} whole numbers, got {line[:40]!r}; correct it"
        )
    rows, columns = sizes[:2]
    dense = rows * columns if general else rows * (rows + 1) // 2
    return Header(layout, rows, columns, sizes[2] if layout == "coordinate" else dense)
