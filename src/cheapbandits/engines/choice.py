"""Which engine computes ``K = (L + ridge I)^-1``, by size and by what a factor would take."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cheapbandits.checks import real
from cheapbandits.engines.conditioning import check_conditioning
from cheapbandits.engines.dense import DenseEngine
from cheapbandits.engines.dissection.cuts import FILLED_NODES, MOST_EFFORT, price_of
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.engines.dissection.metis import metis
from cheapbandits.engines.iterative import IterativeEngine
from cheapbandits.engines.memory import check_memory
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.locks import fork_safe_lock

if TYPE_CHECKING:
    from cheapbandits.engines.engine import Engine
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["ENGINES", "choose", "suited"]

#: Up to this many nodes an array is quicker than anything clever.
DENSE_NODES = 4000
#: Engines kept with a graph: for this many ridges, the last ones used.
KEPT = 2


def choose(
    graph: Graph,
    ridge: float,
    engine: str = "auto",
    *,
    sets: Sequence[ProbeSet] = (),
    effort: float = 1.0,
) -> Engine:
    """Return ``K = (L + ridge I)^-1`` by the engine asked for, or by the one that suits the graph.

    The graph keeps the last ones, so that policies on it share them; they go with the graph, or
    with ``graph.release()``.

    Parameters
    ----------
    graph, ridge
        Of ``L + ridge I``.
    engine
        ``"auto"``, or a name among :data:`ENGINES`.
    sets
        Probes whose variances will be asked for, where they are known.
    effort
        How much an exact answer may cost, beside what is spent unasked.
    """
    check_graph(graph)
    if not isinstance(engine, str) or (engine != "auto" and engine not in ENGINES):
        raise ParameterError(f"engine must be auto, {', '.join(ENGINES)}; got {engine!r}")
    if not real(effort, "effort") > 0:
        raise ParameterError(f"effort must be positive, got {effort}; 1 is what is spent unasked")
    check_conditioning(graph, ridge)
    name, reason = engine, "asked for by name"
    if engine == "auto":
        name, reason = suited(graph, sets, effort)
    shelf = graph.keep("engines", Shelf)
    return shelf.get((name, ridge), lambda: ENGINES[name](graph, ridge, reason))


def suited(graph: Graph, sets: Sequence[ProbeSet] = (), effort: float = 1.0) -> tuple[str, str]:
    """Return the name of the engine that suits a graph on this machine, and why."""
    n = graph.n_nodes
    if n <= DENSE_NODES:
        return "dense", "few nodes"
    price = price_of(graph, sets)
    if price is not None and price.effort <= effort and price.fits:
        return "dissection", f"exact for {price}"
    if n <= FILLED_NODES:
        return "dense", "few nodes, and a factor would fill in"
    if price is None:
        return "iterative", "without METIS (pip install pymetis) no factor is to be had"
    remedy = f"; effort={price.effort:.2g} allows it" if price.fits else ", which do not fit here"
    if price.effort > MOST_EFFORT:
        remedy = ""
    return "iterative", f"a factor would fill in and take {price}{remedy}"


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
    if metis() is None:
        raise CapacityError("a factor needs METIS: pip install pymetis, or engine='iterative'")
    return DissectionEngine(graph, ridge, reason)


#: The engines by name.
ENGINES: dict[str, Callable[[Graph, float, str], Engine]] = {
    "dense": _dense,
    "dissection": _dissection,
    "iterative": IterativeEngine,
}
