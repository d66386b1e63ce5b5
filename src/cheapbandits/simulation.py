"""The loop: ask, read, tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.checks import generator as generator_of
from cheapbandits.checks import is_number
from cheapbandits.engines.threads import for_size
from cheapbandits.errors import BudgetError, ParameterError
from cheapbandits.fields.check import check_field
from cheapbandits.fields.sensors import GaussianSensor
from cheapbandits.history import History, Round
from cheapbandits.policies import Policy
from cheapbandits.policies.registry import make_policy, policy_class
from cheapbandits.text import how_many

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.graphs import Graph

__all__ = ["Registered", "rounds_of", "simulate"]


@dataclass(frozen=True)
class Registered:
    """A registered policy as a function that makes one; the class travels with it.

    Another process has a registry of its own, which a user's class is not in.

    Attributes
    ----------
    name, settings
        As :func:`~cheapbandits.policies.registry.make_policy` takes them.
    kind
        The class that the name stands for, here.
    """

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    kind: type[Policy] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", policy_class(self.name))

    def __call__(self, graph: Graph, rng: np.random.Generator) -> Policy:
        """Return a fresh policy; ``rng`` goes to the kinds that are randomised."""
        return make_policy(self.kind, graph, rng=rng, **self.settings)


def simulate(
    policy: Policy | str,
    field: ArrayLike,
    noise: float = 0.01,
    rng: np.random.Generator | int | None = None,
    *,
    rounds: int | None = None,
    graph: Graph | None = None,
    **settings: Any,
) -> History:
    """Run a policy against a known field and return what happened.

    Parameters
    ----------
    policy
        A fresh policy, which is told every reading; or the name of a registered one, which is made
        for ``graph`` with these ``settings`` and a generator spawned from ``rng``.
    field
        ``(N,)`` the true value of every node.
    noise
        Standard deviation of the Gaussian noise on each averaged reading.
    rng
        A generator or a seed.
    rounds
        How many; the policy's horizon when left out. A run ends sooner where the policy's budget
        does.

    Examples
    --------
    >>> import cheapbandits as cb
    >>> ring = cb.Graph.from_edges([(i, (i + 1) % 8) for i in range(8)])
    >>> hill = [0, 0, 0, 0.5, 1, 0.5, 0, 0]
    >>> simulate(cb.CheapUCB(ring, horizon=10), hill, rng=0)
    History(10 rounds, regret ..., cost ...)
    >>> simulate("LinUCB", hill, rng=0, graph=ring, rounds=10)
    History(10 rounds, regret ..., cost 10)
    """
    generator = generator_of(rng)
    if isinstance(policy, str):
        if graph is None:
            raise ParameterError(f"simulate({policy!r}, ...) needs graph=, to make the policy for")
        make = Registered(policy, {"horizon": rounds, **settings})
        policy = make(graph, generator.spawn(1)[0])
    elif graph is not None or settings:
        given = ", ".join([*(["graph"] if graph is not None else []), *settings])
        raise ParameterError(f"{given}: only for a policy given by name; this one is made already")
    _check_fresh(policy, field)
    with for_size(policy.graph.n_nodes):
        return History(list(rounds_of(policy, field, noise, generator, rounds=rounds)))


def rounds_of(
    policy: Policy,
    field: ArrayLike,
    noise: float = 0.01,
    rng: np.random.Generator | int | None = None,
    *,
    rounds: int | None = None,
) -> Iterator[Round]:
    """Yield the rounds of :func:`simulate` one by one, as they happen."""
    _check_fresh(policy, field)
    sensor = GaussianSensor(check_field(field, policy.graph.n_nodes, policy.graph.names), noise)
    generator = generator_of(rng)
    top = float(sensor.field.max())
    for t in _numbers(policy, rounds):
        try:
            probe = policy.ask()
        except BudgetError:
            if t == 1:
                raise
            return
        mean = sensor.mean(probe.nodes, probe.weights)
        reading = mean + sensor.noise * float(generator.standard_normal())
        policy.tell(probe, reading)
        yield Round(
            t, probe.center, probe.nodes, probe.width, probe.cost, reading, mean, top - mean
        )


def _numbers(policy: Policy, rounds: int | None) -> Iterator[int]:
    """Return the numbers of the rounds, from 1; without end where only the budget ends them."""
    n_rounds = policy.horizon if rounds is None else rounds
    if n_rounds is None and policy.budget is not None:
        return count(1)
    if not isinstance(n_rounds, int | np.integer) or not is_number(n_rounds) or n_rounds < 1:
        raise ParameterError(f"say how many rounds to run, at least 1; got {n_rounds}")
    return iter(range(1, int(n_rounds) + 1))


def _check_fresh(policy: object, field: object) -> None:
    """Refuse what is no policy, or one that has been used."""
    if isinstance(policy, type) and issubclass(policy, Policy):
        raise ParameterError(
            f"simulate takes a policy, got the class {policy.__name__}; make one first: "
            f"{policy.__name__}(graph, horizon=100)"
        )
    if not isinstance(policy, Policy):
        hint = (
            "the policy comes first: simulate(policy, field)"
            if isinstance(field, Policy)
            else ("make one first, such as CheapUCB(graph, horizon=100)")
        )
        raise ParameterError(f"simulate takes a policy, got {type(policy).__name__}; {hint}")
    if policy.n_told or policy.pending:
        raise ParameterError(
            f"this {type(policy).__name__} was used already ({how_many(policy.n_told)} told, "
            f"{len(policy.pending)} pending): simulate a fresh one, or go on with ask and tell"
        )
