"""What files say of all their readings is remembered: one campaign, one unit, one substance."""

from __future__ import annotations

import re

import openpyxl
import pytest

import cheapbandits as cb
from cheapbandits.campaign.import_keys import Recorded
from cheapbandits.graphs.column_names import plain_name


@pytest.mark.parametrize("column", [None, "value"])
@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("unit", "mg/kg", "mg/100g"),
        ("Units", "mg/kg", "ug/kg"),
        ("parameter", "zinc", "lead"),
        ("pollutant_name", "Zn", "Pb"),
        ("Sample Matrix", "soil", "water"),
        ("ResultSampleFractionText", "total", "dissolved"),
        ("statistic", "mean", "max"),
    ],
)
def test_another_unit_or_substance_is_refused(load, column, head, first, second):
    head = f"node,value,{head}"
    assert load(head, f"A1,5,{first}", f"A2,6,{first}", column=column).new == 2
    for rows in ([f"A3,7,{second}"], [f"A1,5,{second}"]):
        with pytest.raises(cb.ParameterError, match=rf"'{second.lower()}'.*before.*campaign new"):
            load(head, *rows, column=column)
    assert load(head, f"A3,7,{first}", column=column) == Recorded(1, 0)
    assert load("node,value", "A4,7", "A1,5", column=column) == Recorded(1, 1)  # says nothing


def test_a_unit_that_a_workbook_shows_beside_all_numbers_counts_too(load, tmp_path):
    def sheet(shape, *values):
        book = openpyxl.Workbook()
        book.active.append(["node", "temp"])
        for k, value in enumerate(values):
            book.active.append([f"A{k}", value])
            book.active.cell(k + 2, 2).number_format = shape
        book.save(tmp_path / "t.xlsx")
        return load(name="t.xlsx", column="temp")

    assert sheet('0.0" °C"', 8.7, 9.5, 13.6).new == 3
    with pytest.raises(cb.ParameterError, match="the unit of its readings is '°F', and '°C'"):
        sheet('0.0" °F"', 58.1, 60.2, 66.3)
    with pytest.raises(cb.ParameterError, match="'F', and '°C'"):
        load("node,temp (F)", "A1,58", column="temp")
    with pytest.raises(cb.ParameterError, match="'°F', and '°C'"):
        load("node,temp,unit", "A1,58,°F", column="temp")
    assert sheet("0.0", 8.8, 9.6, 13.7).new == 3  # says nothing
    assert sheet('0 "deg C"', 8.9, 9.7, 13.8).new == 3


def test_a_unit_in_the_header_counts_too(load):
    assert load("node,zinc (mg/kg)", "A1,5", column="zinc").new == 1
    with pytest.raises(cb.ParameterError, match="ug/kg"):
        load("node,zinc (ug/kg)", "A2,5000", column="zinc")
    with pytest.raises(cb.ParameterError, match="ug/kg"):
        load("node,value,unit", "A2,5000,ug/kg")
    assert load("node,value,unit", "A2,5,mg/kg").new == 1
    assert load("node,zinc [mg/kg]", "A3,5", column="zinc").new == 1
    assert load("node,zinc (total)", "A4,5", column="zinc").new == 1


@pytest.mark.parametrize(
    ("first", "second", "unit"),
    [
        ("temp_C", "temp_F", "F"),
        ("Temperature (C)", "Temperature (F)", "F"),
        ("TempC", "temp degF", "F"),
        ("zinc_mg_l", "zinc_ug_l", "ug/L"),
        ("zinc mg/kg", "zinc ug/kg", "ug/kg"),
        ("zinc_mg_per_kg", "zinc [g/kg]", "g/kg"),
        ("zinc.mg.l.", "zinc.ug.l.", "ug/L"),  # as R writes it
        ("Zink [mg/kg TS]", "Zink [\u00b5g/kg TS]", "\u03bcg/kg TS"),
        ("PM25_ugm3", "PM25 (mg/m3)", "mg/m3"),
    ],
)
def test_a_unit_at_the_end_of_a_heading_counts_as_well(load, first, second, unit):
    assert load(f"node,{first}", "A1,5", "A2,6", column=first).new == 2
    with pytest.raises(
        cb.ParameterError, match=f"unit of its readings is '{re.escape(unit)}', and"
    ):
        load(f"node,{second}", "A3,5", column=second)
    assert load(f"node,{first}", "A1,5", "A3,6", column=first) == Recorded(1, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("zinc_t", "zinc_d"),  # total, dissolved
        ("zinc (total)", "zinc_mg_l"),
        ("vitamin_C", "vitamin_K"),
        ("zinc_may", "zinc_june"),
    ],
)
def test_what_may_be_no_unit_is_only_told(load, first, second):
    assert load(f"node,{first}", "A1,5", column=first).notes == ()
    (note,) = load(f"node,{second}", "A2,5", column=second).notes
    was, now = (plain_name(name) for name in (first, second))
    assert f"were called '{was}' before, and are called '{now}' now" in note
    assert f"campaign annul {load.campaign.name} NUMBER --observation" in note
    assert load(f"node,{first}", "A3,5", column=first).notes == ()


def test_a_substance_may_stand_in_a_heading(load):
    long = "node,result,analyte"
    assert load(long, "A1,5,Zinc", column="result").new == 1
    assert load("node,zinc_mg_kg", "A2,5", column="zinc_mg_kg").notes == ()
    (note,) = load("node,lead_mg_kg", "A3,5", column="lead_mg_kg").notes
    assert "were called 'zinc' or 'zincmgkg' before, and are called 'leadmgkg' now" in note
    assert load(long, "A4,5,Zinc", column="result").notes == ()


def test_any_values_are_no_other_name(load):
    assert load("node,result", "A1,5", column="result").notes == ()
    assert load("node,zinc", "A2,5", column="zinc").notes == ()
    assert (
        load("node,value", "A3,5").notes == load("node,Zinc (x)", "A4,5", column="Zinc").notes == ()
    )
    assert load("node,Zn", "A1,5", column="Zn").notes != ()
    load.campaign.annul(load.campaign.history()[-1]["observation"], observation=True)
    assert load("node,lead", "A1,5", column="lead").notes[0].count("'") == 4  # zinc and lead


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("\u00b5g/l", "\u03bcg/L"),
        ("ug/L", "\u00b5g/l"),
        ("mg/L", "MG/L"),
        ("mg L-1", "mg/L"),
        ("\u00b0C", "deg C"),
        ("%", "percent"),
    ],
)
def test_spellings_of_one_unit_are_one(load, first, second):
    assert load("node,value,unit", f"A1,5,{first}").new == 1
    assert load("node,value,unit", f"A2,5,{second}").new == 1
    assert load(f"node,zinc ({second})", "A3,5", column="zinc").new == 1


def test_what_was_struck_says_nothing(load, tmp_path):
    head, campaign = "node,value,unit", load.campaign
    assert load(head, "A1,5000,ug/kg").new == 1
    with (
        campaign.clone(f"{campaign.name}t", with_readings=True) as twin,
        pytest.raises(cb.ParameterError),
    ):
        load(head, "A2,6,mg/kg", into=twin)
    campaign.annul(campaign.history()[0]["observation"], observation=True)
    assert load(head, "A2,6,mg/kg").new == 1
