"""Readings by `nodes,reading` and by `--values COLUMN`: the same file says the same by both."""

from __future__ import annotations

import pytest

import cheapbandits as cb
from cheapbandits.campaign.import_keys import Recorded, record
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError

NAMES = ["P01", "P02", "P03", "P04", "P05", "P06", "P07"]
PLACES = [(float(k), float(k % 2)) for k in range(7)]
GRAPH = cb.Graph.from_points(PLACES, 2, names=NAMES)


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    return tmp_path_factory.mktemp("roads") / "c.db"


@pytest.fixture
def load(db, tmp_path):
    with cb.Campaign.create(tmp_path.name, GRAPH, db=db) as campaign:

        def import_(text, column=None, own=False):
            file = tmp_path / "r.csv"
            file.write_text(text.replace(" ", "\n") + "\n", encoding="utf-8")
            found = read_import(file, GRAPH, campaign.spec, column, own=own)
            return record(campaign, [row.observation for row in found.rows])

        yield import_


@pytest.mark.parametrize(
    ("text", "roads"),
    [
        ("station,zinc P01,3 P02,5", ["zinc", "Zinc", " ZINC"]),
        ("station,Zinc_(mg/kg) P01,3 P02,5", ["Zinc", "Zinc_(mg/kg)", "ZINC"]),
        ("station,value P01,3 P02,5", [None, "value", "Value"]),
        ("station,value,who P01,3,Ann P02,5,Bob", ["value", None]),
        ("nodes,reading P01,3 P02,5", ["reading", None]),
        ("nodes,weights,reading P01;P02,0.25;0.75,3 P02,,5", ["Reading", None]),
    ],
)
def test_a_reading_is_the_same_however_its_column_is_asked_for(load, text, roads):
    first, *others = roads
    assert load(text, first) == Recorded(2, 0)
    for road in others:
        assert load(text, road) == Recorded(0, 2), road


def test_also_what_a_campaign_began_with(load):
    text = "station,x,y,pilot" + "".join(
        f" {name},{x},{y},{k if k < 2 else ''}"
        for k, (name, (x, y)) in enumerate(zip(NAMES, PLACES, strict=True))
    )
    assert load(text, "pilot", own=True) == Recorded(2, 0)
    assert load(text, "Pilot") == Recorded(0, 2)
    assert load("nodes,reading P01,0 P02,1 P03,9") == Recorded(1, 2)  # the same ones by themselves


def test_what_a_column_as_it_was_typed_gave_before_is_known(db, tmp_path):
    with cb.Campaign.create("older", GRAPH, db=db) as campaign:
        campaign.observe_many([((0,), 3.0, f"import:{'a' * 32}#0:Zinc (mg/kg)")])
        (tmp_path / "r.csv").write_text("station,date,zinc\nP01,mon,3\nP02,mon,5\n")
        found = read_import(tmp_path / "r.csv", GRAPH, campaign.spec, "zinc")
        assert record(campaign, [row.observation for row in found.rows]) == Recorded(1, 1)


def test_a_date_tells_readings_of_a_column_apart(load):
    assert load("station,Date,zinc P01,jan,3 P02,jan,5", "zinc") == Recorded(2, 0)
    assert load("station,Date,zinc P01,feb,3 P02,feb,6", "zinc") == Recorded(2, 0)
    assert load("station,Date,zinc P02,jan,5 P02,feb,6".replace("P02,feb", "P03,feb"), "zinc") == (
        Recorded(1, 1)
    )


@pytest.mark.parametrize("column", [None, "value"])
def test_what_was_struck_is_left_out_by_either_road(tmp_path, column):
    file = tmp_path / "r.csv"
    file.write_text("station,value,status\nP01,3,told\nP02,500,annulled\nP03,4,Told\n")
    found = read_import(file, GRAPH, column=column)
    assert ([row.reading for row in found.rows], found.skipped) == ([3, 4], 1)
    file.write_text("station,value,status\nP01,3,told\nP02,500,ERROR\n")
    with pytest.raises(CheapBanditsError, match="status 'error' is not known"):
        read_import(file, GRAPH, column=column)


EXPORT = "ask,observation,status,center,place,names,nodes,weights,reading,cost,asked,told"


def test_groups_are_never_readings_of_one_node(tmp_path):
    file = tmp_path / "r.csv"
    group, alone = "1,,told,0,P01,P01; P02; P03,0;1;2", ",3,observed,3,P04,P04,3"
    file.write_text(f"{EXPORT}\n{group},,12.0,9,t,u\n{alone},,77.0,0,,v\n")
    by = [read_import(file, GRAPH, column=column).rows for column in (None, "reading")]
    assert by[0] == by[1]
    assert [row.nodes for row in by[1]] == [(0, 1, 2), (3,)]
    with pytest.raises(CheapBanditsError, match=r"line 2: 'nodes' says '0;1;2', which are several"):
        read_import(file, GRAPH, column="cost")


@pytest.mark.parametrize("column", [None, "value"])
def test_rows_lie_where_their_nodes_do_by_either_road(tmp_path, column):
    file = tmp_path / "r.csv"
    file.write_text("station,x,y,value\nP01,0,0.1,1\nP02,99999,99999,2\n")
    with pytest.raises(CheapBanditsError, match=r"line 3: 'P02' is at \(99999, 99999\) here"):
        read_import(file, GRAPH, column=column)
    file.write_text("station,x,y,value\nP01,0,0.1,1\nP02,1,1,2\n")
    assert len(read_import(file, GRAPH, column=column).rows) == 2
