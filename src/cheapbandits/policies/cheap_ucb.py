"""CheapUCB, the paper's Algorithm 1."""

from __future__ import annotations

from cheapbandits.policies.schedule import width_of_round
from cheapbandits.policies.spectral_ucb import SpectralUCB

__all__ = ["CheapUCB"]


class CheapUCB(SpectralUCB):
    """Start with wide, cheap probes and narrow down to single nodes, stage by stage.

    Belief and confidence radius are SpectralUCB's; the width follows
    :mod:`~cheapbandits.policies.schedule`. Parameters: see :class:`~cheapbandits.policies.ucb.UCB`.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> ring = Graph.from_edges([(i, (i + 1) % 8) for i in range(8)])
    >>> policy = CheapUCB(ring, horizon=10)
    >>> probe = policy.ask()
    >>> probe.nodes, probe.width, round(probe.cost, 3)
    ((0, 1, 7), 3, 0.306)
    >>> policy.tell(probe, 0.4)
    >>> policy.best().node
    0
    """

    def width(self, t: int) -> int:
        """Return ``min(a, J - j + 1)`` in stage ``j``; past the horizon, the last stage's width."""
        return width_of_round(t, self.horizon, self.family.max_width)
