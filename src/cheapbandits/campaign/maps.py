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
    """Return all nodes as GeoJSON: estimate, deviation, and how many readings touch each.

    The deviation is scaled by what the readings showed, as in the assessment. Where the engine
    gives bounds, the column is called ``deviation_at_most``.
    """
    from cheapbandits.campaign.exports import nodes_geojson
    from cheapbandits.campaign.stopping import assess

    scale = assess(policy).scale
    view = policy.belief.view(policy.family.at(1))
    columns = {
        "estimate": policy.model.mean + policy.model.scale * view.mean,
        "deviation" if view.exact else "deviation_at_most": scale * view.deviation.upper,
        "readings": _touched(standing, graph.n_nodes),
    }
    return nodes_geojson(graph, columns)


def picture(standing: Standing, policy: Policy, graph: Graph) -> str:
    """Return an SVG of the belief, in the user's units, and where it was measured."""
    from cheapbandits.canvas import belief_svg

    view, model = policy.belief.view(policy.family.at(1)), policy.model
    coming = {node for ask in standing.open.values() for node in ask.probe.nodes}
    return belief_svg(
        graph,
        model.mean + model.scale * view.mean,
        model.scale * view.deviation.upper,
        probed=np.flatnonzero(_touched(standing, graph.n_nodes)).tolist(),
        best=policy.best().node,
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
