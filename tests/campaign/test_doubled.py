"""Rows that stand twice in one file: doubles are refused, repeats are taken and counted."""

from __future__ import annotations

import pytest

import cheapbandits as cb


@pytest.mark.parametrize(
    ("column", "head", "rows"),
    [
        (None, "site,timestamp,value", ["A1,2024-05-01 10:00:00,3", "A2,2024-05-01 10:01:00,4"]),
        ("value", "site,date,time,value", ["A1,2024-05-01,10:00,3", "A2,2024-05-01,10:01,4"]),
        (None, "site,sample_id,value", ["A1,S1,3", "A2,S2,4"]),
        ("value", "site,_uuid,value", ["A1,u1,3", "A2,u2,4"]),
        (None, "site,GlobalID,value", ["A1,{A-1},3", "A2,{A-2},4"]),
    ],
)
def test_rows_that_are_the_same_in_all_cells_are_refused(load, column, head, rows):
    again = "line 4: the same in all its cells as line 2 .1 more like it.; delete.*--again"
    with pytest.raises(cb.ParameterError, match=again):
        load(head, *rows, *rows, column=column)
    assert load(head, *rows, column=column).new == 2
    with pytest.raises(cb.ParameterError, match="line 4: the same in all its cells"):
        load(head, *rows, rows[0], column=column)  # also where the first of them is stored
    assert load(head, *rows, rows[0], column=column, again=True).new == 3
    assert load(head, *rows, rows[0], column=column).known == 3


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("2024-05-01T10:00:00", "2024-05-01 10:00", "the same in all its cells"),
        ("2024-05-01T10:00:00Z", "2024-05-01 12:00+02:00", "the same reading, with its moment"),
        ("1714557600", "2024-05-01T10:00:00Z", "the same reading, with its moment"),
    ],
)
def test_a_moment_that_is_written_in_two_ways_is_one(load, one, other, said):
    """Seen: an export was pasted below itself, whose dates a spreadsheet had written anew."""
    head, rows = "site,timestamp,value", (f"A1,{one},3", f"A2,{one},4", f"A1,{other},3")
    with pytest.raises(cb.ParameterError, match=f"line 4: {said}.* as line 2.*--again"):
        load(head, *rows)
    assert load(head, *rows[:2]).new == 2
    with pytest.raises(cb.ParameterError, match=f"line 4: {said}"):
        load(head, *rows)
    assert load(head, *rows, again=True).new == 3
    fine = f"A1,{other},5", f"A3,{other},3", f"A1,{other.replace('10:00', '10:01')},3.5"
    assert load(head, *rows[:2], *fine).new == 3


@pytest.mark.parametrize(
    ("head", "row", "notes"),
    [
        ("site,value", "A1,3", 1),
        ("site,date,value", "A1,2024-05-01,3", 1),
        ("site,date,time,value", "A1,2024-05-01,noon,3", 1),
        ("sample,value", "A1,3", 1),  # the names of the sites
        ("sample,site,value", "soil,A1,3", 1),  # no name of one sample
        ("site,sample_id,other,value", "A1,S1,x,3", 0),  # not the same in all cells
    ],
)
def test_repeats_are_taken_and_counted(load, head, row, notes):
    rows = [row, row.replace("A1", "A2").replace("S1", "S2"), row.replace(",x,", ",y,")]
    done = load(head, *rows)
    assert (done.new, len(done.notes)) == (3, notes)
    for note in done.notes:
        assert note.startswith("1 of the 3 new readings are the same as another row of the file")


def test_repeats_that_are_stored_are_not_told_again(load):
    rows = ["site,value", "A1,3", "A1,3"]
    assert len(load(*rows).notes) == 1
    assert load(*rows, "A5,7").notes == ()
    (note,) = load(*rows, "A1,3", "A4,7").notes
    assert note.startswith("1 of the 2 new readings")


def test_two_values_of_a_sample_are_refused(load):
    head = "site,date,sample_id,value"
    rows = ["A1,2024-05-01,S1,3", "A2,2024-05-01,S2,4", "A1,2024-05-01,S1,5"]
    said = "line 4: sample 'S1' has another reading than line 2 .5, and 3 there.; .*--again"
    with pytest.raises(cb.ParameterError, match=said):
        load(head, *rows)
    assert load(head, *rows[:2]).new == 2
    with pytest.raises(cb.ParameterError, match="line 4: sample 'S1'"):
        load(head, *rows)  # one of them is stored
    assert load(head, *rows, again=True).new == 3
    assert load(head, *rows, "A3,2024-05-01,S3,6").new == 1


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("site,sample_id,date,value", "A1,S1,1/5/2024,3", "A1,S1,5/1/2024,4"),  # another day
        ("site,sample_id,replicate,value", "A1,S1,1,3", "A1,S1,2,4"),
        ("sample,site,value", "soil,A1,3", "soil,A1,4"),
        ("sample,value", "A1,3", "A1,4"),
    ],
)
def test_what_tells_samples_apart_is_heard(load, head, one, other):
    assert load(head, one, other, one.replace("A1", "A2").replace("S1", "S2")).new == 3
