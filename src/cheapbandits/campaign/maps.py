"""What is believed of every node: as columns of a map for other programs, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.standing import Standing
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["estimates_geojson", "picture"]


def estimates_geojson(standing: Standing, policy: Policy, graph: Graph) -> dict[str, Any]:
    """Return all nodes as GeoJSON: estimate, low, high, and how many readings touch each.

    Low and high hold the value with probability 0.9. Before the first reading there are none.
    """
    from cheapbandits.campaign.exports import nodes_geojson

    columns: dict[str, NDArray[Any]] = {"readings": _touched(standing, graph.n_nodes)}
    if policy.readings[0]:
        known = policy.estimates(0.9)
        columns = {"estimate": known.estimate, "low": known.low, "high": known.high, **columns}
    return nodes_geojson(graph, columns)


def picture(standing: Standing, policy: Policy, graph: Graph) -> str:
    """Return an SVG of the belief, in the user's units, and where it was measured."""
    from cheapbandits.canvas import belief_svg

    values = spread = np.zeros(graph.n_nodes)
    best = policy.best().node
    if policy.readings[0]:
        known = policy.estimates(0.9)
        values, spread, best = known.estimate, known.high - known.low, policy.assess().node
    coming = {node for ask in standing.open.values() for node in ask.probe.nodes}
    return belief_svg(
        graph,
        values,
        spread,
        probed=np.flatnonzero(_touched(standing, graph.n_nodes)).tolist(),
        best=best,
        next_nodes=sorted(coming),
    )


def _touched(standing: Standing, n_nodes: int) -> NDArray[np.int_]:
    """Return the ``(N,)`` number of readings that count and touch each node."""
    touched = np.zeros(n_nodes, dtype=int)
    for probe, _ in standing.told:
        touched[list(probe.nodes)] += 1
    for seen in standing.observed:
        touched[list(seen.nodes)] += 1
    return touched
