"""SpectralUCB (Valko et al., 2014): single nodes only, smoothness in the prior."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from cheapbandits.engines import choose
from cheapbandits.policies.ucb import UCB
from cheapbandits.spectrum import dimension_bounds, effective_dimension
from cheapbandits.spectrum.beside import dimension_beside

if TYPE_CHECKING:
    from cheapbandits.engines import Engine
    from cheapbandits.graphs import Graph

__all__ = ["SpectralUCB"]


class SpectralUCB(UCB):
    """Probe single nodes, with ``V_0 = Lambda`` and the effective dimension in ``beta``.

    Parameters: see :class:`~cheapbandits.policies.ucb.UCB`.
    """

    def _prior(self, graph: Graph, engine: str) -> Engine:
        return choose(graph, self.ridge, engine, sets=list(self._at.values()), effort=self._effort)

    def _meanwhile(self, graph: Graph) -> AbstractContextManager[None]:
        return dimension_beside(graph, horizon=self.horizon, ridge=self.ridge)

    def _dimension(self, graph: Graph) -> int:
        return effective_dimension(graph, horizon=self.horizon, ridge=self.ridge)

    def _dimension_error(self) -> str:
        low, high = dimension_bounds(self.graph, horizon=self.horizon, ridge=self.ridge)
        if self.dimension != high:  # given by the user
            return ""
        return ", exact" if low == high else f", between {low:,} and {high:,}; the upper is taken"

    def width(self, t: int) -> int:  # noqa: ARG002
        """Return 1: every round probes a single node."""
        return 1
