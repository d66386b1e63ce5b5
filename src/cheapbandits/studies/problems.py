"""The graphs and fields of the paper's experiments, drawn from a seed.

Nodes are relabelled at random in every draw. The paper leaves ties open (which neighbours, which of
several equally promising nodes); ours go to the lowest index, and a generator's order (hubs first,
block by block) would otherwise favour or hurt a policy by accident.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.fields import load_dataset, sparse_field
from cheapbandits.graphs import (
    Graph,
    barabasi_albert,
    erdos_renyi,
    relabel,
    stochastic_block_model,
)
from cheapbandits.studies.cell import Cell, ProblemName
from cheapbandits.theory import hard_instance, smallest_hard_clique

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "N_FREQUENCIES",
    "N_NODES",
    "draw_problem",
    "noise_level",
    "noise_seed",
    "policy_seed",
]

#: The paper's Section 6.1: ``N`` nodes and ``k`` frequencies.
N_NODES, N_FREQUENCIES = 250, 5
#: The paper's Section 6: noise ``R``; the lower bound's construction has unit variance.
NOISE, HARD_NOISE = 0.01, 1.0


def draw_problem(problem: str, seed: int) -> tuple[Graph, NDArray[np.float64]]:
    """Return the graph and the field of a problem and seed; equal for all policies."""
    name = ProblemName.parse(problem)
    if name.graph == "cliques":
        return _draw_cliques(name, seed)
    graph, _ = _draw_graph(name.graph, seed)
    return graph, _draw_field(name.graph, name.field, seed)


def noise_level(problem: str) -> float:
    """Return the standard deviation of the readings' noise."""
    return HARD_NOISE if ProblemName.parse(problem).graph == "cliques" else NOISE


def noise_seed(problem: str, seed: int) -> np.random.SeedSequence:
    """Return the seed of the noise: one for all policies, so that runs are paired."""
    name = ProblemName.parse(problem)
    return _seed(f"noise/{name.graph}/{name.field}", seed)


def policy_seed(cell: Cell) -> np.random.SeedSequence:
    """Return the seed of a randomised policy's own draws: no other cell has it."""
    return _seed(f"policy/{cell.problem}/{cell.policy}", cell.seed)


def _seed(words: str, seed: int) -> np.random.SeedSequence:
    return np.random.SeedSequence([seed, *words.encode()])


@lru_cache(maxsize=2)
def _draw_graph(name: str, seed: int) -> tuple[Graph, NDArray[np.int64]]:
    """Return a graph with its nodes in random order, and that order."""
    rng = np.random.default_rng(_seed(f"graph/{name}/", seed))
    if name == "ba":
        graph = barabasi_albert(N_NODES, 3, weights="uniform", rng=rng)
    elif name == "er":
        graph = erdos_renyi(N_NODES, 0.05, weights="uniform", rng=rng)
    elif name == "sbm":
        graph = stochastic_block_model([100, 60, 40, 50], 0.7, 0.02, rng=rng)
    elif name == "forest":
        graph = load_dataset("forest").graph
    else:
        raise ParameterError(f"no graph {name!r}; there are ba, er, sbm, forest and cliques")
    order = rng.permutation(graph.n_nodes)
    return relabel(graph, order), order


@lru_cache(maxsize=8)
def _draw_field(name: str, field: str, seed: int) -> NDArray[np.float64]:
    graph, order = _draw_graph(name, seed)
    if name == "forest":
        known = load_dataset("forest").fields
        if field not in known:
            raise ParameterError(f"no cover type {field!r}; there are {', '.join(known)}")
        return np.asarray(known[field][order])
    if field not in ("lowest", "random"):
        raise ParameterError(f"no field {field!r}; there are lowest and random")
    rng = np.random.default_rng(_seed(f"field/{name}/{field}", seed))
    support: Literal["lowest", "random"] = "lowest" if field == "lowest" else "random"
    return sparse_field(graph, n_frequencies=N_FREQUENCIES, support=support, rng=rng)


def _draw_cliques(name: ProblemName, seed: int) -> tuple[Graph, NDArray[np.float64]]:
    number = name.field.removeprefix("d")
    if not number.isdecimal():
        raise ParameterError(f"no field {name.field!r}; on cliques there are d2, d4, d8, ...")
    dimension, horizon = int(number), name.horizon
    rng = np.random.default_rng(_seed(f"graph/cliques/d{dimension}", seed))
    size = smallest_hard_clique(dimension, horizon)
    graph, field = hard_instance(dimension, horizon, clique_size=size, rng=rng)
    order = rng.permutation(graph.n_nodes)
    return relabel(graph, order), field[order]
