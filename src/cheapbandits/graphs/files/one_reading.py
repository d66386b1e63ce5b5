"""Whether one column is the only one that may hold the readings, by its heading or by the cells.

A ``field`` is also a piece of land, and a ``reading`` the number of a visit: beside a column of
other numbers the word proves nothing. What is known to stand beside any reading is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import COORDINATES, NUMBER_NAMES, SITES, TOLD_BY
from cheapbandits.graphs.files.any_table import open_table
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.nodes_beside import is_export
from cheapbandits.graphs.reading_words import DEPTHS, MOMENTS, REPEATS, VALUES, WHEN
from cheapbandits.graphs.which_column import counts_rows, may_name
from cheapbandits.text import MISSING, like_a_number, parse_number, shown

__all__ = ["BESIDE", "check_one_reading", "only_values", "stands_beside"]

#: How sure a reading is, and of how many it is the mean.
BESIDE = {"sd", "se", "sem", "std", "stdev", "stddev", "error", "err", "uncertainty", "n"}
#: A number with a limit before it, or a unit behind.
_MEASURED = re.compile(r"[<>≤≥~=]*\s*[-+]?[0-9][0-9.,]*(?:\s*[%‰]|\s[a-zµμ°][a-zµμ/³²^0-9-]{0,9})?")
#: So many numbers in a row may be readings by chance.
_FEW = 2
_NO_VALUES = DEPTHS | WHEN | REPEATS | MOMENTS
_TOLD_BY = {plain_name(name) for name in TOLD_BY}


def check_one_reading(
    source: Source,
    line: int,
    names: Sequence[str],
    columns: Sequence[Sequence[str]],
    value: int,
    known: Sequence[int] = (),
) -> None:
    """Refuse a table in which another column of numbers may hold the readings.

    Parameters
    ----------
    source, line
        The file, and where its header stands.
    names, columns
        Its columns, and their cells.
    value
        The one that is called as readings are.
    known
        Those of which it is known what they hold.
    """
    taken = _numbers(columns[value]) if columns else []
    labels = all(one.is_integer() for one in taken if isinstance(one, float))
    for k, cells in enumerate(columns):
        if k == value or k in known or stands_beside(plain_name(names[k])):
            continue
        numbers = _numbers(cells)
        if not numbers or numbers == taken:
            continue
        # What is the same in all rows is no reading; beside whole numbers nothing is sure.
        if (not labels and len({*numbers}) < 2) or (_counts(k, cells) and counts_rows(cells)):
            continue
        one, other = (shown(names[at], 30) for at in (value, k))
        raise source.at(
            line,
            f"'{one}' and '{other}' may both hold the readings; say which: --values COLUMN "
            "(column= in Python and over HTTP)",
        )


def only_values(source: Source, layer: str | None, find: Callable[[str], object]) -> str | None:
    """Return what the values are called in a table of two columns, the other being all of sites.

    ``None`` where the table has more columns or no header, where its words tell, and where either
    may be the values. In a workbook the readings of our own export are, too.

    Parameters
    ----------
    source, layer
        The file, and which of its sheets.
    find
        Gives the node of a name, ``None`` where there is none.
    """
    reader = READERS.get(source.format, "tables")
    if reader not in ("tables", "workbook"):
        return None
    try:
        table = open_table(source, layer).table
    except CheapBanditsError:
        return None  # refused where it is read
    called, columns = table.columns, table.cells
    told = reader == "tables" and not {*VALUES}.isdisjoint(name.lower() for name in called)
    if reader == "workbook" and is_export(called):
        return VALUES[0]
    if len(called) != 2 or not table.header or told:
        return None
    fitting = [
        k
        for k in range(2)
        if _are_sites(called[1 - k], columns[1 - k], find)
        and not (like_a_number(called[k]) or called[k].lower() in MISSING)
        and not (find(called[1 - k]) is not None or re.search("[0-9]", called[1 - k]))  # a row
        and not (stands_beside(plain_name(called[k])) or plain_name(called[k]) in _NO_VALUES)
        and not counts_rows(columns[k])
        and not any(isinstance(one, str) for one in _numbers(columns[k]) or "?")
    ]
    return called[fitting[0]] if len(fitting) == 1 else None


def _are_sites(called: str, cells: Sequence[str], find: Callable[[str], object]) -> bool:
    """Tell whether cells name sites; under a heading of sites one may be mistyped."""
    found = [find(cell) is not None for cell in cells]
    return all(found) or (may_name(called) and any(found))


def _counts(place: int, cells: Sequence[str]) -> bool:
    """Tell whether 1, 2, 3 there are no chance: they stand first, or are many."""
    return place == 0 or len(cells) > _FEW


def stands_beside(name: str) -> bool:
    """Tell whether a column, by its plain name, is known to stand beside any reading."""
    sites = name in SITES or name in NUMBER_NAMES
    return sites or name in COORDINATES or name in _TOLD_BY or name in BESIDE


def _numbers(cells: Sequence[str]) -> list[float | str | None]:
    """Return a column of numbers, gaps as ``None``; nothing where others are the most."""
    found: list[float | str | None] = []
    for cell in cells:
        text = cell.strip().lower()
        number = None if text in MISSING else parse_number(text, comma="," in text)
        found.append(text if number is None and text not in MISSING else number)
    given = [one for one in found if one is not None]
    like = [one for one in given if not isinstance(one, str) or _MEASURED.fullmatch(one)]
    return found if 2 * len(like) > len(given) else []
