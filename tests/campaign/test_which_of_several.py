"""Replicate, visit, round and depth tell readings apart only where both files say them."""

from __future__ import annotations

import pytest

DAY = "2024-05-01"
WHICH = ["replicate", "rep", "visit", "round", "depth", "depth_cm"]


def rows(*cells, which=""):
    said = f"{which}," if which else ""
    return [f"A{k},{DAY},{said}{value}" for k, value in enumerate(cells, start=1)]


@pytest.mark.parametrize("name", WHICH)
@pytest.mark.parametrize("turn", [1, -1])
def test_a_column_more_or_less_counts_nothing_twice(load, name, turn):
    """Seen: all readings were stored twice, without a word."""
    plain = "site,date,value", *rows(12.5, 13.5)
    more = f"site,date,{name},value", *rows(12.5, 13.5, which="5")
    first, second = [plain, more][::turn]
    assert load(*first).new == 2
    done = load(*second)
    assert (done.new, done.known) == (0, 2)


@pytest.mark.parametrize("name", WHICH)
def test_where_both_say_it_readings_are_told_apart(load, name):
    head = f"site,date,{name},value"
    assert load(head, *rows(12.5, which="1")).new == 1
    assert load(head, *rows(12.5, which="2")).new == 1


def test_each_stored_reading_is_met_once(load):
    assert load("site,date,value", *rows(12.5)).new == 1
    both = [*rows(12.5, which="1"), *rows(12.5, which="2")]
    done = load("site,date,replicate,value", *both)
    assert (done.new, done.known) == (1, 1)


def test_of_another_value_a_repeat_is_new_and_no_correction(load):
    assert load("site,date,sample_id,value", f"A1,{DAY},S7,12.5").new == 1
    done = load("site,date,sample_id,replicate,value", f"A1,{DAY},S7,2,12.9")
    assert (done.new, done.notes) == (1, ())


@pytest.mark.parametrize(
    ("name", "one", "other", "new"),
    [
        ("depth", "0-5", "0-5 cm", 0),
        ("depth", "0-5", "0 - 5", 0),
        ("depth", "5", "5cm", 0),
        ("Tiefe", "0-5", "0-5 cm", 0),
        ("depth", "5 m", "5 cm", 1),
        ("depth", "0-5", "5-10 cm", 1),
        ("week", "18", "W18", 0),
        ("week", "18", "KW 19", 1),
    ],
)
def test_units_and_blanks_make_no_other_depth(load, name, one, other, new):
    head = f"site,date,{name},value"
    assert load(head, *rows(12.5, which=one)).new == 1
    assert load(head, *rows(12.5, which=other)).new == new
