"""Graph files: reading with every input treated as hostile, and lossless writing."""

from cheapbandits.graphs.files.dispatch import read_graph, write_graph

__all__ = ["read_graph", "write_graph"]
