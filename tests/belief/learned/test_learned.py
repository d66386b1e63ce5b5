"""The learned belief against dense conditionals and evidence of the same models."""

from __future__ import annotations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.coverage import Coverage
from cheapbandits.belief.learned.kernels import kernels
from cheapbandits.belief.learned.learned import LearnedBelief
from cheapbandits.belief.learned.prior import Prior
from cheapbandits.policies.options import probe_family
from tests.belief.learned.oracle import dense, posterior, residual_evidence, rows_matrix


def graphs():
    two_parts = cb.Graph.from_edges(
        [(i, (i + 1) % 12) for i in range(12)] + [(12 + i, 12 + (i + 1) % 9) for i in range(9)],
        n_nodes=23,  # the last two nodes are isolated
    )
    return {"ba": cb.barabasi_albert(30, 2, weights="uniform", rng=1), "parts": two_parts}


@pytest.fixture(scope="module", params=["ba", "parts"])
def prior(request):
    graph = graphs()[request.param]
    family = probe_family(graph, "strongest-own")
    return Prior(kernels(graph), Catalogue.of(family, range(1, 4)))


def readings(prior, count, seed=0):
    rng = np.random.default_rng(seed)
    field = 7 + 3 * rng.standard_normal(prior.catalogue.n_nodes)
    chosen = rng.integers(len(prior.catalogue), size=count)
    chosen[-1] = chosen[0]  # the same probe twice
    rows = [prior.catalogue.row(int(i)) for i in chosen]
    return rows, [float(field[at] @ share + 0.1 * rng.standard_normal()) for at, share in rows]


def told(prior, rows, values):
    belief = LearnedBelief(prior)
    for (at, share), value in zip(rows, values, strict=True):
        belief.tell(at, value, share)
    return belief


def covariance_of(prior, m):
    n, g = prior.catalogue.n_nodes, prior.nugget[m]
    return (1 - g) * dense(prior.kernels[prior.kernel[m]], n) + g * np.eye(n)


def test_every_model_has_the_dense_posterior(prior):
    rows, values = readings(prior, 14)
    belief = told(prior, rows, values)
    s = rows_matrix(rows, prior.catalogue.n_nodes)
    for m in range(prior.n_models):
        mean, covariance = posterior(covariance_of(prior, m), s, prior.noise[m], np.array(values))
        got_mean, got_variance = belief.of_model(m)
        np.testing.assert_allclose(got_mean, mean, rtol=1e-8, atol=1e-8)
        np.testing.assert_allclose(got_variance, covariance.diagonal(), rtol=1e-8, atol=1e-8)


