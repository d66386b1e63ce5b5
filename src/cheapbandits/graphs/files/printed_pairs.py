"""Pairs as programs print them, ``(0, 1)`` or ``edge(a, b).``: brackets round a row, not a name."""

from __future__ import annotations

import re

from cheapbandits.graphs.files.cells import split, without_quoted
from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

__all__ = ["check_no_brackets"]

_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_BRACKET = re.compile(r"[()\[\]{}]")
#: What programs print round a name.
_QUOTES = re.compile("['\"]")


def check_no_brackets(source: Source, line: int, row: str, delimiter: str) -> None:
    """Refuse a row whose first cell opens a bracket that its last one closes.

    Taken for nodes, ``(0`` and ``0)`` would be two. A name may have brackets that it closes itself,
    and what is in quotes is a name.

    Parameters
    ----------
    source, line
        The file, and where the row stands.
    row, delimiter
        The row, and what divides it.
    """
    cells = split(source, line, without_quoted(row).replace('"', "").rstrip(" \t,;"), delimiter)
    for opening, closing in _BRACKETS:
        first, last = (cells[k].count(opening) - cells[k].count(closing) for k in (0, -1))
        if first > 0 > last:
            pair = row[row.index(opening) + 1 : row.rindex(closing)].strip()
            way = "write two nodes a row, each as one word (0-1, where it is a pair itself)"
            if not _BRACKET.search(pair):
                bare = shown(_QUOTES.sub("", pair))
                way = f"write all rows without them, '{bare}' (in Python print(*pair, sep=','))"
            raise source.at(
                line,
                f"'{shown(row.strip())}' has brackets round a row, as programs print pairs, and "
                f"they would become part of the names; {way}",
            )
