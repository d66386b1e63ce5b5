"""Tables as text, a row a line: edge lists, values of a field, readings to import.

Strict where laxity would change data without a word: text is Unicode without control characters,
all rows have as many cells, a quoted cell ends on its line, and what may be a comment or a row is
asked about.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator, Sequence

from cheapbandits.graphs.files.cells import BLANK, BLANKS, split
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.not_here import AS_UTF_8, what_it_is
from cheapbandits.text import parse_number, shown

__all__ = [
    "COMMENTS",
    "Block",
    "Row",
    "blocks",
    "check_no_row_above",
    "comment_or_row",
    "content",
    "rows",
    "text_of",
    "without_empty_end",
]

#: A line that starts so is a comment: before the first row whatever follows; later where a blank,
#: the same mark or nothing follows, or where it has another number of cells than the rows and
#: does not begin as a row of readings may, ``#12,``: an index is written so where nodes have names.
#: Below a first heading ``nodes`` or ``center``, as we write them, such a line is a row.
COMMENTS = ("#", "%")

#: The line, from 1, and the cells.
Row = tuple[int, list[str]]

#: The lines of many rows, and their cells, a list a column: a list a row would keep Python's
#: garbage collector busier than all the rest.
Block = tuple[Sequence[int], list[list[str]]]

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
_SURE_COMMENT = re.compile(r"[#%]+([ \t!]|$)")
_INDEX = re.compile(r"#[0-9]+[ ]*[,;\t]")
_INDICES = re.compile(r"#[0-9]+(?:; ?#[0-9]+)*")
_ROW = re.compile(_INDICES.pattern + r"[ ]*[,;\t][ ]*([^,;\t]+)")
_OF_INDICES = ("nodes", "center")
_ASCII = bytes([*b"\t\n\r", *range(0x20, 0x7F)])
_CORRECT = "correct the line (a name or number with the delimiter in it needs quotes)"
_ONE_SHORT = (
    "does the header lack the name of its first column, as R's write.table leaves it out? add one "
    f"(or write the table with row.names = FALSE); else {_CORRECT}"
)
_CHUNK = 2**20
_MOST_QUICK = 50
_CAREFUL = (*COMMENTS, *BLANK)

#: What some programs write first, and a spreadsheet does not show.
_FOR_EXCEL = re.compile(r"""\s*(['"]?sep=[^\w\n]{0,12})(?:\n|$)""", re.IGNORECASE)


def text_of(source: Source) -> str:
    r"""Return the text of a file without its byte order mark, with ``\n`` between lines.

    It is UTF-8, or UTF-16 with a mark that says so: Excel's 'Unicode text'.
    """
    if source.data.startswith((BOM_UTF32_LE, BOM_UTF32_BE)):
        raise source.error(f"this is text in UTF-32; {AS_UTF_8}")
    wide = source.data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if not wide and (what := what_it_is(source.data)):
        raise source.error(what)
    if not wide and b"\0" in source.data:
        raise source.error(f"this is no text file (it holds zero bytes); {AS_UTF_8}")
    try:
        text = source.data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        kind = "UTF-16" if wide else "UTF-8"
        raise source.at(line, f"not {kind} text ({error.reason}); {AS_UTF_8}") from error
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    # One pass over bytes is ten times as quick as one over characters.
    suspect = not source.data.isascii() or source.data.translate(None, _ASCII)
    found = _CONTROL.search(text) if suspect else None
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise source.at(line, f"has the control character U+{ord(found[0]):04X}; take it out")
    if told := _FOR_EXCEL.match(text):
        line = text.count("\n", 0, told.start(1)) + 1
        raise source.at(
            line,
            f"'{shown(told[1].strip())}' tells Excel what divides the columns, and is no header; "
            "delete this line",
        )
    return text


def without_empty_end(text: str) -> str:
    r"""Return a text without the lines at its end that hold nothing but what divides cells.

    Spreadsheets write them for rows that were cleared.

    Examples
    --------
    >>> without_empty_end("a,b,\n1,2,\n,,\n,,\n")
    'a,b,\n1,2,\n'
    """
    end = text.find("\n", len(text.rstrip("\n,;\t ")))
    return text if end < 0 else text[: end + 1]


def content(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that is neither blank nor starts as a comment."""
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else None]
        if line.strip(BLANK) and not line.lstrip(BLANK).startswith(COMMENTS):
            yield number, line
        start, number = start + len(line) + 1, number + 1


def check_no_row_above(source: Source, text: str, line: int) -> None:
    """Refuse a reading by index above the first row of a table without a header: no comment."""
    for number, above in enumerate(text.split("\n", line)[: line - 1], start=1):
        row = _ROW.fullmatch(above.strip(BLANK))
        if row is not None and parse_number(row[1].strip()) is not None:
            asked = comment_or_row(above.strip(BLANK))
            raise source.at(number, f"{asked}; for indices put a line nodes,reading above")


def comment_or_row(line: str, count: str = "") -> str:
    """Return the question what a line is."""
    return (
        f"'{shown(line)}' may be a comment or a row{count}; put a blank after the {line[0]} of a "
        "comment, or quotes round a name"
    )


def rows(source: Source, text: str, delimiter: str, width: int) -> Iterator[Row]:
    """Yield the rows one by one; see :func:`blocks`."""
    for lines, columns in blocks(source, text, delimiter, width):
        cells = map(list, zip(*columns, strict=True))
        yield from zip(lines, cells, strict=True)


def blocks(source: Source, text: str, delimiter: str, width: int) -> Iterator[Block]:
    """Yield the rows, that is the lines that are neither blank nor comments, many at a time.

    Parameters
    ----------
    source
        The file, for errors.
    text
        What :func:`text_of` gives of it.
    delimiter
        What divides cells: one character, or ``BLANKS``.
    width
        How many cells a row has; one with more or fewer is refused.
    """
    quick = _Quick(delimiter, width)
    reader = _Careful(source, delimiter, width)
    first = 1
    for chunk in _chunks(text):
        columns = quick.columns(chunk)
        if columns is None:
            lines = chunk.split("\n")
            yield reader.block(first, lines)
            first += len(lines) - 1
        else:
            reader.started = True
            yield range(first, first + len(columns[0])), columns
            first += len(columns[0])


def _chunks(text: str) -> Iterator[str]:
    """Cut a text into pieces that end with a line."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _CHUNK)
        end = len(text) if end < 0 else end + 1
        yield text[start:end]
        start = end


class _Quick:
    """Pieces without comments, blanks at the edges of cells or odd quotes: most of most files."""

    def __init__(self, delimiter: str, width: int) -> None:
        self.delimiter = delimiter
        self.width = width
        mark = re.escape(delimiter)
        cell = f'(?:"[^"\n{mark}]*+"|[^"\n{mark}]*+)'
        line = mark.join([cell] * width)
        fits = delimiter not in (BLANKS, *BLANK) and width < _MOST_QUICK
        self.grammar = re.compile(f"(?:(?!\n){line}\n)*+") if fits else None
        edges = [f"{blank}{end}" for blank in BLANK for end in (delimiter, "\n")]
        self.odd = [*edges, *(edge[::-1] for edge in edges), "\n#", "\n%"]

    def columns(self, chunk: str) -> list[list[str]] | None:
        """Return the cells by column, or ``None`` where a line needs care."""
        if self.grammar is None or not self.grammar.fullmatch(chunk):
            return None
        if chunk.startswith(_CAREFUL) or any(odd in chunk for odd in self.odd):
            return None
        # Quotes stand only round whole cells, and nothing that divides stands between them.
        plain = chunk.replace('"', "") if '"' in chunk else chunk
        cells = plain.replace("\n", self.delimiter).split(self.delimiter)
        cells.pop()
        return [cells[k :: self.width] for k in range(self.width)]


class _Careful:
    """One line at a time, for what is out of the ordinary."""

    def __init__(self, source: Source, delimiter: str, width: int) -> None:
        self.source = source
        self.delimiter = delimiter
        self.width = width
        self.started = False
        #: The first row, until there is a second.
        self.head: list[str] | None = None
        #: Whether the first column is one of indices, by its heading.
        self.indexed = False

    def block(self, first: int, lines: list[str]) -> Block:
        numbers, many = [], []
        for number, line in enumerate(lines, start=first):
            cells = self._cells(number, line)
            if cells is not None:
                numbers.append(number)
                many.append(cells)
                if not self.started:
                    self.indexed = cells[0].lower() in _OF_INDICES
                self.head = None if self.started else cells
                self.started = True
        return numbers, [list(column) for column in zip(*many, strict=True)]

    def _cells(self, number: int, line: str) -> list[str] | None:
        stripped = line.strip(BLANK)
        if not stripped:
            return None
        comment = stripped.startswith(COMMENTS)
        if comment and (not self.started or _SURE_COMMENT.match(stripped)):
            return None
        cells = split(self.source, number, line, self.delimiter)
        fits = len(cells) == self.width
        if comment and fits and self.indexed and _INDICES.fullmatch(cells[0]):
            return cells
        if comment and (fits or _INDEX.match(stripped)):
            count = "" if fits else f" ({len(cells)} columns, not {self.width} as above)"
            raise self.source.at(number, comment_or_row(stripped, count))
        if not comment and not fits:
            raise self.source.at(
                number,
                f"{len(cells)} columns, not a table of {self.width} columns as above; "
                + (_ONE_SHORT if self._is_one_short(cells) else _CORRECT)
                + ("; delete it if it is a remark" if len(cells) == 1 else ""),
            )
        return None if comment else cells

    def _is_one_short(self, cells: list[str]) -> bool:
        """Tell whether the row under a header of words has one cell more, by no decimal comma."""
        words = self.head is not None and all(parse_number(word) is None for word in self.head)
        numbered = self.delimiter != "," or cells[0] == "1"
        return words and numbered and len(cells) == self.width + 1
