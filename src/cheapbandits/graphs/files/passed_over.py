"""Columns of a file of readings that nobody asked about and nothing was made of: they are named.

Rules know much of what may stand beside a reading, and never all of it. Who sees that a column of
depths or substances was passed over can tell what the program cannot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cheapbandits.graphs.files.date_cells import is_full_date
from cheapbandits.graphs.which_column import coordinate_pairs, counts_rows
from cheapbandits.text import shown

__all__ = ["called", "heard_columns", "passed_over"]

#: Columns of an export that say something of a reading only there, or only together.
_OURS = ("center", "place", "at", "names", "origin")
_NUMBERS, _MOMENTS = ("ask", "observation"), ("asked", "told")
_ORIGIN = re.compile("export:|import:")


def heard_columns(kept: Mapping[str, int], cells: Sequence[Sequence[str]]) -> list[int]:
    """Return which kept columns something was made of: in no export some of ours say nothing.

    Parameters
    ----------
    kept
        Where the columns are, see :func:`.kept_columns`.
    cells
        What stands in each column of the table.
    """
    origins = cells[kept["origin"]] if cells and "origin" in kept else ()
    known = (
        any(_ORIGIN.match(cell.strip()) for cell in origins) or {"center", "place"} <= kept.keys()
    )
    # Of our own width it is only asked whether it agrees with the nodes.
    deaf = {"weight", "width"} if known else {*_OURS, "weight"}
    numbered = any(name in kept for name in _NUMBERS) and any(name in kept for name in _MOMENTS)
    if not known and not numbered:
        deaf |= {*_NUMBERS, "asked"}
        told = cells[kept["told"]] if cells and "told" in kept else ()
        deaf |= set() if all(is_full_date(cell) for cell in told if cell.strip()) else {"told"}
    return [at for name, at in kept.items() if name not in deaf]


def passed_over(
    columns: Sequence[str], used: Iterable[int | None], cells: Sequence[Sequence[str]] = ()
) -> tuple[str, ...]:
    """Return the columns that were not used, in their order; coordinates were, to compare places.

    One without a name is told by its number, unless it is empty or counts the rows.

    Examples
    --------
    >>> passed_over(["site", "lon", "lat", "top", "bottom", "zinc"], [0, 5])
    ('top', 'bottom')
    >>> passed_over(["site", "zinc", ""], [0, 1], [["A", "B"], ["1.5", "2"], ["", "see lead"]])
    ('column 3 (no name)',)
    """
    taken = {*used, *(k for pair in coordinate_pairs(columns) for k in (pair.x, pair.y))}
    rest = [k for k in range(len(columns)) if k not in taken]
    return tuple(
        columns[k] if columns[k].strip() else _nameless(k)
        for k in rest
        if columns[k].strip() or (cells and _tells(cells[k]))
    )


def called(columns: Sequence[str], k: int) -> str:
    """Return what to call a column in a message.

    Examples
    --------
    >>> called(["site", ""], 0), called(["site", ""], 1)
    ("'site'", 'column 2 (no name)')
    """
    again = f" (column {k + 1})" if list(columns).count(columns[k]) > 1 else ""
    return f"'{shown(columns[k], 30)}'{again}" if columns[k].strip() else _nameless(k)


def _nameless(k: int) -> str:
    return f"column {k + 1} (no name)"


def _tells(cells: Sequence[str]) -> bool:
    return any(cell.strip() for cell in cells) and not counts_rows(cells)
