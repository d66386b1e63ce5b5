"""Numbers that are stored already: rounded, at other places, or under another date."""

from __future__ import annotations

import pytest

FULL = [271.123456, 482.2345, 79.33, 590.45, 277.51, 832.62]


def rows(values, first=1, **more):
    return [
        ",".join((f"A{first + k}", *more.values(), str(value))) for k, value in enumerate(values)
    ]


@pytest.mark.parametrize("turn", [1, -1])
def test_the_same_readings_rounded_are_told(load, turn):
    less = [round(value, 1) for value in FULL]
    first, second = [rows(FULL), rows(less)][::turn]
    assert load("site,value", *first).alike == 0
    done = load("site,value", *second)
    assert (done.new, done.alike, done.notes) == (6, 6, ())
    assert load("site,value", *second).new == 0


@pytest.mark.parametrize(
    ("head", "first", "second", "alike"),
    [
        ("site,value", "A1,479.6", "A1,480", 1),
        ("site,value", "A1,479.6", "A1,479", 0),
        ("site,value", "A1,479.6", "A2,480", 0),  # another place
        ("site,value", "A1,3.46", "A1,3.5", 0),  # so few digits come again by chance
        ("site,value", "A1,480", "A1,481", 0),
        ("site,date,value", "A1,2024-05-01,479.6", "A1,2024-05-01,480", 1),
        ("site,date,value", "A1,2024-05-01,479.6", "A1,,480", 1),
        ("site,date,value", "A1,2024-05-01,479.6", "A1,2024-06-03,480", 0),
        ("site,replicate,value", "A1,1,479.6", "A1,2,480", 0),
    ],
)
def test_what_is_a_rounded_reading(load, head, first, second, alike):
    assert load(head, first).new == 1
    done = load(head, second)
    assert (done.new, done.alike, done.notes) == (1, alike, ())


def test_the_same_values_at_other_sites_are_told(load):
    assert load("site,value", *rows(FULL)).notes == ()
    (note,) = load("site,value", *rows(FULL[1:] + FULL[:1])).notes
    assert note.startswith("6 of the 6 new readings are stored to the last digit, but at other pl")
    assert f"campaign annul {load.campaign.name} NUMBER" in note


def test_the_same_values_under_another_date_are_told(load):
    head = "site,date,value"
    assert load(head, *rows(FULL, date="2024-05-01")).notes == ()
    (note,) = load(head, *rows(FULL, date="2024-06-03")).notes
    assert note.startswith("6 of the 6 new readings are stored at the same places to the last dig")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([12, 13, 14, 15, 16, 17], [17, 12, 13, 14, 15, 16]),  # few digits
        ([123, 123, 124, 124, 125, 125], [125, 125, 123, 123, 124, 124]),  # come several times
        (FULL, [*FULL[4:0:-1], 900.1, 901.2]),  # four of six
        (FULL[:4], FULL[1:4] + FULL[:1]),  # four
    ],
)
def test_numbers_that_come_again_by_chance_are_not_told(load, first, second):
    assert load("site,value", *rows(first)).notes == ()
    assert load("site,value", *rows(second)).notes == ()
