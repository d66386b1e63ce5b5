"""The columns of a Shapefile, looked at before GDAL reads them.

Numbers stand there as text, of which GDAL takes the digits that it begins with: ``12,5`` becomes
12, and ``high`` 0.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_numbers", "is_utf8", "text_cells"]

_FIELD = 32
_BLANK = 0x20
_END = 0x0D
_LONGEST_NAME = 10
_WHOLE = re.compile(r"[+-]?[0-9]+")
#: Text, numbers, dates, truth, and texts of a file beside it; GDAL makes text of other bytes.
_KINDS = "CNFDLM"
#: Whole numbers of more digits are read as floats, which keep them up to this.
_DIGITS, _MOST_FLOAT = 18, 2**53


def check_numbers(source: Source, columns: bytes, count: int) -> None:
    """Refuse a cell of a column of numbers that holds none, and text that goes on after its end.

    Parameters
    ----------
    source
        The Shapefile, for errors.
    columns
        The content of ``*.dbf``: a header, a description of each column, then rows of one width.
    count
        Its number of rows.
    """
    for name, kind, cells, decimals in _each(columns, count):
        if kind not in _KINDS:
            raise source.error(
                f"the column '{shown(name)}' of its *.dbf is of the kind '{shown(kind)}', which is "
                "not read; save the map again in a GIS program, or delete that column"
            )
        if kind in "NF":
            _check_column(source, name, cells, whole=decimals == 0)
            _check_room(source, name, cells, decimals)
        elif kind == "C" and cells.size:
            _check_ends(source, name, cells)


def _check_ends(source: Source, name: str, cells: NDArray[np.uint8]) -> None:
    """Refuse text after a zero byte, where readers stop: rows whose bytes moved look so."""
    ended = np.logical_or.accumulate(cells == 0, axis=1)
    more = ended & (cells != 0) & (cells != _BLANK)
    if more.any():
        raise source.error(
            f"row {int(more.any(axis=1).argmax()) + 1} of its *.dbf goes on after the end of the "
            f"text in '{shown(name)}': it is damaged; save it again"
        )


def is_utf8(columns: bytes, count: int) -> bool:
    """Tell whether text is UTF-8: there is more than ASCII, and all of it can be read so.

    A cell that is full may end within a character.
    """
    found = False
    for _, kind, cells, _ in _each(columns, count):
        if kind != "C" or not (cells > 0x7F).any():
            continue
        for row in cells[(cells > 0x7F).any(axis=1)]:
            try:
                text = getincrementaldecoder("utf-8")().decode(row.tobytes())
            except UnicodeDecodeError:
                return False
            found = found or not text.isascii()
    return found


def text_cells(
    columns: bytes, count: int
) -> Iterator[tuple[str, int, Iterable[tuple[int, bytes]]]]:
    """Yield the columns' names, the width of their cells, and these by row, from 1.

    Row 0 is the name; the cells are those of columns of text, of which each different one is given
    where it stands first.
    """
    for name, kind, cells, _ in _each(columns, count):
        yield name, _LONGEST_NAME, [(0, name.encode("latin-1"))]
        if kind == "C" and cells.size:
            yield name, cells.shape[1], _different(cells)


def _different(cells: NDArray[np.uint8]) -> Iterator[tuple[int, bytes]]:
    packed = np.ascontiguousarray(cells).view(f"S{cells.shape[1]}").ravel()
    distinct, first = np.unique(packed, return_index=True)
    for k in np.argsort(first).tolist():
        yield int(first[k]) + 1, distinct[k]


def _each(columns: bytes, count: int) -> Iterator[tuple[str, str, NDArray[np.uint8], int]]:
    """Yield the columns: name, kind, bytes of the cells, and number of decimals."""
    start, width = (int.from_bytes(columns[k : k + 2], "little") for k in (8, 10))
    body = np.frombuffer(columns, dtype=np.uint8, count=count * width, offset=start)
    rows = body.reshape(count, width)
    place = 1  # after the mark of deleted rows
    for at in range(_FIELD, start - _FIELD + 1, _FIELD):
        if columns[at] == _END:
            break
        name, kind, size, decimals = _described(columns, at)
        yield name, kind, rows[:, place : place + size], decimals
        place += size


def _described(columns: bytes, at: int) -> tuple[str, str, int, int]:
    """Return a column's name, its kind, its width, and the number of its decimals."""
    name = columns[at : at + 11].partition(b"\0")[0].decode("latin-1")
    return name, chr(columns[at + 11]), columns[at + 16], columns[at + 17]


def _check_column(source: Source, name: str, cells: NDArray[np.uint8], *, whole: bool) -> None:
    if not cells.size:
        return
    for row, cell in _different(cells):
        text = cell.decode("latin-1").strip(" \0")
        # Blanks, and stars as GDAL writes them, are cells without a number.
        if not text.strip("*") or text.lower() == "nan":
            continue
        if parse_number(text) is None or (whole and not _WHOLE.fullmatch(text)):
            raise source.error(
                f"row {row} of its *.dbf holds '{shown(text)}' in the column of "
                f"{'whole ' if whole else ''}numbers '{shown(name)}'; correct it"
            )
        if whole and cells.shape[1] > _DIGITS and abs(int(text)) > _MOST_FLOAT:
            raise source.error(
                f"row {row} of its *.dbf holds '{shown(text)}' in the column '{shown(name)}', of "
                "which the last digits would be lost; make that a column of text"
            )


def _check_room(source: Source, name: str, cells: NDArray[np.uint8], decimals: int) -> None:
    """Refuse stars that may stand for a number that did not fit.

    GDAL fills the cells without a number with them, other programs those of which the number is too
    long: so it may be where others have as many digits as there is room for.
    """
    width = cells.shape[1]
    room = width - (decimals + 1 if decimals else 0)
    stars, longest = 0, 0
    for row, cell in _different(cells) if cells.size else ():
        text = cell.decode("latin-1").strip(" \0")
        if text.startswith("*"):
            stars = stars or row
            longest = room if len(text) < width else longest
        else:
            longest = max(longest, len(text.partition(".")[0]))
    if stars and longest >= room:
        raise source.error(
            f"row {stars} of its *.dbf holds stars in the column of numbers '{shown(name)}': a "
            "number that did not fit in its width, or none? Write the number in a wider column, or "
            "blanks where there is none"
        )
