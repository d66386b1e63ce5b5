"""Columns of our own tables beside the sites of readings: whether they agree with these.

An export says a group three times: ``nodes`` are all of it, ``place`` is the name of its first
node, ``width`` how many they are. Who cuts an export keeps some of them, in any combination.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.number_names import marked_index
from cheapbandits.graphs.row_names import NodeNames
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import shown

__all__ = ["check_nodes_beside", "is_export"]

#: What says how many nodes a reading is of: in an export, and in the table of the page.
_WIDTHS = ("width", "places")
_COUNT = re.compile(r"0*([1-9][0-9]{0,8})(?:\.0*)?", re.ASCII)

#: What an export writes of a reading's origin.
_ORIGIN = re.compile("export:|import:")

#: Finds nodes: by name or marked index, or plain numbers by index.
_Find = Callable[[str], Hashable]


def is_export(columns: Sequence[str]) -> bool:
    """Tell whether a table has the columns that prove which nodes an export means.

    Examples
    --------
    >>> is_export(["center", "Place", "nodes", "reading"]), is_export(["place", "nodes"])
    (True, False)
    """
    lowered = [name.strip().lower() for name in columns]
    return all(lowered.count(name) == 1 for name in ("center", "place", "nodes"))


def check_nodes_beside(
    source: Source,
    columns: Sequence[str],
    taken: int,
    cells: Cells,
    lines: Sequence[int],
    sites: Sequence[object],
    nodes: NodeNames,
) -> None:
    """Refuse readings beside whose sites our own columns say others, or several.

    Parameters
    ----------
    source
        The file.
    columns, cells
        What its columns are called, and what gives their cells in the rows that are used.
    taken
        The column that the sites were taken of.
    lines, sites
        Where these rows stand, and the node of each, or the nodes.
    nodes
        The nodes' names.
    """
    lowered = [name.strip().lower() for name in columns]
    firsts = [_first(site) for site in sites]
    own = lowered[taken] in ("nodes", "center")
    other, check = ("place", _check_place) if own else ("nodes", _check_nodes)
    if lowered.count(other) == 1:
        check(source, columns, (taken, lowered.index(other)), cells, lines, firsts, nodes)
    if "nodes" not in lowered and not any(isinstance(x, tuple) and len(x) > 1 for x in sites):
        _check_single(source, columns, taken, cells, lines)


def _check_single(
    source: Source, columns: Sequence[str], taken: int, cells: Cells, lines: Sequence[int]
) -> None:
    """Refuse rows of an export without its nodes that are, or may be, readings of groups."""
    lowered = [name.strip().lower() for name in columns]
    at = lowered.index("origin") if lowered.count("origin") == 1 else None
    row = None
    if at is not None:
        row = next((k for k, cell in enumerate(cells(at)) if _ORIGIN.match(cell.strip())), None)
    width = next((lowered.index(name) for name in _WIDTHS if lowered.count(name) == 1), None)
    if width is not None and (row is not None or lowered[taken] in ("place", "center")):
        _check_width(source, columns, (taken, width), cells, lines)
    elif row is not None:
        raise source.at(
            lines[row],
            f"'{shown(columns[at or 0], 30)}' says that this is a row of an export, and nothing "
            "whether it is of one node or a group, whose value is none of a single node; keep the "
            "columns center, place, names and nodes, or delete that column if all are of one",
        )


def _check_place(
    source: Source,
    columns: Sequence[str],
    at: tuple[int, int],
    cells: Cells,
    lines: Sequence[int],
    firsts: Sequence[object],
    nodes: NodeNames,
) -> None:
    """Refuse nodes whose first is not the place beside them, where all places are sites."""
    places = [_first(nodes.find(cell)) for cell in cells(at[1])]
    if None in places or None in firsts:
        return  # another place: a town, a country
    row = next((k for k, site in enumerate(firsts) if site != places[k]), None)
    if row is not None:
        raise source.at(
            lines[row],
            f"{_said(columns, at, cells, row)}, which are two sites; numbers from 0, as exports "
            "have had them, are no names: say which column names the sites (--name-column "
            f"{shown(columns[at[1]], 30)}), or delete the other one",
        )


def _check_nodes(
    source: Source,
    columns: Sequence[str],
    at: tuple[int, int],
    cells: Cells,
    lines: Sequence[int],
    firsts: Sequence[object],
    nodes: NodeNames,
) -> None:
    """Refuse sites beside which ``nodes`` are others or several, as names or as indices.

    Where they are nodes neither way, the word means something else: of a plant, of a network; and
    so it may where they are plain numbers and no names.
    """

    def index(part: str) -> int | None:
        plain = part.strip()
        whole = plain.isascii() and plain.isdigit() and len(plain) < 19
        number = int(plain) if whole else nodes.count
        return number if number < nodes.count else marked_index(part, nodes.count)

    ways: tuple[_Find, ...] = (lambda part: _first(nodes.find(part)), index)
    groups = [[[find(part) for part in cell.split(";")] for cell in cells(at[1])] for find in ways]
    meant = [way for way in groups if not any(None in group for group in way)]
    for row in range(len(lines)) if meant else ():
        if any(len(way[row]) > 1 for way in meant):
            raise source.at(
                lines[row],
                f"{_said(columns, at, cells, row)}, which are several: the value of a group is "
                "none of a single node; import the table as text without --name-column and "
                "--values, with the columns center, place, names and nodes where it is an export",
            )
    counts = meant == groups[1:] and not any("#" in cell for cell in cells(at[1]))
    if meant and not counts and not any([group[0] for group in way] == [*firsts] for way in meant):
        row = next(k for k, group in enumerate(meant[0]) if group[0] != firsts[k])
        raise source.at(
            lines[row],
            f"{_said(columns, at, cells, row)}, which is another node; correct it, or rename or "
            "delete the column that does not name the sites",
        )


def _check_width(
    source: Source, columns: Sequence[str], at: tuple[int, int], cells: Cells, lines: Sequence[int]
) -> None:
    """Refuse a place beside which an export says that the reading is of several nodes."""
    counts = [_COUNT.fullmatch(cell.strip()) for cell in cells(at[1])]
    if None in counts:
        return  # metres, most likely
    row = next((k for k, count in enumerate(counts) if count and count[1] != "1"), None)
    if row is not None:
        name = shown(columns[at[1]], 30)
        raise source.at(
            lines[row],
            f"{_said(columns, at, cells, row)}: in an export so many nodes were read together, and "
            f"the value of a group is none of a single node; keep the columns center and nodes of "
            f"an export, or rename '{name}' if it is something else ({name}_m)",
        )


def _said(columns: Sequence[str], at: tuple[int, int], cells: Cells, row: int) -> str:
    one, other = (f"'{shown(columns[k], 30)}' says '{shown(cells(k)[row], 30)}'" for k in at)
    return f"{one} and {other}"


def _first(found: object) -> object:
    return found[0] if isinstance(found, tuple) and found else found
