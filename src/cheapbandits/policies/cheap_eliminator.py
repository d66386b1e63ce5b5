"""CheapEliminator: elimination with group probes, the paper's open question."""

from __future__ import annotations

from cheapbandits.policies.schedule import width_of_round
from cheapbandits.policies.spectral_eliminator import SpectralEliminator

__all__ = ["CheapEliminator"]


class CheapEliminator(SpectralEliminator):
    """Learn about the surviving nodes from groups, wide ones first; drop nodes after each phase.

    Phase ``j`` probes, among the groups of width ``min(a, J - j + 1)`` that hold a survivor, the
    one with the largest ``||s||_{V^-1}``, and drops nodes as SpectralEliminator does: groups are
    how one learns, nodes are what one learns about.

    **What carries over:** the intervals. A phase's probes are fixed before its noise, whatever
    their width, so with probability ``1 - delta`` the best node is never dropped. The cost is
    CheapUCB's, to the same schedule.

    **What does not:** the rate ``sqrt(d T)``. First, averaging loses ``f* - max_s s'f`` in every
    round of a wide stage, whatever is known, and the stages have a fixed share of the rounds, so
    the regret on a fixed graph is linear in ``T``, as CheapUCB's is. Second, the width of a node's
    interval after a wide phase is ``||e_i||_{V^-1}``, which readings of groups shrink only as far
    as they tell its nodes apart; the original argument needs it to fall as ``sqrt(d / t_j)``.
    Nothing here shows that a cheap ``sqrt(d T)`` is possible.

    Parameters: see :class:`~cheapbandits.policies.SpectralEliminator`.
    """

    def width(self, t: int) -> int:
        """Return ``min(a, J - j + 1)`` in phase ``j``; past the horizon, the last phase's width."""
        return width_of_round(t, self.horizon, self.family.max_width)
