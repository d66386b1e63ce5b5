"""Values that are to be multiplied by another column, which differs from row to row."""

from __future__ import annotations

import pytest

import cheapbandits as cb


@pytest.mark.parametrize("column", ["value", "OBS_VALUE"])
@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("UNIT_MULT", "0", "3"),
        ("Unit multiplier", "1", "1000"),
        ("factor", "1", "1000"),
        ("magnitude", "units", "thousands"),
        ("Scale", "Units", "Millions"),
    ],
)
def test_another_multiplier_in_a_row_is_refused(load, head, one, other, column):
    rows = f"A1,3.5,{one},x", f"A2,3.9,{one},x", f"A3,4.1,{other},x"
    said = f"line 4: '{head}' says '{other}', and '{one}' above: multiply the values by it first"
    with pytest.raises(cb.ParameterError, match=said):
        load(f"site,{column},{head},UNIT_MEASURE", *rows, column=column)
    rows = f"A1,3.5,{one}", f"A2,3.9,{one}", f"A3,4.1,{one}"
    assert load(f"site,{column},{head}", *rows, column=column).new == 3
    assert load(f"site,{column}", "A1,3.6", "A2,3.8", "A3,4100", column=column).new == 3


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("magnitude", "4.1", "5.3"),
        ("factor", "A", "B"),
        ("factor", "1", "2"),
        ("risk factor", "1", "10"),
        ("scale", "2", "5"),
        ("scale", "1:5000", "1:25000"),
        ("lead,lead_dilution", "3,1", "3,10"),
        ("dilution", "1", "10"),  # laboratories have multiplied by it
        ("Dilution Factor", "1", "100"),
        ("UNIT_MULT", "0", "0.0"),
    ],
)
def test_what_is_no_multiplier_is_taken(load, head, one, other):
    rows = f"A1,3.5,{one}", f"A2,3.9,{one}", f"A3,4.1,{other}"
    assert load(f"site,zinc,{head}", *rows, column="zinc").new == 3
