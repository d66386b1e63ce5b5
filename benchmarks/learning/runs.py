"""Drive the learning choices without the policy class: ask, simulated reading, tell."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from benchmarks.learning.workloads import NOISE, Workload
from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.kernels import kernels
from cheapbandits.belief.learned.learned import LearnedBelief
from cheapbandits.belief.learned.prior import Prior
from cheapbandits.policies.learning.entropy import choose as entropy_choice
from cheapbandits.policies.learning.opening import Opening
from cheapbandits.policies.learning.paced import Round, choose, price
from cheapbandits.policies.options import probe_family
from cheapbandits.probes import width_cost

_priors: list[tuple[object, str, Prior, Opening]] = []


def prior_of(work: Workload) -> tuple[Prior, Opening]:
    for graph, probes, prior, opening in _priors:
        if graph is work.graph and probes == work.probes:
            return prior, opening
    family = probe_family(work.graph, work.probes)
    catalogue = Catalogue.of(family, range(1, min(8, family.max_width) + 1))
    prior = Prior(kernels(work.graph), catalogue)
    _priors[:] = [(work.graph, work.probes, prior, Opening(prior))]
    return prior, _priors[0][3]


@dataclass
class Trace:
    costs: list[float] = field(default_factory=list)
    regrets: list[float] = field(default_factory=list)
    named: list[int] = field(default_factory=list)
    rows: list = field(default_factory=list)
    readings: list[float] = field(default_factory=list)
    seconds: float = 0.0
    belief: LearnedBelief | None = None

    @property
    def regret(self) -> float:
        return float(np.sum(self.regrets))


def costs_of(catalogue: Catalogue) -> np.ndarray:
    return width_cost(np.diff(catalogue.matrix.indptr), catalogue.n_nodes)


def paced(work: Workload, seed: int, budget: float, *, opening: int = 4) -> Trace:
    prior, start = prior_of(work)
    catalogue, costs = prior.catalogue, costs_of(prior.catalogue)
    belief, trace = LearnedBelief(prior), Trace()
    rng = np.random.default_rng([seed, 11])
    left, least, begin = budget, float(costs.min()), time.perf_counter()
    for t in range(work.horizon):
        rounds = work.horizon - t
        allowed = costs <= left - (rounds - 1) * least + 1e-9
        now = Round(costs, allowed, rounds, left / rounds)
        index = start.choose(belief.rows, allowed) if t < opening else None
        if index is None:
            average = belief.average()
            index = choose(belief, average, now, price(belief, now))
        nodes, share = catalogue.row(index)
        value = float(work.field[nodes] @ share)
        reading = value + NOISE * rng.standard_normal()
        belief.tell(nodes, reading, share)
        left -= costs[index]
        trace.costs.append(float(costs[index]))
        trace.regrets.append(float(work.field.max()) - value)
        trace.rows.append((nodes, share))
        trace.readings.append(reading)
    trace.seconds = time.perf_counter() - begin
    trace.belief = belief
    assert left >= -1e-9
    return trace


def finder(work: Workload, seed: int, budget: float, *, opening: int = 4) -> Trace:
    """Entropy search per cost until the budget or twice the horizon is used up."""
    prior, start = prior_of(work)
    catalogue, costs = prior.catalogue, costs_of(prior.catalogue)
    belief, trace = LearnedBelief(prior), Trace()
    rng = np.random.default_rng([seed, 13])
    left, begin, n = budget, time.perf_counter(), work.graph.n_nodes
    everywhere = np.ones(n, dtype=bool)
    for t in range(2 * work.horizon):
        allowed = costs <= left + 1e-9
        if not allowed.any():
            break
        index = start.choose(belief.rows, allowed) if t < opening else None
        if index is None:
            index = entropy_choice(belief, belief.average(), costs, allowed, everywhere)
        nodes, share = catalogue.row(index)
        value = float(work.field[nodes] @ share)
        reading = value + NOISE * rng.standard_normal()
        belief.tell(nodes, reading, share)
        left -= costs[index]
        trace.costs.append(float(costs[index]))
        trace.regrets.append(float(work.field.max()) - value)
        trace.rows.append((nodes, share))
        trace.readings.append(reading)
        trace.named.append(int(np.argmax(belief.average().mean[:n])))
    trace.seconds = time.perf_counter() - begin
    trace.belief = belief
    return trace
