"""The numbers in the columns of a Shapefile, looked at before GDAL reads them.

They stand there as text, of which GDAL takes the digits that it begins with: ``12,5`` becomes 12,
and ``high`` 0.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_numbers"]

_FIELD = 32
_END = 0x0D
_WHOLE = re.compile(r"[+-]?[0-9]+")


def check_numbers(source: Source, columns: bytes, count: int) -> None:
    """Refuse a cell of a column of numbers that holds none.

    Parameters
    ----------
    source
        The Shapefile, for errors.
    columns
        The content of ``*.dbf``: a header, a description of each column, then rows of one width.
    count
        Its number of rows.
    """
    start, width = (int.from_bytes(columns[k : k + 2], "little") for k in (8, 10))
    body = np.frombuffer(columns, dtype=np.uint8, count=count * width, offset=start)
    rows = body.reshape(count, width)
    place = 1  # after the mark of deleted rows
    for at in range(_FIELD, start - _FIELD + 1, _FIELD):
        if columns[at] == _END:
            break
        name, kind, size, decimals = _described(columns, at)
        if kind in "NF":
            _check_column(source, name, rows[:, place : place + size], whole=decimals == 0)
        place += size


def _described(columns: bytes, at: int) -> tuple[str, str, int, int]:
    """Return a column's name, its kind, its width, and the number of its decimals."""
    name = columns[at : at + 11].partition(b"\0")[0].decode("latin-1")
    return name, chr(columns[at + 11]), columns[at + 16], columns[at + 17]


def _check_column(source: Source, name: str, cells: NDArray[np.uint8], *, whole: bool) -> None:
    if not cells.size:
        return
    packed = np.ascontiguousarray(cells).view(f"S{cells.shape[1]}").ravel()
    distinct, first = np.unique(packed, return_index=True)
    for cell, row in zip(distinct.tolist(), first.tolist(), strict=True):
        text = cell.decode("latin-1").strip(" \0")
        # Blanks, and stars for a number that did not fit, are cells without one.
        if not text.strip("*") or text.lower() == "nan":
            continue
        if parse_number(text) is None or (whole and not _WHOLE.fullmatch(text)):
            raise source.error(
                f"row {row + 1} of its *.dbf holds '{shown(text)}' in the column of "
                f"{'whole ' if whole else ''}numbers '{shown(name)}'; correct it"
            )
