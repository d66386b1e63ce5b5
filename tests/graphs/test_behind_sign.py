"""A header behind the sign of a comment is asked about; remarks, and what SNAP writes, are not."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph

RING = "1,2,105\n2,3,205\n3,4,155\n4,1,305\n"
PLAIN = "1,2\n2,3\n3,4\n4,1\n"
SITES = "W1,50.8017,5.1013\nW2,50.8117,5.1213\nW3,50.8217,5.1313\n"
GRAPH = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "3"])
ASKED = r"line \d: .*looks like the header.*delete the [#%] if it says .*whole line if it is"


@pytest.mark.parametrize("sign", ["#", "# ", "%", "% ", "## "])
@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("source,target,distance", RING),
        ("from;to;Reisezeit (min)", RING.replace(",", ";")),
        ("a\tb\tkosten", RING.replace(",", "\t")),
        ("from to length_m", RING.replace(",", " ")),
        ("FromNodeId ToNodeId Distance_km", RING.replace(",", " ")),
        ("x,y", PLAIN),
        ("site,count", PLAIN),
        ("site,lat,lon", SITES),
        ("lon lat zinc", SITES.replace(",", " ").replace("W", "")),
    ],
)
def test_a_header_behind_a_sign_is_asked_about(put, sign, head, rows):
    with pytest.raises(CheapBanditsError, match=ASKED):
        read_graph(put(f"# made by hand\n{sign}{head}\n{sign.strip()}\n{rows}"))


def test_who_names_columns_by_their_place_is_asked_too(put):
    path = put(f"# site,lat,lon\n{SITES}")
    with pytest.raises(CheapBanditsError, match=ASKED):
        read_graph(path, x="2", y="3", names="1")
    found = read_graph(put(f"site,lat,lon\n{SITES}"))  # as it was advised
    assert found.names == ("W1", "W2", "W3")
    assert found.coordinates[0].tolist() == [5.1013, 50.8017]


def test_a_column_without_a_name_but_the_sign(put):
    with pytest.raises(CheapBanditsError, match=ASKED):
        read_graph(put("#,lat,lon\n1,50.8,5.1\n2,50.9,5.2\n"))


@pytest.mark.parametrize("head", ["# count,site", "# site,temp_C", "#Messstelle,Zink (mg/kg)"])
def test_readings(put, head):
    path = put(f"{head}\n3,1\n3,2\n")
    for road in (read_import, read_values):
        with pytest.raises(CheapBanditsError, match=ASKED):
            road(path, GRAPH)


@pytest.mark.parametrize(
    "head",
    [
        "# site,value",
        "# nodes,reading",
        "# made by hand",
        "# Lab report, written by the people of the lab",
        "# unit: mg/l, dry",
        "# 12 stations, May",
        "# 2024-05-01,3",
        "%",
        "# -----,-----",
        "# one, two, three",
    ],
)
def test_remarks_above_readings_are_none(put, head):
    assert [row.reading for row in read_import(put(f"{head}\nW1,1\n3,2\n"), GRAPH).rows] == [1, 2]


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("# Nodes: 4\tEdges: 4\n# FromNodeId\tToNodeId", PLAIN.replace(",", "\t")),
        ("# source_id target_id", PLAIN.replace(",", " ")),
        ("% sym unweighted\n% 4 4 4", PLAIN.replace(",", " ")),
        ("% sym unweighted", PLAIN.replace(",", " ")),
        ("% sym positive weights", RING.replace(",", " ")),
        ("# zachary karate club", RING.replace(",", " ")),
        ("# my network", PLAIN.replace(",", " ")),
        ("# 12 stations of May", RING.replace(",", " ")),
        ("# source,target,weight", RING),
        ("# From,To", PLAIN),
        ("# a graph, which was made by my friends in Ghent", PLAIN),
        ("# source,target,distance\nsource,target,weight", RING),
    ],
)
def test_remarks_above_edges_are_none(put, head, rows):
    assert read_graph(put(f"{head}\n{rows}")).n_edges == 4


def test_python_says_that_there_is_no_header(put):
    assert read_graph(put(f"# a,b,c\n{RING}"), header=False).n_edges == 4


def test_a_row_behind_a_sign_is_asked_about_above_the_rows_too(put):
    """It was dropped as a comment without a word; lower down it was asked about."""
    rows = "dogs,pets,2\npets,zoo,5\n"
    with pytest.raises(CheapBanditsError, match="line 1: '#cats,dogs,3' may be a comment or a row"):
        read_graph(put(f"#cats,dogs,3\n{rows}"))
    assert read_graph(put(f'"#cats",dogs,3\n{rows}')).n_edges == 3
    for above in ("# cats,dogs,3", "#made by me, 3", "#2024,1,2,3"):
        assert read_graph(put(f"{above}\n{rows}")).n_edges == 2


@pytest.mark.parametrize("row", ["#12,7", "#12,3", "#12,3,4,5"])
@pytest.mark.parametrize("table", ["source,target\n1,2\n{}\n2,3\n", "name,x,y\na,1,2\n{}\nb,2,3\n"])
def test_a_row_by_index_below_the_first_is_asked_about_whatever_its_length(put, table, row):
    with pytest.raises(CheapBanditsError, match=f"line 3: '{row}' may be a comment or a row"):
        read_graph(put(table.format(row)))
    assert read_graph(put(table.format(row.replace("#", "# ")))).n_nodes > 1


def test_text_in_utf_32_is_called_so(put):
    for coding in ("utf-32-le", "utf-32-be"):
        path = put("")
        path.write_bytes("\ufeffa,b\n".encode(coding))
        with pytest.raises(CheapBanditsError, match=r"text in UTF-32; .*UTF-8"):
            read_graph(path)


def test_a_negative_weight_is_told_nothing_of_commas(put):
    with pytest.raises(CheapBanditsError) as found:
        read_graph(put("1 2 -1\n2 3 4\n"))
    assert "comma" not in str(found.value)
