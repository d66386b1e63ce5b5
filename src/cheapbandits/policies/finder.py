"""Finder: name the place at the least total cost, and say when that is sure enough."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from cheapbandits.checks import finite, real
from cheapbandits.errors import ParameterError
from cheapbandits.policies.learning.entropy import choose
from cheapbandits.policies.learning.policy import LearningPolicy
from cheapbandits.policies.options import CostOption, ProbeOption

if TYPE_CHECKING:
    from cheapbandits.belief import Belief
    from cheapbandits.belief.learned import LearnedBelief, Verdict
    from cheapbandits.graphs import Graph

__all__ = ["Finder"]


class Finder(LearningPolicy):
    """Asks for the probe that tells most about the field's maximum for its cost.

    Max-value entropy search with groups; what the readings are worth meanwhile does not count.
    One thread at a time; threads share a :class:`~cheapbandits.Campaign` instead.

    Parameters
    ----------
    graph
        The network.
    horizon
        Rounds planned, where known.
    budget
        What all probes together may cost; :meth:`ask` raises ``BudgetError`` when nothing more can
        be paid.
    error
        The probability of being wrong at which :meth:`stops` says so.
    tolerance
        How far below the maximum still counts as the place; where left out 5 % of the range: from
        ``low`` to ``high`` where both are given, otherwise of the estimates.
    probes, cost, mask, noise, low, high
        As for :class:`~cheapbandits.policies.learning.policy.LearningPolicy`.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        horizon: int | None = None,
        budget: float | None = None,
        error: float = 0.1,
        tolerance: float | None = None,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
        noise: float | None = None,
        low: float | None = None,
        high: float | None = None,
    ) -> None:
        if not 0 < real(error, "error") < 1:
            raise ParameterError(f"error must be between 0 and 1, got {error}; 0.1 is usual")
        if tolerance is not None:
            finite(tolerance, "tolerance", least=0)
        super().__init__(
            graph,
            horizon=horizon,
            probes=probes,
            cost=cost,
            mask=mask,
            budget=budget,
            noise=noise,
            low=low,
            high=high,
        )
        self.error, self.tolerance = float(error), tolerance

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        return {name: getattr(self, name) for name in ("noise", "low", "high")}

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:  # noqa: ARG002
        """Return the probe with most information about the maximum per cost."""
        learned, allowed = cast("LearnedBelief", belief), self._allowed()
        index = self._open(learned, allowed)
        if index is None:
            near, at = self._focus(learned, allowed)
            free = self._free_nodes()
            free = free if near is learned else free[at[: near.n_nodes]]
            high = self._believable()[1]
            top = math.inf if high is None else high
            index = choose(
                near, near.average(), self._costs[at], allowed[at], free, top, width=self._look
            )
            index = index if near is learned else int(at[index])
        return self._located(index)

    def assess(self, *, tolerance: float | None = None, level: float = 0.95) -> Verdict:
        """Return what stopping now would give; the tolerance is the policy's where left out."""
        return super().assess(
            tolerance=self.tolerance if tolerance is None else tolerance, level=level
        )

    def stops(self) -> bool:
        """Whether the place is named with an error probability of at most ``error``."""
        if self.learned.count < 2:
            return False
        stated = self.assess().probability
        return stated is not None and stated >= 1 - self.error
