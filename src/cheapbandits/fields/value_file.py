"""The values of a field from a file: a column in the order of the nodes, or places and values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs import Graph
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.site_values import SiteValue, read_site_values
from cheapbandits.graphs.files.two_columns import Found, read_two_columns
from cheapbandits.graphs.marks import Nodata
from cheapbandits.graphs.number_names import but_for_point
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import did_you_mean, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_column", "read_values"]

_EVERYWHERE = (
    "a rehearsal needs one at every site: fill it in, or take the site out of the graph's table too"
)


def read_values(
    path: str | Path,
    graph: Graph,
    column: str | None = None,
    layer: str | None = None,
    nodata: Nodata = None,
    *,
    names: str | Literal[False] | None = None,
    own: bool = False,
) -> NDArray[np.float64]:
    """Return ``(N,)`` values, one for each node and each given once.

    Parameters
    ----------
    path
        A text file: one number a line in the order of the nodes, or two columns, the node by its
        name and the number; see :func:`.read_two_columns`.
    graph
        Where the nodes are.
    column
        The column that holds the values, where the file is a table of sites or a map; see
        :func:`.read_site_values`.
    layer
        Which layer of a map or sheet of a workbook, where there are several.
    nodata
        The number that means 'no value', as -9999 often does; ``False`` where all are true values.
        Left out: a number that may mean it is refused; see :mod:`...graphs.marks`.
    names, own
        The column that names the nodes, and whether the graph was made of this very file; see
        :func:`.read_site_values`.
    """
    options: dict[str, Any] = {"names": names, "own": own}
    if column is not None:
        return read_column(path, graph, column, layer, nodata, **options)[0]
    source = Source(Path(path), kind=ParameterError)
    found = read_two_columns(
        source,
        single=True,
        any_header=True,
        nodata=nodata,
        names=names,
        graph=graph,
    )
    none = next((row for row in found if np.isnan(row.value)), None)
    if none is not None:
        raise source.at(none.line, f"no value; {_EVERYWHERE}")
    large = next((row for row in found if abs(row.value) > LARGEST), None)
    if large is not None:
        raise source.at(large.line, f"the value must be within {LARGEST:g}; correct it")
    if found and found[0].place is None:
        _check_count(source, found, graph)
        return np.array([row.value for row in found])
    values = np.full(graph.n_nodes, np.nan)
    lines: dict[int, int] = {}
    for row in found:
        node = _node(source, row, graph)
        _check_once(source, graph, node, row.line, lines)
        values[node] = row.value
    missing = np.flatnonzero(np.isnan(values))
    if missing.size:
        raise source.error(
            f"{len(found)} values for {graph.n_nodes} nodes: none for "
            f"{shown(graph.name(int(missing[0])))}; add it"
        )
    return values


def read_column(
    path: str | Path,
    graph: Graph,
    column: str,
    layer: str | None = None,
    nodata: Nodata = None,
    *,
    names: str | Literal[False] | None = None,
    own: bool = False,
) -> tuple[NDArray[np.float64], str]:
    """Return the values of a column as :func:`read_values` does, and what the file calls it."""
    source = Source(Path(path), kind=ParameterError)
    sites = read_site_values(source, column, graph, layer, nodata, names=names, own=own)
    return _of_sites(source, column, graph, sites), sites[0].column if sites else column


def _of_sites(
    source: Source, column: str, graph: Graph, found: list[SiteValue]
) -> NDArray[np.float64]:
    values = np.full(graph.n_nodes, np.nan)
    lines: dict[int, int] = {}
    for row in found:
        if np.isnan(row.value):
            raise source.at(
                row.line,
                f"no value in '{shown(column)}'; {_EVERYWHERE}",
            )
        _check_once(source, graph, row.node, row.line, lines)
        values[row.node] = row.value
    missing = np.flatnonzero(np.isnan(values))
    if missing.size:
        name = shown(graph.name(int(missing[0])))
        raise source.error(f"no row for the node {name}; add it")
    return values


def _check_once(source: Source, graph: Graph, node: int, line: int, lines: dict[int, int]) -> None:
    if lines.setdefault(node, line) != line:
        raise source.at(
            line,
            f"more than one value for {shown(graph.name(node))} (see line {lines[node]}); keep one",
        )


def _node(source: Source, row: Found, graph: Graph) -> int:
    try:
        return graph.index(row.place)
    except GraphError:
        if ";" in str(row.place):  # of a campaign's export
            raise source.at(
                row.line,
                f"'{shown(row.place)}' are several nodes: the average of a group is the value of "
                "none of them, and one is needed at every site; without --field, fields are drawn",
            ) from None
        meant = but_for_point(str(row.place), graph.find)
        meant = meant or did_you_mean(str(row.place), graph.names or ())
        raise source.at(
            row.line,
            f"no node is named '{shown(row.place)}'; {meant}correct the name or delete the line",
        ) from None


def _check_count(source: Source, found: list[Found], graph: Graph) -> None:
    if len(found) != graph.n_nodes:
        raise source.error(
            f"{len(found)} values for {graph.n_nodes} nodes; give one a node, in their order, or "
            "put the node's name and a comma before each"
        )
