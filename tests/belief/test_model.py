"""The model between readings and belief, against the Gaussian density written out."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief, Model
from cheapbandits.engines import choose
from cheapbandits.probes import StrongestNeighbors
from tests.belief.test_belief import random_rows

MODELS = [
    Model(),
    Model(mean=12.0, scale=3.0),
    Model(mean=-1.0, scale=0.5, noise=0.2, ridge=0.3),
    Model(mean=5.0, scale=2.0, noise=0.7, nugget=0.4, ridge=0.05),
]
ENGINES = ["dense", "dissection", "iterative"]


def direct(graph, model, rows, readings):
    """Mean and covariance in the readings' units and log density, by dense linear algebra."""
    n = graph.n_nodes
    s = np.zeros((len(rows), n))
    for i, (nodes, weights) in enumerate(rows):
        s[i, list(nodes)] = 1 / len(nodes) if weights is None else weights
    prior = np.linalg.inv(graph.laplacian.toarray() + model.ridge * np.eye(n))
    prior = model.scale**2 * (prior + model.nugget * np.eye(n))
    seen = s @ prior @ s.T + (model.scale * model.noise) ** 2 * np.eye(len(rows))
    surprise = np.asarray(readings) - model.mean
    gain = prior @ s.T @ np.linalg.inv(seen)
    _, log_determinant = np.linalg.slogdet(2 * np.pi * seen)
    density = -0.5 * (log_determinant + surprise @ np.linalg.solve(seen, surprise))
    return model.mean + gain @ surprise, prior - gain @ s @ prior, density


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("many", [False, True])
def test_mean_variance_and_evidence_are_the_densitys(engine, model, many):
    graph = cb.erdos_renyi(25, 0.15, rng=3)
    rng = np.random.default_rng(0)
    rows = random_rows(25, 40, rng)
    readings = (model.mean + model.scale * rng.standard_normal(40)).tolist()
    belief = Belief.of(graph, model, engine)
    if many:
        belief.condition_many(rows, readings)
    else:
        for row, reading in zip(rows, readings, strict=True):
            belief.condition(row, reading)
    mean, covariance, density = direct(graph, model, rows, readings)
    view = belief.view(StrongestNeighbors(graph).at(1))
    np.testing.assert_allclose(model.mean + model.scale * view.mean, mean, atol=1e-6)
    variance = model.scale**2 * view.variance.upper
    assert (variance >= np.diag(covariance) * (1 - 1e-6)).all()
    if view.exact:
        np.testing.assert_allclose(variance, np.diag(covariance), atol=1e-8)
    assert belief.evidence() == pytest.approx(density, abs=1e-7 if view.exact else 1e-3)


@pytest.mark.parametrize("model", MODELS)
def test_evidence_outlives_a_fresh_start(model):
    """More readings than nodes: some of them are in the prior by then, and still count."""
    graph = cb.grid(3, 3)
    rng = np.random.default_rng(1)
    rows, readings = random_rows(9, 150, rng), rng.standard_normal(150).tolist()
    belief = Belief.of(graph, model)
    belief.condition_many(rows[:70], readings[:70])
    for row, reading in zip(rows[70:], readings[70:], strict=True):
        belief.condition(row, reading)
    assert belief.surprise.count == 150
    assert belief.evidence() == pytest.approx(direct(graph, model, rows, readings)[2], abs=1e-6)


def test_samples_have_nugget_and_noise_in_them():
    graph = cb.grid(3, 4)
    model = MODELS[3]
    belief = Belief.of(graph, model)
    rows, readings = [((1, 2, 3), None), ((7,), None)], [6.0, 3.0]
    belief.condition_many(rows, readings)
    mean, covariance, _ = direct(graph, model, rows, readings)
    draws = model.mean + model.scale * belief.posterior_samples(60_000, np.random.default_rng(0))
    scale = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose((draws.mean(axis=0) - mean) / scale, 0, atol=0.025)
    np.testing.assert_allclose(draws.std(axis=0) / scale, 1, atol=0.02)


def test_what_is_expected_changes_no_mean():
    belief = Belief.of(cb.grid(4, 4), MODELS[2])
    belief.condition(((5, 6), None), 0.7)
    before = belief.mean
    belief.expect(((1, 2), None))
    np.testing.assert_allclose(belief.mean, before, atol=1e-14)
    assert len(belief.columns) == 2


@pytest.mark.parametrize(
    "wrong", [{"scale": 0}, {"noise": 0}, {"nugget": -1}, {"ridge": 0}, {"mean": np.inf}]
)
def test_a_model_must_be_one(wrong):
    with pytest.raises(cb.ParameterError):
        Model(**wrong)


def test_the_papers_policies_use_the_papers_model():
    graph = cb.grid(4, 4)
    policy = cb.CheapUCB(graph, horizon=10, center=50, scale=20, ridge=0.1)
    assert policy.model == Model(mean=50, scale=20, noise=1.0, nugget=0.0, ridge=0.1)
    assert policy.belief.prior is choose(graph, 0.1)
