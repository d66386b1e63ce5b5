"""What a cell may spend: ``budget=cheap`` is what CheapUCB pays there, ``budget=T`` a unit a round.

Policies that plan with a budget are compared at the cost of the paper's two: CheapUCB's own, and
SpectralUCB's single nodes.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.policies import CheapUCB
from cheapbandits.simulation import simulate
from cheapbandits.studies.cell import Cell, ProblemName
from cheapbandits.studies.problems import noise_level, noise_seed, probes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["budget_of", "cheap_cost", "rounds_of_cell"]

#: A policy that only its budget ends may take this many times the horizon's rounds: cheap groups
#: could go on for very long.
MOST_ROUNDS = 2


def budget_of(
    given: float | str | None, cell: Cell, graph: Graph, field: NDArray[np.float64]
) -> float | None:
    """Return the budget that a cell's policy names: a number, ``cheap``, ``T``, or none."""
    if given is None or isinstance(given, int | float):
        return given
    if given == "T":
        return float(ProblemName.parse(cell.problem).horizon)
    if given == "cheap":
        return cheap_cost(cell.problem, cell.seed, graph, field)
    raise ParameterError(f"budget must be a number, cheap or T; got {given!r}")


def cheap_cost(problem: str, seed: int, graph: Graph, field: NDArray[np.float64]) -> float:
    """Return what CheapUCB spends on a problem.

    Its schedule says so where all groups of a width have one price. Where they do not, it is run,
    with the noise of this seed.
    """
    horizon = ProblemName.parse(problem).horizon
    policy = CheapUCB(graph, horizon=horizon, probes=probes_of(problem))
    prices = [policy.menu.costs(policy.planned_width(t) or 1) for t in range(1, horizon + 1)]
    if all(float(np.ptp(price)) == 0 for price in prices):
        return sum(float(price[0]) for price in prices)
    noise = np.random.default_rng(noise_seed(problem, seed))
    return float(simulate(policy, field, noise_level(problem), noise).cost[-1])


def rounds_of_cell(policy: Policy, horizon: int) -> int:
    """Return how many rounds a policy gets: more than the horizon where it plans by money alone."""
    plans = "horizon" in inspect.signature(type(policy)).parameters
    return horizon if plans or policy.budget is None else MOST_ROUNDS * horizon
