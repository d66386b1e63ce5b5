"""A belief over bounds: its choices beside the dense engine's, and what it says of them."""

import pickle

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import DenseEngine, choice
from cheapbandits.engines.dissection import cuts
from cheapbandits.engines.iterative import BoundedVariances, IterativeEngine
from cheapbandits.policies import scores as scoring
from cheapbandits.policies.scores import highest

RIDGE = 0.02
GRAPHS = {
    "scale-free": lambda: cb.barabasi_albert(400, 3, rng=0),
    "points": lambda: cb.Graph.from_points(
        np.random.default_rng(0).random((300, 3)), n_neighbors=6
    ),
    "parts": lambda: cb.erdos_renyi(300, 0.01, rng=1),
}


@pytest.fixture(params=GRAPHS)
def graph(request):
    return GRAPHS[request.param]()


def policy_with(prior, graph, horizon=60):
    policy = cb.CheapUCB(graph, horizon=horizon, ridge=RIDGE)
    policy.belief = Belief(prior)
    return policy


def test_every_choice_is_as_good_as_its_slack_says(graph):
    policy = policy_with(IterativeEngine(graph, RIDGE), graph)
    watcher = Belief(DenseEngine(graph.laplacian, RIDGE))
    field = np.random.default_rng(1).standard_normal(graph.n_nodes)
    for t in range(1, 61):
        view = watcher.view(policy.family.at(policy.width(t)))
        scores = view.mean + policy.beta * view.deviation.upper
        probe = policy.ask()
        slack = policy.slacks[-1]
        assert scores[probe.center] >= scores.max() - (slack + 1e-7) * abs(scores.max())
        reading = float(field[list(probe.nodes)].mean())
        policy.tell(probe, reading)
        watcher.condition((probe.nodes, probe.weights), reading)
    assert max(policy.slacks) <= scoring.TOLERANCE
    singles = policy.family.at(1)
    mine, exact = policy.belief.view(singles), watcher.view(singles)
    np.testing.assert_allclose(mine.mean, exact.mean, atol=1e-6)
    assert not mine.variance.exact
    assert (mine.variance.upper >= exact.variance.upper - 1e-7).all()
    assert (mine.variance.lower <= exact.variance.upper + 1e-7).all()
    best = policy.best()
    assert best.deviation == pytest.approx(float(exact.deviation.upper[best.node]), rel=1e-5)
    assert "certified: within" in str(policy.explain())
    assert f"a search: {max(policy.searches):,.0f} products at the most" in str(policy.explain())


def test_a_limit_is_kept_and_the_slack_is_owned_up_to(monkeypatch):
    monkeypatch.setattr(scoring, "LIMIT", (0.0, 0.0))
    monkeypatch.setattr(BoundedVariances, "prepare", lambda self: None)
    graph = GRAPHS["points"]()
    policy = policy_with(IterativeEngine(graph, RIDGE), graph)
    exact = DenseEngine(graph.laplacian, RIDGE)
    probe = policy.ask()
    variances = exact.variances(policy.family.at(probe.width)).upper
    (slack,) = policy.slacks
    assert slack > scoring.TOLERANCE
    assert np.sqrt(variances[probe.center]) >= (1 - slack) * np.sqrt(variances.max())


def test_pending_probes_are_allowed_for(graph):
    iterative = policy_with(IterativeEngine(graph, RIDGE), graph)
    dense = policy_with(DenseEngine(graph.laplacian, RIDGE), graph)
    assert not iterative.belief.imagine().view(iterative.family.at(1)).exact
    batch, expected = iterative.ask_batch(5), dense.ask_batch(5)
    assert [p.center for p in batch] == [p.center for p in expected]
    assert len(iterative.slacks) == 5


def test_without_exploration_the_mean_decides():
    graph = GRAPHS["parts"]()
    belief = Belief(IterativeEngine(graph, RIDGE))
    belief.condition(((7,), None), 3.0)
    assert highest(belief.view(cb.StrongestNeighbors(graph).at(1)), 0.0)[0] == 7


def test_it_travels():
    graph = GRAPHS["scale-free"]()
    policy = policy_with(IterativeEngine(graph, RIDGE), graph)
    policy.tell(policy.ask(), 0.4)
    copy = pickle.loads(pickle.dumps(policy))  # noqa: S301
    assert copy.ask() == policy.ask()


def test_graphs_that_cannot_be_cut_take_it_without_being_told(monkeypatch):
    monkeypatch.setattr(choice, "DENSE_NODES", 100)
    monkeypatch.setattr(choice, "FILLED_NODES", 1000)
    monkeypatch.setattr(cuts, "WORK_A_NODE", 1e4)
    graph = cb.barabasi_albert(1500, 3, rng=0)
    policy = cb.CheapUCB(graph, horizon=20)
    assert policy.explain().engine == "iterative"
    for _ in range(3):
        probe = policy.ask()
        policy.tell(probe, 0.1)
    assert "fill in" in str(policy.explain())
    assert max(policy.slacks) < 0.01
