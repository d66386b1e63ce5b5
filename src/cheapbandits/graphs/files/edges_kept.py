"""Whether an edge list that was written can be read again, and what it has lost: said at once.

A name such as ``NA`` or ``2024-01-01`` is asked about where edges are read, as it is most often a
gap or a spreadsheet's doing. Who wrote it on purpose has to know.
"""

from __future__ import annotations

import warnings
from pathlib import Path

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.files import edge_list, tables
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.graph import Graph
from cheapbandits.text import shown

__all__ = ["check_edges_kept"]


def check_edges_kept(graph: Graph, part: Path, path: Path) -> None:
    """Refuse edges that cannot be read again, and warn of names that have to be asked for.

    Parameters
    ----------
    graph
        What was written.
    part
        Where it lies for now.
    path
        Where it will lie.
    """
    if graph.coordinates is not None:
        warnings.warn(
            f"{shown(path, 500)}: an edge list has no coordinates, so that these are lost; write "
            ".npz to keep them",
            stacklevel=3,
        )
    if graph.names is None:
        return  # whole numbers from 0 are read as what they are
    try:
        _read(graph, tables.read(Source(part)))
    except CheapBanditsError as error:
        said = str(error).removeprefix(f"{part}: ")
        try:
            _read(graph, edge_list.read(Source(part), nodes="name"))
        except CheapBanditsError:
            raise GraphError(f"its edges would not be read again ({said}); write .npz") from error
        warnings.warn(
            f"{shown(path, 500)}: read it with nodes='name', or write .npz; without, its names are "
            f"refused: {said}",
            stacklevel=3,
        )


def _read(graph: Graph, back: Graph) -> None:
    """Refuse other names than those that were written."""
    names = back.names or tuple(map(str, range(back.n_nodes)))
    if {*names} != {*(graph.names or ())}:
        raise GraphError("its nodes would have other names")
