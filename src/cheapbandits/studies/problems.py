"""The graphs and fields of the experiments, drawn from a seed.

Nodes are relabelled at random in every draw. The paper leaves ties open (which neighbours, which of
several equally promising nodes); ours go to the lowest index, and a generator's order (hubs first,
block by block) would otherwise favour or hurt a policy by accident.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

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
from cheapbandits.studies.forests import alike, clustered, shipped
from cheapbandits.studies.maps import FILES, Land, cut
from cheapbandits.theory import hard_instance, smallest_hard_clique

if TYPE_CHECKING:
    from numpy.typing import NDArray

    #: What returns the graph that was drawn, and the field of a name on it.
    Drawn: TypeAlias = Callable[[str], tuple[Graph, NDArray[np.float64]]]

__all__ = [
    "N_FREQUENCIES",
    "N_NODES",
    "Draws",
    "draw_problem",
    "noise_level",
    "noise_seed",
    "policy_seed",
    "probes_of",
]

#: The paper's Section 6.1: ``N`` nodes and ``k`` frequencies.
N_NODES, N_FREQUENCIES = 250, 5
#: The paper's Section 6: noise ``R``; the lower bound's construction has unit variance.
NOISE, HARD_NOISE = 0.01, 1.0
#: Datasets of the package, by their name here.
SHIPPED = {"forest": "forest", "counties": "us_counties"}
#: Which groups are read where they are not the paper's, "strongest": counties have few neighbours,
#: each as many as it has; on grids and roads a group goes on past the neighbours.
PROBES = {"counties": "strongest-own"}
PROBES |= dict.fromkeys(("relief", "sst", "lake", "roads"), "hops")


_CLIQUES = re.compile(r"d(?P<d>\d+)(?:-good(?P<good>\d+))?")


class Draws:
    """Draws problems, and keeps the graph that was drawn last: the cells of a task share it.

    Whoever holds this object holds that memory. It belongs to one thread.

    Parameters
    ----------
    data
        Folder of the maps that do not come with the package.
    """

    def __init__(self, data: Path | None = None) -> None:
        self.data = data
        self._key: tuple[str, int] | None = None
        self._drawn: Drawn | None = None

    def problem(self, problem: str, seed: int) -> tuple[Graph, NDArray[np.float64]]:
        """Return the graph and the field of a problem and seed; equal for all policies."""
        name = ProblemName.parse(problem)
        # The cliques' size follows from the horizon; other graphs serve any horizon and field.
        key = (problem if name.graph == "cliques" else name.graph, seed)
        if self._key != key or self._drawn is None:
            self._drawn = (
                _cliques(name, seed) if name.graph == "cliques" else _graph(*key, self.data)
            )
            self._key = key
        return self._drawn(name.field)


def draw_problem(problem: str, seed: int) -> tuple[Graph, NDArray[np.float64]]:
    """Return the graph and the field of a problem and seed, drawn anew."""
    return Draws().problem(problem, seed)


def noise_level(problem: str) -> float:
    """Return the standard deviation of the readings' noise."""
    return HARD_NOISE if ProblemName.parse(problem).graph == "cliques" else NOISE


def probes_of(problem: str) -> str:
    """Return which groups are read on a problem's graph."""
    return PROBES.get(ProblemName.parse(problem).graph, "strongest")


def noise_seed(problem: str, seed: int) -> np.random.SeedSequence:
    """Return the seed of the noise: one for all policies, so that runs are paired."""
    name = ProblemName.parse(problem)
    return _seed(f"noise/{name.graph}/{name.field}", seed)


def policy_seed(cell: Cell) -> np.random.SeedSequence:
    """Return the seed of a randomised policy's own draws: no other cell has it."""
    return _seed(f"policy/{cell.problem}/{cell.policy}", cell.seed)


def _seed(words: str, seed: int) -> np.random.SeedSequence:
    return np.random.SeedSequence([seed, *words.encode()])


