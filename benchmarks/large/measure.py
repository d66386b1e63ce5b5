"""One large graph in a process of its own: ``python -m benchmarks.large.measure grid DATA``."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import perf_counter

import numpy as np

import cheapbandits as cb
from benchmarks.large.cases import CASES
from cheapbandits.spectrum.beside import has_room

ROUNDS = 100
#: Products timed between the stages; the unit is the median of all.
PRODUCTS = 15


def measure(name: str, data: Path) -> dict[str, object]:
    """Return what a run of CheapUCB on one graph takes."""
    case = CASES[name]
    graph, field = case.build(data / case.data if case.data else data)
    before = _peak()
    products = time_products(graph)
    start = perf_counter()
    policy = cb.CheapUCB(graph, horizon=ROUNDS, effort=case.effort)
    setup = perf_counter() - start
    products += time_products(graph)
    rounds = _rounds(policy, field)
    products += time_products(graph)
    return {
        "title": case.title,
        "nodes": graph.n_nodes,
        "edges": graph.n_edges,
        "product_ms": 1e3 * float(np.median(products)),
        "setup_s": setup,
        "rounds_s": rounds,
        "limits": case.limits,
        "gap": case.gap,
        "most_seconds": case.most_seconds,
        "effort": case.effort,
        "slack": max(policy.slacks, default=0.0),
        "peak_gb": _both(graph, before),
        "graph_gb": before,
        "explanation": str(policy.explain()),
        "engine": policy.explain().engine,
        "certified": policy.explain().facts.get("certified", "exact, to rounding"),
        "dimension": policy.explain().facts["effective dimension"],
        "widths": f"{policy.width(ROUNDS)} to {policy.width(1)}",
    }


def _rounds(policy: cb.CheapUCB, field: np.ndarray) -> list[float]:
    rng = np.random.default_rng(0)
    times = []
    for t in range(1, ROUNDS + 1):
        start = perf_counter()
        probe = policy.ask()
        policy.tell(probe, float(field[list(probe.nodes)].mean()) + 0.01 * rng.standard_normal())
        times.append(perf_counter() - start)
        if sys.stderr.isatty():
            print(f"\r  round {t} of {ROUNDS}", end="", file=sys.stderr, flush=True)
    return times


def time_products(graph: cb.Graph) -> list[float]:
    vector = np.random.default_rng(0).random(graph.n_nodes)
    times = []
    for _ in range(PRODUCTS):
        start = perf_counter()
        graph.laplacian @ vector
        times.append(perf_counter() - start)
    return times


def _both(graph: cb.Graph, before: float) -> float:
    """Return the most memory of this process and of the one that counts eigenvalues beside it."""
    own, other = _peak(), _peak(resource.RUSAGE_CHILDREN)
    return own + other if has_room(graph) else max(own, before + other)


def _peak(of: int = resource.RUSAGE_SELF) -> float:
    return resource.getrusage(of).ru_maxrss * 1024 / 1e9


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]))))
