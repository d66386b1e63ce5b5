"""Which column names the sites of readings, and whether it may only number the rows.

Databases and laboratories number what they write in a column ``id``. Where sites are named by such
an ``id`` too, it fits them by chance, and the site stands in a column beside it that may be called
anything: ``Messstelle``, ``punto``, ``site_ref``. What stands there tells: each cell is a site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import Literal

from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import COORDINATES, NUMBERS, TOLD_BY
from cheapbandits.graphs.files.heading_units import heading_unit
from cheapbandits.graphs.files.said_in_cells import FREE, header_words
from cheapbandits.graphs.files.substances import element_of
from cheapbandits.graphs.files.value_words import ANY_VALUES, HOLD
from cheapbandits.graphs.reading_words import DEPTHS, MOMENTS, REPEATS, WHEN
from cheapbandits.graphs.row_names import NodeNames, heading, naming_column
from cheapbandits.graphs.which_column import Cells, coordinate_pairs
from cheapbandits.text import MISSING, shown

__all__ = ["column_of_sites"]

#: What the numbers of rows are called.
_OF_ROWS = {*NUMBERS, "fid", "gid", "oid", "objectid", "ogcfid", "rowid", "row", "rowno", "rownum"}
_OF_ROWS |= {"rownumber", "index", "idx", "key", "pk", "recno", "record", "recordid", "recordno"}
_OF_ROWS |= {"serial", "serialno", "sno", "srno", "slno", "sn", "lfd", "lfdnr", "laufnr", "seq"}
_OF_ROWS |= {"sequence", "order", "rank", "n", "nummer", "numero", "entry", "entryid", "lp", "pos"}
_OF_ROWS |= {"position", "line", "unnamed0"}
#: What small whole numbers are besides names of sites: moments, repeats, codes, what was measured.
_OTHERS = {*WHEN, *MOMENTS, *REPEATS, *DEPTHS, *FREE, *HOLD, *ANY_VALUES, "status", "weight", "n"}
_OTHERS |= {"count", "counts", "total", "sum", "mean", "median", "max", "sd", "se", "score", "age"}
_OTHERS |= {"height", "width", "length", "size", "elevation", "elev", "altitude", "slope"}
_OTHERS |= {"lab", "laboratory", "labor", "batch", "type", "typ", "class", "category"}
_OTHERS |= {"aspect", "cover", "percent", "temp", "temperature", "humidity", "mass", "speed"}
_OTHERS |= {
    "diameter",
    "dbh",
    "abundance",
    "individuals",
    "richness",
    "population",
    "price",
    "cost",
}
#: A field is a piece of land, a tag stands on a tree; a well is boron in French, Pt is a point.
_OTHERS -= {"field", "tag", "level", "data", "observation"}
_NO_ELEMENT = {"bore", "pt", "po", "in", "os", "la", "ho", "er"}
_TOLD_BY = {plain_name(name) for name in TOLD_BY}
_WHOLE = re.compile(r"0*([0-9]+)(?:[.,]0*)?")


def column_of_sites(
    columns: Sequence[str],
    cells: Cells,
    nodes: NodeNames,
    *,
    asked: str | Literal[False] | None = None,
    taken: Sequence[int] = (),
    ordered: bool = False,
) -> int | None:
    """Return the column that names the nodes, as :func:`.naming_column` does, or ask.

    A number of rows beside a column whose cells are all names of nodes is asked about. It is none
    where a number stands twice, where places show which site a row is, or where it names each node
    once and the other column does not.
    """
    found = naming_column(columns, cells, nodes, asked=asked, taken=taken, ordered=ordered)
    if asked is not None or found is None or heading(columns[found]) not in _OF_ROWS:
        return found
    own = [nodes.find(cell) for cell in cells(found)]
    if ordered or (nodes.placed and coordinate_pairs(columns)) or len({*own}) < len(own):
        return found
    for k in range(len(columns)):
        if k == found or k in taken or _is_other(columns[k]):
            continue
        if len(own) == nodes.count and len({*cells(k)}) < len(own):
            continue
        sites = _sites(cells(k), nodes)
        if sites is None or sites == own:
            continue
        one, other = (shown(columns[at], 30) for at in (found, k))
        raise GraphError(
            f"'{one}' and '{other}' may name the sites, and '{one}' may also number the rows; say "
            f"which: --name-column {quote(one)} or --name-column {quote(other)} (in Python names=)"
        )
    return found


def _sites(cells: Sequence[str], nodes: NodeNames) -> list[object] | None:
    """Return the nodes of a column, ``None`` for its gaps; nothing where a cell is no node."""
    known: dict[str, object] = {}
    for cell in cells:
        if cell in known:
            continue
        names = _spelt(cell.strip())
        known[cell] = next((one for name in names if (one := nodes.find(name)) is not None), None)
        if known[cell] is None and cell.strip().lower() not in MISSING:
            return None
    found = [known[cell] for cell in cells]
    return found if 2 * found.count(None) < len(found) else None


def _spelt(cell: str) -> Iterator[str]:
    """Give a cell, and the same number as others write it: 7.0 where a gap stands above, 007."""
    yield cell
    whole = _WHOLE.fullmatch(cell)
    if whole is not None:
        yield whole[1]


def _is_other(name: str) -> bool:
    """Tell whether a heading says that its column is something else than sites."""
    plain, words = plain_name(name), {*header_words(name)}
    if plain in COORDINATES or plain in _TOLD_BY or words & _OTHERS or heading_unit(name):
        return True
    named = {word for word in words if len(word) > 2} - _NO_ELEMENT
    symbol = plain if len(words) == 1 and len(plain) == 2 and plain not in _NO_ELEMENT else ""
    return any(element_of(word) for word in (*named, symbol))
