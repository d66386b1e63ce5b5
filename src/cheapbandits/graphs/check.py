"""Whether something is a graph at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cheapbandits.checks import instance
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.graph import Graph

__all__ = ["check_graph", "check_path"]


def check_graph(graph: Any) -> Graph:
    """Return a graph, refusing what only looks like one."""
    if not isinstance(graph, Graph):
        raise ParameterError(
            f"graph must be a cheapbandits.Graph, got {type(graph).__name__}; make one with "
            "Graph(weights), Graph.from_edges, Graph.from_networkx or read_graph"
        )
    return graph


def check_path(path: Any) -> Path:
    """Return the path of a graph file."""
    instance(path, (str, os.PathLike), "the path of a graph file", "text or a Path")
    return Path(path)
