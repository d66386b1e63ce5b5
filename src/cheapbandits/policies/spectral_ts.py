"""SpectralTS (Kocak, Valko, Munos and Agrawal, 2014): Thompson sampling on single nodes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from cheapbandits.checks import is_number
from cheapbandits.errors import ParameterError
from cheapbandits.policies.draws import FieldDraws
from cheapbandits.policies.options import CostOption, ProbeOption
from cheapbandits.policies.scores import first_maximum
from cheapbandits.policies.spectral_ucb import SpectralUCB

if TYPE_CHECKING:
    import numpy as np

    from cheapbandits.belief import Belief
    from cheapbandits.engines import Explanation
    from cheapbandits.graphs import Graph

__all__ = ["SpectralTS", "posterior_spread"]


def posterior_spread(
    *, dimension: int, horizon: int, ridge: float, delta: float, noise: float, smoothness: float
) -> float:
    """Return ``v = R sqrt(6 d log((ridge + T) / (delta ridge))) + c``.

    Examples
    --------
    >>> round(posterior_spread(
    ...     dimension=5, horizon=150, ridge=0.01, delta=0.001, noise=0.01, smoothness=1.0), 4)
    1.2226
    """
    log_ratio = math.log((ridge + horizon) / (delta * ridge))
    return noise * math.sqrt(6 * dimension * log_ratio) + smoothness


class SpectralTS(SpectralUCB):
    """Probe the node that is hottest in one field drawn from the belief.

    In round ``t`` a field ``x ~ N(m, v^2 C)`` is drawn and the node with the largest ``x_i`` is
    probed, where ``m`` and ``C`` are SpectralUCB's mean and covariance. With the original's
    ``v = R sqrt(6 d log((ridge + T) / (delta ridge))) + c`` (``spread="theory"``) the regret is of
    order ``d sqrt(T log N)`` with high probability. With ``c`` as the theory asks, the draws say
    more about the prior than about the readings: on the paper's random graphs the regret is hardly
    below that of sampling at random. So the default is the first part alone, what noise adds; ``c``
    bounds the bias of the ridge, which is the same in all draws and which no draw can find out.
    The rate is then not proved.

    The draws depend on the seed, the round and the readings told, so runs replay. The seed is not
    part of the fingerprint: probes of a run with another seed may be told.

    Parameters
    ----------
    rng
        A generator or a seed.
    spread
        ``v``: ``R sqrt(6 d log((ridge + T) / (delta ridge)))`` when left out, so that without noise
        the policy is greedy; ``"theory"`` for the original's, with ``+ c``; or a number.
    graph, horizon, ridge, delta, noise, smoothness, center, scale, dimension, engine
        As for :class:`~cheapbandits.policies.ucb.UCB`.
    probes, cost, mask, budget
        As for :class:`~cheapbandits.policies.Policy`.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> first, again = (SpectralTS(grid(5, 5), horizon=20, rng=7) for _ in range(2))
    >>> first.ask().nodes == again.ask().nodes
    True
    """

    def __init__(
        self,
        graph: Graph,
        *,
        horizon: int,
        rng: np.random.Generator | int | None = None,
        spread: float | Literal["theory"] | None = None,
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
        dimension: int | None = None,
        engine: str = "auto",
    ) -> None:
        super().__init__(
            graph,
            horizon=horizon,
            ridge=ridge,
            delta=delta,
            noise=noise,
            smoothness=smoothness,
            probes=probes,
            cost=cost,
            mask=mask,
            budget=budget,
            center=center,
            scale=scale,
            dimension=dimension,
            engine=engine,
        )
        self.spread = self._spread(spread)
        self.draws = FieldDraws(self.belief.prior, self.model.noise, rng)

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:
        """Return the probe that reads highest on this round's draw; ties: lowest index."""
        offer = self.candidates(self.width(t))
        rows = [*self.readings[0], *((probe.nodes, probe.weights) for probe in self.pending)]
        drawn = offer.probes.average(self.draws.field(belief, rows, t))
        values = belief.view(offer.probes).mean + self.spread * drawn
        return offer.width, first_maximum(values, offer.allowed)

    def explain(self) -> Explanation:  # noqa: D102
        return super().explain().add({"spread": f"{self.spread:.4g}"})

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        return {**super().parameters, "spread": self.spread}

    def _spread(self, given: float | str | None) -> float:
        if given is None or given == "theory":
            return posterior_spread(
                dimension=self.dimension,
                horizon=self.horizon,
                ridge=self.ridge,
                delta=self.delta,
                noise=self.noise,
                smoothness=self.smoothness if given else 0.0,
            )
        value = float(given) if is_number(given) else -1.0
        if not (value >= 0 and math.isfinite(value)):
            raise ParameterError(f"spread must be 'theory' or a number, 0 or more; got {given!r}")
        return value
