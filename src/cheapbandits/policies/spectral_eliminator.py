"""SpectralEliminator (Valko, Munos, Kveton and Kocak, 2014): phases, and nodes that drop out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief import Belief, Model
from cheapbandits.checks import real
from cheapbandits.engines import choose
from cheapbandits.policies.options import CostOption, ProbeOption, check_graph
from cheapbandits.policies.phases import PhasedPolicy
from cheapbandits.policies.schedule import n_stages
from cheapbandits.policies.ucb import check_parameters, turning_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Explanation, Row
    from cheapbandits.graphs import Graph
    from cheapbandits.policies.menu import Offer

    Mask = NDArray[np.bool_]

__all__ = ["SpectralEliminator", "fixed_design_radius"]


def fixed_design_radius(
    *, n_arms: int, n_phases: int, delta: float, noise: float, smoothness: float
) -> float:
    """Return ``beta = R sqrt(2 log(2 N J / delta)) + c``.

    Examples
    --------
    >>> round(fixed_design_radius(
    ...     n_arms=250, n_phases=8, delta=0.001, noise=0.01, smoothness=1.0), 4)
    1.0551
    """
    return noise * math.sqrt(2 * math.log(2 * n_arms * n_phases / delta)) + smoothness


class SpectralEliminator(PhasedPolicy):
    """Read the least known of the surviving nodes; after each phase drop those that are too low.

    Phase ``j = 1 .. J`` has the rounds ``2^(j-1) .. 2^j - 1`` and starts from ``V = Lambda``. It
    probes the survivor with the largest ``||e_i||_{V^-1}``, whatever is read. When it ends,
    ``alpha^`` is estimated from this phase's readings alone, and those nodes survive for which

        m_i + beta ||e_i||_{V^-1}  >=  max_k (m_k - beta ||e_k||_{V^-1}),

    the maximum over survivors. What a phase reads does not depend on its own noise, so each
    interval holds with a sub-Gaussian bound for a fixed vector and ``d`` leaves the radius:
    ``beta = R sqrt(2 log(2 N J / delta)) + c``, by a union over nodes and phases. (The original
    bounds a martingale where the design is fixed in fact; its constant is larger.)

    **What is guaranteed.** With probability ``1 - delta`` the best node is never dropped, if ``R``
    and ``c`` are true; the regret is of order ``sqrt(d T log N)``. **What is given up** here: a
    reading told out of order, or never, belongs to the phase that its place among the probes says;
    then, and under a mask that changes, only the intervals are guaranteed, not the rate.

    A node is dropped once its interval is narrower than its gap, and ``beta`` is at least ``c``:
    with ``c = 1`` nothing is dropped in the paper's 150 rounds on 250 nodes, and the policy only
    explores. The place (:meth:`best`) is named by all readings together.

    Parameters
    ----------
    graph, horizon, ridge, delta, noise, smoothness, center, scale, engine
        As for :class:`~cheapbandits.policies.ucb.UCB`.
    probes, cost, mask, budget
        As for :class:`~cheapbandits.policies.Policy`.

    Attributes
    ----------
    beta
        The radius.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> policy = SpectralEliminator(grid(3, 3), horizon=64, smoothness=0.1)
    >>> for _ in range(63):
    ...     probe = policy.ask()
    ...     policy.tell(probe, float(probe.center == 4))
    >>> policy.survivors().nonzero()[0]
    array([4])
    """

    def __init__(
        self,
        graph: Graph,
        *,
        horizon: int,
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
        check_parameters(horizon, ridge, delta, noise, smoothness)
        self.horizon = int(horizon)
        self.ridge, self.delta = float(ridge), float(delta)
        self.noise, self.smoothness = float(noise), float(smoothness)
        self._kept: tuple[object, Mask] | None = None
        self._drawn: tuple[list[Row], Belief] | None = None
        model = Model(mean=real(center, "center"), scale=real(scale, "scale"), ridge=self.ridge)
        self._engine = choose(graph, self.ridge, engine)
        super().__init__(
            graph,
            belief=Belief(self._engine, model),
            probes=probes,
            cost=cost,
            mask=mask,
            budget=budget,
        )
        widths = sorted({self.width(t) for t in turning_points(self.horizon)}, reverse=True)
        if not isinstance(cost, str):  # a user's prices: better missed now than in round 40
            for width in widths:
                self.menu.costs(width)
        self.belief.prepare([self.family.at(width) for width in widths], self.horizon)
        self.beta = fixed_design_radius(
            n_arms=graph.n_nodes,
            n_phases=n_stages(self.horizon),
            delta=self.delta,
            noise=self.noise,
            smoothness=self.smoothness,
        )

    def width(self, t: int) -> int:  # noqa: ARG002
        """Return 1: every round probes a single node."""
        return 1

    def planned_width(self, t: int) -> int:  # noqa: D102
        return self.width(t)

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:  # noqa: ARG002
        """Return the probe of a survivor of which this phase knows least; ties: lowest index."""
        offer = self.candidates(self.width(t))
        design = self._design([row for row, _ in self.rounds_of(self.phase(t))])
        allowed = self._with_survivors(offer, self.survivors(t))
        # Nothing was read into the design: its mean is zero, so the score is the deviation.
        return offer.width, self.highest(design.view(offer.probes), 1.0, allowed)

    def survivors(self, t: int | None = None) -> Mask:
        """Return ``(N,)`` which nodes are not yet dropped in round ``t``; now, when left out."""
        now = self.phase(self.n_told + len(self.pending) + 1 if t is None else t)
        known = self.rounds_before(now)
        free = self.menu.allowed_nodes()
        key = (known, len(self.given), self.masked)
        if self._kept is None or self._kept[0] != key:
            alive = np.ones(self.graph.n_nodes, dtype=bool) if free is None else free.copy()
            for played in known:
                alive = self._eliminate(alive, played)
            self._kept = (key, alive)
        return self._kept[1]

    def _eliminate(self, alive: Mask, played: Sequence[tuple[Row, float | None]]) -> Mask:
        """Return who survives what one phase read; what is still pending taught nothing."""
        told = [(row, value) for row, value in played if value is not None]
        view = self._phase_belief(told).view(self.family.at(1))
        reach = self.beta * view.deviation.upper
        floor = float((view.mean - reach)[alive].max())
        return np.asarray(alive & (view.mean + reach >= floor))

    def _phase_belief(self, told: Sequence[tuple[Row, float]]) -> Belief:
        belief = Belief(self._engine, self.model)
        rows, values = zip(*self.given, *told, strict=True) if self.given or told else ((), ())
        belief.condition_many(rows, values)
        return belief

    def _design(self, rows: list[Row]) -> Belief:
        """Return the belief of the running phase before anything it read; kept while it grows."""
        before = self._drawn
        start = [row for row, _ in self.given]
        wanted = start + rows
        if before is None or before[0] != wanted[: len(before[0])]:
            before = ([], Belief(self._engine, Model(ridge=self.ridge)))
        done, belief = before
        for row in wanted[len(done) :]:
            belief.expect(row)
        self._drawn = (wanted, belief)
        return belief

    def _with_survivors(self, offer: Offer, alive: Mask) -> Mask | None:
        """Return which probes on offer hold a survivor; where none does, all on offer."""
        if alive.all():
            return offer.allowed
        holds = offer.probes.touching(alive)
        if offer.allowed is not None:
            holds &= offer.allowed
        return holds if holds.any() else offer.allowed

    def explain(self) -> Explanation:  # noqa: D102
        alive = int(self.survivors().sum())
        return super().explain().add({"survivors": f"{alive:,}", "beta": f"{self.beta:.4g}"})

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        names = ("horizon", "ridge", "delta", "noise", "smoothness")
        return {name: getattr(self, name) for name in names}
