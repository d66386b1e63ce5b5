"""The cells of a workbook's sheets, looked at before openpyxl reads them.

It takes ``1_0`` for ten, fills the rows above a far cell one by one, drops rows that stand out of
order, and of two cells in one place takes the last. So a sheet has to be plainly right here first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.raised_text import RaisedRuns
from cheapbandits.graphs.files.safe_xml import check_document, local_name
from cheapbandits.graphs.files.struck_text import Runs
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["MOST_COLUMNS", "MOST_GAPS", "Checked", "check_merged", "check_sheet"]

#: Columns that a table of sites may have.
MOST_COLUMNS = 256
#: Empty rows above others; more are a slip, or a trap.
MOST_GAPS = 100_000

_ROW = re.compile("[1-9][0-9]{0,6}")
_CELL = re.compile("([A-Z]{1,3})([1-9][0-9]{0,6})")
_WHOLE = re.compile("[0-9]{1,9}")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]{0,200}?ref\s*=\s*[\"']([A-Z0-9:]{1,24})[\"']")
#: Points; letters of less are not read.
_LOWEST = 2
_REMEDY = "save it again in a spreadsheet program"


@dataclass(frozen=True)
class Checked:
    """A sheet that is in order: how many empty rows stand above others, and which are hidden.

    ``struck`` is the first cell of which a part has a line through it, ``unseen`` the first 0 of a
    sheet that shows none; ``raised`` are the texts with raised parts, by row and column from 1.
    """

    gaps: int
    hidden: frozenset[int]
    struck: str | None
    unseen: str | None
    raised: dict[tuple[int, int], str]


def check_sheet(
    source: Source,
    name: str,
    part: bytes,
    struck: frozenset[int] = frozenset(),
    raised: Mapping[int, str] | None = None,
    *,
    uncomputed: bool = False,
) -> Checked:
    """Refuse a sheet whose cells are not in order, not numbers, or too far from each other.

    Parameters
    ----------
    source
        The workbook.
    name
        What the sheet is called.
    part
        The sheet as it stands there.
    struck
        Which of the workbook's texts have a part with a line through it.
    raised
        Those of them that have raised parts, as they are shown.
    uncomputed
        Whether whoever opens the workbook is to compute it: a formula may be 0 until then.
    """
    sheet = _Sheet(source, name, struck, raised or {})
    sheet.uncomputed = uncomputed
    check_document(source, "worksheet", sheet.visit, part)
    return Checked(
        sheet.row - sheet.rows, frozenset(sheet.hidden), sheet.struck, sheet.unseen, sheet.raised
    )


def check_merged(source: Source, name: str, part: bytes, *, below: int) -> None:
    """Refuse cells that are merged over several rows: all but the first of them are empty.

    Parameters
    ----------
    source, name, part
        As for :func:`check_sheet`.
    below
        The row of the header; above it there may be anything.
    """
    for found in _MERGED.finditer(part):
        corners = [_CELL.fullmatch(corner) for corner in found[1].decode("ascii").split(":")]
        rows = [int(corner[2]) for corner in corners if corner is not None]
        if len(rows) == 2 and rows[0] < rows[1] and rows[1] > below:
            raise source.error(
                f"the sheet '{shown(name)}': the cells {found[1].decode('ascii')} are merged, so "
                "that all but the first are empty; unmerge them and fill them in"
            )


class _Sheet:
    """What has to be remembered from one cell to the next."""

    def __init__(
        self, source: Source, name: str, struck: frozenset[int], raised: Mapping[int, str]
    ) -> None:
        self.source, self.name = source, name
        self.texts, self.runs = struck, Runs()
        self.raised_texts, self.raised_runs = raised, RaisedRuns()
        self.raised: dict[tuple[int, int], str] = {}
        self.struck: str | None = None
        self.unseen: str | None = None
        self.shows_zeros = True
        self.at: Element | None = None
        self.row = self.column = self.rows = 0
        self.hidden: list[int] = []
        self.uncomputed = False

    def visit(self, path: list[Element]) -> None:
        """Look at an element as it ends."""
        tag = local_name(path[-1])
        if self.runs.ends_struck(path):
            cell = next((element for element in path if local_name(element) == "c"), None)
            self._strike(cell)
        self.raised_runs.follow(path)
        if tag == "sheetView" and path[-1].get("showZeros", "1").strip().lower() in ("0", "false"):
            self.shows_zeros = False
        if tag == "row":
            self._enter(path[-1])
        elif tag in ("v", "is", "c") and len(path) > 2:
            cell = path[-1] if tag == "c" else path[-2]
            row = path[-2] if tag == "c" else path[-3]
            if local_name(cell) == "c" and local_name(row) == "row":
                self._enter(row)
                if tag == "c":
                    self._cell(cell)
                else:
                    self._value(cell, path[-1])
                    self._raise(cell, path[-1])

    def _enter(self, element: Element) -> None:
        """Go to a row, if its number follows on those before it."""
        if element is self.at:
            return
        self.at, self.column = element, 0
        text = element.get("r", str(self.row + 1))
        if not _ROW.fullmatch(text) or not self.row < int(text) <= 2**20:
            raise self._wrong(f"row '{shown(text)}' comes after row {self.row}; {_REMEDY}")
        self.row = int(text)
        self.rows += 1
        # A row of hardly any height is hidden, whatever else it says.
        height = parse_number(element.get("ht", ""))
        flat = height is not None and height < _LOWEST
        if flat or element.get("hidden", "0").strip().lower() in ("1", "true"):
            self.hidden.append(self.row)
        if self.row - self.rows > MOST_GAPS:
            raise self._wrong(
                f"row {self.row} has {self.row - self.rows:,} empty rows above it; delete what "
                "stands so far below the table"
            )

    def _cell(self, cell: Element) -> None:
        where = self._place(cell)
        if where <= self.column:
            raise self._wrong(f"row {self.row}: the cells are not in order; {_REMEDY}")
        self.column = where
        inside = [local_name(child) for child in cell]
        if inside.count("v") > 1 or inside.count("is") > 1:
            raise self._wrong(f"row {self.row}: a cell has two values; {_REMEDY}")
        if "f" in inside and "v" not in inside:
            raise self._never_computed(cell)

    def _place(self, cell: Element) -> int:
        """Return a cell's column, counted from 1."""
        text = cell.get("r")
        if text is None:
            return self.column + 1
        found = _CELL.fullmatch(text)
        if found is None or int(found[2]) != self.row:
            raise self._wrong(f"row {self.row} holds a cell '{shown(text)}'; {_REMEDY}")
        place = 0
        for letter in found[1]:
            place = 26 * place + ord(letter) - ord("A") + 1
        return place

    def _value(self, cell: Element, element: Element) -> None:
        """Refuse a value that is not of its kind, or too far to the right."""
        kind, text = cell.get("t", "n"), (element.text or "").strip(" \t\r\n")
        where = cell.get("r", f"in row {self.row}")
        if [local_name(child) for child in element].count("t") > 1:  # openpyxl takes the last
            raise self._wrong(f"the cell {shown(where)} has two texts; {_REMEDY}")
        if local_name(element) == "v" and len(element):
            raise self._wrong(f"the cell {shown(where)} holds more than a value; {_REMEDY}")
        if self._place(cell) > MOST_COLUMNS:
            raise self._wrong(
                f"the cell {shown(where)} is in column {self._place(cell):,}, and a table has at "
                f"most {MOST_COLUMNS}; delete what stands so far to the right"
            )
        # openpyxl writes a formula with an empty value, XlsxWriter one with 0; only text may be
        # empty by computation.
        none_yet = (not text and kind != "str") or (self.uncomputed and parse_number(text) == 0)
        if none_yet and any(local_name(child) == "f" for child in cell):
            raise self._never_computed(cell)
        if kind == "n" and text and parse_number(text) is None:
            raise self._wrong(
                f"the cell {shown(where)} holds '{shown(text)}', which is no number; correct it"
            )
        if kind == "n" and not self.shows_zeros and parse_number(text) == 0:
            self.unseen = self.unseen or where
        if kind in ("s", "b") and not _WHOLE.fullmatch(text):
            raise self._wrong(f"the cell {shown(where)} is damaged ('{shown(text)}'); {_REMEDY}")
        if kind == "s" and int(text) in self.texts:
            self._strike(cell)

    def _raise(self, cell: Element, element: Element) -> None:
        """Keep the text of a cell that has raised parts, as it is shown."""
        text = self.raised_runs.taken()
        if cell.get("t") == "s" and local_name(element) == "v":
            text = self.raised_texts.get(int(element.text or "0"))
        if text is not None:
            self.raised[self.row, self._place(cell)] = text

    def _strike(self, cell: Element | None) -> None:
        """Remember the first cell of which a part is struck through."""
        if cell is not None and self.struck is None:
            self.struck = cell.get("r", f"in row {self.row}")

    def _never_computed(self, cell: Element) -> CheapBanditsError:
        where = shown(cell.get("r", f"in row {self.row}"))
        return self._wrong(f"the cell {where} holds a formula that was never computed; {_REMEDY}")

    def _wrong(self, problem: str) -> CheapBanditsError:
        return self.source.error(f"the sheet '{shown(self.name)}': {problem}")
