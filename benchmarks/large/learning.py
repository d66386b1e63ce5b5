"""A round of the learning policies on large grids, beside CheapUCB's.

``python -m benchmarks.large.learning 316 1000`` writes docs/learning/large-measured.md, a line for
each side of a grid and policy, each measured in a process of its own. Times are the processor's,
with OPENBLAS_NUM_THREADS=1: other people's work on the machine would stretch a round of many
milliseconds more than a product of a few tenths.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

import numpy as np

import cheapbandits as cb
from benchmarks.large.measure import PRODUCTS, ROUNDS, _peak
from cheapbandits.fields import planted_field

RESULTS = Path(__file__).parent.parent.parent / "docs" / "learning" / "large-measured.md"
PROSE = """\
Written by `python -m benchmarks.large.learning`; no number was typed by hand. What a large graph
gives up stands in [learning-policies.md](../learning-policies.md).

The unit is one product of the graph's Laplacian with a vector; times are the processor's, on one
core. A round is an `ask` and a `tell`, one of 100; the field is
`planted_field(graph, reach=side / 20)`. `assess()` of CheapUCB makes the models first. CheapUCB
at a million nodes stands in [large-graphs-measured.md](../large-graphs-measured.md).
"""
#: What is measured: all spend about the same.
POLICIES: dict[str, Callable[[cb.Graph], cb.Policy]] = {
    "CheapUCB": lambda graph: cb.CheapUCB(graph, horizon=ROUNDS),
    "PacedKG": lambda graph: cb.PacedKG(graph, horizon=ROUNDS, budget=0.6 * ROUNDS),
    "Finder": lambda graph: cb.Finder(graph, budget=float(ROUNDS)),
}


def measure(side: int, name: str) -> str:
    """Return what set-up and rounds of one policy take, in products with the Laplacian."""
    graph = cb.grid(side, side)
    field = planted_field(graph, reach=side / 20, rng=0)
    products = _products(graph)
    start = process_time()
    policy = POLICIES[name](graph)
    setup = process_time() - start
    products += _products(graph)
    rng, times = np.random.default_rng(0), []
    for _ in range(ROUNDS):
        start = process_time()
        probe = policy.ask()
        policy.tell(probe, float(field[list(probe.nodes)].mean()) + 0.01 * rng.standard_normal())
        times.append(process_time() - start)
    products += _products(graph)
    unit = float(np.median(products))
    rounds = np.array(times) / unit
    start = process_time()
    policy.assess(tolerance=0.05)
    assess = process_time() - start
    start = process_time()
    policy.estimates()
    return (
        f"| {name} | {graph.n_nodes:,} | {1e3 * unit:.2f} ms | {setup / unit:,.0f} ({setup:.0f} s) "
        f"| {np.median(rounds):.0f} | {rounds.max():.0f} | {1e3 * np.median(times):.0f} ms "
        f"| {assess:.1f} s | {process_time() - start:.1f} s | {_peak():.1f} GB |"
    )


def _products(graph: cb.Graph) -> list[float]:
    vector = np.random.default_rng(0).random(graph.n_nodes)
    times = []
    for _ in range(PRODUCTS):
        start = process_time()
        graph.laplacian @ vector
        times.append(process_time() - start)
    return times


def page(lines: Sequence[str]) -> str:
    """Return the lines as a page."""
    names = ["policy", "nodes of a grid", "product", "set-up", "a round, median", "worst"]
    names += ["the same", "assess()", "estimates()", "peak memory"]
    head = ["| " + " | ".join(names) + " |", "|---" * len(names) + "|"]
    return "\n".join(["# Learning on large graphs, measured", "", PROSE, *head, *lines]) + "\n"


def main() -> None:
    """Measure every policy on grids of the sides named, and write the page."""
    lines = []
    for side in sys.argv[1:] or ["316", "1000"]:
        for name in POLICIES:
            code = (
                f"from benchmarks.large.learning import measure; print(measure({side}, '{name}'))"
            )
            command = [sys.executable, "-c", code]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            lines.append(done.stdout.splitlines()[-1])
            print(lines[-1], flush=True)
    RESULTS.write_text(page(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
