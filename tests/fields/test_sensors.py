import numpy as np
import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.fields import GaussianSensor


def test_average_and_noise():
    sensor = GaussianSensor([0.0, 2.0, 4.0], noise=0.5)
    rng = np.random.default_rng(0)
    readings = np.array([sensor.read([1, 2], rng=rng) for _ in range(4000)])
    assert readings.mean() == pytest.approx(3, abs=0.03)
    assert readings.std() == pytest.approx(0.5, abs=0.02)


def test_weights_are_shares():
    sensor = GaussianSensor([0.0, 2.0, 4.0], noise=0)
    assert sensor.read([0, 2], weights=[3, 1], rng=0) == 1.0
    assert sensor.read((2,), rng=0) == 4.0


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: GaussianSensor([[0.0]]), "shape"),
        (lambda: GaussianSensor([]), "shape"),
        (lambda: GaussianSensor([np.nan]), "finite"),
        (lambda: GaussianSensor([0.0], noise=-1), "noise"),
        (lambda: GaussianSensor([0.0, 1.0]).read([]), "at least one"),
        (lambda: GaussianSensor([0.0, 1.0]).read([2]), r"from 0 to 1.* got \[2\]"),
        (lambda: GaussianSensor([0.0, 1.0]).read([-1]), "from 0 to 1"),
        (lambda: GaussianSensor([0.0, 1.0]).read([0, 1], weights=[1]), "2 positive shares"),
        (lambda: GaussianSensor([0.0, 1.0]).read([0, 1], weights=[0, 0]), "2 positive shares"),
    ],
)
def test_refuses(make, says):
    with pytest.raises(ParameterError, match=says):
        make()
