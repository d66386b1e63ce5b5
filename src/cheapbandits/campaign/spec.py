"""What a campaign is set up with; from it and the graph a policy is made."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.groups import UNNAMED, groups, settled_groups
from cheapbandits.checks import finite, got, instance, is_number, whole
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np

    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["DEFAULT", "LONGEST", "Spec"]

#: Who chooses where nothing else is said: first on the leaderboard for finding the place.
DEFAULT = "Finder"
#: The longest plan: what going on would cost is summed over its rounds.
LONGEST = 1_000_000
#: The largest number among a policy's settings: products of a few of them are still finite.
LARGEST_PARAMETER = 1e50


@dataclass(frozen=True)
class Spec:
    """The settings of a campaign, all of them plain data.

    Attributes
    ----------
    policy
        The name of a registered policy; see :func:`~cheapbandits.policies.register`.
    horizon
        Measurements planned; ``None`` where budget or stopping rule alone end the campaign.
    budget
        What they may cost in all; ``None`` for no limit.
    parameters
        The policy's own settings (``ridge``, ``noise``, ``center``, ...), where they differ from
        its defaults.
    probes
        ``"strongest"``, ``"strongest-own"``, ``"hops"``, ``"nearest"``, or all within some
        distances of a node, ``"radius:250,500"``. ``"auto"`` is replaced,
        when the campaign is created, by ``"nearest"`` where nodes have places in a plane or in
        space, else by ``"strongest-own"``.
    max_width
        The most nodes of a group. When left out and the cost is a list of prices: the widest up to
        which each has one.
    cost
        ``"width"``, ``"laplacian"``, prices by width, or the parts of a
        :class:`~cheapbandits.probes.TripCost`: ``{"fixed": 50, "site": 2, "travel": 0.01}``.
    stop
        When to stop, in the form of :func:`~cheapbandits.campaign.stopping.parse_rule`.
    tolerance
        How far below the maximum still counts as the hottest place, in the readings' units; where
        left out 5 % of the range, from ``low`` to ``high`` of the policy or of the estimates.
    engine
        What computes the belief. ``"auto"`` is replaced by the engine that was chosen when the
        campaign was created, so that it asks the same on every machine.
    seed
        For policies that draw at random: ask ``k`` draws from a stream of its own, made of the
        seed and ``k``, so that a campaign that is reopened asks the same.
    """

    policy: str = DEFAULT
    horizon: int | None = 100
    budget: float | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    probes: str = "auto"
    max_width: int | None = None
    cost: str | Mapping[Any, float] = "width"
    stop: str = "never"
    tolerance: float | None = None
    engine: str = "auto"
    seed: int = 0

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Spec:
        """Return the spec of plain keywords, the policy's own among them."""
        from cheapbandits.policies.registry import settings_of

        own = [known.name for known in fields(cls)]
        theirs = settings_of(settings.get("policy", cls.policy))
        instance(settings.get("parameters", {}), Mapping, "parameters", "a mapping of settings")
        parameters = {**settings.get("parameters", {})}
        _check_theirs(parameters, {*own} - {*theirs})
        both = [name for name in theirs if name in settings and name in parameters]
        # What is the campaign's too stands in both where a campaign's settings are taken over.
        twice = [name for name in both if name not in own or settings[name] != parameters[name]]
        for again in twice:
            raise ParameterError(
                f"{again} is given twice, in parameters and as {again}=; keep one of them"
            )
        parameters |= {name: settings[name] for name in theirs if name in settings}
        _check_sizes(parameters)
        odd = next((name for name in parameters if not isinstance(name, str)), "")
        instance(odd, str, "the name of a parameter", "text")
        unknown = sorted({*settings, *parameters} - {*own, *theirs})
        if unknown:
            there = dict.fromkeys([*sorted({*own} - {"parameters"}), *theirs])
            hint = _other_words(settings.get("policy", cls.policy), {*unknown}, theirs)
            raise ParameterError(
                f"no setting {', '.join(unknown)}; there are {', '.join(there)}{hint}"
            )
        mine = {name: value for name, value in settings.items() if name in own}
        if "horizon" not in mine and mine.get("budget") is not None:
            mine["horizon"] = None  # it goes on until the money is spent
        spec = cls(**{**mine, "parameters": parameters})
        return spec._checked()

    def _checked(self) -> Spec:
        """Return it as plain data, refusing what cannot be; the policy refuses the rest."""
        from cheapbandits.campaign.stopping import parse_rule
        from cheapbandits.policies.account import check_budget

        parse_rule(self.stop)
        tolerance = self.tolerance
        if tolerance is not None:
            tolerance = finite(tolerance, "tolerance", least=0)
        if not isinstance(self.probes, str):
            raise ParameterError(
                f"a campaign's probes are named, strongest, strongest-own, hops, nearest or "
                f"radius:250,500 (or auto); got a "
                f"{type(self.probes).__name__}"
            )
        if not isinstance(self.cost, str | Mapping):
            raise ParameterError(
                "a campaign's cost is width, laplacian, prices by width such as {1: 9, 2: 5}, or "
                "parts such as {'fixed': 50, 'site': 2, 'travel': 0.01}; "
                f"got a {type(self.cost).__name__}"
            )
        horizon = None if self.horizon is None else whole(self.horizon, "horizon", least=1)
        if horizon is not None and horizon > LONGEST:
            raise ParameterError(
                f"a campaign plans at most {LONGEST:,} measurements; give a smaller horizon"
            )
        budget = check_budget(self.budget)
        if budget is None and self.budget is not None:
            raise ParameterError("budget must be finite; leave it out for no limit")
        seed = whole(self.seed, "seed", least=0)
        max_width = None if self.max_width is None else whole(self.max_width, "max_width", least=1)
        return replace(
            self,
            horizon=horizon,
            budget=budget,
            tolerance=tolerance,
            seed=seed,
            max_width=max_width,
        )

    def make_policy(self, graph: Graph, rng: np.random.Generator | None = None) -> Policy:
        """Return a fresh policy on the graph.

        Parameters
        ----------
        graph
            The network.
        rng
            Where a randomised policy draws from; made of :attr:`seed` when left out.
        """
        import numpy as np

        from cheapbandits.policies.registry import make_policy, policy_class

        # A user's own class need not take these; what was asked for is then refused by its name.
        takes = inspect.signature(policy_class(self.policy)).parameters
        handed: dict[str, Any] = {"engine": self.engine} if "engine" in takes else {}
        if "probes" in takes or self.probes not in UNNAMED or self.max_width is not None:
            handed["probes"] = groups(graph, self.probes, self.max_width)
        if "cost" in takes or self.cost != Spec.cost:
            handed["cost"] = self.cost
        return make_policy(
            self.policy,
            graph,
            horizon=self._planned(),
            budget=self.budget,
            rng=np.random.default_rng(self.seed) if rng is None else rng,
            **self.parameters,
            **handed,
        )

    def _planned(self) -> int | None:
        """Return the measurements that the policy plans with.

        Where only a budget ends a campaign, a policy that cannot do without a plan gets the usual
        one; past its end it goes on as in the last of its stages.
        """
        if self.horizon is None and self.budget is not None and self.plans:
            return Spec.horizon
        return self.horizon

    @property
    def plans(self) -> bool:
        """Whether the policy must know how many measurements are planned."""
        from cheapbandits.policies.registry import policy_class

        horizon = inspect.signature(policy_class(self.policy)).parameters.get("horizon")
        return horizon is not None and horizon.default is inspect.Parameter.empty

    def settled(self, graph: Graph) -> Spec:
        """Return the spec with what a policy on the graph worked out or chose for itself.

        Reopening spares it then, and does the same on another machine. Refuses settings that the
        policy refuses.
        """
        from cheapbandits.campaign.cheapest import check_pays
        from cheapbandits.policies.registry import policy_class

        takes = inspect.signature(policy_class(self.policy)).parameters
        chosen: dict[str, Any] = {}
        if "probes" in takes:
            chosen = settled_groups(graph, self.probes, self.max_width, self.cost)
        elif self.probes == Spec.probes:
            chosen = {"probes": "strongest"}
        spec, parameters = replace(self, **chosen), dict(self.parameters)
        policy = spec.make_policy(graph)
        instance(self.engine, str, "engine", "a name")
        if self.engine not in ("auto", policy.engine):
            raise ParameterError(
                f"{self.policy} cannot be told its engine: it takes {policy.engine} here; leave "
                f"engine={self.engine!r} out, or choose by CheapUCB"
            )
        check_pays(policy)
        dimension = getattr(policy, "dimension", None)
        if dimension is not None:
            parameters["dimension"] = dimension
        return replace(spec, parameters=parameters, engine=policy.engine)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = asdict(self)
        if not isinstance(self.cost, str):
            data["cost"] = {str(width): price for width, price in self.cost.items()}
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Spec:
        """Return the spec that :meth:`to_dict` described, also that of an older version."""
        content = dict(data)
        if not isinstance(content["cost"], str):
            content["cost"] = {
                int(part) if part.isdecimal() else part: float(price)
                for part, price in content["cost"].items()
            }
        return cls(**content)._sensible()

    def _sensible(self) -> Spec:
        """Return it if its values are of the kinds that they have; for what comes from outside."""
        counts = (self.horizon, self.max_width, self.seed)
        amounts = (self.budget, self.tolerance)
        names = (self.policy, self.probes, self.stop, self.engine)
        for value in (value for value in counts if value is not None):
            whole(value, "a count", least=0)
        if (self.horizon or 0) > LONGEST:
            raise ValueError(f"a horizon of {got(self.horizon)}")
        for amount in (amount for amount in amounts if amount is not None):
            finite(amount, "an amount", least=0)
        for name in names:
            instance(name, str, "a name", "text")
        instance(self.parameters, Mapping, "parameters", "a mapping of settings")
        return self


def _other_words(policy: str, unknown: set[str], theirs: Iterable[str]) -> str:
    """Return how a policy wants to hear of values what was said in the words of others."""
    if "low" in theirs and unknown & {"center", "scale", "smoothness", "ridge"}:
        return (
            f". {policy} learns that from the readings: leave it out, say what you know by low "
            "and high, or take the paper's policy CheapUCB"
        )
    if "scale" in theirs and unknown & {"low", "high"}:
        return (
            f". To {policy}, values from low to high are center=(low + high) / 2 and "
            "scale=(high - low) / 2"
        )
    return ""


def _check_theirs(parameters: Mapping[str, Any], own: set[str]) -> None:
    """Refuse what is not a policy's to take."""
    for name in parameters:
        if name in own:
            raise ParameterError(
                f"{name} is a setting of the campaign and none of the policy's; give it as "
                f"--{name}, in Python {name}="
            )


def _check_sizes(parameters: Mapping[str, Any]) -> None:
    """Refuse numbers that no policy can count with, however they were given."""
    for name, value in parameters.items():
        if is_number(value) and abs(finite(value, name)) > LARGEST_PARAMETER:
            raise ParameterError(f"{name} must be within {LARGEST_PARAMETER:g}, got {got(value)}")
