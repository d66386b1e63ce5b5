"""Bodies of files that are nothing but numbers: checked by one pattern, then parsed at once.

Python's regular expressions go through a million lines in a tenth of a second. What they have
passed, and only that, is handed to pandas, whose parser takes a few things that are no numbers.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cheapbandits.graphs.files.cells import BLANKS
from cheapbandits.text import vanishes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "INDEX",
    "REAL",
    "WHOLE",
    "line_at",
    "line_of_row",
    "matching",
    "parse",
    "sure_points",
    "vanished",
]

#: A number of 0 or more without a needless zero, that fits into 64 bits.
INDEX = rb"(?:0|[1-9][0-9]{0,17}+)"
#: A whole number that fits into 64 bits.
WHOLE = rb"[+-]?+[0-9]{1,18}+"
#: A decimal number.
REAL = rb"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"

#: A point that parts no thousands: too many or too few digits, or a zero in front of it.
_DECIMAL = re.compile(rb"\.(?![0-9]{3}(?![0-9eE]))|(?<![0-9])0+\.|[0-9]{4}\.|(?<![0-9])\.")
_CHUNK = 2**20


def matching(data: bytes, start: int, cells: Sequence[bytes], delimiter: str) -> int:
    """Return where the first line begins that is not of such cells, nor blank; or the size."""
    lines = _lines(cells, delimiter)
    while start < len(data):
        # Pieces end with a line, so that no number is judged by half of it.
        end = data.find(b"\n", start + _CHUNK) + 1 or len(data)
        found = lines.match(data, start, end)
        start, reached = end, found.end() if found else start
        if reached < end:
            return data.rfind(b"\n", 0, reached) + 1
    return start


def parse(data: bytes, start: int, kinds: Sequence[type], delimiter: str) -> list[NDArray[Any]]:
    """Return the columns of the lines that :func:`matching` has passed."""
    import pandas as pd

    frame = pd.read_csv(
        io.BytesIO(data[start:]),
        sep=delimiter,
        header=None,
        names=list(range(len(kinds))),
        dtype=dict(enumerate(kinds)),
        index_col=False,
        na_filter=False,
        encoding="ascii",
    )
    return [frame[k].to_numpy() for k in range(len(kinds))]


def sure_points(data: bytes, start: int, rows: int) -> bool:
    """Tell whether points part decimals: some part no thousands, or every row has one."""
    return data.count(b".", start) in (0, rows) or _DECIMAL.search(data, start) is not None


def vanished(
    data: bytes, start: int, values: NDArray[Any], delimiter: str
) -> tuple[int, str] | None:
    """Return the first row whose last cell is a number too small for a float, and that cell."""
    zeros = (values == 0).nonzero()[0]
    if not zeros.size:
        return None
    lines = [line for line in data[start:].split(b"\n") if line.strip()]
    mark = None if delimiter == BLANKS else delimiter.encode()
    for row in zeros.tolist():
        cell = lines[row].rsplit(mark, 1)[-1].decode("ascii").strip()
        if vanishes(cell):
            return row, cell
    return None


def line_at(data: bytes, place: int) -> int:
    """Return the number, from 1, of the line on which a byte stands."""
    return data.count(b"\n", 0, place) + 1


def line_of_row(data: bytes, start: int, row: int) -> int:
    """Return the line on which a row stands, blank lines counted; rows begin at ``start``."""
    first = line_at(data, start)
    lines = (k for k, text in enumerate(io.BytesIO(data[start:])) if text.strip())
    return first + next((k for rank, k in enumerate(lines) if rank == row), 0)


def _lines(cells: Sequence[bytes], delimiter: str) -> re.Pattern[bytes]:
    """Return a pattern of many lines; blanks may stand where they are not what divides."""
    blanks = rb"[ \t]*+"
    if delimiter == BLANKS:
        line = blanks + rb"[ \t]++".join(cells)
    else:
        blanks = {"\t": rb" *+", " ": rb""}.get(delimiter, blanks)
        line = (re.escape(delimiter).encode() + blanks).join(cells)
    # A line ends with \n or \r\n; the last one may do without.
    line = rb"(?:" + line + rb")?+" + blanks + rb"\r?+"
    return re.compile(rb"(?:" + line + rb"\n)*+(?:" + line + rb")?+")
