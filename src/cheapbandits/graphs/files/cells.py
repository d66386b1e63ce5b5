"""One line of a table to its cells."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

__all__ = ["BLANK", "BLANKS", "check_delimiter", "check_pipes", "split", "without_quoted"]

#: What may stand around a cell.
BLANK = " \t"

#: In place of a delimiter: any run of blanks and tabs.
BLANKS = r"\s+"

#: No table that somebody made has more columns.
MOST_COLUMNS = 10_000

#: A quoted cell, and another behind a blank or a bar.
_OTHER = re.compile(r'"[^",;\t]*"[ |]+["0-9]')
#: A quoted cell that does not end on its line: one with a line break in it, or a slip.
_OPEN = re.compile(r'\s*"(?:[^"]|"")*+')
_QUOTED = re.compile(r'"(?:[^"]|"")*+"')


def split(source: Source, number: int, line: str, delimiter: str) -> list[str]:
    """Return the cells of a line, without the blanks around them and without their quotes."""
    if delimiter == BLANKS:
        line = line.strip(BLANK)
    if '"' not in line:
        cells = re.split(r"[ \t]+", line) if delimiter == BLANKS else line.split(delimiter)
        _check_columns(source, number, len(cells))
        return [cell.strip(BLANK) for cell in cells]
    cell, place, found = _cell(delimiter), 0, []
    while True:
        match = cell.match(line, place)
        if match is None:
            raise source.at(number, _wrong_quotes(line, place, delimiter))
        quoted, plain, more = match.groups()
        found.append(plain.strip(BLANK) if quoted is None else quoted[1:-1].replace('""', '"'))
        place = match.end()
        if not more:
            return found
        _check_columns(source, number, len(found))


def _wrong_quotes(line: str, place: int, delimiter: str) -> str:
    if delimiter != BLANKS and _OTHER.search(line):
        return (
            f"'{shown(line, 30)}' seems to be divided by blanks or '|'; save the table with "
            "commas, semicolons or tabs between the columns"
        )
    if _OPEN.fullmatch(line, place):
        return (
            f"the quotes at '{shown(line[place:], 30)}' are open at the end of the line: close "
            "them, or, if the cell goes on below, take the line break out of it or save the table "
            "as a workbook (.xlsx)"
        )
    return (
        f"the quotes are wrong at '{shown(line[place:], 30)}'; a quoted text ends on its line, and "
        'a quote within it is written ""'
    )


def _check_columns(source: Source, number: int, count: int) -> None:
    if count > MOST_COLUMNS:
        raise source.at(
            number,
            f"more than {MOST_COLUMNS:,} columns; give a table of edges (source, target, weight) "
            "or of sites, a row each",
        )


def check_pipes(source: Source, line: str) -> None:
    """Refuse a first line that nothing divides but ``|``."""
    if "|" in line and not re.search(r"[\s,;]", line):
        raise source.error(
            f"the columns of '{shown(line, 30)}' are divided by '|'; save the table with commas, "
            "semicolons or tabs between them"
        )


def without_quoted(line: str) -> str:
    """Return a line with nothing between its quotes."""
    return _QUOTED.sub('""', line)


def check_delimiter(delimiter: Any, kind: type[CheapBanditsError]) -> None:
    """Refuse what cannot divide cells."""
    if delimiter is None or (isinstance(delimiter, str) and delimiter == BLANKS):
        return
    if not isinstance(delimiter, str) or len(delimiter) != 1 or delimiter in '"\r\n\0':
        raise kind(
            f"delimiter must be one character, no quote and no line break, or {BLANKS!r} for any "
            f"run of blanks; got {shown(delimiter)!r}"
        )


@cache
def _cell(delimiter: str) -> re.Pattern[str]:
    """Return a pattern of one cell and what ends it; nothing ends the last one."""
    if delimiter == BLANKS:
        return re.compile(r'(?:("(?:[^"]|"")*+")|([^" \t]++))([ \t]++|$)')
    mark = re.escape(delimiter)
    blanks = " *+" if delimiter == "\t" else r"[ \t]*+"
    if delimiter == " ":
        blanks = ""
    return re.compile(f'{blanks}(?:("(?:[^"]|"")*+"){blanks}|([^"{mark}]*+))({mark}|$)')
