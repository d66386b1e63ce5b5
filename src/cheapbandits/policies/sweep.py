"""Sweep: what a survey team would do. Cover the ground once, then look closer where it was best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief import Belief, Model
from cheapbandits.checks import real
from cheapbandits.engines import row_arrays
from cheapbandits.errors import ParameterError
from cheapbandits.policies.base import Policy
from cheapbandits.policies.options import CostOption, ProbeOption, check_graph
from cheapbandits.policies.scores import first_maximum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.policies.menu import Offer
    from cheapbandits.probes import Family

    Values = NDArray[np.float64]

__all__ = ["Sweep", "ladder"]


def ladder(family: Family, widest: int) -> list[int]:
    """Return the widths of a sweep: the widest, then each at most half as wide, down to 1.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> from cheapbandits.probes import Hops
    >>> ladder(Hops(grid(5, 5)), 8)
    [8, 4, 2, 1]
    """
    rungs = [min(widest, family.max_width)]
    while rungs[-1] > 1:
        half = float(family.at(rungs[-1]).widths.mean()) / 2
        narrower = range(rungs[-1] - 1, 1, -1)
        rungs.append(next((w for w in narrower if family.at(w).widths.mean() <= half), 1))
    return rungs


class Sweep(Policy):
    """Cover everything with wide groups that do not overlap, then refine the best of them.

    First the widest groups: the one with the largest share of nodes that nobody has looked at, the
    lowest index among equals, until every node that can be is covered (by narrower groups, where a
    mask leaves no wide one). Then, again and again, the node whose narrowest look read highest,

        i = argmax { r(s_i) : s_i the narrowest group read that holds i, wider than one node },

    is looked at again by a group at most half as wide: its own where it has one, else the one that
    holds it with the largest share of nodes that no group so narrow has held. When all nodes were
    read singly, the highest is read again.

    Only readings count, no belief: noise is not averaged, and smoothness is used no further than a
    group reaches. Readings are believed all the same, so :meth:`best` names the place from the
    spectral belief. Needs to know nothing: no horizon, noise, smoothness or scale.

    Parameters
    ----------
    width
        Of the first cover; capped at the widest there is.
    ridge, center, scale, engine
        Of the belief, as for :class:`~cheapbandits.policies.ucb.UCB`.
    graph, probes, cost, mask, budget
        As for :class:`~cheapbandits.policies.Policy`.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> policy, nodes = Sweep(grid(3, 4), width=4, probes="hops"), []
    >>> for _ in range(3):
    ...     probe = policy.ask()
    ...     nodes.append(probe.nodes)
    ...     policy.tell(probe, float(11 in probe.nodes))
    >>> len({node for group in nodes for node in group})
    11
    """

    def __init__(
        self,
        graph: Graph,
        *,
        width: int = 8,
        ridge: float = 0.01,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
        budget: float | None = None,
        center: float = 0.0,
        scale: float = 1.0,
        engine: str = "auto",
    ) -> None:
        check_graph(graph)
        if isinstance(width, bool) or not isinstance(width, int) or width < 1:
            raise ParameterError(f"width must be a whole number, at least 1; got {width!r}")
        model = Model(
            mean=real(center, "center"), scale=real(scale, "scale"), ridge=real(ridge, "ridge")
        )
        belief = Belief.of(graph, model, engine)
        super().__init__(graph, belief=belief, probes=probes, cost=cost, mask=mask, budget=budget)
        self.width = min(width, self.family.max_width)
        self._ladder = ladder(self.family, self.width)

    @property
    def widest(self) -> int:  # noqa: D102
        return self.width

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:  # noqa: ARG002
        """Return what a surveyor would look at next; ties: lowest index."""
        looked, height = self._looks()
        for width in self._ladder:
            offer = self.candidates(width)
            index = _most(offer, np.isinf(looked)) if offer.width == width else None
            if index is not None:
                return width, index
        return self._closer(looked, height)

    def _looks(self) -> tuple[Values, Values]:
        """Return ``(N,)`` the size of the narrowest look at each node, and what it read.

        A pending look counts for the size; until it is told, the one before it for the reading.
        """
        n_nodes = self.graph.n_nodes
        told, looked = np.full(n_nodes, np.inf), np.full(n_nodes, np.inf)
        total, times = np.zeros(n_nodes), np.zeros(n_nodes)
        for row, value in zip(*self.readings, strict=True):
            nodes, _ = row_arrays(row)
            size = len(nodes)
            fresh = nodes[told[nodes] > size]
            told[fresh], total[fresh], times[fresh] = size, 0.0, 0.0
            same = nodes[told[nodes] == size]
            total[same] += value
            times[same] += 1
        looked[:] = told
        for probe in self.pending:
            nodes = np.array(probe.nodes)
            looked[nodes] = np.minimum(looked[nodes], len(nodes))
        height = np.where(times > 0, total / np.maximum(times, 1), -np.inf)
        return looked, height

    def _closer(self, looked: Values, height: Values) -> tuple[int, int]:
        """Return the group to refine the best look with; the best single node when all are done."""
        best: tuple[float, Offer, int] | None = None
        for width in self._ladder[1:]:
            offer = self.candidates(width)
            if offer.width != width:  # not to be had: masked, or too dear by now
                continue
            fresh = looked > float(offer.probes.widths.max())
            within = _reachable(offer) & fresh & np.isfinite(height)
            if within.any():
                node = first_maximum(height, within)
                if best is None or height[node] > best[0]:  # among equals, the wider group
                    best = float(height[node]), offer, _around(offer, node, fresh)
        if best is not None:
            return best[1].width, best[2]
        return self._once_more(height)

    def _once_more(self, height: Values) -> tuple[int, int]:
        """Return the best of what can be had, none that is pending where there is another."""
        offer = self.candidates(1)
        read = np.isfinite(height)
        known = np.where(read, height, height[read].min() if read.any() else 0.0)
        pending = np.zeros(len(height), dtype=bool)
        pending[[node for probe in self.pending for node in probe.nodes]] = True
        others = ~offer.probes.touching(pending)
        if offer.allowed is not None:
            others &= offer.allowed
        allowed = others if others.any() else offer.allowed
        return offer.width, first_maximum(offer.probes.average(known), allowed)

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        return {"width": self.width}


def _most(offer: Offer, wanted: NDArray[np.bool_]) -> int | None:
    """Return the probe with the largest share of the nodes wanted; ``None`` where none has any."""
    share = offer.probes.average(wanted.astype(float))
    index = first_maximum(share, offer.allowed)
    return index if share[index] > 0 else None


def _around(offer: Offer, node: int, fresh: NDArray[np.bool_]) -> int:
    """Return the allowed probe that holds a node: its own, or the one with most that is fresh."""
    holds = offer.probes.touching(np.arange(len(fresh)) == node)
    if offer.allowed is not None:
        holds &= offer.allowed
    share = offer.probes.average(fresh.astype(float)) + (offer.probes.centers == node)
    return first_maximum(share, holds)


def _reachable(offer: Offer) -> NDArray[np.bool_]:
    """Return ``(N,)`` which nodes some allowed probe holds."""
    matrix = offer.probes.matrix
    chosen = matrix if offer.allowed is None else matrix[offer.allowed.nonzero()[0]]
    held = np.zeros(offer.probes.n_nodes, dtype=bool)
    held[chosen.indices] = True
    return held
