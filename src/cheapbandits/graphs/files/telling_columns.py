"""Columns that tell readings of one place and day apart: the hour, the shift, the round, the depth.

Their headings are in many words and languages, and files are cut by them: one for 8 o'clock, one
for 9. Read without, an equal value of the second file would pass for one of the first. They count
where both files have them, so that a file that is sent again without such a column is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.date_cells import is_full_date
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.reading_words import DEPTHS, MOMENTS, REPEATS, SPANS, WHEN

__all__ = ["TELLING", "is_moment", "plain_part", "telling_columns"]

#: What names of such cells begin with; asked for as a column is.
TELLING = "+"
#: A least and a second of several are no moments; ``pass`` is a verdict, ``elapsed`` a duration.
_MOMENTS = (WHEN | MOMENTS | SPANS | REPEATS) - {"min", "sec", "second", "pass", "elapsed"}
#: Words beside these that change nothing. Reports and analyses have dates of their own.
_BESIDE = {
    "of",
    "the",
    "local",
    "utc",
    "start",
    "begin",
    "no",
    "nr",
    "id",
    "code",
    "name",
    "number",
}
_BESIDE |= {
    "num",
    "sample",
    "sampling",
    "measurement",
    "de",
    "du",
    "des",
    "del",
    "di",
    "from",
    "to",
}
_BESIDE |= {"cm", "m", "h"}
#: So many are kept, as keys have little room.
_MOST = 3
_CLOCK = re.compile(r"([0-9]{1,2})[:h.]([0-9]{2})(?::([0-9]{2})(?:\.0+)?)?")
_WHOLE = re.compile(r"0*([0-9]+)(?:[.,]0+)?")


def telling_columns(
    columns: Sequence[str], cells: Sequence[Sequence[str]], known: Iterable[int]
) -> dict[str, int]:
    """Return where such columns are, by their plain names; not dates, which are known otherwise.

    Parameters
    ----------
    columns, cells
        What the columns are called, and what stands in them.
    known
        Columns that are something else.

    Examples
    --------
    >>> telling_columns(["site", "Stunde", "Hour of day", "Report week", "zinc"], [], [])
    {'+stunde': 1, '+hourofday': 2}
    """
    taken = {*known}
    plain = [plain_name(name) for name in columns]
    found: dict[str, int] = {}
    for k, name in enumerate(columns):
        if k in taken or plain.count(plain[k]) > 1 or not _tells(name):
            continue
        if cells and any(map(is_full_date, cells[k])):
            continue
        found[TELLING + plain[k]] = k
    return dict([*found.items()][:_MOST])


@lru_cache(maxsize=1024)
def _tells(name: str) -> bool:
    return is_moment(name) or _only(name, DEPTHS)


@lru_cache(maxsize=1024)
def is_moment(name: str) -> bool:
    """Tell whether a heading says when a reading was taken, or which of several it is."""
    return _only(name, _MOMENTS)


def _only(name: str, known: set[str]) -> bool:
    words = {*header_words(name)}
    return bool(words & known) and words <= known | _BESIDE


def plain_part(cell: str) -> str:
    """Return a cell of such a column however it is spelt.

    Examples
    --------
    >>> [plain_part(cell) for cell in ("08", "8.0", "08:00", "8:00:00", "8:30", " Night ")]
    ['8', '8', '8', '8', '8:30', 'night']
    """
    text = " ".join(cell.lower().split())
    clock, whole = _CLOCK.fullmatch(text), _WHOLE.fullmatch(text)
    if whole is not None:
        return whole[1]
    if clock is None:
        return text
    hour, *rest = (int(part or 0) for part in clock.groups())
    while rest and not rest[-1]:
        rest.pop()
    return ":".join([str(hour), *(f"{part:02}" for part in rest)])
