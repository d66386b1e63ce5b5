"""Expected improvement against numbers, and its bound."""

from __future__ import annotations

import numpy as np
import pytest

from cheapbandits.policies.learning.improvement import expected_improvement, improvement_bound

SHOWN = np.array([-1.2, 0.3, 2.7, 0.3, -0.4, 0.1, 0.9, -1.3, 0.6, 1.7, -0.2, 0.3])


def test_expected_improvement_is_the_mixtures_mean():
    rng = np.random.default_rng(0)
    gaussian = rng.standard_normal(400_000)
    for short, deviation in [(0.0, 1.0), (0.5, 0.4), (1.3, 2.0)]:
        parts = [np.maximum(0, deviation * gaussian - short).mean()] * 4
        parts += [max(0.0, deviation * r - short) for r in SHOWN.tolist()]
        found = expected_improvement(np.array([short]), np.array([deviation]), SHOWN)[0]
        assert found == pytest.approx(np.mean(parts), abs=3e-3)


@pytest.mark.parametrize("shown", [SHOWN, np.zeros(0)])
def test_the_bound_is_above_and_close(shown):
    rng = np.random.default_rng(1)
    short, deviation = rng.exponential(size=3000), rng.exponential(size=3000)
    short[:5], deviation[-5:] = 0.0, 0.0
    exact = expected_improvement(short, deviation, shown)
    bound = improvement_bound(short, deviation, shown)
    assert (bound >= exact * (1 - 1e-12)).all()
    assert (bound - exact <= deviation / 64 + 1e-12).all()


def test_few_innovations_say_nothing_about_a_tail():
    short, deviation = np.array([1.28]), np.array([1.0])
    gaussian = expected_improvement(short, deviation, np.empty(0))
    few = expected_improvement(short, deviation, np.array([0.5, -0.2, -0.5, -1.1, 1.0]))
    np.testing.assert_array_equal(few, gaussian)
    assert expected_improvement(short, deviation, SHOWN) != gaussian
