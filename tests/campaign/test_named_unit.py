"""A file that says another unit than the one in the campaign's name."""

from __future__ import annotations

import uuid

import pytest

import cheapbandits as cb
from tests.campaign.test_other_units import table

OTHER = "the unit of its readings is '.*', and values are in '.*' by the campaign's name"


@pytest.fixture
def into(load, files_db, nine_sites):
    """Return what imports a file into a new campaign whose name ends with a text."""
    made = []

    def import_(end, *rows, **more):
        name = f"c{uuid.uuid4().hex} {end}".strip()
        made.append(cb.Campaign.create(name, nine_sites, db=files_db, horizon=20))
        return load(*rows, into=made[-1], **more)

    yield import_
    for campaign in made:
        campaign.close()


@pytest.mark.parametrize(
    "rows",
    [
        ("nodes,reading [g/kg]", "A1,3"),
        ("nodes,reading_g_kg", "A1,3"),
        ("nodes,reading,unit", "A1,3,g/kg"),
        ("nodes,Zn (ug/kg)", "A1,3"),
        ("# unit: g/kg", "nodes,reading", "A1,3"),
    ],
)
def test_a_file_in_another_unit_than_the_name_says_is_refused(into, rows):
    """Seen: 3 g/kg became 3 mg/kg, of a column of units it was told that it is passed over."""
    with pytest.raises(cb.ParameterError, match=OTHER):
        into("[mg/kg]", *rows)
    assert into("", *rows).new == 1


@pytest.mark.parametrize(
    ("named", "unit"),
    [
        ("°C", "F"),
        ("C", "°F"),
        ("m", "ft"),
        ("mm", "inches"),
        ("ppm", "ppb"),
        ("%", "mg/kg"),
        ("µg/m³", "mg/m3"),
        ("micrograms per m3", "milligrams per m3"),
        ("mg/kg", "log10 mg/kg"),
        ("g/m2", "ind/m2"),
        ("Mg/ha", "mg/ha"),
        ("mg/kg dry weight", "g/kg"),
    ],
)
def test_two_units_are_told_apart(into, named, unit):
    with pytest.raises(cb.ParameterError, match=OTHER):
        into(f"[{named}]", *table(unit), column="yield")


@pytest.mark.parametrize(
    ("end", "unit"),
    [
        ("[mg/L]", "MG/L"),
        ("[mg/L]", "mg L-1"),
        ("[mg/L]", "mg per litre"),
        ("[MG/L]", "mg/l"),
        ("[µg/m³]", "ug m-3"),
        ("[micrograms per m3]", "µg/m3"),
        ("[degC]", "°C"),
        ("[%]", "percent"),
        ("[mg/kg]", "mg/kg dry weight"),
        ("[mg/kg d.w.]", "mg/kg"),
        ("[uS/cm]", "µS/cm (25 °C)"),
        ("[CFU/100 ml]", "per 100 ml"),
        ("[beetles/m2]", "n/m2"),
        ("[mg/kg]", "total"),
        ("[mg/kg]", "ICP-MS"),
        ("[north]", "mg/kg"),
        ("[plot A]", "mg/kg"),
        ("[round 2]", "mg/kg"),
        ("[2024]", "mg/kg"),
        ("(2024)", "mg/kg"),
        ("(north)", "mg/kg"),
        ("[ppm] north", "g/kg"),
    ],
)
def test_one_unit_however_spelt_and_brackets_that_are_none_are_taken(into, end, unit):
    done = into(end, *table(unit), column="yield")
    assert (done.new, done.notes) == (3, ())


@pytest.mark.parametrize(
    ("named", "head", "unit"),
    [
        ("C", "yield (mg/kg)", "mg/kg"),
        ("mg/kg", "yield_0_20_cm", "cm"),
        ("mS/cm", "yield 25 °C", "°C"),
        ("W", "yield (kW)", "kW"),
        ("mg/kg dry weight", "yield (mg/kg wet weight)", "mg/kg wet weight"),
    ],
)
def test_what_may_be_another_unit_is_told(into, named, head, unit):
    done = into(f"[{named}]", f"node,{head}", "A1,271", "A2,482", column=head)
    (note,) = done.notes
    assert done.new == 2
    assert f"values are in '{named}' by the campaign's name, and the file says '{unit}'" in note


def test_a_file_that_says_nothing_is_taken(into):
    assert into("[mg/kg]", "nodes,reading", "A1,3").notes == ()


def test_what_was_taken_before_a_rename_is_known_and_no_news(load, files_db):
    name = f"c{uuid.uuid4().hex}"
    with cb.Campaign.create(f"{name} [mg/kg]", cb.grid(3, 3), db=files_db, horizon=20) as before:
        numbered = "nodes,reading [mg/kg]", "1,3", "2,4"
        assert load(*numbered, into=before).new == 2
        now = before.rename(f"{name} [g/kg]")
        assert load(*numbered, into=now).known == 2
        for more, again in ((("5,7",), False), ((), True)):
            with pytest.raises(cb.ParameterError, match=OTHER):
                load(*numbered, *more, into=now, again=again)
        assert len(now.history()) == 2
