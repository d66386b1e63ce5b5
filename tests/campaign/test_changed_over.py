"""A file whose days and months a spreadsheet exchanged: from the first such reading it is told."""

from __future__ import annotations

import pytest

HEAD = "site,date,reading"


def told(done):
    return [note for note in done.notes if "day and month changed over" in note]


def test_one_such_reading_is_told(load):
    """Seen: 2024-05-06 came again as 2024-06-05, and counted twice without a word."""
    assert load(HEAD, "A1,2024-05-06,12.53", "A3,2024-05-20,9.99").new == 2
    done = load(HEAD, "A1,2024-06-05,12.53", "A3,2024-05-20,9.99")
    assert (done.new, done.known) == (1, 1)
    (note,) = told(done)
    assert note.startswith("1 of the 1 new readings have the place and value of stored ones")
    assert "stored are observations 1 (cheapbandits campaign annul" in note


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        (HEAD, "2024-05-06 10:30", "2024-06-05T10:30"),
        (HEAD, "2024-05-06T00:30:00+02:00", "2024-06-05T00:30:00+02:00"),
        (HEAD, "6 May 2024", "5 Jun 2024"),
        ("site,time,date,reading", "10:30,2024-05-06", "10:30,2024-06-05"),
    ],
)
def test_times_of_the_day_and_months_in_words_too(load, head, one, other):
    assert load(head, f"A1,{one},12.53").new == 1
    done = load(head, f"A1,{other},12.53")
    assert done.new == 1
    assert len(told(done)) == 1


def test_many_are_told_once_and_each_is_met_once(load):
    days = range(1, 7)
    assert load(HEAD, *(f"A{k},2024-07-0{k},1{k}.25" for k in days)).new == 6
    rows = [f"A{k},2024-0{k}-07,1{k}.25" for k in days]
    done = load(HEAD, *rows, "A6,2024-06-07,16.25")
    (note,) = told(done)
    assert note.startswith("6 of the 7 new readings")
    assert "observations 1, 2, 3, 4, ..." in note


@pytest.mark.parametrize(
    "row",
    [
        "A1,2024-06-06,12.53",  # another day
        "A1,2025-06-05,12.53",
        "A1,2024-06-05,12.54",
        "A2,2024-06-05,12.53",
        "A1,2024-06-05T10:00,12.53",
    ],
)
def test_other_readings_are_not(load, row):
    assert load(HEAD, "A1,2024-05-06,12.53").new == 1
    done = load(HEAD, row)
    assert (done.new, told(done)) == (1, [])


def test_another_sample_or_a_struck_reading_is_not(load):
    head = "site,date,replicate,reading"
    assert load(head, "A1,2024-05-06,a,12.53", "A2,2024-05-06,a,14.5").new == 2
    load.campaign.annul(2, observation=True)
    done = load(head, "A1,2024-06-05,b,12.53", "A2,2024-06-05,a,14.5")
    assert (done.new, told(done)) == (2, [])
