"""What other places foretell of one, against the models without it; what a field has in store."""

from __future__ import annotations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned import learn
from cheapbandits.belief.learned.innovations import LEAST, LeftOut
from cheapbandits.policies.options import probe_family


@pytest.fixture(scope="module")
def graph():
    return cb.grid(7, 7)


def _told(graph, nodes, readings):
    rows = [((int(node),), None) for node in nodes]
    return learn(graph, probe_family(graph, "strongest"), rows, list(readings))


def test_left_out_places_are_what_the_best_model_foretells_without_them(graph):
    """Directly: the Gaussian conditional of one place given the others, the mean unknown."""
    rng = np.random.default_rng(3)
    nodes = np.concatenate([rng.choice(49, 9, replace=False), [0, 0]])
    readings = 5 + np.cos(graph.coordinates[nodes, 0]) + 0.1 * rng.standard_normal(11)
    belief = _told(graph, nodes, readings)
    found, prior = belief.left_out(), belief.prior
    m = int(np.argmax(belief.weights()))
    kernel = prior.kernels[prior.kernel[m]].rows(np.arange(49))
    g, noise, scale = prior.nugget[m], prior.noise[m], belief.evidence.scales()[m]
    cov = scale * ((1 - g) * kernel + g * np.eye(49))[np.ix_(nodes, nodes)]
    cov += scale * noise * np.eye(11) + 1e7  # a mean about which nothing is known
    for i, place in enumerate(dict.fromkeys(nodes.tolist())):
        own, rest = np.flatnonzero(nodes == place), np.flatnonzero(nodes != place)
        gain = np.linalg.solve(cov[np.ix_(rest, rest)], cov[np.ix_(rest, own)]).T
        mean = (gain @ readings[rest]).mean()
        spread = cov[np.ix_(own, own)] - gain @ cov[np.ix_(rest, own)]
        assert found.read[i] == pytest.approx(readings[own].mean())
        assert found.foretold[i] == pytest.approx(mean, abs=1e-4)
        assert found.deviation[i] == pytest.approx(np.sqrt(spread.mean()), rel=1e-3)


def test_a_field_under_a_ceiling_has_little_in_store_and_a_needle_much(graph):
    rng = np.random.default_rng(0)
    nodes = rng.choice(49, 25, replace=False)
    flat_top = np.minimum(1.0, 0.6 + 0.5 * rng.random(25)) + 0.001 * rng.standard_normal(25)
    needle = 0.05 * rng.random(25)
    needle[7] = 1.0
    low, high = (_told(graph, nodes, y).left_out().headroom() for y in (flat_top, needle))
    assert low < 0.5 < 1.5 < high


def test_fields_as_the_models_have_them_have_in_store_what_is_foretold(graph):
    """Drawn from the prior itself, the ratio is about one; half or twice would show."""
    prior = _told(graph, [0, 1, 2, 3], [0.0, 1.0, 0.5, 0.2]).prior
    rng = np.random.default_rng(8)
    found = []
    for _ in range(60):
        field = prior.kernels[2].draw(1, rng)[0]
        nodes = rng.choice(49, 16, replace=False)
        found.append(_told(graph, nodes, field[nodes]).left_out().headroom())
    assert 0.7 < np.exp(np.mean(np.log(found))) < 1.4


def test_units_and_order_do_not_matter(graph):
    rng = np.random.default_rng(5)
    nodes, readings = rng.choice(49, 14, replace=False), rng.random(14)
    plain = _told(graph, nodes, readings).left_out().headroom()
    turned = _told(graph, nodes[::-1], 300 + 50 * readings[::-1]).left_out().headroom()
    assert turned == pytest.approx(plain, abs=1e-6)


def test_few_or_equal_places_show_nothing():
    few = LeftOut(np.array([0.0, 1.0, 0.3]), np.zeros(3), np.ones(3))
    same = LeftOut(np.ones(9), np.zeros(9), np.ones(9))
    assert few.headroom() == same.headroom() == 1.0
    hoped = LeftOut(np.r_[np.ones(50), 0.0], np.ones(51), np.full(51, 100.0))
    assert hoped.headroom() == LEAST
