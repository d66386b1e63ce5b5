"""Many runs of several policies on the same problems, on all cores."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from cheapbandits.checks import got, whole
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph
from cheapbandits.history import History
from cheapbandits.metrics import Curve, mean_curve, paired_difference
from cheapbandits.parallel import in_any_order
from cheapbandits.policies import Best, Policy
from cheapbandits.progress import counted
from cheapbandits.simulation import Registered, simulate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Problem: TypeAlias = tuple[Graph, ArrayLike]
    ProblemFactory: TypeAlias = Callable[[np.random.Generator], Problem]

__all__ = ["Replications", "replicate"]

#: ``make(graph)``, or ``make(graph, rng=...)`` where it has a parameter of that name.
PolicyFactory: TypeAlias = Callable[..., Policy]
Measure = Literal["regret", "cost"]


@dataclass(frozen=True)
class Replications:
    """The histories of every policy, run by run; run ``i`` of each shares problem and noise.

    Attributes
    ----------
    histories
        By policy.
    places
        By policy: what ``best()`` named at the end of each run.
    """

    histories: Mapping[str, Sequence[History]]
    places: Mapping[str, Sequence[Best]] = field(default_factory=dict)

    def curves(self, policy: str, measure: Measure = "regret") -> NDArray[np.float64]:
        """Return ``(runs, T)`` cumulative curves."""
        if not isinstance(policy, Hashable) or policy not in self.histories:
            raise ParameterError(f"no policy {got(policy)}; there are {_names(self.histories)}")
        if not isinstance(measure, str) or measure not in get_args(Measure):
            raise ParameterError(f"measure must be 'regret' or 'cost', got {measure!r}")
        rows = [getattr(history, measure) for history in self.histories[policy]]
        lengths = {len(row) for row in rows}
        if len(lengths) > 1:
            raise ParameterError(
                f"the runs of {policy} ended after {min(lengths)} to {max(lengths)} rounds: they "
                "have no mean curve; see .histories"
            )
        return np.array(rows)

    def mean(self, policy: str, measure: Measure = "regret") -> Curve:
        """Return the mean curve with its 95 % interval."""
        return mean_curve(self.curves(policy, measure))

    def difference(self, first: str, second: str, measure: Measure = "regret") -> Curve:
        """Return the mean of ``first - second``, paired by run, with its 95 % interval."""
        return paired_difference(self.curves(first, measure), self.curves(second, measure))

    def __repr__(self) -> str:
        runs = len(next(iter(self.histories.values()), ()))
        return f"Replications({runs} runs of {_names(self.histories)})"


def replicate(
    policies: Mapping[str, PolicyFactory | str] | Iterable[str],
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
        Name to a function that makes a fresh policy for a graph; or names of registered policies,
        which are made with ``rounds`` as their horizon. A function that has a parameter ``rng``
        is handed a generator of that run's own: ``make(graph, rng=...)``.
    problem
        A graph and its field, or a function that draws them from a generator.
    runs, seed
        Run ``i`` draws its problem, its noise and its policies' generators from children of
        ``seed`` numbered ``i``. What a policy draws does not hang on which others are compared.
    noise, rounds
        As for :func:`~cheapbandits.simulate`.
    jobs
        Processes; -1 for one a core. The numbers are the same for any.
    progress
        Say on the terminal how far it is.
    """
    runs, seed = whole(runs, "runs", least=1), whole(seed, "seed", least=0)
    makers = _makers(policies, rounds)
    _check_problem(problem)
    tasks = [(makers, problem, seed, run, noise, rounds) for run in range(runs)]
    done = counted(in_any_order(_one_run, tasks, jobs=jobs), runs, "runs", show=progress)
    rows = [row for _, row in sorted(done, key=lambda numbered: numbered[0])]
    return Replications(
        {name: tuple(row[name][0] for row in rows) for name in makers},
        {name: tuple(row[name][1] for row in rows) for name in makers},
    )


def _names(of: Iterable[object]) -> str:
    """Return names in a row; whoever compares settings may have called policies by numbers."""
    return ", ".join(map(str, of))


