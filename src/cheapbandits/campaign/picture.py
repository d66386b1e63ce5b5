"""The picture of a campaign: the graph, what is believed, where it was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.plots.belief_map import belief_svg

if TYPE_CHECKING:
    from cheapbandits.campaign.session import Session

__all__ = ["picture"]


def picture(session: Session) -> str:
    """Return an SVG of the belief, in the user's units."""
    policy, state = session.policy, session.state
    view, model = policy.belief.view(policy.family.at(1)), policy.model
    told = {node for (nodes, _), _ in session.rows() for node in nodes}
    coming = {node for ask in state.open.values() for node in ask.probe.nodes}
    return belief_svg(
        session.graph,
        model.mean + model.scale * view.mean,
        model.scale * view.deviation.upper,
        probed=sorted(told),
        best=policy.best().node,
        next_nodes=sorted(coming),
    )
