"""The campaign's own export, cut: a group's average is never a reading of its center alone."""

from __future__ import annotations

import csv

import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings


@pytest.fixture
def cut(load, tmp_path):
    """Return what writes these columns of the export of a group, an ask, and a single place."""
    campaign = load.campaign
    campaign.observe([3, 4, 5], 20.13)
    (ask,) = campaign.ask()
    campaign.tell(ask, 7.25)
    campaign.observe([1], 12.57)

    def write(*columns, told=str):
        file = write_readings(campaign.history(), tmp_path / "e.csv", COLUMNS, campaign.graph)
        rows = [*csv.DictReader(file.read_text(encoding="utf-8").splitlines())]
        for row in rows:
            row["told"], row["asked"] = told(row["told"]), told(row["asked"])
        return [",".join(columns), *(",".join(row[name] for name in columns) for row in rows)]

    return write


def to_seconds(stamp):
    return stamp[:19]


def day_first(stamp):
    return f"{stamp[8:10]}/{stamp[5:7]}/{stamp[:4]} {stamp[11:16]}" if stamp else ""


LEFT = [
    ("ask", "observation", "place", "reading", "told"),
    ("observation", "place", "reading", "told"),
    ("observation", "place", "reading"),
    ("status", "place", "reading", "asked", "told"),
    ("place", "reading", "told"),
    ("status", "place", "reading"),
]


@pytest.mark.parametrize("told", [str, to_seconds, day_first])
@pytest.mark.parametrize("columns", LEFT)
@pytest.mark.parametrize("column", [None, "reading"])
def test_a_group_is_no_reading_of_its_center(load, cut, columns, told, column):
    head, group, *_ = cut(*columns, told=told)
    said = r"line 2: this row is observation 1 of this campaign, the average of 3 nodes.*delete"
    with pytest.raises(cb.CheapBanditsError, match=said):
        load(head, group, column=column)
    assert load(head, group, column=column, again=True).new == 1


@pytest.mark.parametrize("more", [("told",), (), ("asked",), ("status", "observation", "told")])
def test_the_group_of_an_ask_is_none(load, nine_sites, tmp_path, more):
    with cb.Campaign.create("wide", nine_sites, db=tmp_path / "w.db", policy="CheapUCB") as wide:
        (ask,) = wide.ask()
        wide.tell(ask, 20.13)
        (row,) = wide.history()
        assert len(row["nodes"]) > 1
        columns = "ask", "place", "reading", *more
        cells = ["" if row[name] is None else str(row[name]) for name in columns]
        with pytest.raises(cb.CheapBanditsError, match="this row is ask 1 of this campaign, the"):
            load(",".join(columns), ",".join(cells), into=wide)
        assert wide.status().observed == 0


@pytest.mark.parametrize(
    ("columns", "change"),
    [
        (("observation", "place", "reading"), ("20.13", "20.14")),  # another value
        (("observation", "place", "reading"), ("A3", "A7")),  # another place
        (("observation", "place", "reading"), ("1,", "2,")),  # another number
        (("place", "reading", "told"), ("+00:00", "+02:00")),  # another moment
        (("status", "place", "reading"), ("A3", "A4")),  # not its center
        (("status", "place", "reading"), ("observed", "valid")),  # somebody else's word
        (("place", "reading"), ("A3", "A3")),  # nothing says so
    ],
)
def test_what_is_of_another_number_value_or_place_is_another_reading(load, cut, columns, change):
    head, row, *_ = cut(*columns)
    assert load(head, row.replace(*change, 1)).new == 1


#: All that an export has but for the origin.
REST = [name for name in COLUMNS if name not in ("origin", "at")]


@pytest.mark.parametrize("told", [to_seconds, day_first, lambda stamp: stamp[:16]])
@pytest.mark.parametrize("columns", [REST, [name for name in REST if name != "asked"]])
def test_moments_that_were_cut_are_known_by_number_nodes_and_value(load, cut, columns, told):
    done = load(*cut(*columns, told=told))
    assert (done.new, done.known, done.notes) == (0, 3, ())


def test_readings_from_a_file_are_known_by_their_numbers(load, cut):
    assert load("site,date,value", "A6,2024-05-01,12.75", "A7,2024-05-02,3.5").new == 2
    rows = cut(*REST, told=to_seconds)
    assert load(*rows).known == 5
    assert load(*rows, again=True).new == 5


def test_a_row_without_moments_is_known_by_all_else(load, cut):
    rest = [name for name in REST if name not in ("asked", "told")]
    assert load(*cut(*rest)).known == 3


def test_another_moment_is_another_reading(load, cut):
    def later(stamp):
        return str(int(stamp[:4]) + 1) + stamp[4:19] if stamp else ""

    done = load(*cut(*REST, told=later))
    assert (done.new, done.known) == (3, 0)
