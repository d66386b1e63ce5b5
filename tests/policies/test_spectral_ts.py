"""Thompson sampling: draws against dense algebra, choices against exact frequencies."""

import math

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.engines import choose
from cheapbandits.policies.draws import FieldDraws


def prior_precision(graph, ridge=0.01):
    """``L + ridge I``, from the weights."""
    weights = graph.weights.toarray()
    return np.diag(weights.sum(axis=1)) - weights + ridge * np.eye(len(weights))


def dense_rows(rows, n):
    matrix = np.zeros((len(rows), n))
    for k, (nodes, weights) in enumerate(rows):
        matrix[k, list(nodes)] = 1 / len(nodes) if weights is None else weights
    return matrix


DRAWS = 900
ROWS = [((2,), None), ((0, 1, 4), None), ((2,), None), ((3, 5), (0.25, 0.75)), ((2,), None)]


@pytest.mark.parametrize("engine", ["dense", "dissection", "iterative"])
def test_a_draw_is_the_priors_corrected_by_its_own_readings(engine):
    graph = cb.grid(9, 8)
    policy = cb.SpectralTS(graph, horizon=40, rng=5, engine=engine)
    for row in ROWS:
        policy.observe(row[0], 0.3, row[1])
    t, n = 4, graph.n_nodes
    seed = policy.draws.seed
    z = choose(graph, 0.01, engine).sample(32, np.random.default_rng([seed, 0, 0]))[t - 1]
    distinct = [((0, 1, 4), None), ((2,), None), ((3, 5), (0.25, 0.75))]
    errors = np.random.default_rng([seed, 1, t]).standard_normal(3)
    s, times = dense_rows(distinct, n), np.array([1, 3, 1])
    covariance = np.linalg.inv(prior_precision(graph) + s.T @ (times[:, None] * s))
    expected = z - covariance @ s.T @ (times * (s @ z) + np.sqrt(times) * errors)
    found = policy.draws.field(policy.belief, policy.readings[0], t)
    np.testing.assert_allclose(found, expected, atol=1e-5 if engine == "iterative" else 1e-9)


def test_draws_have_the_posteriors_covariance():
    graph = cb.barabasi_albert(12, 2, weights="uniform", rng=2)
    policy = cb.SpectralTS(graph, horizon=40)
    for row in ROWS:
        policy.observe(row[0], 0.3, row[1])
    draws = FieldDraws(choose(graph, 0.01), 1.0, 1)
    fields = np.array([draws.field(policy.belief, ROWS, t) for t in range(1, 3001)])
    s = dense_rows(ROWS, 12)
    exact = np.linalg.inv(prior_precision(graph) + s.T @ s)
    size = math.sqrt(exact.max())
    # Four standard errors of 3,000 draws: what is off by a tenth of the largest entry is seen.
    np.testing.assert_allclose(fields.mean(axis=0) / size, 0, atol=0.075)
    np.testing.assert_allclose(fields.T @ fields / 3000, exact, atol=0.1 * exact.max())
    follow = np.einsum("ti,ti->t", fields[1:], fields[:-1]).mean() / np.trace(exact)
    assert abs(follow) < 0.075  # one round's draw says nothing about the next


@pytest.mark.parametrize(("kind", "width"), [(cb.SpectralTS, 1), (cb.CheapTS, 3)])
def test_each_probe_is_chosen_as_often_as_it_is_the_best(kind, width):
    """Against the frequencies of the maximum under the exact posterior, in the eigenbasis."""
    ring = cb.Graph.from_edges([(i, (i + 1) % 6) for i in range(6)], weights=[1, 2, 3, 1, 2, 3])
    told = [((0,), 0.9), ((3,), -0.2), ((1, 2), 0.4)]
    counts = np.zeros(6)
    for seed in range(DRAWS):
        policy = kind(ring, horizon=6, rng=seed, spread=0.7, dimension=2)
        for nodes, value in told:
            policy.observe(nodes, value)
        probe = policy.ask()
        assert probe.width == width
        counts[probe.center] += 1
    values, basis = np.linalg.eigh(prior_precision(ring))
    s = dense_rows([(nodes, None) for nodes, _ in told], 6) @ basis
    v = np.diag(values) + s.T @ s
    alpha = np.linalg.solve(v, s.T @ np.array([value for _, value in told]))
    rng = np.random.default_rng(0)
    spectral = rng.multivariate_normal(alpha, 0.49 * np.linalg.inv(v), size=100_000)
    groups = dense_rows([policy.family.at(width).group(i) for i in range(6)], 6)
    best = np.bincount((spectral @ (groups @ basis).T).argmax(axis=1), minlength=6)
    # Three standard errors. Seen: half the spread (off by 0.09 or more), draws that forget the
    # readings (0.10), another probe than the best. The draws' scale itself is judged above.
    np.testing.assert_allclose(counts / DRAWS, best / 100_000, atol=3 * 0.5 / DRAWS**0.5)


def test_the_spread_is_the_originals_or_its_noisy_part():
    graph = cb.grid(5, 5)
    known = {"horizon": 60, "ridge": 0.1, "delta": 0.02, "noise": 0.3, "smoothness": 2.0}
    policy = cb.SpectralTS(graph, **known, spread="theory")
    part = 0.3 * math.sqrt(6 * policy.dimension * math.log((0.1 + 60) / (0.02 * 0.1)))
    assert policy.spread == pytest.approx(part + 2.0)
    assert cb.SpectralTS(graph, **known).spread == pytest.approx(part)
    assert cb.SpectralTS(graph, horizon=60, spread=0.5).spread == 0.5


@pytest.mark.parametrize("spread", [-1.0, float("nan"), "wide", True])
def test_a_spread_that_is_none_is_refused(spread):
    with pytest.raises(cb.ParameterError, match="spread"):
        cb.SpectralTS(cb.grid(3, 3), horizon=60, spread=spread)


def test_without_spread_it_is_greedy():
    graph = cb.barabasi_albert(20, 2, rng=0)
    policy = cb.SpectralTS(graph, horizon=20, spread=0.0)
    policy.observe([4], 1.0)
    assert policy.ask().center == int(policy.belief.mean.argmax())


def test_cheap_ts_probes_as_wide_as_cheap_ucb():
    graph = cb.erdos_renyi(60, 0.2, rng=1)
    cheap, other = cb.CheapUCB(graph, horizon=50), cb.CheapTS(graph, horizon=50, rng=0)
    widths = [other.planned_width(t) for t in range(1, 51)]
    assert widths == [cheap.planned_width(t) for t in range(1, 51)]
    assert len(set(widths)) > 3
    history = cb.simulate(other, np.arange(60.0) / 60, rng=0)
    assert [row.width for row in history] == widths


def test_it_learns_where_a_random_sampler_does_not():
    """By default; with the theory's spread it would not, which is why that is not the default."""
    regret = {"default": 0.0, "theory": 0.0, "random": 0.0}
    for seed in range(5):
        graph = cb.erdos_renyi(80, 0.1, weights="uniform", rng=seed)
        field = cb.sparse_field(graph, rng=np.random.default_rng(seed))
        for name, spread in {"default": None, "theory": "theory"}.items():
            policy = cb.SpectralTS(graph, horizon=80, spread=spread, rng=seed)
            regret[name] += cb.simulate(policy, field, rng=seed).regret[-1]
        chance = cb.RandomSampling(graph, rng=seed)
        regret["random"] += cb.simulate(chance, field, rng=seed, rounds=80).regret[-1]
    assert regret["default"] < 0.6 * regret["random"]
    assert regret["theory"] > 0.8 * regret["random"]
