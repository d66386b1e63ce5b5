"""Readings that were told or observed, and come again in a file: known by their moment, or told."""

from __future__ import annotations

import csv

import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings

VALUES = [12.75, 13.25, 14.125]
SHEET = ["site,value", *(f"A{k},{value}" for k, value in enumerate(VALUES))]


@pytest.fixture
def cut(load, tmp_path):
    """Return what writes the campaign's own export with these columns only."""

    def write(*columns, change=str):
        file = write_readings(
            load.campaign.history(), tmp_path / "e.csv", COLUMNS, load.campaign.graph
        )
        rows = [*csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
        return [
            ",".join(columns),
            *(",".join(change(row[name]) for name in columns) for row in rows),
        ]

    return write


def observed(campaign, values=VALUES):
    for k, value in enumerate(values):
        campaign.observe([k], value)


#: Without what says which reading a row is.
WITHOUT = [name for name in COLUMNS if name not in ("ask", "observation", "origin", "at")]


@pytest.mark.parametrize("columns", [("names", "reading", "told"), WITHOUT])
@pytest.mark.parametrize(
    "change",
    [
        str,
        lambda cell: cell.replace("T", " "),  # pandas
        lambda cell: cell.replace("+00:00", "Z"),
    ],
)
def test_rows_of_the_own_export_are_known_by_their_moment(load, cut, columns, change):
    observed(load.campaign)
    load.campaign.observe([3, 4], 14.125)
    (ask,) = load.campaign.ask()
    load.campaign.tell(ask, 7)
    done = load(*cut(*columns, change=change))
    assert (done.new, done.known, done.notes) == (0, 5, ())


def test_each_moment_is_met_once(load, cut):
    load.campaign.observe([0], 12.75)
    head, row = cut("names", "reading", "told")
    done = load(head, row, again=True)
    assert (done.new, len(done.twice)) == (1, 1)
    assert load(head, row).new == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A0", "A5"),  # another place
        ("12.75", "12.8"),  # another value
        ("+00:00", "+02:00"),  # another moment
    ],
)
def test_another_place_value_or_moment_is_another_reading(load, cut, old, new):
    load.campaign.observe([0], 12.75)
    head, row = cut("names", "reading", "told")
    assert load(head, row.replace(old, new)).new == 1


def test_what_was_corrected_or_struck_is_known(load, cut):
    observed(load.campaign)
    rows = cut("names", "reading", "told")
    load.campaign.correct(2, 99.5, observation=True)
    load.campaign.annul(3, observation=True)
    assert load(*rows).known == 3
    assert load.campaign.status().observed == 2


def test_readings_from_a_file_are_known_by_their_moment(load, cut):
    dated = ["site,date,value", "A0,2024-05-01,12.75", "A0,2024-05-01,12.75", "A1,2024-05-02,3.5"]
    assert load(*dated).new == 3
    done = load(*cut("names", "reading", "told"))
    assert (done.new, done.known, done.alike) == (0, 3, 0)


def test_a_sheet_of_what_was_entered_by_hand_is_told(load):
    observed(load.campaign)
    done = load(*SHEET, "A7,20.5")
    (note,) = done.notes
    assert (done.new, done.alike) == (4, 0)
    assert note.startswith("3 of the 4 new readings have the place and value of stored ones that w")
    assert f"campaign annul {load.campaign.name} NUMBER" in note
    assert load(*SHEET).new == 0  # from now on it is known


@pytest.mark.parametrize(
    ("typed", "sheet", "told"),
    [
        (["0 12.75"], ["0 12.75"], 1),
        (["0 12"], ["0 12"], 0),  # one whole number is chance
        (["0 12", "1 13"], ["0 12", "1 13"], 2),
        (["0 0", "1 0", "2 0"], ["0 0", "1 0", "2 0"], 0),  # nothing was found, and is not found
        (["0 1", "1 2", "2 3", "3 4"], ["0 1", "1 2", "2 4", "3 3"], 0),
        (["0 1.25", "1 2.25", "2 3", "3 4"], ["0 1.25", "1 2.25", "2 4", "3 3"], 2),
        (["0 1.25", "1 2.25", "2 3.25"], ["0 1.25", "1 2.35", "2 3.35"], 0),  # one of three
        (["0 1.25"], ["1 1.25"], 0),  # another place
        (["0 1.25"], ["0 1.25", "0 1.25"], 1),  # each is met once
        (["3;4 1.25"], ["4;3 1.25"], 1),
        (["3;4 1.25"], ["3 1.25"], 0),
        (["0 12.754"], ["0 12.8"], 1),  # rounded
        (
            ["0 64.1", "1 27.7", "2 5.1", "3 2.6", "4 41.9"],
            ["0 64", "1 28", "2 5", "3 3", "4 42"],
            5,
        ),
    ],
)
def test_what_is_told_of_readings_entered_by_hand(load, typed, sheet, told):
    for row in typed:
        nodes, value = row.split()
        load.campaign.observe([*map(int, nodes.split(";"))], float(value))
    rows = ((f"A{node}" for node in row.split()[0].split(";")) for row in sheet)
    lines = [";".join(names) + "," + row.split()[1] for names, row in zip(rows, sheet, strict=True)]
    done = load("site,value", *lines)
    notes = [note for note in done.notes if "repeats" not in note]
    assert [note.split()[0] for note in notes] == [str(told)] * (told > 0)


def test_what_was_told_to_asks_counts_as_entered(load):
    (ask,) = load.campaign.ask()
    load.campaign.tell(ask, 12.75)
    nodes = ";".join(ask.names)
    assert len(load("site,value", f"{nodes},12.75").notes) == 1


def test_what_was_struck_is_no_reading(load):
    observed(load.campaign)
    for number in (1, 2, 3):
        load.campaign.annul(number, observation=True)
    assert load(*SHEET).notes == ()


def test_what_is_taken_again_is_meant_so(load):
    observed(load.campaign)
    assert load(*SHEET, again=True).notes == ()
    assert load(*SHEET, again=True).notes == ()
    assert load(*SHEET, SHEET[1]).notes[0].startswith("1 of the 1 new readings are the same as")


def test_readings_that_came_with_an_export_count_as_entered(load, tmp_path):
    with cb.Campaign.create("other", load.campaign.graph, db=tmp_path / "o.db") as other:
        observed(other)
        write_readings(other.history(), tmp_path / "o.csv", COLUMNS, other.graph)
    assert load(name="o.csv").notes == ()
    assert len(load(*SHEET).notes) == 1
