"""Do the large engines ask for the dense engine's probes? Five families, 200 rounds each."""

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


def _points(n: int) -> cb.Graph:
    return cb.Graph.from_points(np.random.default_rng(0).random((n, 2)), n_neighbors=8)


FAMILIES: dict[str, Callable[[int], cb.Graph]] = {
    "grid": lambda n: cb.grid(n // 50, 50),
    "Barabasi-Albert": lambda n: cb.barabasi_albert(n, 3, rng=0),
    "Erdos-Renyi": lambda n: cb.erdos_renyi(n, 8 / n, rng=0),
    "block model": lambda n: cb.stochastic_block_model([n // 5] * 5, 40 / n, 1 / n, rng=0),
    "points": _points,
}
ENGINES: dict[str, Callable[[cb.Graph], Covariance]] = {
    "dissection": lambda graph: DissectionEngine(graph, RIDGE),
    "iterative": lambda graph: IterativeEngine(graph, RIDGE),
}


def agreement(family: str, n_nodes: int) -> list[dict[str, object]]:
    """Return, for each engine, how its probes compare with the dense engine's in every round."""
    graph = FAMILIES[family](n_nodes)
    dense = DenseEngine(graph.laplacian, RIDGE)
    return [
        {"family": family, "nodes": graph.n_nodes, "engine": name}
        | _compare(graph, dense, build(graph))
        for name, build in ENGINES.items()
    ]


def _compare(graph: cb.Graph, dense: Covariance, prior: Covariance) -> dict[str, object]:
    """Let one engine choose and the dense one watch: how far below its best is each choice?"""
    field = planted_field(graph, rng=0)
    rng = np.random.default_rng(0)
    policy = cb.CheapUCB(graph, horizon=ROUNDS, ridge=RIDGE)
    policy.belief, watcher = Belief(prior), Belief(dense)
    same, worst = 0, 0.0
    for t in range(1, ROUNDS + 1):
        probe = policy.ask()
        view = watcher.view(policy.family.at(policy.width(t)))
        scores = view.mean + policy.beta * view.deviation.upper
        best, _ = highest(view, policy.beta)
        same += probe.center == best
        worst = max(worst, float(scores.max() - scores[probe.center]) / abs(float(scores.max())))
        reading = float(field[list(probe.nodes)].mean()) + 0.01 * rng.standard_normal()
        policy.tell(probe, reading)
        watcher.condition((probe.nodes, probe.weights), reading)
    return {"same": same, "rounds": ROUNDS, "worst": worst}
