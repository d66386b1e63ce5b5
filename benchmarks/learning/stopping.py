"""Stopping on fields drawn from the models: ``python -m benchmarks.learning.stopping N``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

import cheapbandits as cb
from cheapbandits.belief.learned import Prior
from cheapbandits.policies.options import probe_family

PLACE = Path("docs/learning")
#: Readings at most, and between two questions whether to stop.
MOST, EVERY = 60, 5


def one(graph: cb.Graph, prior: Prior, seed: int) -> tuple[float, bool] | None:
    """Return the probability stated when Finder stopped and whether it was right, or nothing."""
    rng = np.random.default_rng([seed, 17])
    m = int(rng.integers(prior.n_models))
    g = prior.nugget[m]
    field = np.sqrt(1 - g) * prior.kernels[prior.kernel[m]].draw(1, rng)[0]
    field = 5 + 3 * (field + np.sqrt(g) * rng.standard_normal(len(field)))
    tolerance = 0.05 * float(np.ptp(field))
    noise = 3 * float(np.sqrt(prior.noise[m]))
    policy = cb.Finder(graph, tolerance=tolerance, error=0.2, probes="hops")
    for t in range(1, MOST + 1):
        probe = policy.ask()
        policy.tell(probe, float(field[list(probe.nodes)].mean() + noise * rng.standard_normal()))
        if t % EVERY or t < 10:
            continue
        verdict = policy.assess()
        if verdict.probability is not None and verdict.probability >= 0.8:
            right = field.max() - field[verdict.node] <= tolerance
            return verdict.probability, bool(right)
    return None


def main(count: int) -> None:
    graph = cb.grid(8, 8)
    prior = Prior.of(graph, probe_family(graph, "hops"))
    found = [answer for seed in range(count) if (answer := one(graph, prior, seed)) is not None]
    stated, right = np.array(found, dtype=float).T
    result = {
        "fields": count,
        "stopped": len(found),
        "stated": float(stated.mean()),
        "right": float(right.mean()),
    }
    print(result)
    (PLACE / "stopping.json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
