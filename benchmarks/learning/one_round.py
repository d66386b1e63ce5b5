"""A round and the set-up of PacedKG beside CheapUCB's, on the forest's 2,000 nodes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median

import numpy as np

import cheapbandits as cb

PLACE = Path("docs/learning")


def measure(make, field: np.ndarray, rounds: int) -> list[float]:
    policy, rng, times = make(), np.random.default_rng(0), []
    for _ in range(rounds):
        start = time.perf_counter()
        probe = policy.ask()
        asked = time.perf_counter() - start
        reading = float(field[list(probe.nodes)].mean() + 0.01 * rng.standard_normal())
        start = time.perf_counter()
        policy.tell(probe, reading)
        times.append(asked + time.perf_counter() - start)
    return times


def set_up(make) -> float:
    """Time to the first probe on a graph that nothing is known of yet."""
    times = []
    for _ in range(3):
        graph = cb.Graph(cb.load_dataset("forest").graph.weights)
        start = time.perf_counter()
        make(graph).ask()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    land = cb.load_dataset("forest")
    field = land.fields["spruce-fir"]
    kinds = {
        "CheapUCB": lambda graph: cb.CheapUCB(graph, horizon=100),
        "PacedKG": lambda graph: cb.PacedKG(graph, horizon=100, budget=61.6),
        "Finder": lambda graph: cb.Finder(graph, budget=61.6),
    }
    found = {}
    for name, make in kinds.items():
        make(land.graph).ask()
        times = measure(lambda make=make: make(land.graph), field, 100)
        found[name] = {
            "set-up": set_up(make),
            "round, mean": float(np.mean(times)),
            "round, median": median(times),
        }
    base = found["CheapUCB"]
    for name, row in found.items():
        text = ", ".join(f"{key} {1e3 * value:.2f} ms" for key, value in row.items())
        print(f"{name}: {text}; set-up {row['set-up'] / base['set-up']:.1f} x CheapUCB's")
    (PLACE / "one_round.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
