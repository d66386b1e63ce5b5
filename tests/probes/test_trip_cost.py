"""Prices with a fixed part, a part for each site, and travel: what is refused."""

import pytest

import cheapbandits as cb


@pytest.mark.parametrize("part", ["fixed", "site", "travel"])
def test_prices_that_cannot_be_added_up_are_refused(part):
    with pytest.raises(cb.ParameterError, match=f"from 0 to 1e.50: {part}"):
        cb.TripCost(cb.grid(3, 3), **{"fixed": 1.0, part: 1e308})
