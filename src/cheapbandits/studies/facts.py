"""What is true of one drawn problem before anything is probed: its constants and its floor.

Claims, figures and the table of constants ask for the same draws, so each is computed once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse.linalg import eigsh

from cheapbandits.fields.clusterings import N_CLUSTERINGS
from cheapbandits.metrics import Curve, mean_curve
from cheapbandits.spectrum import effective_dimension, laplacian_eigenvalues
from cheapbandits.studies.cell import ProblemName
from cheapbandits.studies.paper import split_group
from cheapbandits.studies.problems import draw_problem
from cheapbandits.theory import (
    alpha_norm,
    local_smoothness_gap,
    schedule_floor,
    width_losses,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.studies.results import Results

__all__ = [
    "DIMENSION_DRAWS",
    "DRAWS",
    "FLOOR_DRAWS",
    "RIDGE",
    "Facts",
    "dimensions",
    "drawn",
    "facts_of",
    "floor_curve",
    "largest_variance",
    "seeds_of",
]

#: The paper's ``lambda``.
RIDGE = 0.01
#: Draws over which constants and bounds are reported, and over which the floor is averaged.
DRAWS, FLOOR_DRAWS = 10, 60
#: Draws over which the effective dimension is counted.
DIMENSION_DRAWS = 60
#: Up to this many nodes all eigenvalues at once cost less.
DENSE_NODES = 600
#: No horizon here has more stages.
WIDEST = 12


@dataclass(frozen=True)
class Facts:
    """The constants that stand in the paper's bounds, for one graph and field.

    Attributes
    ----------
    n_nodes, horizon
        ``N`` and ``T``.
    dimension
        ``d``, the effective dimension.
    kappa, c
        The largest weighted degree, and ``||alpha*||_Lambda``.
    lambda_2, low, high
        ``lambda_2``, ``lambda_d`` and ``lambda_(d+1)`` of the Laplacian.
    gap
        ``|f* - average over the best node's whole neighbourhood|``.
    spread
        Largest less smallest reward: what the worst node loses in a round.
    """

    n_nodes: int
    horizon: int
    dimension: int
    kappa: float
    c: float
    lambda_2: float
    low: float
    high: float
    gap: float
    spread: float


@lru_cache(maxsize=256)
def drawn(problem: str, seed: int) -> tuple[Graph, NDArray[np.float64]]:
    """Return a problem's draw; several claims ask for the same ones."""
    return draw_problem(problem, seed)


@lru_cache(maxsize=1024)
def facts_of(problem: str, seed: int) -> Facts:
    """Return the constants of a problem's draw."""
    horizon = ProblemName.parse(problem).horizon
    graph, field = drawn(problem, seed)
    d = effective_dimension(graph, horizon=horizon, ridge=RIDGE)
    values = _lowest(graph, d + 1)
    return Facts(
        n_nodes=graph.n_nodes,
        horizon=horizon,
        dimension=d,
        kappa=float(graph.degrees.max()),
        c=alpha_norm(graph, field, ridge=RIDGE),
        lambda_2=float(values[1]),
        low=float(values[d - 1]),
        high=float(values[d]),
        gap=local_smoothness_gap(graph, field),
        spread=float(np.ptp(field)),
    )


def _lowest(graph: Graph, count: int) -> NDArray[np.float64]:
    """Return the lowest eigenvalues; of the forest by inverse iteration, which is far quicker."""
    if graph.n_nodes <= DENSE_NODES:
        values = laplacian_eigenvalues(graph, max(count, 2))
    else:
        start = np.random.default_rng(0).standard_normal(graph.n_nodes)
        shifted = graph.laplacian.tocsc()
        values = np.sort(eigsh(shifted, max(count, 2), sigma=-RIDGE, v0=start)[0])
    values[: graph.n_parts] = 0.0  # exactly as many as connected parts
    return np.asarray(values)


@lru_cache(maxsize=256)
def largest_variance(problem: str, seed: int) -> float:
    """Return the largest ``||s||^2_{V^-1}`` of a node before the first reading."""
    graph, _ = drawn(problem, seed)
    prior = np.linalg.inv(graph.laplacian.toarray() + RIDGE * np.eye(graph.n_nodes))
    return float(prior.diagonal().max())


@lru_cache(maxsize=16)
def dimensions(problem: str) -> tuple[int, ...]:
    """Return ``d`` of each of many draws; on the forest, of each clustering."""
    name = ProblemName.parse(problem)
    draws = N_CLUSTERINGS if name.graph.startswith("forests") else DIMENSION_DRAWS
    graphs = (drawn(problem, seed)[0] for seed in range(draws))
    return tuple(effective_dimension(g, horizon=name.horizon, ridge=RIDGE) for g in graphs)


@lru_cache(maxsize=2048)
def _losses(graph: str, field: str, seed: int) -> NDArray[np.float64]:
    """Return what each width loses on a draw; it serves every horizon."""
    drawn = draw_problem(str(ProblemName(graph, field, 1)), seed)
    return width_losses(*drawn, WIDEST)


def floor_curve(group: str, seeds: Iterable[int]) -> Curve:
    """Return the mean floor of averaging over the first draws of a group, with its interval."""
    problem, _ = split_group(group)
    name = ProblemName.parse(problem)
    losses = [_losses(name.graph, name.field, seed) for seed in list(seeds)[:FLOOR_DRAWS]]
    return mean_curve(np.array([schedule_floor(lost, name.horizon) for lost in losses]))


def seeds_of(results: Results, group: str) -> list[int]:
    """Return the seeds of a group's first policy: the draws that its curves are of."""
    return results.seeds(group, results.policies(group)[0])
