"""Readings whose sample, visit, depth or record a spreadsheet rewrote are the same readings."""

from __future__ import annotations

import openpyxl
import pytest

import cheapbandits as cb

#: What the column is called, a cell in the first file, and in the second.
WRITTEN = [
    ("sample_id", "001", "1"),
    ("sample_id", "1001", "1001.0"),
    ("sample_id", "1001", "1.001E+03"),
    ("sample_id", "123456789012345", "1.23457E+14"),
    ("Sample ID", "S-001", "s-001"),
    ("sample", "S-001", "S\u2013001"),
    ("sample_id", "S 001", "S\u00a0001"),
    ("depth", "10", "10.0"),
    ("depth", "0.10", "0.1"),
    ("replicate", "1", "1.0"),
    ("rep", "1", "01"),
    ("visit", "V1", "v1"),
    ("round", "2", "2.0"),
    ("week", "W7", "W07"),
    ("who", "Ann", "ann"),
    ("observer", "M\u00fcller", "Mu\u0308ller"),
    ("GlobalID", "{AB-0001}", "ab-0001"),
    ("_uuid", "uuid:0a1b", "0A1B"),
]


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(("name", "one", "other"), WRITTEN)
def test_a_cell_that_was_rewritten_makes_no_new_reading(load, name, one, other, turn):
    first, second = [one, other][::turn]
    head = f"site,{name},value"
    assert load(head, f"A1,{first},12.57", "A2,x,13.52").new == 2
    done = load(head, f"A1,{second},12.57", "A2,x,13.52", "A3,y,18.25")
    assert (done.new, done.known, done.alike) == (1, 2, 0)
    assert load.campaign.status().observed == 3


def test_decimals_behind_a_comma_are_the_same(load):
    assert load("site,depth,value", "A1,0.5,12.57", "A2,1.5,13.52").new == 2
    done = load("site;depth;value", "A1;0,5;12,57", "A2;1,5;13,52")
    assert (done.new, done.known, done.notes) == (0, 2, ())


def test_numbers_of_a_workbook_are_those_of_the_text(load, tmp_path):
    assert load("site,sample_id,value", "A1,001,12.57", "A2,002,13.52").new == 2
    book = openpyxl.Workbook()
    for row in (["site", "sample_id", "value"], ["A1", 1, 12.57], ["A2", 2, 13.52]):
        book.active.append(row)
    book.save(tmp_path / "r.xlsx")
    assert load(name="r.xlsx", column="value").known == 2


@pytest.mark.parametrize("name", ["sample_id", "sample", "replicate", "visit", "who", "GlobalID"])
def test_two_spellings_in_one_file_are_two(load, name):
    head, rows = f"site,{name},value", ["A1,S1,12.57", "A1,s1,12.57", "A2,S2,13.52"]
    assert load(head, rows[0]).new == 1
    assert load(head, *rows).new == 2
    assert load(head, *rows).known == 3


def test_two_values_of_two_spellings_in_one_file_are_two(load):
    rows = ["site,sample_id,value", "A1,S1,12.57", "A1,s1,99.57"]
    assert load(*rows).new == 2
    assert load(*rows).known == 2


@pytest.mark.parametrize(("name", "one", "other"), [row for row in WRITTEN if "amp" in row[0]])
def test_another_value_of_a_sample_is_refused_however_it_is_written(load, name, one, other):
    head = f"site,{name},value"
    assert load(head, f"A1,{one},12.57", "A2,x,13.52").new == 2
    with pytest.raises(cb.ParameterError, match=r"line 2: sample .* 99.57 here, and 12.57 in obs"):
        load(head, f"A1,{other},99.57", "A2,x,13.52")
    assert load.campaign.status().observed == 2


def test_another_value_of_a_record_is_told_however_it_is_written(load):
    assert load("site,GlobalID,value", "A1,{AB-0001},12.57").new == 1
    (note,) = load("site,GlobalID,value", "A1,ab-0001,99.57").notes
    assert "have the place and date, or record, of stored" in note


def test_the_sample_of_that_very_name_is_the_one_to_correct(load):
    head = "site,sample_id,value"
    assert load(head, "A1,s1,3.5", "A1,S1,4.5").new == 2
    with pytest.raises(cb.ParameterError, match=r"'S1' .* and 4.5 in observation 2"):
        load(head, "A1,S1,9")


def test_names_of_sites_are_no_samples_in_any_spelling(load):
    assert load("sample,site,value", "A1,A1,3").new == 1
    assert load("sample,site,value", "a1,A1,4").new == 1


def test_what_an_older_version_stored_is_known_rewritten(load):
    """Its keys have the cells as they stood in the file, and so have ours."""
    key = f"import:{'0' * 32}#0~sample_id=001&depth=10"
    load.campaign.observe_many([((1,), 12.57, key)])
    assert load("site,sample_id,depth,value", "A1,1,10.0,12.57").known == 1
