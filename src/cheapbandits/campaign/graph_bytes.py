"""Graphs in and out of a database: NPZ bytes, never pickled."""

from __future__ import annotations

import tempfile
from pathlib import Path

from cheapbandits.graphs import Graph, read_graph, write_graph

__all__ = ["graph_from_bytes", "graph_to_bytes", "load_graph"]


def load_graph(source: Graph | str | Path) -> Graph:
    """Return a graph as given, from a file, or from shipped data by name."""
    from cheapbandits.fields import DATASETS, load_dataset

    if isinstance(source, Graph):
        return source
    return load_dataset(str(source)).graph if str(source) in DATASETS else read_graph(source)


def graph_to_bytes(graph: Graph) -> bytes:
    """Return the graph with names and coordinates as an NPZ file's bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.npz"
        write_graph(graph, path)
        return path.read_bytes()


def graph_from_bytes(data: bytes) -> Graph:
    """Return the graph that :func:`graph_to_bytes` stored."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.npz"
        path.write_bytes(data)
        return read_graph(path)
