"""The path for large graphs, forced on small ones: against dense beliefs of the same models."""

from __future__ import annotations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned import Catalogue, LearnedBelief, Prior, large_sure, sure
from cheapbandits.belief.learned.kernels import kernels
from cheapbandits.belief.learned.large import LargePrior
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.engines import Row
from cheapbandits.probes import Hops, StrongestNeighbors

RHOS = (0.01, 0.1)


def _graph() -> cb.Graph:
    return cb.grid(50, 42)


def _told(graph: cb.Graph, n: int = 30) -> tuple[list[Row], list[float]]:
    """Return readings of groups of mixed widths, some of them twice."""
    rng, family = np.random.default_rng(3), Hops(graph)
    x, y = graph.coordinates.T
    field = 20 + 5 * np.sin(x / 9) * np.cos(y / 7)
    rows: list[Row] = []
    for i in range(n):
        node = int(rng.integers(graph.n_nodes)) if i % 5 else 77
        rows.append(family.at((1, 2, 4)[i % 3]).group(node))
    readings = [float(field[list(at)].mean() + 0.1 * rng.standard_normal()) for at, _ in rows]
    return rows, readings


@pytest.fixture(scope="module")
def graph() -> cb.Graph:
    return _graph()


@pytest.fixture(scope="module")
def prior(graph: cb.Graph) -> LargePrior:
    return LargePrior(graph, Hops(graph), rhos=RHOS, engine="dissection")


@pytest.fixture(scope="module")
def dense(graph: cb.Graph) -> Prior:
    made = kernels(graph, smooth=[(rho, 1) for rho in RHOS], bands=(), correlations=())
    return Prior(made, Catalogue.of(Hops(graph), (1, 2, 4)))


@pytest.fixture(scope="module")
def both(graph: cb.Graph, prior: LargePrior, dense: Prior) -> tuple[LargeBelief, LearnedBelief]:
    large, small = LargeBelief(prior), LearnedBelief(dense)
    for belief in (large, small):
        belief.condition_many(*_told(graph))
    return large, small


def test_prior_variances_and_crosses_are_the_dense_ones(prior: LargePrior, dense: Prior) -> None:
    for ours, theirs in ((prior.variances, dense.variances), (prior.crosses, dense.crosses)):
        # The constant is projected out there and not here: a number for each kernel.
        off = ours - theirs
        assert np.ptp(off, axis=1).max() < 1e-9


def test_evidence_is_the_dense_one(both: tuple[LargeBelief, LearnedBelief]) -> None:
    large, small = both
    np.testing.assert_allclose(
        large.evidence.log_weights(), small.evidence.log_weights(), rtol=0, atol=1e-8
    )
    np.testing.assert_allclose(large.evidence.scales(), small.evidence.scales(), rtol=1e-8)


def test_mean_is_the_dense_one(both: tuple[LargeBelief, LearnedBelief]) -> None:
    large, small = both
    np.testing.assert_array_equal(large.active()[0], small.active()[0])  # the same models count
    np.testing.assert_allclose(large.mean, small.mean, rtol=0, atol=1e-8)


def test_closeup_is_the_dense_belief(both: tuple[LargeBelief, LearnedBelief]) -> None:
    large, small = both
    near = large.closeup(np.array([3, 77, 500, 1234]))
    assert len(near.nodes) < large.n_nodes / 4
    ours, theirs = near.average(), small.average()
    for name in ("mean", "variance", "cross"):
        np.testing.assert_allclose(
            getattr(ours, name), getattr(theirs, name)[near.index], rtol=0, atol=1e-8
        )
    assert ours.noise == pytest.approx(theirs.noise, rel=1e-8)


