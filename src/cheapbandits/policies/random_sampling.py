"""RandomSampling: any probe, as likely as any other. What every policy has to beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief import Belief, Model
from cheapbandits.checks import generator as generator_of
from cheapbandits.checks import real
from cheapbandits.errors import ParameterError
from cheapbandits.policies.base import Policy
from cheapbandits.policies.options import CostOption, ProbeOption, check_graph

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["RandomSampling"]


class RandomSampling(Policy):
    """Probe at random, without replacement: none again before all of that width were seen.

    Round ``t`` draws uniformly from ``{s allowed : n_s = min n}``, where ``n_s`` is how often ``s``
    has been read or is pending. Readings decide nothing; they are believed, so :meth:`best` names
    the place as any other policy's does, from the spectral belief.

    Parameters
    ----------
    width
        Of every probe; 1 for single nodes. Capped at the widest there is.
    rng
        A generator or a seed. Each round has a stream of its own, so runs replay.
    ridge, center, scale, engine
        Of the belief, as for :class:`~cheapbandits.policies.ucb.UCB`.
    graph, probes, cost, mask, budget
        As for :class:`~cheapbandits.policies.Policy`.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> policy = RandomSampling(grid(3, 3), rng=0)
    >>> sorted(probe.center for probe in policy.ask(9))
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """

    def __init__(
        self,
        graph: Graph,
        *,
        width: int = 1,
        rng: np.random.Generator | int | None = None,
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
        self.seed = int(generator_of(rng).integers(2**63))

    def planned_width(self, t: int) -> int:  # noqa: ARG002, D102
        return self.width

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:  # noqa: ARG002
        """Return any probe among those seen least often."""
        offer = self.candidates(self.width)
        free = np.arange(len(offer.probes))
        if offer.allowed is not None:
            free = free[offer.allowed]
        seen = Counter(self.readings[0])
        seen.update((probe.nodes, probe.weights) for probe in self.pending)
        least, chosen = -1, -1
        # In a random order the first of the least seen is a uniform draw from them.
        for index in np.random.default_rng([self.seed, t]).permutation(free).tolist():
            times = seen[offer.probes.group(index)]
            if chosen < 0 or times < least:
                least, chosen = times, index
            if least == 0:
                break
        return offer.width, chosen

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        return {"width": self.width}