def test_every_model_has_the_dense_covariance_with_a_group(prior):
    rows, values = readings(prior, 14)
    belief, catalogue = told(prior, rows, values), prior.catalogue
    s = rows_matrix(rows, catalogue.n_nodes)
    at, share = catalogue.row(len(catalogue) - 2)
    probes = catalogue.matrix.toarray()
    for m in range(prior.n_models):
        _, covariance = posterior(covariance_of(prior, m), s, prior.noise[m], np.array(values))
        got = belief.covariance_of_model(m, at, share)
        np.testing.assert_allclose(got, covariance[:, at] @ share, rtol=1e-8, atol=1e-8)
        every = np.einsum("sx,sx->s", probes @ covariance, probes)
        np.testing.assert_allclose(belief.variance_of_model(m), every, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("late", [True, False])
def test_a_reading_may_say_nothing_about_the_mean(prior, late):
    """Five pairs around a node, then the node: under white values as noisy as large, o_6 is 0."""
    n = prior.catalogue.n_nodes
    rows = [(np.array([0, i]), np.full(2, 0.5)) for i in range(1, 6)]
    rows += [(np.array([0]), np.ones(1)), (np.array([7]), np.ones(1))]
    values = [1.0, 2.0, 4.0, 3.0, 5.0, 2.5, 7.0]
    (m,) = np.flatnonzero((prior.nugget == 1) & (prior.noise == 1))
    belief = told(prior, rows[:5], values[:5])
    if not late:
        belief.of_model(m)  # taken up early: what comes is absorbed reading by reading
    for (at, share), value in zip(rows[5:], values[5:], strict=True):
        belief.tell(at, value, share)
    assert belief.evidence.o[m, 5] == 0
    mean, covariance = posterior(np.eye(n), rows_matrix(rows, n), 1.0, np.array(values))
    got_mean, got_variance = belief.of_model(m)
    np.testing.assert_allclose(got_mean, mean, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(got_variance, covariance.diagonal(), rtol=1e-8, atol=1e-8)


def test_coverage_grows_by_what_a_look_adds(prior):
    rows, values = readings(prior, 6)
    belief = told(prior, rows, values)
    before = Coverage(belief)
    index = len(prior.catalogue) - 2
    at, share = prior.catalogue.row(index)
    added, model = before.added_by(index), before.model
    belief.tell(at, None, share)  # awaited: which model counts most stays as it was
    after = Coverage(belief)
    assert after.model == model
    n = prior.catalogue.n_nodes
    taken = (before.remaining - after.remaining)[:n].mean()
    assert added == pytest.approx(taken, rel=1e-6)
    assert added > 0
    assert after.remaining[index] < before.remaining[index]


def test_weights_are_the_evidence_of_contrasts(prior):
    rows, values = readings(prior, 11)
    belief = told(prior, rows, values)
    s, y = rows_matrix(rows, prior.catalogue.n_nodes), np.array(values)
    logs = []
    for m in range(prior.n_models):
        log_det, ss = residual_evidence(covariance_of(prior, m), s, prior.noise[m], y)
        a, b = 1 + (len(y) - 1) / 2, np.var(y) + ss / 2
        logs.append(prior.log_prior[m] - log_det / 2 - a * np.log(b))
        np.testing.assert_allclose(belief.evidence.scales()[m], b / a, rtol=1e-8)
    logs = np.array(logs) - max(logs)
    np.testing.assert_allclose(belief.evidence.log_weights(), logs, atol=1e-8)


def test_averages_of_probes_are_the_mixture(prior):
    rows, values = readings(prior, 9)
    belief = told(prior, rows, values)
    s, y = rows_matrix(rows, prior.catalogue.n_nodes), np.array(values)
    models, weights = belief.active()
    probes, centers = prior.catalogue.matrix.toarray(), prior.catalogue.centers
    scales, total, second, cross = belief.evidence.scales(), 0.0, 0.0, 0.0
    for m, w in zip(models, weights, strict=True):
        mean, cov = posterior(covariance_of(prior, m), s, prior.noise[m], y)
        total = total + w * probes @ mean
        spread = np.einsum("si,ij,sj->s", probes, cov, probes)
        second = second + w * (scales[m] * spread + (probes @ mean) ** 2)
        between = np.einsum("si,si->s", probes, cov[centers])
        cross = cross + w * (scales[m] * between + (probes @ mean) * mean[centers])
    average = belief.average()
    np.testing.assert_allclose(average.mean, total, rtol=1e-8)
    np.testing.assert_allclose(average.variance, second - total**2, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(average.cross, cross - total * total[centers], rtol=1e-7, atol=1e-7)


def test_the_order_of_the_readings_does_not_matter(prior):
    rows, values = readings(prior, 40, seed=3)
    first = told(prior, rows, values)
    for t in range(0, 40, 7):  # asked in between or not: no matter
        if t:
            told(prior, rows[:t], values[:t]).average()
    order = np.random.default_rng(8).permutation(40)
    second = LearnedBelief(prior)
    for i in order.tolist():
        second.tell(rows[i][0], values[i], rows[i][1])
        if i % 3 == 0:
            second.average()
    np.testing.assert_allclose(first.weights(), second.weights(), atol=1e-8)
    one, two = first.average(), second.average()
    for name in ("mean", "variance", "cross"):
        np.testing.assert_allclose(getattr(one, name), getattr(two, name), atol=1e-8)
    np.testing.assert_allclose(
        np.sort(first.left_out().innovations), np.sort(second.left_out().innovations), atol=1e-8
    )


def test_units_do_not_matter(prior):
    rows, values = readings(prior, 12)
    plain, hot = told(prior, rows, values), told(prior, rows, [300 + 50 * v for v in values])
    np.testing.assert_allclose(plain.weights(), hot.weights(), atol=1e-8)
    np.testing.assert_allclose(300 + 50 * plain.average().mean, hot.average().mean, rtol=1e-8)


def test_an_awaited_reading_leaves_means_and_takes_variance(prior):
    rows, values = readings(prior, 8)
    belief = told(prior, rows, values)
    before, ahead = belief.average(), belief.imagine()
    at, share = prior.catalogue.row(3)
    ahead.tell(at, None, share)
    after = ahead.average()
    np.testing.assert_allclose(after.mean, before.mean, atol=1e-8)
    assert (after.variance <= before.variance + 1e-9).all()
    assert after.variance[3] < 0.5 * before.variance[3]
    np.testing.assert_allclose(belief.average().variance, before.variance, atol=0)


def test_draws_have_the_posterior_moments(prior, monkeypatch):
    from cheapbandits.belief.learned import samples

    rows, values = readings(prior, 8)
    belief = told(prior, rows, values)
    rng = np.random.default_rng(0)
    s, y = rows_matrix(rows, prior.catalogue.n_nodes), np.array(values)
    for m in (0, 20, prior.n_models - 1):
        drawn = samples._residuals(belief, m, 20_000, rng)
        _, covariance = posterior(covariance_of(prior, m), s, prior.noise[m], y)
        size = covariance.diagonal().max()
        np.testing.assert_allclose(drawn.mean(axis=0), 0, atol=0.05 * np.sqrt(size))
        np.testing.assert_allclose(np.cov(drawn.T), covariance, atol=0.06 * size)


def test_fixed_draws_do_not_depend_on_the_order_either(prior):
    rows, values = readings(prior, 20, seed=5)
    first, second = told(prior, rows, values), told(prior, rows[::-1], values[::-1])
    np.testing.assert_allclose(first.draws(16), second.draws(16), atol=1e-7)
