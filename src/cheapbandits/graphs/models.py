"""The paper's random graphs, cliques and grids."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.checks import generator as generator_of
from cheapbandits.checks import got, items, one_of
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.sampling import (
    check_count,
    check_probability,
    check_size,
    successes,
    triangle_pairs,
    uniforms,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "EdgeWeights",
    "barabasi_albert",
    "disjoint_cliques",
    "erdos_renyi",
    "grid",
    "relabel",
    "stochastic_block_model",
]

EdgeWeights = Literal["unit", "uniform"]


def erdos_renyi(
    n_nodes: int,
    probability: float,
    *,
    weights: EdgeWeights = "unit",
    rng: np.random.Generator | int | None = None,
) -> Graph:
    """Join each pair of nodes with the same probability, independently.

    Takes time and memory in the number of edges, not of pairs.

    Parameters
    ----------
    n_nodes
        Number of nodes, at least 2.
    probability
        Probability of each edge, from 0 to 1.
    weights
        ``"unit"``, or ``"uniform"``: independent, uniform on (0, 1].
    rng
        Generator or seed.

    Examples
    --------
    >>> erdos_renyi(1000, 0.01, rng=0)
    Graph(1,000 nodes, ... edges, connected, unit weights)
    """
    n = check_count("n_nodes", n_nodes, 2)
    generator = generator_of(rng)
    share = check_probability("probability", probability)
    check_size(n, n * (n - 1) // 2 * share)
    chosen = successes(n * (n - 1) // 2, share, generator)
    return _graph(np.column_stack(triangle_pairs(chosen)), n, weights, generator)


def barabasi_albert(
    n_nodes: int,
    degree: int,
    *,
    weights: EdgeWeights = "unit",
    rng: np.random.Generator | int | None = None,
) -> Graph:
    """Let nodes arrive one by one and prefer those that have many edges.

    Each new node is joined to ``degree`` distinct earlier ones, drawn with probability proportional
    to their degrees; the first ``degree + 1`` nodes form a star. The graph is connected and has
    ``degree * (n_nodes - degree)`` edges.

    Parameters
    ----------
    n_nodes
        Number of nodes, more than ``degree``.
    degree
        Edges that each new node brings, at least 1.
    weights, rng
        As for :func:`erdos_renyi`.

    Examples
    --------
    >>> barabasi_albert(500, 5, rng=0)
    Graph(500 nodes, 2,475 edges, connected, unit weights)
    """
    n = check_count("n_nodes", n_nodes, 2)
    degree = check_count("degree", degree, 1, n - 1)
    check_size(n, n * degree)
    generator = generator_of(rng)
    targets = _preferred(n, degree, generator)
    pairs = np.column_stack([np.repeat(np.arange(degree, n), degree), targets])
    return _graph(pairs, n, weights, generator)


def stochastic_block_model(
    sizes: Sequence[int] = (100, 60, 40, 50),
    within: float = 0.7,
    between: float = 0.02,
    *,
    weights: EdgeWeights = "unit",
    rng: np.random.Generator | int | None = None,
) -> Graph:
    """Join nodes of one block with probability ``within``, of two with ``between``.

    Parameters
    ----------
    sizes
        Number of nodes of each block; nodes are numbered block after block.
    within, between
        Edge probabilities, from 0 to 1. The defaults are the paper's.
    weights, rng
        As for :func:`erdos_renyi`.

    Examples
    --------
    >>> stochastic_block_model(rng=0).n_nodes
    250
    """
    counts = [
        check_count(f"sizes[{block}]", size, 1) for block, size in enumerate(items(sizes, "sizes"))
    ]
    inside, across = check_probability("within", within), check_probability("between", between)
    generator = generator_of(rng)
    total, squares = sum(counts), sum(size * size for size in counts)
    check_size(total, (squares - total) / 2 * inside + (total * total - squares) / 2 * across)
    starts = np.cumsum([0, *counts])
    found = []
    for a, size in enumerate(counts):
        i, j = triangle_pairs(successes(size * (size - 1) // 2, inside, generator))
        found.append(np.column_stack([i, j]) + starts[a])
    for a, b in combinations(range(len(counts)), 2):
        i, j = np.divmod(successes(counts[a] * counts[b], across, generator), counts[b])
        found.append(np.column_stack([i + starts[a], j + starts[b]]))
    return _graph(np.concatenate(found or [_NO_PAIRS]), int(starts[-1]), weights, generator)


def disjoint_cliques(
    n_cliques: int,
    size: int,
    *,
    weights: EdgeWeights = "unit",
    rng: np.random.Generator | int | None = None,
) -> Graph:
    """Return complete graphs of equal size with no edge between them.

    Parameters
    ----------
    n_cliques, size
        How many cliques, and how many nodes each has; numbered clique after clique.
    weights, rng
        As for :func:`erdos_renyi`.

    Examples
    --------
    >>> disjoint_cliques(3, 4)
    Graph(12 nodes, 18 edges, 3 parts, unit weights)
    """
    cliques, k = check_count("n_cliques", n_cliques, 1), check_count("size", size, 1)
    check_size(cliques * k, cliques * k * (k - 1) // 2)
    one = np.column_stack(triangle_pairs(np.arange(k * (k - 1) // 2)))
    pairs = one[None, :, :] + k * np.arange(cliques)[:, None, None]
    return _graph(pairs.reshape(-1, 2), cliques * k, weights, generator_of(rng))


def grid(rows: int, columns: int) -> Graph:
    """Return a grid in which each node has its 4 neighbours, numbered row after row.

    Parameters
    ----------
    rows, columns
        Its extent; the coordinates are (column, row).

    Examples
    --------
    >>> grid(2, 3).coordinates[4]
    array([1., 1.])
    """
    height, width = check_count("rows", rows, 1), check_count("columns", columns, 1)
    check_size(height * width)
    node = np.arange(height * width).reshape(height, width)
    across = np.column_stack([node[:, :-1].ravel(), node[:, 1:].ravel()])
    down = np.column_stack([node[:-1].ravel(), node[1:].ravel()])
    places = np.column_stack([node.ravel() % width, node.ravel() // width])
    return Graph.from_edges(np.concatenate([across, down]), None, node.size, coordinates=places)


def relabel(graph: Graph, order: ArrayLike) -> Graph:
    """Return the same graph with its nodes in another order; names and coordinates follow.

    Parameters
    ----------
    graph
        Any graph.
    order
        A permutation of 0 to N - 1: which old node comes first, second, and so on.

    Examples
    --------
    >>> relabel(Graph.from_edges([(0, 1)], n_nodes=3, names="abc"), [2, 0, 1]).names
    ('c', 'a', 'b')
    """
    try:
        place = np.asarray(order)
    except ValueError:  # of lists of several lengths
        place = np.empty(0)
    if place.ndim != 1 or not np.array_equal(np.sort(place), np.arange(graph.n_nodes)):
        raise ParameterError(
            f"order must hold each of 0 to {graph.n_nodes - 1} once, got {got(order)}"
        )
    names = None if graph.names is None else [graph.names[i] for i in place]
    coordinates = None if graph.coordinates is None else graph.coordinates[place]
    by = graph.named_by
    return Graph(graph.weights[place][:, place], names=names, coordinates=coordinates, named_by=by)


_NO_PAIRS = np.empty((0, 2), dtype=np.int64)


def _graph(
    pairs: NDArray[np.int64], n_nodes: int, weights: EdgeWeights, rng: np.random.Generator
) -> Graph:
    one_of(weights, ("unit", "uniform"), "weights")
    # The generator gives [0, 1); turned round it leaves out 0, which would be no edge.
    values = 1 - rng.random(len(pairs)) if weights == "uniform" else None
    return Graph.from_edges(pairs, values, n_nodes)


def _preferred(n_nodes: int, degree: int, rng: np.random.Generator) -> list[int]:
    """Return the targets of node ``degree``, then of the next one, and so on.

    ``ends`` holds both ends of every edge, so a uniform draw from it is one by degree.
    """
    draw = uniforms(rng, block=min(2 * degree * n_nodes, 1 << 16))
    targets = list(range(degree))
    ends = targets + [degree] * degree
    for node in range(degree + 1, n_nodes):
        chosen: dict[int, None] = {}
        while len(chosen) < degree:
            chosen[ends[int(next(draw) * len(ends))]] = None
        targets += chosen
        ends += chosen
        ends += [node] * degree
    return targets
