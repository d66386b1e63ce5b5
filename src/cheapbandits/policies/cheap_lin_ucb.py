"""CheapLinUCB: LinUCB's belief with CheapUCB's widths, the paper's first future work."""

from __future__ import annotations

from cheapbandits.policies.lin_ucb import LinUCB
from cheapbandits.policies.schedule import width_of_round

__all__ = ["CheapLinUCB"]


class CheapLinUCB(LinUCB):
    """Start with wide, cheap probes and narrow down, with a belief that is blind to the graph.

    The probe with the largest ``s'm + beta sqrt(s'Cs)`` among those of width ``min(a, J - j + 1)``
    in stage ``j``, where ``V_0 = ridge I`` and ``d = N`` in ``beta``. Only the groups know the
    graph: a reading teaches about its own nodes and no others. It shows what of CheapUCB's success
    is due to the prior and what to the probes.

    Parameters: see :class:`~cheapbandits.policies.ucb.UCB`.
    """

    def width(self, t: int) -> int:
        """Return ``min(a, J - j + 1)`` in stage ``j``; past the horizon, the last stage's width."""
        return width_of_round(t, self.horizon, self.family.max_width)
