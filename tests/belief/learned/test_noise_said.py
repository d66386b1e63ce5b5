"""What was said of the noise, far off: none is the limit of little, too much makes nobody sure."""

import numpy as np
import pytest

import cheapbandits as cb


def stated(noise, seed=0, unit=1.0, **bounds):
    """Return the verdict after 30 places of a hill were read once, with noise of 0.1."""
    graph, rng = cb.grid(8, 8), np.random.default_rng(seed)
    hill = np.exp(-((np.asarray(graph.coordinates) - (5, 2)) ** 2).sum(axis=1) / 3)
    policy = cb.Finder(graph, budget=99.0, noise=noise, **bounds)
    for node in rng.choice(64, 30, replace=False).tolist():
        policy.observe([node], unit * float(hill[node] + 0.1 * rng.standard_normal()))
    return policy.assess(tolerance=0.1 * unit)


def width(found):
    return found.high - found.low


@pytest.mark.parametrize("seed", range(3))
def test_no_noise_is_the_limit_of_little(seed):
    """Seen: intervals of 0.5 where none was said to be, of 0.46 for 1e-12, of 0.2 for 0.001."""
    none = stated(0.0, seed)
    for noise in (1e-300, 1e-160, 1e-12, 1e-5):
        assert stated(noise, seed) == none
    assert width(none) < width(stated(0.03, seed)) < width(stated(0.1, seed))


@pytest.mark.parametrize("seed", range(3))
def test_far_too_much_noise_makes_nobody_surer(seed):
    """Seen: intervals half as wide for noise of 50 as for 0.3; noise of 1e200 an OverflowError."""
    much = stated(50.0, seed)
    for noise in (1e6, 1e150, 1e200):
        assert stated(noise, seed) == much
    assert width(much) >= width(stated(0.3, seed)) >= width(stated(0.1, seed))
    assert width(much) > width(stated(None, seed))


@pytest.mark.parametrize("noise", [None, 0.0, 1e-160, 1e200])
def test_bounds_and_noise_of_any_size_go_together(noise):
    found = stated(noise, low=0.0, high=0.5)
    assert np.isfinite([found.low, found.high, found.expected_regret, found.regret_bound]).all()


@pytest.mark.parametrize("unit", [1e-110, 1e-130, 1e-165, 1e-200, 5e-324])
@pytest.mark.parametrize("noise", [None, 0.05])
def test_readings_next_to_nothing_are_learned_from_or_count_as_nothing(unit, noise):
    """Seen: an error without words at 1e-165, another answer at 1e-155."""
    found = stated(noise and noise * unit, unit=unit)
    assert np.isfinite([found.low, found.high, found.expected_regret, found.regret_bound]).all()
    usual = stated(noise)
    if unit > 1e-115:
        assert (found.node, found.probability) == (usual.node, usual.probability)
    else:
        assert "do not differ" in found.cannot_tell


@pytest.mark.parametrize("name", ["Finder", "PacedKG", "CheapUCB"])
def test_nothing_and_next_to_nothing(name):
    made = {"budget": 99.0} if name == "Finder" else {"horizon": 30}
    policy = getattr(cb, name)(cb.grid(5, 5), **made)
    for node, reading in enumerate([0.0, 1e-160, 0.0, -1e-300, 1e-310]):
        policy.observe([node], reading)
        assert policy.assess().cannot_tell
        policy.ask()
