"""What is odd about a graph that was read, in words: everybody who shows a graph says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.graphs.globe import WGS84
from cheapbandits.graphs.like_distances import like_distances
from cheapbandits.graphs.outlying import outlying
from cheapbandits.graphs.same_spot import on_one_spot

if TYPE_CHECKING:
    from cheapbandits.graphs.graph import Graph

__all__ = ["remarks"]


def remarks(graph: Graph) -> list[str]:
    """Return what its reader noted, and what is odd about sites, weights, and loops."""
    said = [*graph.notes, outlying(graph), on_one_spot(graph), like_distances(graph.weights)]
    if not graph.notes:
        said.append(_unlinked(graph))
    if graph.loops:
        edges = "edge joins" if graph.loops == 1 else "edges join"
        said.append(f"{graph.loops:,} {edges} a node to itself, and so nothing: left out")
    return [one for one in said if one is not None]


def _unlinked(graph: Graph) -> str | None:
    """Return what to say of sites of which most have no link: of a radius in other units, often."""
    alone = int((graph.neighbor_counts == 0).sum())
    if graph.coordinates is None or graph.n_nodes < 2 or 2 * alone <= graph.n_nodes:
        return None
    unit = " (in metres, as these are degrees)" if graph.crs == WGS84 else ""
    return (
        f"{alone:,} of {graph.n_nodes:,} sites have no link to any other, so that a reading tells "
        f"nothing of others: give a larger --radius{unit}, or --neighbors 6 (in Python radius=, "
        "n_neighbors=)"
    )
