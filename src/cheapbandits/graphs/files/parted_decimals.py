"""Numbers whose decimal comma became a column: 12,4 is 12 here, and 4 in a column without a name.

A table of decimal commas was read as one that commas divide, and saved again: its rows have more
cells than the header has names, and the header is filled up with empty ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cheapbandits.graphs.files.date_cells import is_full_date
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.passed_over import called
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["check_not_parted"]

_WHOLE = re.compile(r"[-+]?[0-9]+")
_DIGITS = re.compile("[0-9]+")


def check_not_parted(
    source: Source,
    columns: Sequence[str],
    cells: Cells,
    lines: Sequence[int],
    used: Iterable[int],
) -> None:
    """Refuse whole numbers right of which stand digits, and a column without a name.

    Parameters
    ----------
    source
        The file.
    columns, cells
        What its columns are called, and what gives the cells of each.
    lines
        Where its rows stand.
    used
        The columns of the values, or of the coordinates.
    """
    spare = sum(not name.strip() for name in columns)
    order = sorted(used)
    # Of two coordinates one was parted: that beside the column without a name.
    for at in order if spare >= len(order) else reversed(order):
        row = _first_parted(columns, cells, at)
        if row is None:
            continue
        one, other = cells(at)[row].strip(), cells(at + 1)[row].strip()
        raise source.at(
            lines[row],
            f"is {shown(one, 30)} | {shown(other, 30)} in {called(columns, at)} and "
            f"{called(columns, at + 1)} a number with a decimal comma? Write {shown(one, 30)}."
            f"{shown(other, 30)} in one cell, or save the table with columns that ; or tabs "
            "divide; if they are two numbers, give every column a heading, or delete those "
            "without one",
        )


def _first_parted(columns: Sequence[str], cells: Cells, at: int) -> int | None:
    """Return the first row whose number may go on in the next column."""
    told = [k for k in range(len(columns)) if columns[k].strip() or any(map(str.strip, cells(k)))]
    if at + 1 > told[-1]:
        return None
    # Where the next column has a name, all to the right of it have moved by one.
    end = told[-1] if columns[at + 1].strip() else at + 1
    if columns[end].strip():
        return None
    rows = [row for row, cell in enumerate(cells(end)) if cell.strip().lower() not in MISSING]
    numbers = [cell.strip() for cell in cells(at) if cell.strip().lower() not in MISSING]
    whole = all(map(_WHOLE.fullmatch, numbers))
    if not whole or not all(_DIGITS.fullmatch(cells(at + 1)[row].strip()) for row in rows):
        return None
    rest = (cells(end)[row] for row in rows)
    known = all(parse_number(cell) is not None or is_full_date(cell) for cell in rest)
    filled = all(cells(at)[row].strip() for row in rows)
    return rows[0] if rows and known and filled else None
