"""Optimism: the rule that CheapUCB, SpectralUCB and LinUCB share.

Each picks the probe with the largest ``s~'alpha^ + beta ||s~||_{V^-1}``, in node space
``s'm + beta sqrt(s'Cs)``, where ``beta = 2 R sqrt(d log(1 + T/ridge) + 2 log(1/delta)) + c``.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from cheapbandits.belief import Belief, Model
from cheapbandits.checks import real, whole
from cheapbandits.errors import ParameterError
from cheapbandits.policies.base import Policy
from cheapbandits.policies.options import (
    CostOption,
    ProbeOption,
    check_graph,
    probe_family,
)

if TYPE_CHECKING:
    from cheapbandits.engines import Engine, Explanation
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import Probe

__all__ = ["UCB", "check_parameters", "confidence_radius", "turning_points"]


def confidence_radius(
    *, dimension: int, horizon: int, ridge: float, delta: float, noise: float, smoothness: float
) -> float:
    """Return ``beta = 2 R sqrt(d log(1 + T/ridge) + 2 log(1/delta)) + c``.

    Examples
    --------
    >>> round(confidence_radius(
    ...     dimension=5, horizon=150, ridge=0.01, delta=0.001, noise=0.01, smoothness=1.0), 4)
    1.1573
    """
    log_det = dimension * math.log1p(horizon / ridge)
    return 2 * noise * math.sqrt(log_det + 2 * math.log(1 / delta)) + smoothness


class UCB(Policy):
    """The upper-confidence-bound rule; a subclass says what to believe and how wide to probe.

    The paper's theory takes values within [-1, 1] around 0, and so do the defaults here. Readings
    in other units (percent, kelvin) need ``center`` and ``scale``, or the policy will trust its
    first ones far too much.

    Parameters
    ----------
    graph
        The network.
    horizon
        ``T``, the number of rounds planned. The policy goes on beyond it.
    ridge
        ``lambda > 0``, added to the Laplacian to make it invertible.
    delta
        Probability, in (0, 1), with which the confidence bounds may fail.
    noise
        ``R``, the readings' noise (sub-Gaussian).
    smoothness
        ``c``, the bound on ``||alpha*||_Lambda``.
    probes, cost, mask, budget
        As for :class:`~cheapbandits.policies.Policy`.
    center, scale
        A typical value of the field and how far values lie from it: readings are taken as
        ``(reading - center) / scale``. ``noise`` and ``smoothness`` are in those units; estimates
        come back in the user's.
    dimension
        ``d`` of ``beta``, where it is known already; computed when left out.
    engine
        What computes the belief: ``"auto"``, ``"dense"``, ``"dissection"`` or ``"iterative"``.
    effort
        How much ``"auto"`` may spend on an exact engine, beside what it does unasked; see
        :meth:`explain` where it took another.
    """

    horizon: int

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
        dimension: int | None = None,
        engine: str = "auto",
        effort: float = 1.0,
    ) -> None:
        check_graph(graph)
        check_parameters(horizon, ridge, delta, noise, smoothness)
        self.horizon = int(horizon)
        self.ridge, self.delta = float(ridge), float(delta)
        self.noise, self.smoothness = float(noise), float(smoothness)
        model = Model(mean=real(center, "center"), scale=real(scale, "scale"), ridge=self.ridge)
        self.family = probe_family(graph, probes)
        # The widest first: groups that grow are then made once.
        widths = sorted({self.width(t) for t in turning_points(self.horizon)}, reverse=True)
        self._effort = effort
        self._at = {width: self.family.at(width) for width in widths}
        with self._meanwhile(graph) if dimension is None else nullcontext():
            belief = Belief(self._prior(graph, engine), model)
            super().__init__(
                graph, belief=belief, probes=self.family, cost=cost, mask=mask, budget=budget
            )
            if not isinstance(cost, str):  # a user's prices: better missed now than in round 40
                for width in widths:
                    self.menu.costs(width)
            belief.prepare(list(self._at.values()), self.horizon)
        self.dimension = (
            self._dimension(graph) if dimension is None else whole(dimension, "dimension", least=1)
        )
        self.beta = confidence_radius(
            dimension=self.dimension,
            horizon=self.horizon,
            ridge=self.ridge,
            delta=self.delta,
            noise=self.noise,
            smoothness=self.smoothness,
        )

    def tell(self, probe: Probe, reading: float) -> None:
        """Learn the reading of a probe; see :meth:`~cheapbandits.policies.Policy.tell`."""
        super().tell(probe, reading)
        if self.belief.columns.long:
            # Sets of later rounds hear of it too: the round that turns to them would take long.
            widest = self.width(min(probe.number + 1, self.horizon))
            for width, probes in self._at.items():
                if width <= widest:
                    self.belief.view(probes)

    @abstractmethod
    def _prior(self, graph: Graph, engine: str) -> Engine:
        """Return the prior covariance, the inverse of the paper's ``V_0``."""

    def _meanwhile(self, graph: Graph) -> AbstractContextManager[None]:  # noqa: ARG002
        """Return a block beside which the dimension is found, where that is possible."""
        return nullcontext()

    @abstractmethod
    def _dimension(self, graph: Graph) -> int:
        """Return the ``d`` that stands in ``beta``."""

    @abstractmethod
    def width(self, t: int) -> int:
        """Return the width that round ``t`` (from 1) probes with."""

    def planned_width(self, t: int) -> int:  # noqa: D102
        return self.width(t)

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:
        """Return the probe with the largest upper confidence bound; ties: lowest index."""
        offer = self.candidates(self.width(t))
        return offer.width, self.highest(belief.view(offer.probes), self.beta, offer.allowed)

    def explain(self) -> Explanation:
        """Return which engine computes the belief, why, and how exact it and ``beta`` are."""
        dimension = f"{self.dimension:,}{self._dimension_error()}"
        return super().explain().add({"effective dimension": dimension, "beta": f"{self.beta:.4g}"})

    def _dimension_error(self) -> str:
        """Say how exact the dimension is; nothing where it is."""
        return ""

    @property
    def parameters(self) -> dict[str, object]:  # noqa: D102
        names = ("horizon", "ridge", "delta", "noise", "smoothness", "dimension")
        return {name: getattr(self, name) for name in names}


def turning_points(horizon: int) -> list[int]:
    """Return the rounds at which a schedule that doubles may change: 1, 2, 4, ... and the last."""
    return [*(2**j for j in range(horizon.bit_length())), horizon]


def check_parameters(
    horizon: int, ridge: float, delta: float, noise: float, smoothness: float
) -> None:
    """Refuse what the theory has no meaning for."""
    given = {"ridge": ridge, "delta": delta, "noise": noise, "smoothness": smoothness}
    for name, value in {"horizon": horizon, **given}.items():
        real(value, name)
    if not float(horizon).is_integer() or horizon < 1:
        raise ParameterError(f"horizon must be a whole number of rounds, at least 1, got {horizon}")
    if not (ridge > 0 and math.isfinite(ridge)):
        raise ParameterError(f"ridge must be positive, got {ridge}; the paper uses 0.01")
    if not 0 < delta < 1:
        raise ParameterError(f"delta must be between 0 and 1, got {delta}; the paper uses 0.001")
    if not (noise >= 0 and math.isfinite(noise)):
        raise ParameterError(f"noise must be finite and not negative, got {noise}")
    if not (smoothness >= 0 and math.isfinite(smoothness)):
        raise ParameterError(f"smoothness must be finite and not negative, got {smoothness}")
