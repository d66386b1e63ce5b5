"""NumPy's masked value says that there is no reading; it is not 0."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.policies.reading import check_reading


@pytest.mark.parametrize(
    "reading", [np.ma.masked, np.ma.masked_array(3.0, mask=True), np.ma.masked_array([3.0], [1])[0]]
)
def test_a_masked_reading_is_none(reading):
    with pytest.raises(cb.ReadingError, match="masked"):
        check_reading(reading)


def test_masked_shares_and_settings_are_none():
    policy = cb.CheapUCB(cb.grid(3, 3), horizon=5)
    with pytest.raises(cb.CheapBanditsError, match="finite number"):
        policy.observe([0, 1], 0.5, weights=[np.ma.masked, 1.0])
    with pytest.raises(cb.ReadingError, match="masked"):
        policy.observe([0], np.ma.masked)


def test_an_open_mask_hides_nothing():
    assert check_reading(np.ma.masked_array(3.0)) == 3.0