def test_views_are_the_dense_ones(graph: cb.Graph, both: tuple[LargeBelief, LearnedBelief]) -> None:
    large, small = both
    family = Hops(graph)  # another than the prior's
    for width in (1, 2, 4):
        probes = family.at(width)
        at = small.prior.catalogue.at(width)
        view = large.view(probes)
        np.testing.assert_allclose(view.mean, small.average().mean[at], atol=1e-8)
        np.testing.assert_allclose(view.upper, small.average().variance[at], atol=1e-8)
        assert view.deviation_of(5) == pytest.approx(view.deviation.upper[5], rel=1e-9)


def test_intervals_are_the_dense_ones(
    monkeypatch: pytest.MonkeyPatch, both: tuple[LargeBelief, LearnedBelief]
) -> None:
    """Seen: those of flat fields, read once a place, did not hold what the highest place had."""
    monkeypatch.setattr(large_sure, "CHUNK", 700)  # in several parts
    large, small = both
    ours, theirs = large_sure.estimates_large(large), sure.estimates(small)
    for one, other in zip(vars(ours).values(), vars(theirs).values(), strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-6)


def test_one_odd_reading_carries_no_probability(graph: cb.Graph, prior: LargePrior) -> None:
    belief, rng = LargeBelief(prior), np.random.default_rng(2)
    nodes = rng.choice(graph.n_nodes, 30, replace=False).tolist()
    readings = [*(20 + rng.normal(size=29)).tolist(), 900.0]
    belief.condition_many([((node,), None) for node in nodes], readings)
    found = large_sure.assess_large(belief)
    assert found.node == nodes[-1]
    assert found.probability is None
    assert "one reading carries it" in found.cannot_tell


def test_variance_bound_holds(both: tuple[LargeBelief, LearnedBelief]) -> None:
    large, _ = both
    models, weights = large.active()
    scales = large.evidence.scales()
    near = large.closeup(np.arange(large.n_nodes), wide=False)
    within = sum(
        w * scales[m] * near.of_model(m)[1]
        for m, w in zip(models.tolist(), weights.tolist(), strict=True)
    )
    bound = large.variance_bound()
    assert (bound >= within * (1 - 1e-9) - 0.02 * scales[models].max()).all()
    assert bound.min() < 0.5 * bound.max()  # and it says something


def test_any_order_gives_the_same(graph: cb.Graph, prior: LargePrior) -> None:
    rows, readings = _told(graph, 20)
    order = np.random.default_rng(0).permutation(20)
    one, other = LargeBelief(prior), LargeBelief(prior)
    one.condition_many(rows, readings)
    other.condition_many([rows[i] for i in order], [readings[i] for i in order])
    np.testing.assert_allclose(one.weights(), other.weights(), rtol=0, atol=1e-8)
    np.testing.assert_allclose(one.mean, other.mean, rtol=0, atol=1e-8)
    nodes = one.promising()
    np.testing.assert_array_equal(nodes, other.promising())
    near, far = one.closeup(nodes), other.closeup(nodes)
    np.testing.assert_allclose(near.average().variance, far.average().variance, atol=1e-8)


def test_awaited_reading_leaves_the_mean_and_takes_variance(
    graph: cb.Graph, prior: LargePrior
) -> None:
    belief = LargeBelief(prior)
    belief.condition_many(*_told(graph, 10))
    imagined = belief.imagine()
    imagined.expect(((900,), None))
    np.testing.assert_allclose(imagined.mean, belief.mean, atol=1e-8)
    alone = np.array([900])
    before, after = belief.closeup(alone), imagined.closeup(alone)
    at = int(np.searchsorted(before.nodes, 900))
    assert after.average().variance[at] < 0.3 * before.average().variance[at]
    assert belief.count == 10


def test_draws_have_the_mean_and_the_variance(both: tuple[LargeBelief, LearnedBelief]) -> None:
    large, _ = both
    near = large.closeup(np.arange(0, large.n_nodes, 7), wide=False)
    drawn, average = near.draws(32), near.average()
    off = (drawn - average.mean) / np.sqrt(average.variance)
    assert abs(off.mean()) < 0.15
    assert 0.8 < np.sqrt((off**2).mean()) < 1.2


