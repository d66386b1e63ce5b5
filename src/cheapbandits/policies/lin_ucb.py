"""LinUCB as the paper uses it: one shared parameter, identity prior, blind to the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.engines import IdentityEngine
from cheapbandits.policies.ucb import UCB

if TYPE_CHECKING:
    from cheapbandits.engines import Engine
    from cheapbandits.graphs import Graph

__all__ = ["LinUCB"]


class LinUCB(UCB):
    """Probe single nodes, with ``V_0 = ridge I`` and ``d = N`` in ``beta``.

    Not the "disjoint" LinUCB of most libraries. Parameters: see
    :class:`~cheapbandits.policies.ucb.UCB`.
    """

    def _prior(self, graph: Graph, engine: str) -> Engine:  # noqa: ARG002
        return IdentityEngine(graph.n_nodes, self.ridge)

    def _dimension(self, graph: Graph) -> int:
        return graph.n_nodes

    def width(self, t: int) -> int:  # noqa: ARG002
        """Return 1: every round probes a single node."""
        return 1
