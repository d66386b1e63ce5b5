"""PacedKG: earn the most over the rounds, at a pace that the budget lasts for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from cheapbandits.checks import finite
from cheapbandits.policies.learning.paced import Round, choose, price
from cheapbandits.policies.learning.policy import LearningPolicy
from cheapbandits.policies.options import CostOption, ProbeOption

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief import Belief
    from cheapbandits.belief.learned import LearnedBelief
    from cheapbandits.graphs import Graph

__all__ = ["PacedKG"]

#: Rounds that are expected to follow where neither horizon nor budget says.
FEWEST_AHEAD = 20


class PacedKG(LearningPolicy):
    """Chooses width and place every round by what a look earns and teaches, at a price of money.

    The price is what a unit of cost is worth: how much more the best probe of the next affordable
    width would give. It keeps the spending on pace: with horizon and budget, enough is always left
    to pay for the remaining rounds at the least price.

    Parameters
    ----------
    graph
        The network.
    horizon
        Rounds planned. Without it, as many as the budget pays for at a single node's price.
    budget
        What all probes together may cost.
    price
        What a unit of cost is worth in the readings' units; where given, it is not learned.
    probes, cost, mask, noise, low, high
        As for :class:`~cheapbandits.policies.learning.policy.LearningPolicy`.

    Examples
    --------
    >>> import cheapbandits as cb
    >>> policy = PacedKG(cb.grid(6, 6), horizon=20, budget=10.0, probes="hops")
    >>> probe = policy.ask()
    >>> probe.width, round(probe.cost, 3)
    (8, 0.122)
    >>> policy.tell(probe, 17.0)
    """

    def __init__(
        self,
        graph: Graph,
        *,
        horizon: int | None = None,
        budget: float | None = None,
        price: float | None = None,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
        noise: float | None = None,
        low: float | None = None,
        high: float | None = None,
    ) -> None:
        if price is not None:
            finite(price, "price", least=0)
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
        self.price = price

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        names = ("horizon", "price", "noise", "low", "high")
        return {name: getattr(self, name) for name in names}

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:
        """Return the probe that earns and teaches most, net of what it costs."""
        learned = cast("LearnedBelief", belief)
        now = self._round(self._allowed(), t)
        index = self._open(learned, now.allowed)
        if index is None:
            near, at = self._focus(learned, now.allowed)
            now = replace(now, costs=now.costs[at], allowed=now.allowed[at])
            index = choose(near, near.average(), now, self._price(near, now))
            index = index if near is learned else int(at[index])
        return self._located(index)

    def _price(self, belief: LearnedBelief, now: Round) -> float:
        if self.price is not None:
            return self.price
        return 0.0 if self.budget is None else price(belief, now)

    def _round(self, allowed: NDArray[np.bool_], t: int) -> Round:
        """Return the rounds left and what they allow for this one."""
        left, high = self.left, self._believable()[1]
        ceiling = math.inf if high is None else high
        if self.horizon is not None:
            rounds = float(max(1, self.horizon - t + 1))
        elif self.budget is not None:
            rounds = max(1.0, left / max(self._usual_cost, 1e-12))
        else:
            rounds = float(max(t, FEWEST_AHEAD))
        if self.horizon is not None and self.budget is not None:
            # Without the way: the least of all is to stay, and nobody learns by that.
            there = self._costs_there
            rest = (rounds - 1) * float(there[allowed].min())
            paced = allowed & (there <= left - rest)
            allowed = paced if paced.any() else _cheapest(there, allowed)
        return Round(self._costs, allowed, rounds, left / rounds, self._look, ceiling)


def _cheapest(costs: NDArray[np.float64], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cheapest of what is allowed: the money does not last to the end anyway."""
    return np.asarray(allowed & (costs <= costs[allowed].min()))
