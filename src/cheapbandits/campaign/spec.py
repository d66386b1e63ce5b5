"""What a campaign is set up with; from it and the graph a policy is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.policies import UCB

__all__ = ["POLICIES", "Spec"]

POLICIES = ("CheapUCB", "SpectralUCB", "LinUCB")
#: Settings of the policy itself.
PARAMETERS = ("ridge", "delta", "noise", "smoothness", "center", "scale")


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
        wrong = set(self.parameters) - {*PARAMETERS, "dimension"}
        if wrong:
            raise ParameterError(
                f"no parameter {', '.join(sorted(wrong))}; there are {', '.join(PARAMETERS)}"
            )
        if self.budget is not None and not self.budget > 0:
            raise ParameterError(f"budget must be positive, got {self.budget}")

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Spec:
        """Return the spec of plain keywords, the policy's own among them."""
        own = {known.name for known in fields(cls)}
        unknown = set(settings) - own - set(PARAMETERS)
        if unknown:
            raise ParameterError(
                f"no setting {', '.join(sorted(unknown))}; there are "
                f"{', '.join([*sorted(own - {'parameters'}), *PARAMETERS])}"
            )
        parameters = {**settings.get("parameters", {})}
        parameters |= {name: settings[name] for name in PARAMETERS if name in settings}
        mine = {name: value for name, value in settings.items() if name in own}
        return cls(**{**mine, "parameters": parameters})

    def make_policy(self, graph: Graph) -> UCB:
        """Return a fresh policy on the graph."""
        from cheapbandits import policies

        kind: type[UCB] = getattr(policies, self.policy)
        choices: dict[str, Any] = {**self.parameters, "probes": self.probes, "cost": self.cost}
        return kind(graph, horizon=self.horizon, budget=self.budget, **choices)

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
