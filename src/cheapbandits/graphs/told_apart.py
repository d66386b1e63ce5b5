"""The column that tells sites apart though nothing calls it so: ``Messstelle``, ``Probe``, ``Nom``.

Headings are in any language; what stands under them is not. Names stand first in a table, all
different, and no other words before the coordinates are; or they are codes, which differ by their
numbers alone: MS-1, MS-2. Days, files, links, keys of databases and places as text are all
different, too, and name nothing; and no remark stands first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from shlex import quote

from cheapbandits.errors import GraphError
from cheapbandits.graphs.spoilt_names import MONTH
from cheapbandits.graphs.which_column import Cells, Place
from cheapbandits.text import parse_number, shown

__all__ = ["told_apart"]

#: A name is no longer.
_LONGEST = 40
#: So many rows say what a column holds.
_SOME = 1_000
#: What is all different and names no site: days and hours, keys, files, links, places, amounts.
_OTHER = re.compile(
    rf"""[0-9]{{1,4}}[-/.][0-9]{{1,2}}[-/.][0-9]{{1,4}}(?![0-9]).*
    | [0-9]{{8}}t[0-9].* | [0-9]{{1,2}}:[0-9]{{2}}.*
    | .*\b[0-9]{{1,4}}[-. ]+{MONTH}\b.* | {MONTH}[-. ]+[0-9].*
    | \{{?[0-9a-f]{{8}}-?[0-9a-f]{{4}}-?[0-9a-f]{{4}}-?[0-9a-f]{{4}}-?[0-9a-f]{{12}}\}}?
    | uuid:.* | [0-9a-f]{{16,}} | .*(://|@|\\|\.[a-z]{{3,4}}$).*
    | [<>~≤≥(\[{{].* | .*[°º˚].* | [-+]?[0-9.,]+\s*[,;/ ]\s*[-+]?[0-9.,]+
    | (multi)?(point|line|polygon)[a-z]*\s*\(.*
    | [0-9]{{1,2}}[c-x]\s*[a-z]{{2}}\s*[0-9]{{2,5}}\s*[0-9]{{2,5}}
    | [-+]?[0-9.,]+\s*[a-zµ%/²³]+""",
    re.VERBOSE,
)
_DIGITS = re.compile("[0-9]+")
_PADDED = re.compile("0[0-9]+")


def told_apart(columns: Sequence[str], cells: Cells, place: Place) -> int | None:
    """Return the only column of words that tells the sites apart; ``None`` where none does.

    Parameters
    ----------
    columns, cells
        The table, none of whose headings is known to name sites.
    place
        Where its coordinates stand.
    """
    axes = (place.x, place.y)
    cells = cache(cells)  # a frame makes them anew
    spots = list(zip(cells(place.x), cells(place.y), strict=True))
    if len(spots) < 2 or len({*spots}) < len(spots):
        return None  # a site has several rows, and what tells these apart may be samples
    telling = [k for k in range(min(axes)) if _tells(cells(k))]
    if len(telling) > 1:
        raise _asked(columns, telling)
    if telling:
        return telling[0] if telling == [0] or _is_code(cells(telling[0])) else None
    behind = [k for k in range(min(axes), len(columns)) if k not in axes]
    codes = [k for k in behind if _tells(cells(k)) and _is_code(cells(k))]
    return codes[0] if len(codes) == 1 else None


def _tells(cells: Sequence[str]) -> bool:
    """Tell whether each cell is a name of its own."""
    if not all(map(_may_be_name, cells[:_SOME])):
        return False
    different = len({cell.casefold() for cell in cells}) == len(cells)
    return different and all(map(_may_be_name, cells[_SOME:]))


def _may_be_name(cell: str) -> bool:
    return 0 < len(cell) <= _LONGEST and not _is_number(cell) and not _is_other(cell)


def _is_code(cells: Sequence[str]) -> bool:
    """Tell whether cells differ by a number in them alone."""
    return len({_DIGITS.sub("0", cell) for cell in cells}) == 1


def _is_number(cell: str) -> bool:
    return not _PADDED.fullmatch(cell) and parse_number(cell, comma="," in cell) is not None


def _is_other(cell: str) -> bool:
    return _OTHER.fullmatch(cell.lower()[:200]) is not None


def _asked(columns: Sequence[str], places: list[int]) -> GraphError:
    names = " and ".join(f"'{shown(columns[k], 30)}'" for k in places[:4])
    first = quote(shown(columns[places[0]], 30))
    return GraphError(
        f"{names} may name the sites; say which: --name-column {first}, '' to go without names "
        "(in Python names=, or False)"
    )
