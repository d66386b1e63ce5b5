"""AnytimeCheapUCB: CheapUCB for a number of rounds that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from cheapbandits.belief import Belief, Model
from cheapbandits.checks import real
from cheapbandits.engines import choose
from cheapbandits.errors import ParameterError
from cheapbandits.policies.base import Policy
from cheapbandits.policies.options import CostOption, ProbeOption, check_graph
from cheapbandits.policies.schedule import width_of_round
from cheapbandits.policies.ucb import check_parameters, confidence_radius
from cheapbandits.spectrum import effective_dimension

if TYPE_CHECKING:
    from cheapbandits.engines import Explanation
    from cheapbandits.graphs import Graph

__all__ = ["AnytimeCheapUCB", "epoch_of_round"]


def epoch_of_round(t: int, first: int) -> tuple[int, int]:
    """Return where round ``t`` lies: the rounds before its epoch, and the epoch's length.

    Epochs have ``first``, ``2 first``, ``4 first``, ... rounds.

    Examples
    --------
    >>> [epoch_of_round(t, 16) for t in (1, 16, 17, 48, 49)]
    [(0, 16), (0, 16), (16, 32), (16, 32), (48, 64)]
    """
    doublings = ((t - 1) // first + 1).bit_length() - 1
    length = first * 2**doublings
    return length - first, length


class AnytimeCheapUCB(Policy):
    """CheapUCB over and over, each time for twice as many rounds; what was learned is kept.

    Epoch ``k`` has ``T_k = 2^k T_0`` rounds and runs CheapUCB's stages for that horizon, wide
    probes first. In it the probe with the largest ``s'm + beta_k sqrt(s'Cs)`` is taken, where
    ``beta_k`` is the paper's radius for ``T = T_0 + .. + T_k``, the effective dimension of that
    ``T`` included. The radius bounds the error in all rounds up to ``T`` at once, so ``delta``
    need not be shared among the epochs.

    **What not knowing the horizon costs.** By the bounds, at most ``sqrt(2) / (sqrt(2) - 1)``, 3.4
    times the regret of CheapUCB that knows it (the sum of ``sqrt(T_k)`` against ``sqrt(T)``); less
    in fact, since a new epoch starts from all that was learned. The wide probes at the start of
    each epoch earn less than single nodes would; in return the cost a round stays CheapUCB's,
    about ``ln 2``, for as long as it goes on.

    Parameters
    ----------
    first
        ``T_0``, rounds of the first epoch.
    graph, ridge, delta, noise, smoothness, center, scale, engine
        As for :class:`~cheapbandits.policies.ucb.UCB`.
    probes, cost, mask, budget
        As for :class:`~cheapbandits.policies.Policy`.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> policy = AnytimeCheapUCB(grid(5, 5), probes="hops")
    >>> [policy.planned_width(t) for t in (1, 2, 4, 8, 16, 17, 18, 48)]
    [4, 3, 2, 1, 1, 5, 4, 1]
    """

    def __init__(
        self,
        graph: Graph,
        *,
        first: int = 16,
        ridge: float = 0.01,
        delta: float = 0.001,
        noise: float = 0.01,
        smoothness: float = 1.0,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
        budget: float | None = None,
        center: float = 0.0,
        scale: float = 1.0,
        engine: str = "auto",
    ) -> None:
        check_graph(graph)
        if isinstance(first, bool) or not isinstance(first, int) or first < 1:
            raise ParameterError(f"first must be a whole number of rounds, got {first!r}")
        check_parameters(first, ridge, delta, noise, smoothness)
        self.first = first
        self.ridge, self.delta = float(ridge), float(delta)
        self.noise, self.smoothness = float(noise), float(smoothness)
        model = Model(mean=real(center, "center"), scale=real(scale, "scale"), ridge=self.ridge)
        belief = Belief(choose(graph, self.ridge, engine), model)
        super().__init__(graph, belief=belief, probes=probes, cost=cost, mask=mask, budget=budget)
        self._beta = partial(
            confidence_radius, ridge=ridge, delta=delta, noise=noise, smoothness=smoothness
        )
        self._radii: dict[int, float] = {}

    def planned_width(self, t: int) -> int:
        """Return the width of round ``t``: CheapUCB's, in the epoch it belongs to."""
        before, length = epoch_of_round(t, self.first)
        return width_of_round(t - before, length, self.family.max_width)

    def radius(self, t: int) -> float:
        """Return the confidence radius ``beta_k`` of round ``t``; the same through an epoch."""
        end = sum(epoch_of_round(t, self.first))
        if end not in self._radii:
            d = effective_dimension(self.graph, horizon=end, ridge=self.ridge)
            self._radii[end] = self._beta(dimension=d, horizon=end)
        return self._radii[end]

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:
        """Return the probe with the largest upper confidence bound; ties: lowest index."""
        offer = self.candidates(self.planned_width(t))
        return offer.width, self.highest(belief.view(offer.probes), self.radius(t), offer.allowed)

    def explain(self) -> Explanation:  # noqa: D102
        t = self.n_told + len(self.pending) + 1
        before, length = epoch_of_round(t, self.first)
        facts = {
            "epoch": f"rounds {before + 1} to {before + length}",
            "beta": f"{self.radius(t):.4g}",
        }
        return super().explain().add(facts)

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        names = ("first", "ridge", "delta", "noise", "smoothness")
        return {name: getattr(self, name) for name in names}
