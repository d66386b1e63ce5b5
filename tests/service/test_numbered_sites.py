"""Tables that the service writes of sites called by whole numbers are read back to these sites."""

import csv

import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError

KNOWN = {3.125: (1,), 5.5: (6, 1, 2)}


@pytest.fixture
def graph():
    return cb.Graph(cb.grid(3, 4).weights, names=[str(k) for k in range(1, 13)])


@pytest.fixture
def tables(here, graph, tmp_path):
    """Return what the API and the page write."""
    with cb.Campaign.create("w", graph, db=tmp_path / "campaigns.db", horizon=20) as campaign:
        for reading, nodes in KNOWN.items():
            campaign.observe([graph.name(k) for k in nodes], reading)
        name, server = campaign.status().id, here()
        api = server.get(f"/api/campaigns/{name}/export?kind=csv").body
        page = server.get(f"/page/campaigns/{name}/take/readings.csv").body
        rows = server.get(f"/api/campaigns/{name}/export?kind=json").json["rows"]
    assert [row["nodes"] for row in rows] == [[1], [6, 1, 2]]  # programs get numbers
    return {"api": api.decode(), "page": page.decode()}


def taken(text, graph, path, **options):
    path.write_text(text, encoding="utf-8")
    return {row.reading: row.nodes for row in read_import(path, graph, **options).rows}


def cut(text, columns):
    rows = csv.DictReader(text.splitlines())
    lines = [columns, *([row[name] for name in columns] for row in rows)]
    return "\n".join(map(",".join, lines)) + "\n"


@pytest.mark.parametrize("which", ["api", "page"])
def test_tables_come_back_whole_or_cut(tables, graph, tmp_path, which):
    text, path = tables[which], tmp_path / "r.csv"
    assert "#6;#1;#2" in text
    assert taken(text, graph, path) == KNOWN
    assert taken(cut(text, ["nodes", "reading"]), graph, path) == KNOWN
    assert taken(cut(text, ["place", "nodes", "reading"]), graph, path) == KNOWN


def test_a_group_of_the_page_is_no_single_place(tables, graph, tmp_path):
    path = tmp_path / "r.csv"
    for columns in (["place", "places", "reading"], ["place", "names", "reading"]):
        with pytest.raises(ParameterError, match=r"line 3: .*group"):
            taken(cut(tables["page"], columns), graph, path, column="reading", names="place")
