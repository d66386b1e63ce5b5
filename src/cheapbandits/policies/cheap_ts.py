"""CheapTS: Thompson sampling with CheapUCB's widths."""

from __future__ import annotations

from cheapbandits.policies.schedule import width_of_round
from cheapbandits.policies.spectral_ts import SpectralTS

__all__ = ["CheapTS"]


class CheapTS(SpectralTS):
    """Probe the group that reads highest in one field drawn from the belief, wide groups first.

    In round ``t`` of stage ``j`` a field ``x ~ N(m, v^2 C)`` is drawn, as SpectralTS does, and the
    group of width ``min(a, J - j + 1)`` with the largest average ``s'x`` is probed, as in
    :mod:`~cheapbandits.policies.schedule`. The cost is CheapUCB's; SpectralTS's guarantee covers
    the last stage only, as what averaging loses in the others is not learned away.

    Parameters: see :class:`~cheapbandits.policies.SpectralTS`.
    """

    def width(self, t: int) -> int:
        """Return ``min(a, J - j + 1)`` in stage ``j``; past the horizon, the last stage's width."""
        return width_of_round(t, self.horizon, self.family.max_width)
