"""Headings that differ in their brackets alone, and cells with two units that nobody listed."""

from __future__ import annotations

import pytest

import cheapbandits as cb


def table(unit, values=(271, 482, 793), more=""):
    rows = zip(("A1", "A2", "A3"), values, strict=True)
    return f"node,yield ({unit})", *(f"{site},{value}{more}" for site, value in rows)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("km/h", "mph"),
        ("t/ha", "bu/ac"),
        ("t ha-1", "dt ha-1"),
        ("EUR/m2", "EUR/month"),
        ("m3/s", "cfs"),
        ("per 1000", "per 100000"),
        ("mg/kg", "x10^3 mg/kg"),
        ("mg/kg", "log10 mg/kg"),
        ("g/l", "g/m3"),
        ("Mg/ha", "mg/ha"),
        ("Mg ha-1", "mg ha-1"),
    ],
)
def test_another_unit_in_brackets_is_refused(load, one, other):
    assert load(*table(one), column="yield").new == 3
    with pytest.raises(cb.ParameterError, match="the unit of its readings is"):
        load(*table(other, (81, 192, 396)), column="yield")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ug/l", "µg/L"),
        ("mg/l", "MG/L"),
        ("MHz", "mhz"),
        ("MPa", "MPA"),
        ("t/ha", "t ha-1"),
        ("t/ha", "tonnes per hectare"),
        ("m3/s", "m³·s⁻¹"),
        ("km/h", "kmh"),
        ("n/100 ml", "n/100ml"),
        ("€/m2", "EUR/m²"),
        ("harvest 2023", "Harvest 2023"),
        ("2023", "2024"),
    ],
)
def test_one_unit_in_two_spellings_is_one(load, one, other):
    assert load(*table(one), column="yield").new == 3
    done = load(*table(other, (272, 483, 794)), column="yield")
    assert (done.new, done.notes) == (3, ())


@pytest.mark.parametrize(("one", "other"), [("W", "kW"), ("furlongs", "km/h"), ("n", "rate")])
def test_other_words_in_brackets_are_told(load, one, other):
    assert load(*table(one), column="yield").notes == ()
    (note,) = load(*table(other, (272, 483, 794)), column="yield").notes
    assert f"is '{other}' in this file and was '{one}' before (observation 1)" in note
    assert load(*table(one, (273, 484, 795)), column="yield").notes == ()


@pytest.mark.parametrize("head", ["Maß", "eenheid", "ME", ""])
@pytest.mark.parametrize(
    ("one", "other"),
    [("km/h", "mph"), ("t/ha", "dt/ha"), ("m3/s", "cfs"), ("EUR", "USD"), ("Mg/ha", "mg/ha")],
)
def test_two_units_under_any_heading_are_refused(load, head, one, other):
    lines = f"node,v,{head}", f"A1,271,{one}", f"A2,482,{other}", f"A3,793,{one}"
    called = head or r"column 3 \(no name\)"
    with pytest.raises(cb.ParameterError, match=f"line 3: '{called}' says .* convert all to one"):
        load(*lines, column="v")


@pytest.mark.parametrize(
    ("values", "head"),
    [
        ("zinc_conc", "zinc_unit"),
        ("temperature", "temp_unit"),
        ("result", "res_unit"),
        ("nitrate", "NO3_units"),
        ("zinc", "zn_unit"),
        ("zinc", "unit_zn"),
        ("Zn", "zinc_unit"),
        ("zinc", "lead_unit"),
        ("Wasserstand", "Einheit_W"),
        ("zinc_conc", "zinc_depth,zinc_unit"),
        ("zinc_conc", "zinc_flag,lead,zn_unit"),
    ],
)
def test_two_units_under_a_heading_of_the_values_are_refused(load, values, head):
    beside = {"zinc_depth": "1", "zinc_flag": "ok", "lead": "3"}
    names = head.split(",")
    rows = [
        ",".join([f"A{k},{value}", *(beside.get(name, unit) for name in names)])
        for k, value, unit in ((1, 271, "mg/l"), (2, 482, "ug/l"), (3, 793, "mg/l"))
    ]
    with pytest.raises(cb.ParameterError, match=r"line 3: '.*' says .* convert all to one"):
        load(f"node,{values},{head}", *rows, column=values)


def test_units_are_of_what_is_called_the_same_before_what_is_short_for_it(load):
    rows = "A1,271,7,mg/l", "A2,482,8,ug/l", "A3,793,7,mg/l"
    assert load("node,phosphate,ph,ph_unit", *rows, column="phosphate").new == 3


@pytest.mark.parametrize(("one", "other"), [("C", "F"), ("°C", "°F"), ("Celsius", "K")])
def test_degrees_in_letters_are_units_below_a_heading_that_says_so(load, one, other):
    head, rows = "node,temperature,temp_unit", [f"A1,271,{one}", f"A2,482,{one}"]
    with pytest.raises(cb.ParameterError, match=r"line 3: 'temp_unit' says .* convert all to one"):
        load(head, rows[0], f"A2,482,{other}", column="temperature")
    assert load(head, *rows, column="temperature").new == 2
    with pytest.raises(cb.ParameterError, match=r"the unit of its readings is"):
        load(head, f"A3,482,{other}", f"A4,482,{other}", column="temperature")


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("class", "A/B", "B/C"),
        ("size", "S", "M"),
        ("country", "UG", "NG"),
        ("side", "N/S", "E/W"),
        ("crop", "wheat/rye", "oats"),
        ("unit", "t/ha", "t ha-1"),
        ("well", "M-1", "M-2"),
        ("lot", "plot a-1", "plot a-2"),
        ("lot", "A-1", "L-2"),
        ("wind,wind_unit", "3,km/h", "2,m/s"),
        ("wind_speed,ws,wind_unit", "3,1,km/h", "2,1,m/s"),
        ("temperature,temp_unit", "3,C", "30,F"),
        ("depth_m,d,dep_units", "3,1,m", "30,1,ft"),
        ("lead,Pb_unit", "3,mg/l", "30,ug/l"),
        ("v_unit,no3_unit", "mg/l,mg/l", "mg/l,ug/l"),
        ("lead,zinc_unit,lead_unit", "3,mg/l,mg/l", "3,mg/l,ug/l"),
        ("unit,depth_unit", "mg/l,m", "mg/l,ft"),
        ("soil_unit", "Bt", "Ah"),
        ("v_soil_unit", "A", "B"),
        ("map_unit", "QTa", "Kf"),
        ("care_unit", "ICU", "ED"),
        ("x_unit,x", "m,1", "ft,3"),
    ],
)
def test_what_is_no_second_unit_is_taken(load, head, one, other):
    lines = f"node,v,{head}", f"A1,271,{one}", f"A2,482,{other}", f"A3,793,{one}"
    assert load(*lines, column="v").new == 3
