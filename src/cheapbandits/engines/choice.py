"""Which engine computes ``K = (L + ridge I)^-1``, by size and by how the graph can be cut."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from cheapbandits.engines.conditioning import check_conditioning
from cheapbandits.engines.dense import DenseEngine
from cheapbandits.engines.dissection.cuts import FILLED_NODES, dissection_of
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.engines.iterative import IterativeEngine
from cheapbandits.engines.memory import check_memory
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.locks import fork_safe_lock

if TYPE_CHECKING:
    from cheapbandits.engines.engine import Engine
    from cheapbandits.graphs import Graph

__all__ = ["ENGINES", "choose", "suited"]

#: Up to this many nodes an array is quicker than anything clever.
DENSE_NODES = 4000
#: Engines kept with a graph: for this many ridges, the last ones used.
KEPT = 2


def choose(graph: Graph, ridge: float, engine: str = "auto") -> Engine:
    """Return ``K = (L + ridge I)^-1`` by the engine asked for, or by the one that suits the graph.

    The graph keeps the last ones, so that policies on it share them; they go with the graph, or
    with ``graph.release()``.

    Parameters
    ----------
    graph, ridge
        Of ``L + ridge I``.
    engine
        ``"auto"``, or a name among :data:`ENGINES`.
    """
    check_graph(graph)
    if not isinstance(engine, str) or (engine != "auto" and engine not in ENGINES):
        raise ParameterError(f"engine must be auto, {', '.join(ENGINES)}; got {engine!r}")
    check_conditioning(graph, ridge)
    name, reason = suited(graph) if engine == "auto" else (engine, "asked for by name")
    shelf = graph.keep("engines", Shelf)
    return shelf.get((name, ridge), lambda: ENGINES[name](graph, ridge, reason))


def suited(graph: Graph) -> tuple[str, str]:
    """Return the name of the engine that suits a graph on this machine, and why."""
    if graph.n_nodes <= DENSE_NODES:
        return "dense", "few nodes"
    if dissection_of(graph) is not None:
        return "dissection", "few nodes cut this graph in two"
    if graph.n_nodes <= FILLED_NODES:
        return "dense", "few nodes, and a factor would fill in"
    return "iterative", "a factor of this graph would fill in too much"


class Shelf:
    """The last engines of a graph, a few of them; threads may share it."""

    def __init__(self) -> None:
        self._lock = fork_safe_lock()
        self._engines: OrderedDict[tuple[str, float], Engine] = OrderedDict()

    def get(self, key: tuple[str, float], make: Callable[[], Engine]) -> Engine:
        """Return an engine, made where it is not there; the one not used for longest goes."""
        with self._lock:
            if key not in self._engines:
                while len(self._engines) >= KEPT:
                    self._engines.popitem(last=False)  # make room before the next is built
                self._engines[key] = make()
            self._engines.move_to_end(key)
            return self._engines[key]


def _dense(graph: Graph, ridge: float, reason: str) -> Engine:  # noqa: ARG001
    # The array, its factor, and the readings' columns.
    check_memory(24 * graph.n_nodes**2, f"a dense covariance of {graph.n_nodes:,} nodes")
    return DenseEngine(graph.laplacian, ridge)


def _dissection(graph: Graph, ridge: float, reason: str) -> Engine:
    cuts = dissection_of(graph)
    if cuts is None:
        raise CapacityError(
            "a factor of this graph would fill in too much, or does not fit into this machine's "
            "memory; ask for engine='iterative' or 'auto'"
        )
    return DissectionEngine(graph, ridge, cuts, reason)


#: The engines by name.
ENGINES: dict[str, Callable[[Graph, float, str], Engine]] = {
    "dense": _dense,
    "dissection": _dissection,
    "iterative": IterativeEngine,
}
