"""Do the large engines ask for the dense engine's probes? Thirteen families, 200 rounds each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import Covariance, DenseEngine
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.engines.iterative import IterativeEngine
from cheapbandits.fields import planted_field
from cheapbandits.policies.scores import highest

ROUNDS, RIDGE = 200, 0.01


def _points(n_dimensions: int) -> Callable[[int], cb.Graph]:
    def build(n: int) -> cb.Graph:
        places = np.random.default_rng(0).random((n, n_dimensions))
        return cb.Graph.from_points(places, n_neighbors=8)

    return build


def path(n: int) -> cb.Graph:
    """Return a path."""
    return cb.Graph.from_edges(np.stack([np.arange(n - 1), np.arange(1, n)], axis=1))


def star(n: int) -> cb.Graph:
    """Return a hub joined to all others."""
    return cb.Graph.from_edges(np.stack([np.zeros(n - 1, dtype=int), np.arange(1, n)], axis=1))


def tree(n: int) -> cb.Graph:
    """Return a tree in which each node hangs on an earlier one, any of them."""
    others = np.arange(1, n)
    holders = (np.random.default_rng(0).random(n - 1) * others).astype(int)
    return cb.Graph.from_edges(np.stack([others, holders], axis=1))


def small_world(n: int) -> cb.Graph:
    """Return a ring, each node joined to three on either side, with 5 % of the ends elsewhere."""
    rng = np.random.default_rng(0)
    starts = np.tile(np.arange(n), 3)
    ends = (starts + np.repeat([1, 2, 3], n)) % n
    ends = np.where(rng.random(3 * n) < 0.05, rng.integers(0, n, 3 * n), ends)
    return _simple(np.stack([starts, ends], axis=1), n)


def power_law(n: int) -> cb.Graph:
    """Return a graph with hubs: ends by a Pareto law of exponent 1.2, up to 5,000."""
    rng = np.random.default_rng(0)
    counts = np.minimum(rng.pareto(1.2, n) + 1, min(5000, n // 4)).astype(int)
    pairs = np.stack([np.repeat(np.arange(n), counts), rng.integers(0, n, counts.sum())], axis=1)
    return _simple(pairs, n)


def globe(n: int) -> cb.Graph:
    """Return a grid twice as wide as high, closed around."""
    height = max(int((n / 2) ** 0.5), 2)
    at = np.arange(2 * height**2).reshape(height, -1)
    around = np.stack([at, np.roll(at, -1, axis=1)], axis=-1).reshape(-1, 2)
    up = np.stack([at[:-1], at[1:]], axis=-1).reshape(-1, 2)
    return _simple(np.concatenate([around, up]), at.size)


def _simple(pairs: np.ndarray, n: int) -> cb.Graph:
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    return cb.Graph.from_edges(pairs, n_nodes=n)


FAMILIES: dict[str, Callable[[int], cb.Graph]] = {
    "grid": lambda n: cb.grid(n // 50, 50),
    "globe": globe,
    "path": path,
    "tree": tree,
    "star": star,
    "small world": small_world,
    "power law": power_law,
    "Barabasi-Albert": lambda n: cb.barabasi_albert(n, 3, rng=0),
    "Erdos-Renyi": lambda n: cb.erdos_renyi(n, 8 / n, rng=0),
    "block model": lambda n: cb.stochastic_block_model([n // 5] * 5, 40 / n, 1 / n, rng=0),
    "points in the plane": _points(2),
    "points in 3 dimensions": _points(3),
    "points in 5 dimensions": _points(5),
}
ENGINES: dict[str, Callable[[cb.Graph], Covariance]] = {
    "dissection": lambda graph: DissectionEngine(graph, RIDGE),
    "iterative": lambda graph: IterativeEngine(graph, RIDGE),
}


def agreement(family: str, n_nodes: int, rounds: int = ROUNDS) -> list[dict[str, object]]:
    """Return, for each engine, how its probes compare with the dense engine's in every round."""
    graph = FAMILIES[family](n_nodes)
    dense = DenseEngine(graph.laplacian, RIDGE)
    return [
        {"family": family, "nodes": graph.n_nodes, "engine": name}
        | _compare(graph, dense, build(graph), rounds)
        for name, build in ENGINES.items()
    ]


def _compare(
    graph: cb.Graph, dense: Covariance, prior: Covariance, rounds: int
) -> dict[str, object]:
    """Let one engine choose and the dense one watch: how far below its best is each choice?"""
    field = planted_field(graph, rng=0)
    rng = np.random.default_rng(0)
    policy = cb.CheapUCB(graph, horizon=rounds, ridge=RIDGE, engine="dense")
    policy.belief, watcher = Belief(prior), Belief(dense)
    same, worst, beyond = 0, 0.0, 0.0
    for t in range(1, rounds + 1):
        probe = policy.ask()
        view = watcher.view(policy.family.at(policy.width(t)))
        scores = view.mean + policy.beta * view.deviation.upper
        best, _ = highest(view, policy.beta)
        same += probe.center == best
        below = float(scores.max() - scores[probe.center]) / abs(float(scores.max()))
        worst = max(worst, below)
        beyond = max(beyond, below - (policy.slacks[-1] if policy.slacks else 0.0))
        reading = float(field[list(probe.nodes)].mean()) + 0.01 * rng.standard_normal()
        policy.tell(probe, reading)
        watcher.condition((probe.nodes, probe.weights), reading)
    return {"same": same, "rounds": rounds, "worst": worst, "beyond": beyond}
