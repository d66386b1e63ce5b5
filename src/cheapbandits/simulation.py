"""The loop: ask, read, tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.fields.check import check_field
from cheapbandits.fields.sensors import GaussianSensor
from cheapbandits.history import History, Round

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.policies import Policy

__all__ = ["rounds_of", "simulate"]


def simulate(
    policy: Policy,
    field: ArrayLike,
    noise: float = 0.01,
    rng: np.random.Generator | int | None = None,
    *,
    rounds: int | None = None,
) -> History:
    """Run a policy against a known field and return what happened.

    Parameters
    ----------
    policy
        A fresh policy; it is told every reading.
    field
        ``(N,)`` the true value of every node.
    noise
        Standard deviation of the Gaussian noise on each averaged reading.
    rng
        A generator or a seed.
    rounds
        How many; the policy's horizon when left out.

    Examples
    --------
    >>> import cheapbandits as cb
    >>> ring = cb.Graph.from_edges([(i, (i + 1) % 8) for i in range(8)])
    >>> simulate(cb.CheapUCB(ring, horizon=10), [0, 0, 0, 0.5, 1, 0.5, 0, 0], rng=0)
    History(10 rounds, regret ..., cost ...)
    """
    return History(list(rounds_of(policy, field, noise, rng, rounds=rounds)))


def rounds_of(
    policy: Policy,
    field: ArrayLike,
    noise: float = 0.01,
    rng: np.random.Generator | int | None = None,
    *,
    rounds: int | None = None,
) -> Iterator[Round]:
    """Yield the rounds of :func:`simulate` one by one, as they happen."""
    sensor = GaussianSensor(check_field(field, policy.graph.n_nodes), noise)
    generator = np.random.default_rng(rng)
    n_rounds = getattr(policy, "horizon", None) if rounds is None else rounds
    if n_rounds is None or n_rounds < 1:
        raise ParameterError(f"say how many rounds to run, at least 1; got {n_rounds}")
    top = float(sensor.field.max())
    errors = (sensor.noise * generator.standard_normal(n_rounds)).tolist()
    for t, error in enumerate(errors, start=1):
        probe = policy.ask()
        mean = sensor.mean(probe.nodes, probe.weights)
        reading = mean + error
        policy.tell(probe, reading)
        yield Round(
            t, probe.center, probe.nodes, probe.width, probe.cost, reading, mean, top - mean
        )
