"""Readings that are far from all others, one or several."""

import pytest

from cheapbandits.outliers import odd_reading, odd_readings

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


@pytest.mark.parametrize("unit", [1.0, 1.8, 1e-30, -1.0])
@pytest.mark.parametrize("zero", [0.0, 273.15, 1013.0, -1e6])
@pytest.mark.parametrize(("slip", "odd"), [(1240.0, True), (250.0, False)])
def test_neither_the_unit_nor_its_zero_count(unit, zero, slip, odd):
    """Seen: a slip of a hundred degrees was noted in Celsius, and not in kelvin."""
    others = [unit * (reading + zero) for reading in USUAL]
    assert (odd_reading(unit * (slip + zero), others) is not None) == odd


def test_others_that_are_all_one():
    """Seen: 120 was odd among ones, and not among zeros."""
    for level in (0.0, 1.0, -7.5):
        assert "which are all" in odd_reading(level + 120.0, [level] * 5)
        assert odd_reading(level, [level] * 5) is None
    assert odd_reading(0.3, [0.1 + 0.2] * 5) is None  # but for rounding
