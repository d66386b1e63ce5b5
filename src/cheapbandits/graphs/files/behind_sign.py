"""A header behind the sign of a comment, as numpy.savetxt, GMT and COMSOL write it.

Thrown away with the comments it would be missed: ``# source,target,distance`` says that the third
column is no weight. Only the last comment above the first row is looked at, and only where that
row has a number, so that it is no header itself.
"""

from __future__ import annotations

import re
from contextlib import suppress

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.column_words import ENDS
from cheapbandits.graphs.files.cells import BLANK, BLANKS, split
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import COMMENTS, comment_or_row
from cheapbandits.graphs.files.said_in_comments import is_of_units
from cheapbandits.graphs.weight_words import is_distance
from cheapbandits.graphs.which_column import coordinate_pairs, ends_by_name
from cheapbandits.text import like_a_number, parse_number, shown

__all__ = ["check_no_head_behind_sign"]

_SIGNS = re.compile(r"[ \t]*[#%]+[ \t]*")
#: A sign right before a name; several signs, or one by itself, are no name.
_NAMED = re.compile(r"[#%][\w'\"]")
_LETTER = re.compile(r"[^\W\d_]")
#: What stands in sentences, and not in what columns are called.
_SENTENCE = re.compile(r"[:=!?]|[.]$|://")
#: Headings are short; so many words at most, where blanks divide none.
_MOST_WORDS, _LONGEST = 3, 40
#: What a header may say that is taken for granted without one.
_AS_WITHOUT = [
    {*("nodes", "node", "name", "site")},
    {*("reading", "value", "field")},
]
_WEIGHTS = ("weight", "w")


def check_no_head_behind_sign(
    source: Source, text: str, line: int, first: list[str], delimiter: str
) -> None:
    """Refuse a table whose header is behind the sign of a comment, if it says anything new.

    Parameters
    ----------
    source
        The file, for errors.
    text
        What :func:`.text_of` gives of it.
    line, first
        The first row: its line from 1, and its cells.
    delimiter
        What divides these.
    """
    if line == 1 or all(_number(cell) is None for cell in first):
        return
    above = list(enumerate(text.split("\n", line - 1)[: line - 1], start=1))
    _check_no_row(source, above, first, delimiter)
    last = next(((k, whole) for k, whole in reversed(above) if _LETTER.search(whole)), None)
    if last is None:
        return
    number, whole = last
    sign = whole.lstrip(BLANK)[0]
    bare = _SIGNS.sub("", whole, count=1).strip()
    cells: list[str] = []
    with suppress(CheapBanditsError):  # what is no row may fail at its quotes
        cells = split(source, number, bare, delimiter)
    if len(cells) != len(first) or not _are_headings(cells, delimiter):
        return
    if is_of_units(bare) or _says_nothing(cells):
        return
    raise source.at(
        number,
        f"'{shown(whole.strip(BLANK))}' looks like the header of the columns, behind the {sign} of "
        f"a comment, so that nobody reads it; delete the {sign} if it says what the columns are, "
        "or the whole line if it is a remark",
    )


def _check_no_row(
    source: Source, above: list[tuple[int, str]], first: list[str], delimiter: str
) -> None:
    """Refuse ``#cats,dogs,3`` above rows such as ``dogs,pets,2``; below, it is asked about too."""
    if delimiter == BLANKS or len(first) < 2:
        return
    numbers = [_number(cell) is not None for cell in first]
    for number, whole in above:
        line, cells = whole.strip(BLANK), list[str]()
        if line[:1] not in COMMENTS or not _NAMED.match(line):
            continue
        with suppress(CheapBanditsError):
            cells = split(source, number, line, delimiter)
        if [_number(cell) is not None for cell in cells] == numbers:
            raise source.at(number, comment_or_row(line))


def _are_headings(cells: list[str], delimiter: str) -> bool:
    """Tell whether cells may be what columns are called; blanks divide any sentence too."""
    named = cells[1:] if len(cells) > 2 and not cells[0] else cells  # '#' may be the first heading
    if not all(map(_is_heading, named)):
        return False
    if delimiter != BLANKS:
        return len(cells) > 1
    return bool(coordinate_pairs(cells)) or _ends(cells) is not None or is_distance(cells[-1])


def _is_heading(cell: str) -> bool:
    if len(cell) > _LONGEST or len(cell.split()) > _MOST_WORDS or like_a_number(cell):
        return False
    return _LETTER.search(cell) is not None and not _SENTENCE.search(cell)


def _says_nothing(cells: list[str]) -> bool:
    """Tell whether a header says what is taken for granted: two ends and a weight, or a value."""
    lowered = [cell.lower() for cell in cells]
    if _ends(cells[:2]) is not None:
        return all(cell in _WEIGHTS for cell in lowered[2:])
    return len(cells) == 2 and all(
        cell in known for cell, known in zip(lowered, _AS_WITHOUT, strict=True)
    )


def _ends(cells: list[str]) -> tuple[int, int] | None:
    """Return the two columns that are the ends of edges, also FromNodeId and ToNodeId."""
    with suppress(GraphError):
        if (found := ends_by_name(cells)) is not None:
            return found
    one, other = (cell.lower() for cell in cells[:2])
    for first, second in ENDS:
        parted = len(first) > 1 and first in one and second in other
        if parted and one.replace(first, "", 1) == other.replace(second, "", 1):
            return 0, 1
    return None


def _number(cell: str) -> float | None:
    return parse_number(cell, comma="," in cell)
