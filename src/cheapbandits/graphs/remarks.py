"""What is odd about a graph that was read, in words: everybody who shows a graph says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.graphs.like_distances import like_distances
from cheapbandits.graphs.outlying import outlying
from cheapbandits.graphs.same_spot import on_one_spot

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["remarks"]


def remarks(graph: Graph) -> list[str]:
    """Return what its reader noted, and what is odd about sites, weights, and loops."""
    said = [*graph.notes, outlying(graph), on_one_spot(graph), like_distances(graph.weights)]
    if graph.loops:
        edges = "edge joins" if graph.loops == 1 else "edges join"
        said.append(f"{graph.loops:,} {edges} a node to itself, and so nothing: left out")
    return [one for one in said if one is not None]
