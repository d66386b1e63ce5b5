"""Whether rows that name nodes lie where those nodes are.

Names such as P01 and P02 come again in every survey. A table of another one has the right names and
the wrong places; crews on the ground, though, note the same place a few metres off each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.any_table import AnyTable, with_places
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.globe import WGS84, are_degrees, in_space
from cheapbandits.graphs.systems import label_of
from cheapbandits.graphs.to_wgs84 import to_degrees
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

    Points = NDArray[np.float64]

__all__ = ["check_one_system", "check_places", "check_rows", "check_same_system"]

#: A row that is nearer to a node, compared with the usual distance of neighbours, is exactly there.
_EXACT = 1e-6
#: Systems in which the same numbers lie nearer, in degrees, are one: a few metres.
_NEAR = 1e-4


def check_places(found: AnyTable, graph: Graph, nodes: list[int]) -> None:
    """Refuse a row that is farther from the node it names than that one from its nearest.

    And one that lies exactly where another node is, and not where its own is.

    Parameters
    ----------
    found
        The table, with its places where it has some.
    graph
        Its nodes may have places too.
    nodes
        Which node each row names.
    """
    from scipy.spatial import KDTree

    both = _comparable(found, graph)
    if both is None or not nodes:
        return
    rows, known = both
    tree = KDTree(known)
    nearest = tree.query(known, k=2)[0][:, 1]
    apart = np.linalg.norm(rows - known[nodes], axis=1)
    away = np.flatnonzero(apart > np.maximum(nearest[nodes], np.median(nearest)))
    if away.size:
        there = _pair(np.asarray(graph.coordinates)[nodes[away[0]]])
        raise _misplaced(
            found,
            graph,
            nodes,
            int(away[0]),
            f"and at {there} in the graph, farther off than its neighbours: the name of another "
            "place, or no name of a site at all? Correct it, say which column has the names "
            "(--name-column COLUMN), or mend the coordinates",
        )
    gap, other = tree.query(rows)
    exact = _EXACT * float(np.median(nearest))
    taken = np.flatnonzero((gap <= exact) & (apart > np.maximum(2 * exact, gap)))
    if taken.size:
        whose = shown(graph.name(int(other[taken[0]])))
        raise _misplaced(
            found,
            graph,
            nodes,
            int(taken[0]),
            f"exactly where '{whose}' is in the graph: correct the name or the place, say which "
            "column has the names (--name-column COLUMN), or leave out the coordinates",
        )


def _misplaced(
    found: AnyTable, graph: Graph, nodes: list[int], row: int, said: str
) -> CheapBanditsError:
    """Return what is wrong with a row that lies elsewhere than the node that it names."""
    here = _pair(np.asarray(found.places)[row])
    return found.table.source.at(
        found.table.lines[row], f"'{shown(graph.name(nodes[row]))}' is at {here} here, {said}"
    )


def check_rows(table: SiteTable, graph: Graph, found: Sequence[object]) -> None:
    """Do the same for a table of readings: ``found`` has the node or nodes that each row names."""
    if graph.coordinates is None:
        return
    several = [node if isinstance(node, tuple) else (node,) for node in found]
    rows = [row for row, nodes in enumerate(several) if len(nodes) == 1 and nodes[0] is not None]
    single = replace(
        table,
        lines=[table.lines[row] for row in rows],
        cells=[[column[row] for row in rows] for column in table.cells],
    )
    if rows:
        check_places(with_places(single), graph, [several[row][0] for row in rows])


def check_same_system(source: Source, graph: Graph, crs: str | None) -> None:
    """Refuse the numbers of another system: equal ones are other places."""
    if graph.coordinates is not None:
        check_one_system(source, graph.coordinates, graph.crs, crs)


def check_one_system(source: Source, places: Points, known: str | None, crs: str | None) -> None:
    """Refuse a file whose numbers are other places than those of the graph, as its system is."""
    if crs is None or known is None or crs == known:
        return
    try:
        here, there = (to_degrees(places, system) for system in (known, crs))
        same = np.abs(here - there).max() < _NEAR
    except CheapBanditsError:
        same = False
    if not same:
        raise source.error(
            f"its coordinates are of {label_of(crs)}, and the graph's of {label_of(known)}: "
            "the same numbers are other places; bring it to the graph's system first"
        )


def _comparable(found: AnyTable, graph: Graph) -> tuple[Points, Points] | None:
    """Return the places of rows and of nodes in one space, or ``None`` where there is none."""
    rows, known = found.places, graph.coordinates
    if rows is None or known is None or known.shape[1] != 2:
        return None
    systems = found.crs, graph.crs
    if systems[0] == systems[1] or (None in systems and WGS84 not in systems):
        globe = systems[0] == WGS84
    elif None in systems:  # one is degrees; the other may be, or metres of an unknown plane
        globe = are_degrees(rows) and are_degrees(known)
        if not globe:
            return None
    else:
        try:
            rows, known = (
                to_degrees(p, str(s)) for p, s in zip((rows, known), systems, strict=True)
            )
        except CheapBanditsError:
            return None
        globe = True
    return (in_space(rows), in_space(known)) if globe else (rows, known)


def _pair(place: Points) -> str:
    x, y = place.tolist()
    return f"({x:.10g}, {y:.10g})"
