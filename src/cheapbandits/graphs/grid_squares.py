"""Squares of 100 km, by letters beside coordinates that count from a square's own corner.

National grids and MGRS name a place by its square (``SU``, ``31U FS``) and by metres within it. By
the metres alone, places of two squares lie on each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["squares_told"]

#: What a column may be called that has the letters, alone or before digits.
_CALLED = re.compile(
    r".*(square|squares|squareid|gridletters?|letters?|prefix|mgrs|usng|ngr|tile|sheet)|"
    r".*(grid|os|ngr)(ref|reference|id|code)?|(square|mgrs|tile|letters).*"
)
#: Letters with a zone of MGRS before them, and perhaps digits after them.
_SQUARE = re.compile(r"((?:[0-9]{1,2} ?[c-hj-np-x] ?)?)([a-hj-z]{1,2})((?: ?[0-9]{2,5}){0,2})")
_SIDE = 1e5
#: One letter alone is a square where the numbers may be metres of one; else perhaps a plot.
_METRES = 1_000


def squares_told(
    plain: str, words: Sequence[str], numbers: Sequence[float | None]
) -> list[tuple[int, str]]:
    """Return the rows that name a square, and which; none where the numbers need no square.

    Parameters
    ----------
    plain
        What the column is called, in small letters and digits.
    words
        Its cells in small letters, without blanks around them.
    numbers
        All coordinates of the table.
    """
    known = [number for number in numbers if number is not None]
    if not _CALLED.fullmatch(plain) or not all(0 <= number < _SIDE for number in known):
        return []
    found = [_SQUARE.fullmatch(word) for word in words]
    if not all(found[row] or not word for row, word in enumerate(words)):
        return []
    told = [
        (row, (square[1] + square[2]).replace(" ", ""))
        for row, square in enumerate(found)
        if square is not None
    ]
    short = any(len(square) < 2 for _, square in told)
    return [] if short and max(known, default=0.0) < _METRES else told
