"""A matrix of weights as text: it is no list of edges, and Python reads it in a line."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.cells import split
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import content
from cheapbandits.text import parse_number, shown

__all__ = ["check_no_named_matrix", "matrix_way"]


def matrix_way(
    source: Source, line: int, delimiter: str, *, header: bool, index: bool = False
) -> str:
    """Return how a matrix comes in.

    Parameters
    ----------
    source, line
        The file, and where its first line stands that is no comment.
    delimiter
        What divides its cells, as for :func:`.split`.
    header, index
        Whether that line, and whether the first column, are names.
    """
    options = {
        "sep": None if delimiter == "," else repr(delimiter),
        "decimal": repr(",") if delimiter != "," and b"," in source.data else None,
        "skiprows": str(line - 1) if line > 1 else None,
        "header": None if header else "None",
        "index_col": "0" if index else None,
    }
    given = "".join(f", {name}={value}" for name, value in options.items() if value is not None)
    frame = f"pandas.read_csv({shown(source.path.name)!r}{given})"
    lines = (
        f"m = {frame}; cb.Graph(m.to_numpy(), names=list(m.columns))"
        if header
        else f"cb.Graph({frame}.to_numpy())"
    )
    return f"a matrix is read in Python, {lines}, or saved as .mtx or .npz first"


def check_no_named_matrix(
    source: Source, text: str, line: int, cells: list[str], delimiter: str
) -> None:
    """Refuse a matrix whose rows are called as its columns are, in the same order.

    Parameters
    ----------
    source, text
        The file, and what :func:`.text_of` gives of it.
    line, cells
        Its first line. R leaves out the cell above the names of rows; in other programs it is
        empty, or a word: a number would be the end of an edge.
    delimiter
        What divides them.
    """
    rows: list[list[str]] = []
    for number, row in islice(content(text), 1, len(cells) + 2):
        with suppress(CheapBanditsError):  # what is wrong with a line is said where it is read
            rows.append(split(source, number, row, delimiter))
        if len(rows) == 1 and rows[0][0] not in cells[:2]:
            return  # most files
    short = bool(rows) and len(rows[0]) == len(cells) + 1
    names = cells if short else cells[1:]
    if len(names) < 2 or not (short or parse_number(cells[0]) is None):
        return
    square = [row[0] for row in rows] == names and {len(row) for row in rows} == {len(names) + 1}
    comma = delimiter != ","
    if square and all(_is_number(cell, comma=comma) for row in rows for cell in row[1:]):
        way = matrix_way(source, line, delimiter, header=True, index=True)
        raise source.at(
            line,
            f"the rows are called as the columns are ('{shown(names[0])}', "
            f"'{shown(names[1])}', ...): this is a matrix, and no list of edges; {way}",
        )


def _is_number(cell: str, *, comma: bool) -> bool:
    return parse_number(cell, comma=comma and "," in cell) is not None
