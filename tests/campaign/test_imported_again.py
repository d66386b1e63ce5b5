"""Readings that a campaign has already are not counted twice, however a file is written."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings
from cheapbandits.campaign.import_keys import Recorded, record
from cheapbandits.campaign.importing import read_import


@pytest.fixture(scope="module")
def graph():
    return cb.grid(3, 3)


@pytest.fixture
def walk(graph, file_db):
    with cb.Campaign.create("walk", graph, db=file_db, horizon=20) as campaign:
        yield campaign


@pytest.fixture
def load(walk, tmp_path):
    def import_(*rows, again=False, into=walk, column=None, name="r.csv"):
        file = tmp_path / name
        if rows:
            file.write_text("\n".join([*rows, ""]))
        found = read_import(file, into.graph, into.spec, column)
        done = record(into, [row.given for row in found.rows], again=again)
        # That rows stand there twice is told: see test_doubled.py.
        return replace(done, notes=tuple(note for note in done.notes if "repeats" not in note))

    return import_


HEAD = "nodes,reading"


@pytest.mark.parametrize(
    ("then", "new"),
    [
        ([HEAD, "2,20", "1,10", "1,10"], 0),  # sorted anew
        ([HEAD, "1,10", "2,20"], 0),  # cut
        ([HEAD, "1,10", "1,10", "2,20", "3,30", "2,21"], 2),  # grown
        ([HEAD, "3,30", "1,10", "1,10", "1,10"], 2),  # one true repeat more
        (["reading,nodes", "2e1,2", "10.0,1", "10,1"], 0),  # written otherwise
        ([HEAD, "1;2,10", "2;1,10"], 2),  # other groups
    ],
)
def test_only_what_is_new_is_added(load, walk, then, new):
    first = [HEAD, "1,10", "1,10", "2,20"]
    assert load(*first) == Recorded(3, 0)
    assert load(*then) == Recorded(new, len(then) - 1 - new)
    assert load(*then).new == 0
    assert walk.status().observed == 3 + new
    assert load(*first, again=True) == Recorded(3, 0)
    assert load(*first) == Recorded(0, 3)


@pytest.mark.parametrize("name", ["date", "time", "who", "Sample"])
def test_a_date_tells_readings_apart(load, name):
    head = f"nodes,{name},reading"
    assert load(head, "1,mon,10", "2,mon,20") == Recorded(2, 0)
    assert load(head, "2,mon,20", "1,mon,10", "1,tue,10", "2,tue,20") == Recorded(2, 2)


def test_columns_of_a_table_of_sites_are_kept_apart(load, tmp_path, walk):
    rows = ["x,y,first,second", *(f"{k % 3},{k // 3},{k},{k}" for k in range(9))]
    (tmp_path / "s.csv").write_text("\n".join(rows))
    graph = cb.read_graph(tmp_path / "s.csv")
    with cb.Campaign.create("sites", graph, db=tmp_path / "c.db") as sites:
        assert load(name="s.csv", column="first", into=sites).new == 9
        assert load(name="s.csv", column="second", into=sites).new == 9
        assert load(name="s.csv", column="first", into=sites).new == 0


def test_a_campaign_knows_its_own_export(load, walk, tmp_path):
    walk.observe([0], 0.25)
    walk.observe([0], 0.25)  # two true ones
    (ask,) = walk.ask()
    walk.tell(ask, 0.75)
    write_readings(walk.history(), tmp_path / "e.csv", COLUMNS, walk.graph)
    assert load(name="e.csv") == Recorded(0, 3)
    walk.correct(ask.number, 0.5)
    assert load(name="e.csv") == Recorded(0, 3)  # an older export knows no better
    with cb.Campaign.create("other", walk.graph, db=tmp_path / "c.db") as other:
        assert load(name="e.csv", into=other) == Recorded(3, 0)
        assert load(name="e.csv", into=other) == Recorded(0, 3)
        write_readings(walk.history(), tmp_path / "e.csv", COLUMNS, walk.graph)
        with pytest.raises(cb.CheapBanditsError, match=r"observation 3 .* 0\.5 .* 0\.75 .*correct"):
            load(name="e.csv", into=other)
        assert other.status().observed == 3


def test_what_an_older_version_imported_is_known(load, walk):
    rows = [((1,), 10.0), ((1,), 10.0), ((2,), 20.0)]
    digest = hashlib.blake2b(repr(rows).encode(), digest_size=16).hexdigest()
    walk.observe_many([(*row, f"import:{digest}:{k}") for k, row in enumerate(rows)])
    assert load(HEAD, "2,20", "1,10", "1,10", "1,10", "3,5") == Recorded(2, 3)


@pytest.mark.parametrize("length", [150, 300, 700])
def test_long_words_of_a_file_are_no_mistake(load, length):
    """They are part of a key, and a key has at most 200 characters: the file was refused."""
    word = "x" * length
    head, row = f"nodes,team,unit,{word}", "1,{},mg/L,5"
    assert load(head, row.format(word), column=word).new == 1
    assert load(head, row.format(word), row.format(f"{word}y"), column=word) == Recorded(1, 1)
    with pytest.raises(cb.ParameterError, match="unit of its readings"):
        load(head, "1,,ug/L,5", column=word)


def test_dates_are_compared_as_dates(load):
    head = "nodes,date,reading"
    assert load(head, "1,2024-05-01,10", "2,2024-05-02,20") == Recorded(2, 0)
    same = ["1,2024-05-01 00:00:00,10", "2,2024/5/2,20"]
    assert load(head, *same, "1,2024-05-03T00:00,10") == Recorded(1, 2)
    assert load(head, *same, same[0]) == Recorded(1, 2)  # each stored one is met once


@pytest.mark.parametrize(
    ("date", "alike"),
    [
        ("01/05/2024", 1),
        ("1 May 2024", 1),
        ("1.5.24", 1),
        ("", 1),
        ("2024-05-09", 0),
        ("09/05/2024", 0),
    ],
)
def test_a_date_that_is_written_otherwise_is_told(load, date, alike):
    head = "nodes,date,reading"
    assert load(head, "1,2024-05-01,10", "2,2024-05-02,20").new == 2
    assert load(head, f"1,{date},10", "3,02/05/2024,20") == Recorded(2, 0, alike)


def test_dates_of_one_spelling_are_other_dates(load):
    head = "nodes,date,reading"
    assert load(head, "1,01/05/2024,10").new == 1
    assert load(head, "1,02/05/2024,10", "1,1/5/2024,10") == Recorded(1, 1)
    assert load(head, "1,05/01/2024,10", "1,07/05/2024,10") == Recorded(2, 0, 1)  # month first
    assert load(head, "1,1.5.24,10") == Recorded(1, 0, 1)


def test_who_it_was_tells_readings_apart_where_both_say_it(load):
    plain, more = "nodes,date,reading", "nodes,date,reading,team"
    assert load(plain, "1,2024-05-01,10", "2,2024-05-01,20") == Recorded(2, 0)
    rows = ["1,2024-05-01,10,red", "2,2024-05-01,20,blue", "2,2024-05-01,20,red"]
    assert load(more, *rows) == Recorded(1, 2)
    assert load(more, rows[2], "2,2024-05-01,20,green") == Recorded(0, 2)
    assert load(more, rows[2], "2,2024-05-01,20,green", "2,2024-05-01,20,pink") == Recorded(1, 2)
    # A repeat, too: of a file that says nothing of it, it may be any; left out, and said.
    assert load("nodes,date,reading,rep", "1,2024-05-01,10,2") == Recorded(0, 1)


#: What says when, or which of several, besides dates: in the first file, and in the second.
PARTS = [("hour", "8", "9"), ("Hora", "08", "09"), ("Stunde", "8:00", "9:00"), ("heure", "8", "9")]
PARTS += [
    ("week", "21", "22"),
    ("shift", "day", "night"),
    ("Session", "a", "b"),
    ("annee", "1", "2"),
]
PARTS += [
    ("Periode", "1", "2"),
    ("qtr", "Q1", "Q2"),
    ("Hour of day", "0", "1"),
    ("Tiefe", "10", "30"),
]
PARTS += [("survey no", "1", "2"), ("KW", "21", "22"), ("Turno", "mañana", "tarde")]


@pytest.mark.parametrize(("name", "first", "then"), PARTS)
def test_what_says_when_tells_readings_apart_where_both_files_say_it(load, walk, name, first, then):
    def file(part, *values):
        rows = (f"{k},2024-05-01,{part},{value}" for k, value in enumerate(values))
        return f"nodes,date,{name},no2", *rows

    assert load(*file(first, 21, 25, 19), column="no2") == Recorded(3, 0)
    done = load(*file(then, 21, 26, 19), column="no2")
    assert (done.new, done.known) == (3, 0)
    assert len(done.notes) == (name == "Tiefe")  # another depth is told
    # sent again: as they were, without the column, with one more, and with other words for it
    assert load(*file(first, 21, 25, 19), column="no2") == Recorded(0, 3)
    without = "nodes,date,no2", *(f"{k},2024-05-01,{v}" for k, v in enumerate((21, 26, 19)))
    assert load(*without, column="no2") == Recorded(0, 3)
    more = [
        f"{row},{word}" for row, word in zip(file(then, 21, 26, 19), ["lab", *"AAA"], strict=True)
    ]
    assert load(*more, column="no2").new == 0
    assert walk.status().observed == 6


def test_an_hour_is_known_however_it_is_spelt(load):
    first = ["nodes,date,hour,no2", "1,2024-05-01,08,21", "1,2024-05-01,9,21"]
    assert load(*first, column="no2") == Recorded(2, 0)
    again = ["nodes,date,Hour,no2", "1,2024-05-01,9.0,21", "1,2024-05-01,8:00,21"]
    assert load(*again, column="no2") == Recorded(0, 2)


def test_readings_stored_without_their_hour_are_known_with_it(load):
    rows = ["1,2024-05-01,8,21", "1,2024-05-01,9,21", "2,2024-05-01,8,3"]
    bare = [",".join(row.split(",")[k] for k in (0, 1, 3)) for row in rows]
    assert load("nodes,date,no2", *bare, column="no2").new == 3
    assert load("nodes,date,hour,no2", *rows, column="no2") == Recorded(0, 3)


@pytest.mark.parametrize("name", ["Report week", "min", "max", "analysed", "batch", "upload hour"])
def test_what_says_something_else_does_not(load, name):
    for k in (1, 2):
        done = load(f"nodes,date,{name},no2", f"1,2024-05-01,{k},21", column="no2")
        assert done.new == (k == 1)