def test_white_noise_belongs_to_the_nodes() -> None:
    from cheapbandits.belief.learned.large import white

    nodes = np.arange(20_000)
    drawn = white(nodes)
    np.testing.assert_array_equal(white(nodes[500:700]), drawn[:, 500:700])
    assert abs(drawn.mean()) < 0.01
    assert abs(drawn.std() - 1) < 0.01
    assert abs(np.corrcoef(drawn[:, :-1].ravel(), drawn[:, 1:].ravel())[0, 1]) < 0.01


def test_iterative_engine_gives_nearly_the_dense_belief() -> None:
    graph = cb.barabasi_albert(2000, 3, rng=0)
    family = StrongestNeighbors(graph)
    prior = LargePrior(graph, family, rhos=RHOS, engine="iterative")
    made = kernels(graph, smooth=[(rho, 1) for rho in RHOS], bands=(), correlations=())
    widths = prior.catalogue.widths
    dense = Prior(made, Catalogue.of(family, widths))
    assert not prior.exact
    # One factor for each kernel is learned anyway, as the field's scale; what differs is shape.
    ratio = prior.variances[:, :2000] / dense.variances[:, :2000]
    assert np.ptp(np.quantile(ratio, [0.05, 0.95], axis=1), axis=0).max() < 0.35
    large, small = LargeBelief(prior), LearnedBelief(dense)
    rng = np.random.default_rng(1)
    nodes = rng.choice(2000, 15, replace=False).tolist()
    for node in nodes:
        for belief in (large, small):
            belief.condition(((node,), None), float(np.log(graph.degrees[node])))
    for m in range(len(prior.kernel)):
        if prior.nugget[m] == 0 and prior.noise[m] == 0.01:
            near = large.closeup(np.array(nodes[:3]))
            ours, theirs = near.of_model(m)[0], small.of_model(m)[0][near.nodes]
            assert np.abs(ours - theirs).max() < 0.1 * np.ptp(theirs)
    # A node that was read is known, however loose the bounds.
    at = np.searchsorted(near.nodes, nodes)
    assert near.average().variance[at].max() < 0.3 * near.average().variance.max()


@pytest.mark.thorough
def test_only_the_ratios_of_weights_count(graph: cb.Graph) -> None:
    """Seen: weights of 1e-310 had no factor."""
    stated = []
    for weights in (graph.weights, graph.weights * 1e-310, graph.weights * 7.5e99):
        same = cb.Graph(weights, coordinates=graph.coordinates)
        belief = LargeBelief(LargePrior(same, Hops(same)))
        belief.condition_many(*_told(same))
        known = large_sure.estimates_large(belief)
        stated.append([known.estimate, known.low, known.high])
    np.testing.assert_allclose(stated[1], stated[0], rtol=1e-4)
    np.testing.assert_allclose(stated[2], stated[0], rtol=1e-4)


@pytest.mark.thorough
def test_weights_of_all_sizes_can_be_counted_with() -> None:
    """Seen: refused, with a ridge as the way out that no policy that learns takes."""
    rng, n = np.random.default_rng(0), 3000
    weights = 10 ** rng.uniform(-16, 8, n - 1)
    graph = cb.Graph.from_edges([((k - 1) // 2, k) for k in range(1, n)], weights=weights)
    belief = LargeBelief(LargePrior(graph, Hops(graph)))
    for node, reading in zip((5, 900, 2500), (1.0, 3.0, 2.0), strict=True):
        belief.condition(((node,), None), reading)
    known = large_sure.estimates_large(belief)
    assert np.isfinite([known.low, known.estimate, known.high]).all()
    assert (known.low <= known.estimate).all()
    assert (known.estimate <= known.high).all()
    assert large_sure.assess_large(belief).node == 900
