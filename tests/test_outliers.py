"""Readings that are far from all others, one or several."""

import pytest

from cheapbandits.outliers import odd_readings

USUAL = [9.8, 12.4, 13.1, 15.1, 17.7, 18.2, 19.9, 22.7, 24.0, 28.3, 31.2, 21.5]


@pytest.mark.parametrize("slips", [[1240.0], [1240.0, 2270.0], [44319.0, 44350.0], [-9000.0]])
def test_slips_hide_one_another_no_more(slips):
    """Seen: one value of a hundred times was noted, and two were not."""
    (said,) = odd_readings([*USUAL, *slips])
    assert all(f"{slip:g}" in said for slip in slips)
    assert "12 others, which are from 9.8 to 31.2" in said


@pytest.mark.parametrize("more", [[], [60.0], [300.0, 310.0, 320.0, 330.0, 340.0, 350.0]])
def test_fields_with_hills_are_usual(more):
    assert odd_readings([*USUAL, *more]) == []


def test_of_no_readings_nothing_is_said():
    assert odd_readings([]) == []
