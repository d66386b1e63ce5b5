"""Files and tables that come from spreadsheets and loggers, and are no table of sites as they are.

Each has one way in, and it is said: which program saves it how, or which lines go.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.files.date_cells import is_date
from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import MISSING, parse_number, shown

__all__ = [
    "AS_UTF_8",
    "LINES_OF_JSON",
    "SPREADSHEETS",
    "a_line_each",
    "check_no_logger",
    "check_no_widths",
    "of_times",
    "spreadsheet_way",
    "unit_row",
    "what_it_is",
]

#: Suffixes of spreadsheets that are not read.
SPREADSHEETS = (".xls", ".ods", ".xlsm", ".xlsb", ".numbers", ".fods")
#: Files with a feature of a map in each line.
LINES_OF_JSON = (".geojsonl", ".geojsons", ".geojsonseq")

#: How a text is saved that is not UTF-8.
AS_UTF_8 = (
    "save it as UTF-8 (Excel: Save as, 'CSV UTF-8'; LibreOffice: 'Edit filter settings', Unicode "
    "(UTF-8); R: fileEncoding = 'UTF-8')"
)

#: What the loggers of Campbell Scientific write first.
_LOGGERS = ("TOA5", "TOACI1", "TOB1", "TOB3")
_UNIT = re.compile(r"[^0-9]+")
#: How wide a column is, and whether it holds text, numbers or days, as the USGS writes it.
_WIDTH = re.compile("[0-9]{1,4}[snd]", re.IGNORECASE)
#: How a web page begins; some agencies send tables as such, under .xls or .csv.
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|table)[\s>]", re.IGNORECASE)
_OLE, _ZIP, _PARQUET = b"\xd0\xcf\x11\xe0", b"PK\3\4", b"PAR1"
_NUMPY = b"\x93NUMPY"


def a_line_each(name: str) -> str:
    """Return the way in for a file with a feature a line."""
    return (
        "each line is a feature of its own (GeoJSONL, GeoJSONSeq): write them as one "
        f"FeatureCollection (ogr2ogr sites.geojson {shown(name)})"
    )


def spreadsheet_way(suffix: str) -> str:
    """Return what to do with a spreadsheet of another kind."""
    return f"{suffix} is not read; open it in a spreadsheet program and save it as .xlsx or CSV"


def what_it_is(data: bytes) -> str | None:
    """Return what is wrong with bytes that are no text; ``None`` where nothing is known of them."""
    if data.startswith(_OLE):
        return (
            "this is an old Excel workbook (.xls) and no text; save it as .xlsx or CSV in a "
            "spreadsheet program"
        )
    if data.startswith(_PARQUET):
        return (
            "this is a Parquet file and no text; save it as a table, .csv (of a campaign: campaign "
            "export NAME --out FILE.csv; in pandas to_csv)"
        )
    if data.startswith(_NUMPY):
        return (
            "this is an array of NumPy (.npy) and no text; save it as text, a line each node "
            "(numpy.savetxt('values.csv', numpy.load(FILE)))"
        )
    if data.startswith(_ZIP):
        return (
            "this is a zip file (a workbook .xlsx or .ods?) and no text; give it its own suffix, "
            "or save it as .xlsx or CSV in a spreadsheet program"
        )
    if _PAGE.match(data):
        return (
            "this is a web page (HTML) and no table; open it in a spreadsheet program and save it "
            "as .xlsx or CSV, if it shows the table, or download the data itself"
        )
    return None


def check_no_logger(source: Source, line: int, cells: Sequence[str]) -> None:
    """Refuse what a logger writes: its first line names the logger, and two say units."""
    if cells and cells[0].strip('"') in _LOGGERS:
        raise source.at(
            line,
            f"'{shown(cells[0])}': this is a logger's file, with a row for each time of one "
            "station, and no table of sites; make a table with a row a site (name, x, y) for "
            "these. For readings keep the row of names, delete the three beside it (logger, "
            "units, kind), and add a column 'site'",
        )


def check_no_widths(
    source: Source, head: Sequence[str], lines: Sequence[int], rows: Sequence[Sequence[str]]
) -> None:
    """Refuse the line of a file of the USGS (RDB) that says how wide its columns are.

    Parameters
    ----------
    source
        The file.
    head
        Its header.
    lines, rows
        Where the first rows under it stand, and their cells; what nodes are called stands in the
        second of them too.
    """
    if len(head) < 2 or len(rows) < 2 or any(map(_WIDTH.fullmatch, head)):
        return
    first, second = (all(map(_WIDTH.fullmatch, filter(None, row))) for row in rows[:2])
    if first and any(rows[0]) and not second:
        some = " ".join(cell for cell in rows[0] if cell)
        raise source.at(
            lines[0],
            f"'{shown(some, 30)}' are the widths of the columns and what they hold, as the USGS "
            "writes them under the header, and no row; delete this line",
        )


def of_times(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return what to say of a table with a row a time and a column a site; else nothing.

    Parameters
    ----------
    columns
        Its header.
    rows
        Some rows under it.
    """
    if len(columns) < 3 or not rows:
        return ""
    for row in rows:
        numbers = [parse_number(cell, comma="," in cell) is not None for cell in row[1:] if cell]
        if not row or not is_date(row[0]) or row[0].isdigit() or not numbers or not all(numbers):
            return ""
    return (
        f"the rows seem to be times ('{shown(rows[0][0])}'), and the columns after "
        f"'{shown(columns[0])}' sites or what was measured; make a table with a row a site (name, "
        "x, y). Readings of it come in as columns site and value, a row each (in pandas "
        "melt, in R pivot_longer)"
    )


def unit_row(columns: Sequence[str], axes: tuple[int, int], rows: Sequence[Sequence[str]]) -> str:
    """Return what to say of units under a header; nothing where the first row has none.

    Parameters
    ----------
    columns
        The header.
    axes
        Which of its columns are coordinates.
    rows
        The first rows under it.
    """
    if len(rows) < 2 or any(len(row) <= max(axes) for row in rows[:2]):
        return ""
    units, places = ([row[at] for at in axes] for row in rows[:2])
    words = all(_UNIT.fullmatch(cell) and cell.lower() not in MISSING for cell in units)
    if not words or any(parse_number(cell, comma="," in cell) is None for cell in places):
        return ""
    x, y = (shown(columns[at]) for at in axes)
    return (
        f"'{shown(units[0])}' and '{shown(units[1])}' under '{x}' and '{y}' seem to be units; "
        "delete this line (a unit may stand in the header, in brackets)"
    )
