"""A date is known by its cells, whatever the column is called."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("Probenahmedatum", None),
        ("Fecha", "value"),
        ("Date du pr\u00e9l\u00e8vement", "value"),
        ("Pr\u00f8vetatt", "value"),
    ],
)
def test_a_column_of_dates_is_the_date(load, name, column):
    head = f"site,{name},Probennummer,value"
    first = ["A1,01.05.2024,24-100,271", "A2,01.05.2024,24-101,482", "A3,,24-102,79"]
    assert load(head, *first, column=column).new == 3
    done = load(head, *first[:1], "A2,01.05.2024,24-101,119", column=column)
    (note,) = done.notes
    assert (done.new, done.known) == (1, 1)
    assert note.startswith("1 of the 1 new readings have the place and date, or record, of stored")
    later = load(head, "A1,03.06.2024,24-200,271", column=column)
    assert (later.new, later.notes) == (1, ())  # another day's


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("site,Report Date,value", "A1,{}.05.2024,271"),  # says nothing of the sample
        ("site,Analysedatum,Berichtsdatum,value", "A1,{0}.05.2024,{0}.06.2024,271"),  # which?
        ("site,date,Berichtsdatum,value", "A1,2024-05-01,{}.05.2024,271"),
        ("site,year,Berichtsdatum,value", "A1,2024,{}.05.2024,271"),
        ("site,time,Berichtsdatum,value", "A1,2024-05-01 10:00,{}.05.2024,271"),
        ("site,Probe,value", "A1,24-{}-100,271"),  # no dates
        ("site,mm,dd,value", "A1,{},24,271"),  # a length, and an angle
        ("site,Probe,value", "A1,202401{},271"),
    ],
)
def test_what_is_no_date_of_the_sample_tells_nothing_apart(load, head, row):
    assert load(head, row.format("01"), column="value").new == 1
    assert load(head, row.format("02"), column="value").known == 1


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("site,Captured Time,value,Uploaded Time", "A1,2020-01-{}T10:00:00Z,271,2020-03-01 10:00"),
        ("site,phenomenonTimeSamplingDate,value", "A1,2020-01-{},271"),
        ("site,From Date,To Date,value", "A1,{0}-01-2020 00:00,{0}-01-2020 23:59,271"),
        ("site,von,bis,value", "A1,{0}.01.2020,{0}.02.2020,271"),
        ("site,MESS_DATUM,value", "A1,202001{}00,271"),
        ("site,Reading Date,Report Date,value", "A1,2020-01-{},2020-03-01,271"),
        ("site,Deployment date,value", "A1,2020-01-{},271"),
        ("site,Begindatumtijd,value", "A1,202001{}T0000+0100,271"),
        ("site,x9,value", "A1,202001{}T060000Z,271"),
        ("site,#YY,MM,DD,hh,mm,value", "A1,2020,01,{},00,00,271"),
        ("site,#YY,MM,DD,hh,mm,value", "A1,2020,01,05,{},00,271"),
        ("site,#YY,MM,DD,hh,mm,value", "A1,2020,01,05,00,{},271"),
        ("site,Begehung,value", "A1,{},271"),
        ("site,yyyy,mm,dd,value", "A1,2020,{},05,271"),
        (
            "site,value,datetimeUtc,datetimeLocal",
            "A1,271,2020-01-{0}T00:00:00Z,2020-01-{0}T02:00:00+02:00",
        ),
    ],
)
def test_which_of_several_dates_it_is_and_how_it_is_called(load, head, row):
    assert load(head, row.format("01"), column="value").new == 1
    assert load(head, row.format("02"), column="value").new == 1
    assert load(head, row.format("02"), column="value").known == 1


@pytest.mark.parametrize(
    "head", ["Date Analyzed", "Upload time", "Last modified date", "Date received", "print date"]
)
def test_dates_of_something_else_tell_nothing_apart(load, head):
    assert load(f"site,{head},value", "A1,2020-01-01,271", column="value").new == 1
    assert load(f"site,{head},value", "A1,2020-01-02,271", column="value").known == 1


def test_a_clock_may_stand_beside_it(load):
    head = "site,Probenahmedatum,time,value"
    assert load(head, "A1,01.05.2024,10:00,271", column="value").new == 1
    assert load(head, "A1,02.05.2024,10:00,271", column="value").new == 1
    assert load(head, "A1,02.05.2024,10:00,271", column="value").known == 1
