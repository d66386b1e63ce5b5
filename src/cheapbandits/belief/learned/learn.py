"""What readings teach, whoever gathered them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.belief.learned.learned import LearnedBelief
from cheapbandits.belief.learned.prior import MOST_NODES, Prior
from cheapbandits.errors import CapacityError, ParameterError

if TYPE_CHECKING:
    from cheapbandits.engines import Row
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import Family

__all__ = ["learn"]


def learn(
    graph: Graph,
    family: Family,
    rows: Sequence[Row],
    readings: Sequence[float],
    *,
    noise: float | None = None,
) -> LearnedBelief:
    """Return the learned belief after these readings, of any policy's, in any order.

    Parameters
    ----------
    graph
        At most 6,000 nodes.
    family
        The probes there are; rows need not be among them.
    rows, readings
        Nodes and weights (``None``: equal), and the average that was read.
    noise
        Standard deviation of a reading's noise, where it is known.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> from cheapbandits.probes import Hops
    >>> ring = Graph.from_edges([(i, (i + 1) % 12) for i in range(12)])
    >>> belief = learn(ring, Hops(ring), [((0,), None), ((6,), None), ((3, 4), None)], [1, 5, 3])
    >>> int(belief.mean.argmax())
    6
    """
    if graph.n_nodes > MOST_NODES:
        raise CapacityError(
            f"a learned belief holds its models as arrays: at most {MOST_NODES:,} nodes, got "
            f"{graph.n_nodes:,}; take a part of the graph"
        )
    if len(rows) != len(readings):
        raise ParameterError(f"got {len(rows)} rows and {len(readings)} readings")
    belief = LearnedBelief(Prior.of(graph, family), noise=noise)
    belief.condition_many(rows, readings)
    return belief
