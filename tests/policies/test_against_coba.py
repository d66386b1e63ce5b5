"""A foreign oracle: coba's stock LinUCB on the whitened features ``Lambda^-1/2 Q's``."""

import numpy as np
import pytest
from coba.learners import LinUCBLearner

import cheapbandits as cb

RIDGE = 0.01


def coba_scores(learner, features):
    """The upper confidence bounds coba's learner computes before it picks the largest."""
    point = learner._theta @ features.T
    spread = np.einsum("ij,ij->i", features @ learner._A_inv, features)
    return point + learner._alpha * np.sqrt(spread)


@pytest.mark.parametrize("policy_class", [cb.CheapUCB, cb.SpectralUCB, cb.LinUCB])
def test_coba_picks_the_same_arms(policy_class):
    graph = cb.barabasi_albert(40, 3, weights="uniform", rng=1)
    field = cb.sparse_field(graph, rng=np.random.default_rng(2))
    policy = policy_class(graph, horizon=30, ridge=RIDGE)
    eigenvalues, basis = cb.fourier_basis(graph)
    prior = np.full(40, RIDGE) if policy_class is cb.LinUCB else eigenvalues + RIDGE
    learner = LinUCBLearner(alpha=policy.beta, features=["a"])
    rng = np.random.default_rng(3)
    for t in range(1, 31):
        rows = policy.family.at(policy.width(t)).matrix.toarray()
        features = rows @ basis / np.sqrt(prior)  # whitened: coba's prior is the identity
        actions = [tuple(row) for row in features.tolist()]
        foreign, _ = learner.predict(None, actions)
        probe = policy.ask()
        scores = coba_scores(learner, features)
        assert scores[probe.center] >= scores[actions.index(tuple(foreign))] - 1e-8
        reading = float(np.mean(field[list(probe.nodes)]) + 0.01 * rng.standard_normal())
        policy.tell(probe, reading)
        learner.learn(None, actions[probe.center], reading, 1.0)
