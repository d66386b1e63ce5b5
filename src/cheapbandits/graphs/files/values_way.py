"""How to say which column holds the values: by its name where only one may hold them.

An example is copied. So none is given where two columns of numbers may be meant, and a column that
belongs to another (its deviation, its limit) or numbers something is not meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from cheapbandits.graphs.column_names import one_twice, plain_name
from cheapbandits.graphs.column_words import NUMBERS
from cheapbandits.graphs.files.one_reading import BESIDE, stands_beside
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.under_limit import is_limit
from cheapbandits.text import parse_number, shown

__all__ = ["values_way"]

#: Words of a heading that make it one of something else; one letter may be a unit.
_OF_ANOTHER = {word for word in (*BESIDE, *NUMBERS) if len(word) > 1}


def values_way(called: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return how to say which column holds the values.

    Parameters
    ----------
    called
        The header.
    rows
        Some rows under it.

    Examples
    --------
    >>> rows = [["A", "12.5", "0.5"], ["B", "13", "0.4"]]
    >>> values_way(["site", "zinc", "zinc_sd"], rows)
    'say which holds the values, --values COLUMN (--values zinc)'
    >>> values_way(["site", "zinc", "lead"], rows)
    'say which holds the values, --values COLUMN'
    """
    likely = [k for k in range(len(called)) if _may_be_values(called[k], k, rows)]
    only = called[likely[0]] if len({called[k] for k in likely}) == 1 else ""
    way = f" (--values {quote(shown(only))})" if only.strip() else ""
    twice = one_twice(called, likely)
    return f"{twice}{', and ' if twice else ''}say which holds the values, --values COLUMN{way}"


def _may_be_values(called: str, place: int, rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether a column holds numbers, and nothing that stands beside any reading."""
    cells = [row[place].strip() for row in rows if place < len(row)]
    if stands_beside(plain_name(called)) or _OF_ANOTHER & {*header_words(called)}:
        return False
    return any(map(_is_measured, cells)) and not is_limit(called, "", cells)


def _is_measured(cell: str) -> bool:
    """Tell whether a cell is a number, or a limit: readings have both."""
    bare = cell.lstrip("<>≤≥~= ")
    return parse_number(bare, comma="," in bare) is not None
