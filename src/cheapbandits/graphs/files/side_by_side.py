"""Two tables that stand side by side in one: each has its own names of sites, in its own order.

Lists are pasted beside each other, with an empty column between, or bound row by row by a program,
which writes the second ``station`` as ``station.1`` or ``station_y``. Read by rows, a value of the
right table would be that of a site of the left one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import SITES
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.passed_over import called
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["check_no_half", "check_one_table"]

#: What programs put behind a heading that is there already.
_AGAIN = re.compile(r"(?:[._ ]?[0-9]{1,2}|[._][xy]|(?<!\s)\s*\([0-9]{1,2}\))$")


def check_one_table(
    source: Source,
    columns: Sequence[str],
    cells: Cells,
    lines: Sequence[int],
    rows: Sequence[int],
    named: int | None,
    used: int,
    find: Callable[[str], object],
    places: Sequence[int] = (),
) -> None:
    """Refuse a used column beside which other sites are named, or lie, than the rows are taken for.

    Parameters
    ----------
    source
        The file.
    columns, cells
        What its columns are called, and what gives the cells of each.
    lines
        Where the rows stand, all of them.
    rows
        Those that have something in the used column.
    named
        The column that names the sites; ``None`` where they go by their order.
    used
        The column of the values, or of a coordinate.
    find
        Gives the site of a name, ``None`` where there is none.
    places
        The columns of the coordinates.
    """
    firsts = [named] if named is not None else []
    if named is not None and columns[named].strip().lower() == "nodes":
        return  # an export, which has the centre of a group beside it
    for first in [*firsts, *(k for k in places if k != used)]:
        for k in _between(columns, cells, first, used):
            if k in (*firsts, *places):
                continue
            row = (
                _other_site(columns, cells, rows, first, k, find)
                if first == named
                else _other_place(columns, cells, rows, first, k)
            )
            if row is None:
                continue
            one, other, what = (called(columns, at) for at in (first, k, used))
            raise source.at(
                lines[row],
                f"two tables seem to stand side by side: {one} says "
                f"'{shown(cells(first)[row], 30)}', and {other}, nearer to {what}, "
                f"'{shown(cells(k)[row], 30)}'; save each table as a file of its own, or delete "
                f"{other} if there is only one table",
            )


def check_no_half(
    source: Source,
    columns: Sequence[str],
    cells: Cells,
    lines: Sequence[int],
    rows: Sequence[int],
    named: int,
    used: int,
    find: Callable[[str], object],
) -> None:
    """Refuse values beside which a table goes on under no heading, as in two halves of a page.

    Parameters are those of :func:`check_one_table`.
    """
    for k in range(used + 1, len(columns)):
        row = None if columns[k].strip() else _other_site(columns, cells, rows, named, k, find)
        if row is not None:
            raise source.at(
                lines[row],
                f"{called(columns, k)} names sites as well: '{shown(cells(k)[row], 30)}' beside "
                f"'{shown(cells(named)[row], 30)}'; put the rows that stand there below the "
                "others, or give the column a heading if it says something else",
            )


def _between(columns: Sequence[str], cells: Cells, first: int, used: int) -> Iterator[int]:
    """Give the columns that are nearer to the used one: behind a gap all of that side."""
    low, high = sorted((first, used))
    gap = next((k for k in range(low + 1, high) if _is_gap(columns, cells, k)), None)
    if used > first:
        yield from range(first + 1, used if gap is None else len(columns))
    else:
        yield from range(first if gap is None else gap)


def _other_site(
    columns: Sequence[str],
    cells: Cells,
    rows: Sequence[int],
    first: int,
    k: int,
    find: Callable[[str], object],
) -> int | None:
    """Return the first row in which a column names another site than the first one does."""
    headed = bool(columns[k].strip())
    low, high = sorted((first, k))
    doubled = _base(columns[first]) == _base(columns[k]) != ""
    apart = doubled or any(_is_gap(columns, cells, j) for j in range(low + 1, high))
    if not apart and headed and plain_name(columns[k]) not in SITES:
        return None  # an upstream station, a block
    told = [row for row in rows if cells(k)[row].strip().lower() not in MISSING]
    if not told or (headed and 2 * len(told) < len(rows)):
        return None
    numbers = all(parse_number(cells(k)[row]) is not None for row in told)
    if numbers and not apart:
        return None
    sites = [find(cells(k)[row]) for row in told]
    few = 0 if numbers or not apart else len(told) // 2
    if sites.count(None) > few or (numbers and len({*sites}) < len(sites)):
        return None
    return next(
        (
            row
            for row, site in zip(told, sites, strict=True)
            if site is not None and site != find(cells(first)[row])
        ),
        None,
    )


def _other_place(
    columns: Sequence[str],
    cells: Cells,
    rows: Sequence[int],
    first: int,
    k: int,
) -> int | None:
    """Return the first row that lies elsewhere by a second column of the same places."""
    if _base(columns[first]) != _base(columns[k]) or not _base(columns[k]):
        return None
    one, other = ([cells(at)[row].strip() for row in rows] for at in (first, k))
    if len({*other}) < 3 or not {*other} <= {*one}:
        return None
    return next((row for row in rows if cells(first)[row].strip() != cells(k)[row].strip()), None)


def _base(name: str) -> str:
    """Return a heading without what tells it from an equal one."""
    bare = name.strip().lower()
    return plain_name(_AGAIN.sub("", bare)) or plain_name(bare)


def _is_gap(columns: Sequence[str], cells: Cells, k: int) -> bool:
    """Tell whether a column is empty from top to bottom."""
    return not columns[k].strip() and not any(cell.strip() for cell in cells(k))
