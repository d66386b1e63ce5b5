"""Graphs: the immutable type, builders, random models and files."""

from cheapbandits.graphs.graph import Graph

__all__ = ["Graph"]
