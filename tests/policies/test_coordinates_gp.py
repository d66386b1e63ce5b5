"""The peer that a user would pick instead: against textbook formulas with the fitted kernel."""

import math

import numpy as np
import pytest
from benchmarks.peers.coordinates_gp import CoordinatesGP

import cheapbandits as cb


def matern(a, b, amplitude, scales):
    """Matern 5/2 between two lists of points."""
    r = np.sqrt(5) * np.linalg.norm((a[:, None] - b[None]) / scales, axis=2)
    return amplitude * (1 + r + r**2 / 3) * np.exp(-r)


def expected_improvement(mean, deviation, top):
    density = np.exp(-0.5 * ((mean - top) / deviation) ** 2) / math.sqrt(2 * math.pi)
    below = [0.5 * (1 + math.erf(z / math.sqrt(2))) for z in (mean - top) / deviation]
    return (mean - top) * np.array(below) + deviation * density


@pytest.fixture
def told():
    graph = cb.grid(7, 7)
    field = np.exp(-((graph.coordinates - [5.0, 2.0]) ** 2).sum(axis=1) / 8)
    policy, rng = CoordinatesGP(graph, rng=0), np.random.default_rng(0)
    for _ in range(9):
        probe = policy.ask()
        policy.tell(probe, float(field[probe.center] + 0.05 * rng.standard_normal()))
    return policy, field


def test_the_choice_maximises_expected_improvement(told):
    policy, _ = told
    rows, values = policy.readings
    values = np.array(values)
    sites = policy.graph.coordinates / 6
    read = sites[[nodes[0] for nodes, _ in rows]]
    policy.best()  # fits
    kernel = policy._fitted[1].kernel_
    amplitude, scales = kernel.k1.k1.constant_value, kernel.k1.k2.length_scale
    noise = kernel.k2.noise_level
    center, scale = values.mean(), values.std()
    gram = matern(read, read, amplitude, scales) + (noise + 1e-10) * np.eye(9)
    weights = np.linalg.solve(gram, (values - center) / scale)
    cross = matern(sites, read, amplitude, scales)
    mean = center + scale * cross @ weights
    reduction = np.einsum("ij,ji->i", cross, np.linalg.solve(gram, cross.T))
    deviation = scale * np.sqrt(np.maximum(amplitude - reduction, 1e-12))
    top = (center + scale * matern(read, read, amplitude, scales) @ weights).max()
    scores = expected_improvement(mean, deviation, top)
    assert scores[policy.ask().center] >= scores.max() * (1 - 1e-4)
    assert policy.best().node == int(mean.argmax())
    assert policy.best().estimate == pytest.approx(mean.max(), abs=1e-6)


def test_it_finds_a_hill_by_single_sites(told):
    graph, field = told[0].graph, told[1]
    policy = CoordinatesGP(graph, rng=3)
    history = cb.simulate(policy, field, noise=0.02, rng=1, rounds=24)
    assert policy.best().node in np.argsort(-field)[:3]
    assert {row.width for row in history} == {1}


def test_the_first_sites_are_spread():
    graph = cb.grid(9, 9)
    first = [graph.coordinates[p.center] for p in CoordinatesGP(graph, rng=2).ask(5)]
    gaps = [np.linalg.norm(a - b) for i, a in enumerate(first) for b in first[:i]]
    assert min(gaps) > 3


def test_it_needs_coordinates():
    with pytest.raises(cb.ParameterError, match="coordinates"):
        CoordinatesGP(cb.Graph.from_edges([(0, 1), (1, 2)]))
