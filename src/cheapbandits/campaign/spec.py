"""What a campaign is set up with; from it and the graph a policy is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import UCB

__all__ = ["POLICIES", "Spec"]

POLICIES = ("CheapUCB", "SpectralUCB", "LinUCB")


@dataclass(frozen=True)
class Spec:
    """The settings of a campaign, all of them plain data.

    Attributes
    ----------
    policy
        One of :data:`POLICIES`.
    horizon
        Measurements planned.
    budget
        What they may cost in all; ``None`` for no limit.
    parameters
        ``ridge``, ``delta``, ``noise``, ``smoothness``, ``center``, ``scale`` of the policy, where
        they differ from its defaults.
    probes
        ``"strongest"``, ``"strongest-own"``, ``"hops"`` or ``"nearest"``.
    cost
        ``"width"``, ``"laplacian"``, or prices by width.
    stop
        When to stop, in the form of :func:`~cheapbandits.campaign.stopping.parse_rule`.
    """

    policy: str = "CheapUCB"
    horizon: int = 100
    budget: float | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    probes: str = "strongest"
    cost: str | Mapping[int, float] = "width"
    stop: str = "never"

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise ParameterError(
                f"policy must be one of {', '.join(POLICIES)}, got {self.policy!r}"
            )
        from cheapbandits.campaign.stopping import parse_rule

        parse_rule(self.stop)
        if self.budget is not None and not self.budget > 0:
            raise ParameterError(f"budget must be positive, got {self.budget}")

    def make_policy(self, graph: Graph) -> UCB:
        """Return a fresh policy on the graph."""
        from cheapbandits import policies

        kind: type[UCB] = getattr(policies, self.policy)
        choices: dict[str, Any] = {**self.parameters, "probes": self.probes, "cost": self.cost}
        return kind(graph, horizon=self.horizon, **choices)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = asdict(self)
        if not isinstance(self.cost, str):
            data["cost"] = {str(width): price for width, price in self.cost.items()}
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Spec:
        """Return the spec that :meth:`to_dict` described."""
        content = dict(data)
        if not isinstance(content["cost"], str):
            content["cost"] = {int(w): float(price) for w, price in content["cost"].items()}
        return cls(**content)
