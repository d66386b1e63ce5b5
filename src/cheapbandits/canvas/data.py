"""The data of a map of the belief: pure, nothing drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.canvas.positions import aspect_of, frame_of, has_map, positions_of
from cheapbandits.canvas.scale import ScaleBar, scale_bar
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph

__all__ = ["BeliefMap", "belief_map"]

#: Above this many nodes only some edges are drawn.
MANY_NODES = 5000
#: How many, then.
SOME_EDGES = 20_000


@dataclass(frozen=True, eq=False)
class BeliefMap:
    """Everything that a picture of the belief shows.

    Attributes
    ----------
    positions
        ``(N, 2)``.
    edges
        ``(E, 2)`` pairs of nodes to be joined; of large graphs, some.
    mean, deviation
        ``(N,)`` the belief.
    probed, next_nodes
        Nodes of readings told, and of the group to be measured next.
    best, best_name
        The most promising node, or ``None``.
    frame
        Left, right, bottom and top of what is shown.
    aspect
        Length of a step up beside one to the right.
    n_outside
        Nodes that lie outside the frame.
    on_map
        Whether positions are the graph's own coordinates, not a layout.
    bar
        How long something is, on a map.
    """

    positions: NDArray[np.float64]
    edges: NDArray[np.int64]
    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    probed: tuple[int, ...]
    next_nodes: tuple[int, ...]
    best: int | None
    best_name: str
    frame: tuple[float, float, float, float]
    aspect: float
    n_outside: int
    on_map: bool
    bar: ScaleBar | None = None

    @property
    def looked(self) -> str:
        """How many places are in no reading so far, in words."""
        nodes = len(self.mean)
        return f"{nodes - len(self.probed):,} of {nodes:,} never looked at"


def belief_map(
    graph: Graph,
    mean: ArrayLike,
    deviation: ArrayLike,
    *,
    probed: Iterable[int] = (),
    best: int | None = None,
    next_nodes: Iterable[int] = (),
    extent: Literal["robust", "all"] = "robust",
) -> BeliefMap:
    """Return the data of a map of the belief.

    Parameters
    ----------
    graph
        Drawn at its coordinates if they are 2-d, else at a layout from its lowest frequencies.
    mean, deviation
        ``(N,)`` what is believed of each node.
    probed, best, next_nodes
        Nodes to be marked.
    extent
        ``"robust"`` leaves nodes out of the frame that lie far from all others, unless one is the
        best or to be measured next; ``"all"`` shows every node.
    """
    if extent not in ("robust", "all"):
        raise ParameterError(f"extent must be 'robust' or 'all', got {extent!r}")
    told, following = _nodes(graph, "probed", probed), _nodes(graph, "next_nodes", next_nodes)
    top = _nodes(graph, "best", [] if best is None else [best])
    positions = positions_of(graph)
    robust = extent == "robust" and has_map(graph)
    frame = frame_of(positions, [*top, *following] if robust else list(range(graph.n_nodes)))
    left, right, bottom, upper = frame
    inside = (positions >= (left, bottom)) & (positions <= (right, upper))
    return BeliefMap(
        positions=positions,
        edges=_some_edges(graph),
        mean=_values(graph, "mean", mean),
        deviation=_values(graph, "deviation", deviation),
        probed=told,
        next_nodes=following,
        best=top[0] if top else None,
        best_name=graph.name(top[0]) if top else "",
        frame=frame,
        aspect=aspect_of(graph, frame),
        n_outside=int((~inside.all(axis=1)).sum()),
        on_map=has_map(graph),
        bar=scale_bar(graph, frame),
    )


def _some_edges(graph: Graph) -> NDArray[np.int64]:
    pairs = graph.edges()[0]
    if graph.n_nodes <= MANY_NODES or len(pairs) <= SOME_EDGES:
        return pairs
    chosen = np.random.default_rng(0).choice(len(pairs), SOME_EDGES, replace=False)
    return np.asarray(pairs[np.sort(chosen)])


def _nodes(graph: Graph, what: str, nodes: Iterable[int]) -> tuple[int, ...]:
    found = tuple(dict.fromkeys(int(node) for node in nodes))
    for node in found:
        if not 0 <= node < graph.n_nodes:
            raise ParameterError(
                f"{what}: node {node} is not in the graph (0 to {graph.n_nodes - 1})"
            )
    return found


def _values(graph: Graph, what: str, values: ArrayLike) -> NDArray[np.float64]:
    array = np.array(values, dtype=float)
    if array.shape != (graph.n_nodes,):
        raise ParameterError(
            f"{what} must have one value a node, shape ({graph.n_nodes},); got {array.shape}"
        )
    if not np.isfinite(array).all():
        node = int(np.flatnonzero(~np.isfinite(array))[0])
        raise ParameterError(f"{what} must be finite; node {node} has {array[node]}")
    return array
