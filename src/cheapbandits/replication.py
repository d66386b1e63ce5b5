"""Many runs of several policies on the same problems, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.history import History
from cheapbandits.metrics import Curve, mean_curve, paired_difference
from cheapbandits.parallel import in_parallel, with_progress
from cheapbandits.simulation import simulate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

    PolicyFactory: TypeAlias = Callable[[Graph], Policy]
    Problem: TypeAlias = tuple[Graph, ArrayLike]
    ProblemFactory: TypeAlias = Callable[[np.random.Generator], Problem]

__all__ = ["Replications", "replicate"]

Measure = Literal["regret", "cost"]


@dataclass(frozen=True)
class Replications:
    """The histories of every policy, run by run; run ``i`` of each shares problem and noise."""

    histories: Mapping[str, Sequence[History]]

    def curves(self, policy: str, measure: Measure = "regret") -> NDArray[np.float64]:
        """Return ``(runs, T)`` cumulative curves."""
        return np.array([getattr(history, measure) for history in self.histories[policy]])

    def mean(self, policy: str, measure: Measure = "regret") -> Curve:
        """Return the mean curve with its 95 % interval."""
        return mean_curve(self.curves(policy, measure))

    def difference(self, first: str, second: str, measure: Measure = "regret") -> Curve:
        """Return the mean of ``first - second``, paired by run, with its 95 % interval."""
        return paired_difference(self.curves(first, measure), self.curves(second, measure))

    def __repr__(self) -> str:
        runs = len(next(iter(self.histories.values()), ()))
        return f"Replications({runs} runs of {', '.join(self.histories)})"


def replicate(
    policies: Mapping[str, PolicyFactory],
    problem: Problem | ProblemFactory,
    *,
    runs: int = 100,
    seed: int = 0,
    noise: float = 0.01,
    rounds: int | None = None,
    jobs: int = -1,
    progress: bool = False,
) -> Replications:
    """Run every policy on the same ``runs`` problems, paired by seed.

    Parameters
    ----------
    policies
        Name to a function that makes a fresh policy for a graph.
    problem
        A graph and its field, or a function that draws them from a generator.
    runs, seed
        Run ``i`` draws its problem and its noise from children of ``seed`` numbered ``i``.
    noise, rounds
        As for :func:`~cheapbandits.simulate`.
    jobs
        Processes; -1 for one a core. The numbers are the same for any.
    progress
        Show a bar.
    """
    if runs < 1:
        raise ParameterError(f"runs must be at least 1, got {runs}")
    if seed < 0:
        raise ParameterError(f"seed must not be negative, got {seed}")
    if not policies:
        raise ParameterError("name at least one policy")
    tasks = [(policies, problem, seed, run, noise, rounds) for run in range(runs)]
    rows = list(with_progress(in_parallel(_one_run, tasks, jobs), runs, "runs", show=progress))
    return Replications({name: tuple(row[name] for row in rows) for name in policies})


def _one_run(
    policies: Mapping[str, PolicyFactory],
    problem: Problem | ProblemFactory,
    seed: int,
    run: int,
    noise: float,
    rounds: int | None,
) -> dict[str, History]:
    for_problem, for_noise = np.random.SeedSequence(seed, spawn_key=(run,)).spawn(2)
    graph, field = problem(np.random.default_rng(for_problem)) if callable(problem) else problem
    return {
        name: simulate(make(graph), field, noise, np.random.default_rng(for_noise), rounds=rounds)
        for name, make in policies.items()
    }
