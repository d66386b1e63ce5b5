"""What the paper's policies do on a workload, and the floor: kept on disk, they do not change."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import cheapbandits as cb
from benchmarks.learning.workloads import NOISE, Workload
from cheapbandits.policies.options import probe_family
from cheapbandits.probes import width_cost

KEPT = Path("/tmp/learn_reference")


@dataclass(frozen=True)
class Reference:
    """Regret, cost and cost to find (the whole cost where not found) of CheapUCB, SpectralUCB."""

    cheap_regret: float
    cheap_cost: float
    cheap_find: float
    spectral_regret: float
    spectral_find: float
    floor: float


def reference(work: Workload, seed: int) -> Reference:
    path = KEPT / f"{work.name.replace('/', '-')}-{seed}.json"
    if path.exists():
        return Reference(**json.loads(path.read_text()))
    found = []
    for cls in (cb.CheapUCB, cb.SpectralUCB):
        policy = cls(work.graph, horizon=work.horizon, probes=work.probes)
        named, costs, regret = [], [], 0.0
        rng = np.random.default_rng([seed, 11])
        for _ in range(work.horizon):
            probe = policy.ask()
            value = float(np.average(work.field[list(probe.nodes)], weights=probe.weights))
            policy.tell(probe, value + NOISE * rng.standard_normal())
            costs.append(probe.cost)
            regret += float(work.field.max()) - value
            named.append(policy.best().node)
        found.append((regret, float(np.sum(costs)), find_cost(work, named, costs)))
    (r0, c0, f0), (r1, _, f1) = found
    result = Reference(r0, c0, f0, r1, f1, floor(work, c0))
    KEPT.mkdir(exist_ok=True)
    path.write_text(json.dumps(asdict(result)))
    return result


def find_cost(work: Workload, named: list[int], costs: list[float]) -> float:
    """Cost until the named place is, and stays, within tolerance; all of it where it is not."""
    good = work.field[named] >= work.field.max() - work.tolerance
    bad = np.flatnonzero(~good)
    first = 0 if not bad.size else int(bad[-1]) + 1
    total = np.cumsum(costs)
    return float(total[min(first, len(total) - 1)])


def floor(work: Workload, cost: float) -> float:
    """Regret at this total cost of the best mixture of probes for someone who knows the field."""
    family = probe_family(work.graph, work.probes)
    widths = range(1, min(family.max_width, 16) + 1)
    family.at(widths[-1])
    points = []
    for width in widths:
        probes = family.at(width)
        values, prices = probes.average(work.field), width_cost(probes.widths, probes.n_nodes)
        for price in np.unique(prices):
            points.append((float(price), float(values[prices == price].max())))
    mean = cost / work.horizon
    best = -np.inf
    for c0, v0 in points:
        for c1, v1 in points:
            if c0 <= mean <= c1:
                share = 0.0 if c1 == c0 else (mean - c0) / (c1 - c0)
                best = max(best, v0 + share * (v1 - v0))
            elif c1 <= c0 <= mean:
                best = max(best, v0)
    return work.horizon * (float(work.field.max()) - best)
