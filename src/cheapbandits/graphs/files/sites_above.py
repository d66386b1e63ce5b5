"""Readings with a column a site: the sites stand in the header, and a row is a time.

Loggers and spreadsheets write them so. Of such a table one column is all readings of one site; row
by row, they would be told to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.column_names import listed, plain_name
from cheapbandits.graphs.files.any_table import AnyTable, open_table
from cheapbandits.graphs.files.date_cells import is_date
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import content
from cheapbandits.graphs.reading_words import MOMENTS, VALUES, WHEN
from cheapbandits.graphs.spellings import is_one_heading
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import like_a_number

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["check_no_sites_above", "check_no_sites_in_head"]

_MARKS = re.compile("[,;\t]")
#: So many headings may be called as sites are by chance.
_CHANCE = 1
#: So many are named.
_FEW = 3

Names = str | Literal[False] | None


def check_no_sites_in_head(source: Source, text: str, graph: Graph, names: Names) -> None:
    """Refuse the same of a text, before it is known which of its columns are which."""
    _, head = next(content(text), (0, ""))
    if any(_is_site(cell.strip(' "'), graph) for cell in _MARKS.split(head)):
        found = None
        with suppress(CheapBanditsError):  # refused where it is read
            found = open_table(source)
        if found is not None:
            check_no_sites_above(found, graph, names)


def check_no_sites_above(found: AnyTable, graph: Graph, names: Names) -> None:
    """Refuse a table whose header has the sites, and whose rows are of none.

    Parameters
    ----------
    found
        The table; where it has places, its rows are sites.
    graph
        Where the nodes are.
    names
        The column of sites, where the user says it.
    """
    table = found.table
    if found.places is not None and table.header:
        return
    head, columns = table.columns, table.cells
    if not table.header:  # so one with the numbers of sites is read
        head, columns = [cells[0] for cells in columns], [cells[1:] for cells in columns]
    sites = [k for k, name in enumerate(head) if _is_site(name, graph)]
    rest = [k for k in range(len(head)) if k not in sites]
    times = [k for k in rest if _are_times(head[k], columns[k])]
    sure = bool(times) or (table.header and not rest)
    few = 0 if sure else _CHANCE if table.header else len(sites)
    if len(sites) <= few or any(
        _says_sites(head[k], columns[k], graph, names) for k in rest if k not in times
    ):
        return
    some, more = [head[k] for k in sites[:_FEW]], ", ..." if len(sites) > _FEW else ""
    needed = [graph.named_by or "site", *(head[k] for k in times[:1]), VALUES[1]]
    raise table.source.at(
        table.head or 1,
        f"the header has sites ({listed(some)}{more}), a column each, and one row is one reading: "
        f"make a table with the columns {listed(needed)} (Excel: Unpivot columns; pandas: melt; "
        "R: pivot_longer), or rename the columns that are no sites",
    )


def _is_site(name: str, graph: Graph) -> bool:
    """Tell whether a heading is the name of a node; mere indices are none."""
    bare = name.strip()
    known = graph.names is not None and bool(bare)
    return known and any(graph.find(one) is not None for one in (bare, _without_unit(bare)))


def _without_unit(name: str) -> str:
    """Return a heading without what stands in brackets behind it, looked at once: it may be long.

    Examples
    --------
    >>> _without_unit("W01 (a) [mg/L]"), _without_unit("W01 ((mg)"), _without_unit("(x")
    ('W01 (a)', 'W01', '(x')
    """
    if not name.endswith((")", "]")):
        return name
    before = max(name.rfind(")", 0, -1), name.rfind("]", 0, -1)) + 1
    opened = [at for at in (name.find("(", before), name.find("[", before)) if at >= 0]
    return name[: min(opened)].rstrip() if opened else name


def _are_times(name: str, cells: Sequence[str]) -> bool:
    if like_a_number(name) or is_date(name):
        return False
    given = [cell for cell in cells if cell.strip()]
    return plain_name(name) in WHEN | MOMENTS or (bool(given) and all(map(is_date, given)))


def _says_sites(name: str, cells: Sequence[str], graph: Graph, names: Names) -> bool:
    """Tell whether a column has sites, or such as may be mistyped."""
    own = graph.named_by is not None and is_one_heading(name, graph.named_by)
    called = own or may_name(name) or name == names
    words = [cell for cell in cells if cell.strip() and not like_a_number(cell)]
    if called:
        return bool(words) or any(graph.find(cell.strip()) is not None for cell in cells)
    return any(graph.find(cell.strip()) is not None for cell in words)
