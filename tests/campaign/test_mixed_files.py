"""What files say of all their readings is remembered: one campaign, one unit, one substance."""

from __future__ import annotations

import pytest

import cheapbandits as cb
from cheapbandits.campaign.import_keys import Recorded, record
from cheapbandits.campaign.importing import read_import


@pytest.fixture
def load(tmp_path):
    with cb.Campaign.create("walk", cb.grid(3, 3), db=tmp_path / "c.db", horizon=20) as campaign:

        def import_(*rows, column=None, into=campaign):
            file = tmp_path / "r.csv"
            file.write_text("\n".join([*rows, ""]))
            found = read_import(file, into.graph, into.spec, column)
            return record(into, [row.observation for row in found.rows])

        import_.campaign = campaign
        yield import_


@pytest.mark.parametrize("column", [None, "value"])
@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("unit", "mg/kg", "mg/100g"),
        ("Units", "mg/kg", "ug/kg"),
        ("parameter", "zinc", "lead"),
        ("pollutant_name", "Zn", "Pb"),
    ],
)
def test_another_unit_or_substance_is_refused(load, column, head, first, second):
    head = f"node,value,{head}"
    assert load(head, f"1,5,{first}", f"2,6,{first}", column=column).new == 2
    for rows in ([f"3,7,{second}"], [f"1,5,{second}"]):
        with pytest.raises(cb.ParameterError, match=rf"'{second.lower()}'.*before.*campaign new"):
            load(head, *rows, column=column)
    assert load(head, f"3,7,{first}", column=column) == Recorded(1, 0)
    assert load("node,value", "4,7", "1,5", column=column) == Recorded(1, 1)  # says nothing


def test_a_unit_in_the_header_counts_too(load):
    assert load("node,zinc (mg/kg)", "1,5", column="zinc").new == 1
    with pytest.raises(cb.ParameterError, match="ug/kg"):
        load("node,zinc (ug/kg)", "2,5000", column="zinc")
    with pytest.raises(cb.ParameterError, match="ug/kg"):
        load("node,value,unit", "2,5000,ug/kg")
    assert load("node,value,unit", "2,5,mg/kg").new == 1
    assert load("node,zinc [mg/kg]", "3,5", column="zinc").new == 1
    assert load("node,zinc (total)", "4,5", column="zinc").new == 1


def test_spellings_of_one_unit_are_one(load):
    assert load("node,value,unit", "1,5,\u00b5g/l").new == 1
    assert load("node,value,unit", "2,5,\u03bcg/L").new == 1


def test_what_was_struck_says_nothing(load, tmp_path):
    head, campaign = "node,value,unit", load.campaign
    assert load(head, "1,5000,ug/kg").new == 1
    with campaign.clone("twin", with_readings=True) as twin, pytest.raises(cb.ParameterError):
        load(head, "2,6,mg/kg", into=twin)
    campaign.annul(campaign.history()[0]["observation"], observation=True)
    assert load(head, "2,6,mg/kg").new == 1
