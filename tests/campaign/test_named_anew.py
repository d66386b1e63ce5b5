"""Readings that come again under another id of their record, or under another heading, are told."""

from __future__ import annotations

FORM = "site,today,value,_id,_uuid,_submission_time"
FIRST = "A1,2024-05-01,12.5,101,aaaa-1,2024-05-01T10:00:00"
SECOND = "A2,2024-05-01,13.5,102,aaaa-2,2024-05-01T10:10:00"


def test_a_record_that_was_edited_may_be_the_same(load):
    """Seen: a form gives an edited record a new id, and it was counted twice without a word."""
    assert load(FORM, FIRST, SECOND).new == 2
    new = "A3,2024-06-01,11.5,103,aaaa-3,2024-06-01T10:10:00"
    done = load(FORM, FIRST.replace("aaaa-1", "bbbb-9"), SECOND, new)
    assert (done.new, done.known, done.alike) == (2, 1, 1)


def test_a_layer_whose_ids_were_made_anew_may_be_the_same(load):
    assert load("site,value,GlobalID", "A1,12.5,{A1}", "A2,13.5,{A2}").new == 2
    done = load("site,value,GlobalID", "A1,12.5,{B1}", "A2,13.5,{B2}")
    assert (done.new, done.alike) == (2, 2)


def test_another_day_or_value_is_another_record(load):
    assert load(FORM, FIRST).new == 1
    other = FIRST.replace("aaaa-1", "bbbb-9")
    assert load(FORM, other.replace("2024-05-01,", "2024-05-02,")).alike == 0
    assert load(FORM, other.replace("12.5", "12.7")).alike == 0


def test_under_another_heading_stored_readings_are_named(load):
    """Seen: of zinc and Zn it was only asked whether they are two quantities."""
    old = "A1,2024-05-01,12.5", "A2,2024-05-01,13.5"
    assert load("site,date,zinc", *old, column="zinc").new == 2
    done = load("site,date,Zn", *old, "A3,2024-06-01,11.5", column="Zn")
    assert done.new == 3
    (note,) = done.notes
    assert (
        "if that is another quantity or unit, strike the new readings. 2 of them have the" in note
    )
    assert "if it is the same quantity, strike these, as they count twice (cheapbandits" in note


def test_under_another_heading_others_are_not(load):
    assert load("site,date,zinc", "A1,2024-05-01,12.5", column="zinc").new == 1
    (note,) = load("site,date,Zn", "A1,2024-05-02,12.5", column="Zn").notes
    assert "strike the new readings (cheapbandits" in note


def test_a_point_between_digits_makes_two_quantities(load):
    """Seen: 14 of PM1.0 was left out, as PM10 had read 14 there, and no note told them apart."""
    assert load("site,PM10", "A1,14", "A2,15", column="PM10").new == 2
    done = load("site,PM1.0", "A1,14", "A2,6", "A4,4", column="PM1.0")
    assert (done.new, done.known) == (3, 0)
    assert "if that is another quantity or unit, strike the new readings" in done.notes[0]
    again = load('site,"PM1,0"', "A1,14", "A2,6", "A4,4", column="PM1,0")
    assert (again.new, again.known) == (0, 3)
