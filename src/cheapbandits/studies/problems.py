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
from cheapbandits.theory import hard_instance, smallest_hard_clique

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.studies.cell import Cell

__all__ = ["N_FREQUENCIES", "N_NODES", "draw_problem", "noise_level", "noise_seed"]

#: The paper's Section 6.1: ``N`` nodes and ``k`` frequencies.
N_NODES, N_FREQUENCIES = 250, 5
#: The paper's Section 6: noise ``R``; the lower bound's construction has unit variance.
NOISE, HARD_NOISE = 0.01, 1.0


def draw_problem(cell: Cell) -> tuple[Graph, NDArray[np.float64]]:
    """Return the graph and the field of a cell; equal for all policies of a group and seed."""
    if cell.graph == "cliques":
        return _draw_cliques(int(cell.field.removeprefix("d")), cell.horizon, cell.seed)
    graph, _ = _draw_graph(cell.graph, cell.seed)
    return graph, _draw_field(cell.graph, cell.field, cell.seed)


def noise_level(cell: Cell) -> float:
    """Return the standard deviation of the readings' noise."""
    return HARD_NOISE if cell.graph == "cliques" else NOISE


def noise_seed(cell: Cell) -> np.random.SeedSequence:
    """Return the seed of the noise: one for all policies, so that runs are paired."""
    return _seed("noise", cell.graph, cell.field, cell.seed)


def _seed(purpose: str, graph: str, field: str, seed: int) -> np.random.SeedSequence:
    words = f"{purpose}/{graph}/{field}".encode()
    return np.random.SeedSequence([seed, *words])


@lru_cache(maxsize=2)
def _draw_graph(name: str, seed: int) -> tuple[Graph, NDArray[np.int64]]:
    """Return a graph with its nodes in random order, and that order."""
    rng = np.random.default_rng(_seed("graph", name, "", seed))
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
    rng = np.random.default_rng(_seed("field", name, field, seed))
    support: Literal["lowest", "random"] = "lowest" if field == "lowest" else "random"
    return sparse_field(graph, n_frequencies=N_FREQUENCIES, support=support, rng=rng)


def _draw_cliques(dimension: int, horizon: int, seed: int) -> tuple[Graph, NDArray[np.float64]]:
    rng = np.random.default_rng(_seed("graph", "cliques", f"d{dimension}", seed))
    size = smallest_hard_clique(dimension, horizon)
    graph, field = hard_instance(dimension, horizon, clique_size=size, rng=rng)
    order = rng.permutation(graph.n_nodes)
    return relabel(graph, order), field[order]