def _one_run(
    makers: Mapping[str, PolicyFactory],
    problem: Problem | ProblemFactory,
    seed: int,
    run: int,
    noise: float,
    rounds: int | None,
) -> dict[str, tuple[History, Best]]:
    children = np.random.SeedSequence(seed, spawn_key=(run,)).spawn(3)
    for_problem, for_noise, for_policy = children
    graph, values = _drawn(problem, for_problem) if callable(problem) else problem
    rows = {}
    for name, make in makers.items():
        policy = make(graph, **_generator(make, for_policy))
        history = simulate(policy, values, noise, np.random.default_rng(for_noise), rounds=rounds)
        rows[name] = (history, policy.best())
    return rows


def _drawn(problem: ProblemFactory, seed: np.random.SeedSequence) -> Problem:
    """Return what a problem function draws; it is the user's own and may return anything."""
    drawn: Any = problem(np.random.default_rng(seed))
    if not _is_pair(drawn):
        raise ParameterError(
            f"the problem function must return a graph and its field, (graph, field); it returned "
            f"{drawn!r}"
        )
    graph, values = drawn
    return graph, values


def _generator(make: PolicyFactory, seed: np.random.SeedSequence) -> dict[str, Any]:
    """Return a fresh generator as ``rng``, for a function that has a parameter of that name."""
    return {"rng": np.random.default_rng(seed)} if "rng" in _parameters(make) else {}


def _parameters(make: PolicyFactory) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(make).parameters
    except (TypeError, ValueError):  # some builtins hide theirs
        return {}


def _makers(
    policies: Mapping[str, PolicyFactory | str] | Iterable[str], rounds: int | None
) -> dict[str, PolicyFactory]:
    """Return a function for each policy, checked here rather than in every process."""
    named: Mapping[str, PolicyFactory | str]
    if isinstance(policies, Mapping):
        named = policies
    else:
        names = [policies] if isinstance(policies, str) else _listed(policies)
        named = {name: name for name in names}
    if not named:
        raise ParameterError("name at least one policy")
    return {
        name: _registered(make, rounds) if isinstance(make, str) else _check(name, make)
        for name, make in named.items()
    }


def _registered(name: str, rounds: int | None) -> Registered:
    made = Registered(name, {"horizon": rounds})
    horizon = _parameters(made.kind).get("horizon")
    if rounds is None and horizon is not None and horizon.default is horizon.empty:
        raise ParameterError(f"{name} by name needs rounds=, which becomes its horizon")
    return made


def _listed(policies: object) -> list[str]:
    names: list[str] = []
    for name in policies if isinstance(policies, Iterable) else [policies]:
        if not isinstance(name, str):
            raise ParameterError(
                "policies must be names of registered ones, or a mapping of names to functions "
                f"that make a policy for a graph; got {name!r}"
            )
        names.append(name)
    return names


def _check(name: str, make: PolicyFactory) -> PolicyFactory:
    if not callable(make):
        raise ParameterError(
            f"policies: {name!r} must be a function that makes a fresh policy for a graph, such as "
            f"functools.partial(CheapUCB, horizon=100), got {make!r}"
        )
    if isinstance(make, partial) and "rng" in make.keywords:
        raise ParameterError(
            f"policies: {name!r} fixes rng: every run would draw the same. Leave it out, and each "
            "run hands over a generator of its own"
        )
    try:
        inspect.signature(make).bind(None, **({"rng": None} if "rng" in _parameters(make) else {}))
    except TypeError as error:
        raise ParameterError(
            f"policies: {name!r} cannot be called as make(graph): {error}; "
            "functools.partial(CheapUCB, horizon=100) can"
        ) from None
    except ValueError:  # some builtins hide their parameters
        pass
    return make


def _check_problem(problem: object) -> None:
    if not callable(problem) and not _is_pair(problem):
        raise ParameterError(
            "problem must be a graph and its field, (graph, field), or a function of a generator "
            f"that draws them; got {type(problem).__name__}"
        )


def _is_pair(problem: object) -> bool:
    return isinstance(problem, Sequence) and len(problem) == 2 and isinstance(problem[0], Graph)
