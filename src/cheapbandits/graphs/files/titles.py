"""A title above the header of a table as text: nothing divides it, and it says of no column."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice, pairwise

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.cells import split, without_quoted
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import content
from cheapbandits.text import parse_number, shown

__all__ = ["check_no_title_line"]

_MARKS = ";\t,"
_WORD = re.compile(r"[^\W\d_]|^#$")
#: So many lines may stand above a header.
_MOST = 12


def check_no_title_line(source: Source, text: str) -> None:
    """Refuse a first line that nothing divides, above words and numbers that a mark divides.

    Parameters
    ----------
    source
        The file, for errors.
    text
        What :func:`.text_of` gives of it.
    """
    lines = list(islice(content(text), _MOST))
    if not lines or any(mark in without_quoted(lines[0][1]) for mark in _MARKS):
        return
    for (number, head), below in pairwise(lines[1:]):
        mark = next((mark for mark in _MARKS if mark in without_quoted(head)), None)
        if mark is None:
            continue
        with suppress(CheapBanditsError):
            cells, under = split(source, number, head, mark), split(source, *below, mark)
            numbers = any(parse_number(cell, comma=mark != ",") is not None for cell in under)
            if len(cells) == len(under) and numbers and all(map(_WORD.search, cells)):
                break
        return
    else:
        return
    raise source.at(
        lines[0][0],
        f"'{shown(lines[0][1].strip(), 40)}' is a title; the header seems to stand in row "
        f"{number}: delete what is above it",
    )
