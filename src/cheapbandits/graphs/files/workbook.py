"""Excel workbooks as tables of sites, by openpyxl; what is in the archive is looked at first."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.files.cell_comments import HEADING, comments_by_row
from cheapbandits.graphs.files.cell_formats import unit_shown
from cheapbandits.graphs.files.columns import ends_of
from cheapbandits.graphs.files.expanding import DAMAGED
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.not_here import check_no_widths, of_times, what_it_is
from cheapbandits.graphs.files.one_zip import NOT_ONE, is_one
from cheapbandits.graphs.files.raised_text import raised_strings
from cheapbandits.graphs.files.site_table import graph_of_sites, is_header
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.files.struck_text import struck_strings
from cheapbandits.graphs.files.workbook_cells import (
    MOST_COLUMNS,
    MOST_GAPS,
    check_merged,
    check_sheet,
)
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.which_column import coordinate_pairs
from cheapbandits.text import shown

__all__ = ["read", "read_sheet"]

_MOST_MEMBERS = 10_000
_PLAIN = ("General", "0", "0.0", "0.00")
_ZEROS = re.compile("0{2,30}")
#: Texts of one cell that are no runs; of these openpyxl takes the last.
_TWO_TEXTS = re.compile(rb"[^<>]{0,20}</((?:\w+:)?)t>\s*<\1t[\s>/][^<]{0,20}")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_UNSAFE = (b"<!DOCTYPE", b"<!ENTITY")
#: The namespaces of "Strict Open XML", in which openpyxl finds no sheets.
#: Who writes workbooks without computing asks for it; a formula may have any value till then.
_TO_COMPUTE = re.compile(rb"<(?:\w+:)?calcPr\b[^<>]*\bfullCalcOnLoad\s*=\s*[\"'](?:1|true)[\"']")
_STRICT = b"http://purl.oclc.org/ooxml/"


def read(
    source: Source,
    *,
    layer: str | None = None,
    x: str | None = None,
    y: str | None = None,
    names: str | Literal[False] | None = None,
    n_neighbors: int | None = None,
    radius: float | None = None,
    crs: str | None = None,
    header: bool | None = None,
) -> Graph:
    """Read a sheet with a site a row; the options are those of :func:`.site_table.read`.

    Parameters
    ----------
    source
        The file.
    layer
        Which sheet, where there are several that are not empty.
    x, y, names, n_neighbors, radius, crs, header
        As for tables as text.
    """
    sites = read_sheet(source, layer, header=header, x=x)
    if x is None and y is None and sites.header:
        _check_sites(sites)
    return graph_of_sites(
        sites, x=x, y=y, names=names, n_neighbors=n_neighbors, radius=radius, crs=crs
    )


def _check_sites(sites: SiteTable) -> None:
    """Refuse edges of a network, and times with a column a site."""
    source, columns = sites.source, sites.columns
    if coordinate_pairs(columns):
        return
    if ends_of(source, sites.head or 1, columns) is not None:
        raise source.at(
            sites.head or 1,
            "the header names the ends of edges, and of a workbook sites are read: save the sheet "
            "as CSV (Excel: Save as, 'CSV UTF-8'), which may hold edges",
        )
    rows = list(map(list, islice(zip(*sites.cells, strict=True), 2)))
    if said := of_times(columns, rows):
        raise source.at(sites.head or 1, said)


def read_sheet(
    source: Source, layer: str | None = None, *, header: bool | None = None, x: str | None = None
) -> SiteTable:
    """Return a sheet as a table; its first row that is not empty is the header."""
    openpyxl = optional("openpyxl", f"{source.path.name}: reading a workbook", "excel")
    parts = _parts(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl's remarks on styles and menus
            book = openpyxl.load_workbook(
                io.BytesIO(source.data), read_only=True, data_only=True, keep_links=False
            )
            chosen, found = _choose(source, book, parts, layer)
            noted = comments_by_row(source, parts, book[chosen]._worksheet_path)
    except CheapBanditsError:
        raise
    except (*DAMAGED, KeyError, TypeError, AttributeError, IndexError, SyntaxError) as error:
        raise source.error(f"damaged workbook ({shown(error)}); save it again") from error
    source.counts = "row"
    numbers, rows = [row.number for row in found], [row.texts for row in found]
    width = max(len(row) for row in rows)
    if width > MOST_COLUMNS:
        raise source.error(f"the sheet '{shown(chosen)}' has more than {MOST_COLUMNS} columns")
    columns = [[row[k] if k < len(row) else "" for row in rows] for k in range(width)]
    head = [column[0] for column in columns]
    named = is_header(head, x) if header is None else header
    first = numbers[0]
    if named:
        numbers, columns = numbers[1:], [column[1:] for column in columns]
        check_no_widths(source, head, numbers, list(zip(*(c[:2] for c in columns), strict=True)))
        if any(number in noted for number in numbers) and HEADING not in head:
            head, width = [*head, HEADING], width + 1
            columns.append([noted.get(number, "") for number in numbers])
    if not numbers:
        raise source.error(f"the sheet '{shown(chosen)}' has no row under its header; add them")
    called = head if named else [str(k + 1) for k in range(width)]
    below = found[1:] if named else found
    beside = {k: [row.units.get(k, "") for row in below] for k in range(width)}
    units = {k: shown_units for k, shown_units in beside.items() if any(shown_units)}
    return SiteTable(source, first, called, named, numbers, columns, units=units)


def _parts(source: Source) -> dict[str, bytes]:
    """Return the parts of an archive, unless it expands too far, or one holds entities."""
    if not source.data.startswith(b"PK"):
        what = what_it_is(source.data) or "this is no .xlsx workbook; save it as one"
        raise source.error(what)
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            if not is_one(archive, source.data):
                raise source.error(NOT_ONE)
            members = archive.infolist()
            if len(members) > _MOST_MEMBERS:
                raise source.error(f"holds {len(members):,} parts; save it again")
            source.check_size(sum(member.file_size for member in members))
            parts = {member.filename: archive.read(member) for member in members}
    except CheapBanditsError:
        raise
    except DAMAGED as error:
        raise source.error(f"damaged workbook ({shown(error)}); fetch it again") from error
    if len(parts) < len(members):
        raise source.error("two of its parts have the same name; save it again")
    for name, part in parts.items():
        text = part.replace(b"\0", b"")
        if _is_xml(name, text) and any(mark in text for mark in _UNSAFE):
            raise source.error("refused as unsafe: it holds a DOCTYPE; save it again")
        if name.lower().endswith("sharedstrings.xml") and (two := _TWO_TEXTS.search(text)):
            said = shown(two[0].decode("utf-8", "replace"), 60)
            raise source.error(
                f"{shown(name)}: a cell has two texts, '{said}'; save it again in a spreadsheet "
                "program"
            )
    return parts


def _is_xml(name: str, text: bytes) -> bool:
    return (
        name.endswith((".xml", ".rels")) or text.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] == b"<"
    )


def _choose(
    source: Source, book: Any, parts: dict[str, bytes], asked: str | None
) -> tuple[str, list[_Row]]:
    """Return the name of the sheet that is meant, and its rows."""
    sheets = {str(sheet.title): sheet for sheet in book.worksheets}
    if asked in [str(sheet.title) for sheet in getattr(book, "chartsheets", [])]:
        raise source.error(f"'{shown(asked)}' is a sheet with a chart and no cells; name another")
    if asked is not None and asked not in sheets:
        listed = ", ".join(f"'{shown(name, 40)}'" for name in list(sheets)[:12])
        raise source.error(f"no sheet is called '{shown(asked)}'; there are {listed}")
    wanted = sheets if asked is None else {asked: sheets[asked]}
    texts, shown_texts = struck_strings(source, parts), raised_strings(source, parts)
    uncomputed = _TO_COMPUTE.search(parts.get("xl/workbook.xml", b"")) is not None
    gaps, hidden, struck, raised, unseen = 0, {}, {}, {}, {}
    for name, sheet in wanted.items():
        part = parts.get(sheet._worksheet_path)
        if part is None:
            raise source.error(f"damaged workbook: the sheet '{shown(name)}' is not there")
        checked = check_sheet(source, name, part, texts, shown_texts, uncomputed=uncomputed)
        gaps, hidden[name], struck[name] = gaps + checked.gaps, checked.hidden, checked.struck
        raised[name], unseen[name] = checked.raised, checked.unseen
        if gaps > MOST_GAPS:
            raise source.error(
                f"its sheets have {gaps:,} empty rows; name the one that is meant, with --layer "
                "NAME (in Python layer=)"
            )
    found = {
        name: rows for name, sheet in wanted.items() if (rows := _rows(source, sheet, raised[name]))
    }
    if not found and _STRICT in parts.get("xl/workbook.xml", b""):
        raise source.error(
            "this is a workbook of the kind 'Strict Open XML', which is not read; save it as a "
            "plain 'Excel Workbook', or as CSV"
        )
    if not found:
        raise source.error("no sheet holds anything; give one that does")
    if len(found) > 1:
        listed = ", ".join(f"'{shown(name, 40)}'" for name in list(found)[:12])
        raise source.error(
            f"has the sheets {listed}; say which, with --layer NAME (in Python layer=)"
        )
    name, rows = next(iter(found.items()))
    if asked is None and sheets[name].sheet_state != "visible":
        raise source.error(
            f"the only sheet with anything in it, '{shown(name)}', is hidden; show it in a "
            "spreadsheet program, or say that it is meant, with --layer NAME (in Python layer=)"
        )
    check_merged(source, name, parts[sheets[name]._worksheet_path], below=rows[0].number)
    _check_hidden(source, name, [row.number for row in rows[1:] if row.number in hidden[name]])
    _check_struck(source, name, rows, struck[name])
    if unseen[name] is not None:
        raise source.error(
            f"the sheet '{shown(name)}' shows no zeros, and the cell {unseen[name]} holds one: a "
            "gap, or 0? Clear what is a gap, and have zeros shown (Excel: File, Options, Advanced; "
            "LibreOffice: Tools, Options, Calc, View)"
        )
    return name, rows


def _check_struck(source: Source, name: str, rows: list[_Row], text: str | None) -> None:
    """Refuse rows that somebody deleted by hand, with a line through their cells or their text."""
    if text is not None:
        raise source.error(
            f"the sheet '{shown(name)}': in the cell {shown(text)} some text is struck through, as "
            "what does not hold is; write there what holds, or take the line off (Excel: Format "
            "cells, Font, Strikethrough)"
        )
    for row in rows:
        if row.struck:
            raise source.error(
                f"the sheet '{shown(name)}': the cell {row.struck} is struck through, as what does "
                f"not hold is; delete row {row.number}, or take the line off (Excel: Format cells, "
                "Font, Strikethrough)"
            )


def _check_hidden(source: Source, name: str, hidden: list[int]) -> None:
    """Refuse rows that whoever looks at the sheet does not see, and a reader of it does."""
    if hidden:
        raise source.error(
            f"the sheet '{shown(name)}': {len(hidden):,} of its rows are hidden, by a filter "
            f"perhaps, row {hidden[0]} the first; show all rows to have them read, or copy those "
            "that are meant to a sheet of their own"
        )


@dataclass(frozen=True)
class _Row:
    """The cells of a row as text, and what is shown beside those that are numbers."""

    number: int
    texts: list[str]
    units: dict[int, str]
    struck: str | None = None


def _rows(source: Source, sheet: Any, raised: dict[tuple[int, int], str]) -> list[_Row]:
    """Return the rows of a sheet; ``raised`` are texts by row and column, see .raised_text."""
    rows: list[_Row] = []
    struck_styles: dict[int, bool] = {}
    cells = 0
    sheet.reset_dimensions()  # what the file says of its size may leave rows out
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS + 1), start=1):
        if all(cell.value is None for cell in row):
            continue
        texts = [
            _text(cell) if (text := raised.get((number, k))) is None else _unescaped(text).strip()
            for k, cell in enumerate(row, start=1)
        ]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            numbers = [(k, cell) for k, cell in enumerate(row) if type(cell.value) in (int, float)]
            units = {k: unit for k, cell in numbers if (unit := _unit(cell))}
            struck = next((cell for cell in row if _is_struck(cell, struck_styles)), None)
            rows.append(_Row(number, texts, units, struck and str(struck.coordinate)))
            cells += len(texts)
            source.check_size(64 * cells)
    return rows


def _unit(cell: Any) -> str:
    shape = cell.number_format
    return "" if shape in _PLAIN else unit_shown(shape, cell.value)


def _is_struck(cell: Any, known: dict[int, bool]) -> bool:
    """Tell whether a cell has a line through it; styles are looked up once."""
    if cell.value is None:
        return False
    style = int(cell._style_id)
    if style not in known:
        known[style] = bool(cell.font and cell.font.strike)
    return known[style]


def _text(cell: Any) -> str:
    """Return a cell as it would stand in a table: 7 in the format 000 is shown as 007."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    if type(value) is int and value >= 0 and _ZEROS.fullmatch(cell.number_format or ""):
        return str(value).zfill(len(cell.number_format))
    return _unescaped(str(value)).strip()


def _unescaped(text: str) -> str:
    """Return a text with what stands for a character: ``_x000D_`` is the end of a line."""
    if "_x" not in text:
        return text
    plain = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
