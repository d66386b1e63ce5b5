"""Graphs: the immutable type, builders, random models and files."""

from cheapbandits.graphs.files import read_graph, write_graph
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.models import (
    barabasi_albert,
    disjoint_cliques,
    erdos_renyi,
    grid,
    relabel,
    stochastic_block_model,
)

__all__ = [
    "Graph",
    "barabasi_albert",
    "disjoint_cliques",
    "erdos_renyi",
    "grid",
    "read_graph",
    "relabel",
    "stochastic_block_model",
    "write_graph",
]
