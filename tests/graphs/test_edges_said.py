"""Edge lists: one node in two spellings, spoilt names, and which columns were taken for what."""

from __future__ import annotations

import pytest

from cheapbandits.cli.sources import open_graph
from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph

TWO_SPELLINGS = [
    ("1", "001"),
    ("P7", "P07"),
    ("Birch-1", "Birch\u20131"),
    ("4-5", "4\u20115"),
    ("N 2", "N\u00a02"),
    ("N2", "n2"),
    ("O'Neil", "O\u2019Neil"),
    ("O'Neil", "O`Neil"),
    ("O\u2019Neil", "O\u00b4Neil"),
]


@pytest.mark.parametrize(("one", "other"), TWO_SPELLINGS)
def test_one_node_in_two_spellings_is_asked_about(put, one, other):
    path = put(f"from,to\n{one},Elm\n{other},Oak\nElm,Oak\n")
    with pytest.raises(GraphFileError, match=r"line 3: .* look alike: one node\?.*--table edges"):
        read_graph(path)
    assert read_graph(path, table="edges").n_nodes == 4


@pytest.mark.parametrize(
    ("one", "other"), [("1.05", "1.5"), ("P10", "P1"), ("A", "a"), ("P100", "P1000")]
)
def test_two_nodes_are_two(put, one, other):
    assert read_graph(put(f"from,to\n{one},Elm\n{other},Oak\nElm,Oak\n")).n_nodes == 4


def test_a_node_that_a_spreadsheet_made_a_date_of_is_refused(put):
    path = put("from,to\n1-10,1-11\n1-11,12. Jan\n1-13,1-10\n")
    with pytest.raises(GraphFileError, match=r"line 3: .*'12\. Jan'.* as text.*--table edges"):
        read_graph(path)
    assert read_graph(path, table="edges").n_nodes == 4
    assert read_graph(path, nodes="name").n_nodes == 4


def test_days_alone_may_be_nodes(put):
    assert read_graph(put("from,to\n2024-05-01,2024-05-02\n2024-05-02,2024-05-03\n")).n_nodes == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "source,target,weight,status,oneway\nA,B,1,open,no\nB,C,2,open,no\n",
            "note: 'source' and 'target' are the ends of edges, 'weight' their weight; passed "
            "over: 'status', 'oneway'\n",
        ),
        ("to,from\nA,B\nB,C\n", "note: 'from' and 'to' are the ends of edges, each weighs 1\n"),
        (
            "source,target,similarity\nA,B,1\nB,C,2\n",
            "note: 'source' and 'target' are the ends of edges, 'similarity' their weight\n",
        ),
        ("A,B\nB,C\n", ""),
    ],
)
def test_which_columns_are_the_ends_is_said(put, capsys, text, said):
    open_graph(str(put(text)))
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("word", ["similarity", "strength", "capacity", "count", "flow"])
def test_a_third_column_that_is_called_as_weights_are_is_one(put, word):
    graph = read_graph(put(f"source,target,{word}\nA,B,1\nB,C,5\n"))
    assert sorted(graph.edges()[1]) == [1, 5]


def test_of_two_that_may_be_weights_the_remedy_is_the_commands_own(put):
    with pytest.raises(GraphFileError, match=r"call the one that .* weight, or delete them"):
        read_graph(put("source,target,status,flow\nA,B,x,1\nB,C,y,5\n"))


KOBO = "start,end,Site code,_GPS_latitude,_GPS_longitude,zinc\n" + "".join(
    f"2024-05-01T10:0{k}:00,2024-05-01T10:0{k}:30,P{k},50.9{k}474,5.7{k}344,{k}\n" for k in range(4)
)


def test_times_of_a_form_are_no_edges(put):
    graph = read_graph(put(KOBO))
    assert graph.names == ("P0", "P1", "P2", "P3")
    lines = [line.split(",") for line in KOBO.splitlines()]
    text = "\n".join(",".join([*cells[:2], cells[5]]) for cells in lines)
    with pytest.raises(GraphFileError, match="'start' and 'end' hold times"):
        read_graph(put(f"{text}\n"))


@pytest.mark.parametrize("cell", ["2'600'123", "2\u2019600\u2019123"])
def test_an_apostrophe_that_parts_thousands_is_told(put, cell):
    path = put(f"site,x,y\nA,{cell},1200000\nB,2600200,1200100\n")
    with pytest.raises(GraphFileError, match=r"apostrophe parts thousands.* write 2600123"):
        read_graph(path)


@pytest.mark.parametrize("cell", ["50\u00b012'30", "12'30.5", "50 12'"])
def test_minutes_are_still_told(put, cell):
    with pytest.raises(GraphFileError, match="decimal degrees"):
        read_graph(put(f"site,lon,lat\nA,5.1,{cell}\nB,5.2,50.3\n"))


@pytest.mark.parametrize("blank", ["\u00a0", "\u2009", "\u200b"])
def test_names_of_sites_that_differ_by_blanks_are_one(put, blank):
    path = put(f"site,x,y\nP01,1,2\nP01{blank},5,9\nP02,3,3\n")
    with pytest.raises(GraphFileError, match=r"line 3: 'P01.*line 2 too, but for blanks"):
        read_graph(path)


GEPHI = (
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    '<key id="x" for="node" attr.name="x" attr.type="float"/>'
    '<key id="y" for="node" attr.name="y" attr.type="float"/>'
    '<graph edgedefault="undirected">'
    '<node id="a"><data key="x">-12.5</data><data key="y">80.25</data></node>'
    '<node id="b"><data key="x">33.5</data><data key="y">-7.5</data></node>'
    '<edge source="a" target="b"/></graph></graphml>'
)


def test_that_x_and_y_of_a_drawing_became_places_is_said(put, capsys):
    open_graph(str(put(GEPHI, "g.graphml")))
    assert "note: 'x' and 'y' of the nodes were taken for where" in capsys.readouterr().err
    degrees = GEPHI.replace('name="x"', 'name="lon"').replace('name="y"', 'name="lat"')
    open_graph(str(put(degrees, "h.graphml")))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("a_second", [1, 1000])
def test_times_under_no_heading_are_no_weights(put, a_second):
    """SNAP's temporal networks are so: 1 2 1082008561."""
    times = [a_second * t for t in (1082008561, 1082155839, 1082414391, 1082439619)]
    rows = "".join(f"{k} {k + 1} {t}\n" for k, t in enumerate(times, start=1))
    with pytest.raises(GraphFileError, match=r"line 1: .*times, seconds .* 2004-04-15 to 2004-04"):
        read_graph(put(rows, "a.txt"))
    unit = read_graph(put(rows, "a.txt"), weight="unit")
    assert (unit.n_nodes, set(unit.edges()[1])) == (5, {1.0})
    named = read_graph(put("source target weight\n" + rows, "a.txt"))
    assert sorted(named.edges()[1]) == times


@pytest.mark.parametrize("weights", [(1e9, 2e9, 5), (1e9, 1e9, 1e9), (1e9, 1.5e9, 3e9)])
def test_large_weights_are_weights(put, weights):
    rows = "".join(f"{k} {k + 1} {w:.0f}\n" for k, w in enumerate(weights))
    assert read_graph(put(rows, "a.txt")).n_edges == 3


def test_edges_of_weight_0_are_counted(put):
    rows = "source,target,weight\nA,B,1\nB,C,0\nC,A,2\n"
    assert "1 edge of weight 0 joins nothing: left out" in read_graph(put(rows)).notes
    rows += "A,C,2\nC,D,0\n"
    assert "2 edges of weight 0 join nothing: left out" in read_graph(put(rows)).notes
