"""The dissection engine against the dense one."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import DenseEngine, IdentityEngine, choice, choose, identity
from cheapbandits.engines.dissection import order
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.probes import Hops, NamedGroups, Nearest, StrongestNeighbors

RIDGE = 0.05


def points(n, seed):
    return cb.Graph.from_points(np.random.default_rng(seed).random((n, 2)), n_neighbors=5)


FAMILIES = {
    "grid": lambda: cb.grid(13, 17),
    "scale-free": lambda: cb.barabasi_albert(150, 2, weights="uniform", rng=0),
    "random": lambda: cb.erdos_renyi(160, 0.02, rng=1),  # several parts, isolated nodes
    "blocks": lambda: cb.stochastic_block_model([50, 60, 40], 0.1, 0.005, rng=2),
    "points": lambda: points(180, 3),
}


@pytest.fixture(autouse=True)
def small_leaves(monkeypatch):
    """Make small graphs have many fronts."""
    monkeypatch.setattr(order, "LEAF", 8)


def dissected(graph, ridge=RIDGE):
    return DissectionEngine(graph, ridge)


def dense(graph, ridge=RIDGE):
    return DenseEngine(graph.laplacian, ridge)


@pytest.fixture(params=FAMILIES)
def graph(request):
    return FAMILIES[request.param]()


def probe_sets(graph):
    families = [
        StrongestNeighbors(graph, cap="own"),
        Hops(graph),
        NamedGroups(graph, _groups(graph)),
    ]
    if graph.coordinates is not None:
        families.append(Nearest(graph))
    return [f.at(width) for f in families for width in (1, 2, 4) if width <= f.max_width]


def _groups(graph):
    """Groups that hold half of the graph, too wide for cuts, with weights of their own."""
    rng = np.random.default_rng(0)
    shares = rng.random((3, graph.n_nodes)) * (rng.random((3, graph.n_nodes)) < 0.5)
    return sp.csr_array(shares / shares.sum(axis=1, keepdims=True))


def test_variances_are_exact(graph):
    engine, exact = dissected(graph), dense(graph)
    sets = probe_sets(graph)
    engine.prepare(sets[:2])
    for probes in sets:
        np.testing.assert_allclose(
            engine.variances(probes).upper, exact.variances(probes).upper, rtol=1e-10, atol=1e-12
        )


def test_columns_are_exact_and_local(graph):
    engine, exact = dissected(graph), dense(graph)
    for row in [((3,), None), ((5, 2, 9), None), ((1, 7), (0.25, 0.75))]:
        nodes, values = engine.column(row)
        column = np.zeros(graph.n_nodes)
        column[nodes] = values
        np.testing.assert_allclose(column, exact.column(row), atol=1e-12)


@pytest.mark.parametrize(
    "policy_type",
    [
        cb.CheapUCB,
        # It asks for single nodes all the time, as the other does in its last rounds.
        pytest.param(cb.SpectralUCB, marks=pytest.mark.thorough),
    ],
)
def test_two_hundred_rounds_ask_for_the_same_probes(graph, policy_type):
    field = np.random.default_rng(4).standard_normal(graph.n_nodes)
    runs = []
    for prior in (dissected(graph), dense(graph)):
        policy = policy_type(graph, horizon=200, ridge=RIDGE)
        policy.belief = Belief(prior)
        policy.asked = []
        for _ in range(200):
            probe = policy.ask()
            policy.asked.append(probe)
            policy.tell(probe, float(field[list(probe.nodes)].mean()))
        runs.append(policy)
    local, whole = runs
    assert local.belief.local
    assert not whole.belief.local
    assert local.asked == whole.asked
    np.testing.assert_allclose(local.belief.mean, whole.belief.mean, atol=1e-9)
    assert local.best().node == whole.best().node


def test_batches_restoring_and_samples_agree(graph):
    policies = []
    for prior in (dissected(graph), dense(graph)):
        policy = cb.CheapUCB(graph, horizon=30, ridge=RIDGE)
        policy.belief = Belief(prior)
        policies.append(policy)
    local, whole = policies
    batches = [policy.ask_batch(6) for policy in policies]
    assert batches[0] == batches[1]
    for policy, batch in zip(policies, batches, strict=True):
        policy.restored = cb.CheapUCB(graph, horizon=30, ridge=RIDGE)
        policy.restored.belief = Belief(policy.belief.prior)
        told = [(probe, 0.1 * i) for i, probe in enumerate(batch)]
        policy.restored.restore(told)
        for probe, reading in told:
            policy.tell(probe, reading)
    view, other = (p.restored.belief.view(p.family.at(1)) for p in policies)
    np.testing.assert_allclose(view.variance.upper, other.variance.upper, atol=1e-10)
    np.testing.assert_allclose(view.mean, whole.belief.mean, atol=1e-10)
    draws = local.belief.sample(15_000, np.random.default_rng(0))
    np.testing.assert_allclose(draws.var(axis=0), view.variance.upper, rtol=0.06)
    assert (local.belief.precision() != whole.belief.precision()).nnz == 0


def test_engines_travel():
    graph = cb.grid(6, 7)
    policy = cb.CheapUCB(graph, horizon=10)
    policy.belief = Belief(dissected(graph))
    policy.tell(policy.ask(), 0.5)
    copy = pickle.loads(pickle.dumps(policy))  # noqa: S301
    assert copy.ask() == policy.ask()


def test_large_graphs_take_the_dissection_without_being_told(monkeypatch):
    monkeypatch.setattr(choice, "DENSE_NODES", 1000)  # dense arrays, to compare, take long beyond
    graph = cb.grid(32, 33)
    assert graph.n_nodes > choice.DENSE_NODES
    policy = cb.CheapUCB(graph, horizon=20)
    explanation = policy.explain()
    assert explanation.engine == "dissection"
    assert "exact for" in str(explanation)
    assert "effective dimension" in str(explanation)
    exact = DenseEngine(graph.laplacian, 0.01)
    for width in (1, 2, 3):
        probes = policy.family.at(width)
        np.testing.assert_allclose(
            policy.belief.prior.variances(probes).upper, exact.variances(probes).upper, rtol=1e-10
        )


def test_small_graphs_stay_dense():
    policy = cb.CheapUCB(cb.grid(8, 8), horizon=20)
    assert policy.explain().engine == "dense"
    assert cb.LinUCB(cb.grid(8, 8), horizon=20).explain().engine == "identity"


def test_a_large_identity_is_local(monkeypatch):
    graph = cb.grid(12, 12)
    whole = cb.LinUCB(graph, horizon=20)
    monkeypatch.setattr(identity, "LOCAL_FROM", 100)
    local = cb.LinUCB(graph, horizon=20)
    assert local.belief.local
    assert isinstance(local.belief.prior, IdentityEngine)
    for policy in (whole, local):
        for t in range(15):
            policy.tell(policy.ask(), 0.1 * t)
        policy.observe([3, 4, 5], 0.7, [0.5, 0.25, 0.25])
    np.testing.assert_allclose(whole.belief.mean, local.belief.mean, atol=1e-13)
    singles = whole.family.at(1)
    variances = [policy.belief.view(singles).variance.upper for policy in (whole, local)]
    np.testing.assert_allclose(*variances, atol=1e-12)


def test_weights_over_twelve_orders_of_magnitude():
    rng = np.random.default_rng(0)
    pairs = [(i, i + 1) for i in range(299)] + [(i, i + 7) for i in range(0, 290, 3)]
    weights = 10.0 ** rng.uniform(-9, 3, len(pairs))
    graph = cb.Graph.from_edges(pairs, weights=weights)
    engine, exact = dissected(graph, 0.01), dense(graph, 0.01)
    singles = StrongestNeighbors(graph).at(1)
    np.testing.assert_allclose(
        engine.variances(singles).upper, exact.variances(singles).upper, rtol=1e-8
    )
    with pytest.raises(cb.ParameterError, match="ridge"):
        choose(cb.Graph(graph.weights * 1e6), 1e-3)