def _graph(name: str, seed: int, data: Path | None) -> Drawn:
    """Draw a graph, its nodes in random order; return what draws a field on it."""
    rng = np.random.default_rng(_seed(f"graph/{name}/", seed))
    land = _land(name, seed, rng, data)
    order = rng.permutation(land.graph.n_nodes)
    shuffled = relabel(land.graph, order)
    fields: dict[str, NDArray[np.float64]] = {}

    def drawn(field: str) -> tuple[Graph, NDArray[np.float64]]:
        if field not in fields:
            fields[field] = (
                _known(land, name, field)[order]
                if land.fields
                else _sparse(shuffled, name, field, seed)
            )
        return shuffled, fields[field]

    return drawn


def _land(name: str, seed: int, rng: np.random.Generator, data: Path | None) -> Land:
    """Return a graph with the fields that are known on it; none where they are drawn."""
    if name == "ba":
        return Land(barabasi_albert(N_NODES, 3, weights="uniform", rng=rng), {})
    if name == "er":
        return Land(erdos_renyi(N_NODES, 0.05, weights="uniform", rng=rng), {})
    if name == "sbm":
        return Land(stochastic_block_model([100, 60, 40, 50], 0.7, 0.02, rng=rng), {})
    if name == "forest":
        return shipped()
    if name == "forests":
        return clustered(seed)
    if name == "forests-alike":
        return alike(clustered(seed), "cottonwood-willow")
    if name in SHIPPED:
        dataset = load_dataset(SHIPPED[name])
        return Land(dataset.graph, dataset.fields)
    if name in FILES:
        if data is None:
            raise ParameterError(f"{name} needs {FILES[name]} of a data folder: name it by --data")
        return cut(name, data, rng)
    there = ["ba", "er", "sbm", *SHIPPED, "forests", "forests-alike", *FILES, "cliques"]
    raise ParameterError(f"no graph {name!r}; there are {', '.join(there)}")


def _known(land: Land, name: str, field: str) -> NDArray[np.float64]:
    """Return a field in the order of the file; from 0 to 1, where its unit is not a share."""
    if field not in land.fields:
        raise ParameterError(f"no field {field!r} of {name}; there are {', '.join(land.fields)}")
    values = np.asarray(land.fields[field], dtype=float)
    if name.startswith("forest"):
        return values
    return np.asarray((values - values.min()) / np.ptp(values))


def _sparse(graph: Graph, name: str, field: str, seed: int) -> NDArray[np.float64]:
    if field not in ("lowest", "random"):
        raise ParameterError(f"no field {field!r}; there are lowest and random")
    rng = np.random.default_rng(_seed(f"field/{name}/{field}", seed))
    support: Literal["lowest", "random"] = "lowest" if field == "lowest" else "random"
    return sparse_field(graph, n_frequencies=N_FREQUENCIES, support=support, rng=rng)


def _cliques(name: ProblemName, seed: int) -> Drawn:
    """Draw the lower bound's construction, whose graph and field belong together.

    ``d4`` draws the good one of four cliques, and the order of nodes. ``d4-good2`` is one field of
    the construction: clique 2 is good, and nodes are in order, so that ties, which go to the first
    node, favour the first clique. The worst of such fields is what the bound is about.
    """
    match = _CLIQUES.fullmatch(name.field)
    if match is None:
        raise ParameterError(f"no field {name.field!r}; on cliques there are d2, d4, d4-good0, ...")
    dimension, horizon = int(match["d"]), name.horizon
    size = smallest_hard_clique(dimension, horizon)
    if match["good"]:
        fixed = hard_instance(dimension, horizon, clique_size=size, good=int(match["good"]))
        return lambda _: fixed
    rng = np.random.default_rng(_seed(f"graph/cliques/d{dimension}", seed))
    graph, field = hard_instance(dimension, horizon, clique_size=size, rng=rng)
    order = rng.permutation(graph.n_nodes)
    pair = relabel(graph, order), field[order]
    return lambda _: pair
