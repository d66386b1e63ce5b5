"""Which column names the sites and which hold coordinates: by what it is called, or it is asked."""

from __future__ import annotations

import json

import openpyxl
import pandas as pd
import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, GraphError, GraphFileError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph

#: Stations 1 to 5 in another order than the rows, with what was found: ten times the station.
SHUFFLED = (5, 3, 1, 2, 4)
RIGHT = [(4, 50.0), (2, 30.0), (0, 10.0), (1, 20.0), (3, 40.0)]


@pytest.fixture(scope="module")
def numbered():
    """Five sites called 1 to 5, nobody knows by which column."""
    places = [(10, 20), (20, 20), (30, 25), (40, 20), (55, 20)]
    return Graph.from_points(places, names=range(1, 6))


def rows(path, graph, column="zinc", **options):
    found = read_import(path, graph, column=column, **options).rows
    return [(row.nodes[0], row.reading) for row in found]


def table(header, *columns):
    return "\n".join([header, *(",".join(map(str, row)) for row in zip(*columns, strict=True)), ""])


#: What programs call the column in which they number rows.
COUNTED = ['""', "Unnamed: 0", "X", "FID", "fid", "OBJECTID", "row", "rank", "Nr", "no", "id", "ID"]


@pytest.mark.parametrize("called", COUNTED)
@pytest.mark.parametrize("site", ["station", "Site", "plot_id", "well"])
def test_numbers_of_rows_are_not_those_of_sites(put, numbered, called, site):
    found = [10 * station for station in SHUFFLED]
    assert (
        rows(put(table(f"{called},{site},zinc", range(1, 6), SHUFFLED, found)), numbered) == RIGHT
    )
    assert rows(put(table(f"{site},{called},zinc", SHUFFLED, range(5), found)), numbered) == RIGHT
    if called:  # three of them, and a value that has a name of its own
        three = (range(1, 4), SHUFFLED[:3], [2020] * 3, found[:3])
        text = table(f"{called},{site},date,value", *three)
        assert rows(put(text), numbered, None) == RIGHT[:3]


def test_nor_in_a_workbook_or_a_field(put, numbered, tmp_path):
    book = openpyxl.Workbook()
    found = [10 * station for station in SHUFFLED]
    for row in [("Nr", "station", "zinc"), *zip(range(1, 6), SHUFFLED, found, strict=True)]:
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    assert rows(tmp_path / "t.xlsx", numbered) == RIGHT
    for header in ("rank,zinc", '"",zinc'):
        for numbers in (SHUFFLED, range(1, 6)):
            with pytest.raises(ParameterError, match=r"line 1: .* may name the sites"):
                read_values(put(table(header, numbers, found)), numbered)
    assert read_values(put(table("nr,zinc", SHUFFLED, found)), numbered)[4] == 50
    text = table("id,station,value", range(1, 6), SHUFFLED, found)
    assert read_values(put(text), numbered).tolist() == [10, 20, 30, 40, 50]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("site,depth,zinc\n01,1,3.5\n03,2,1.5\n05,3,2.2\n", "line 2: no node is named '01'"),
        ("site,month,zinc\nS1,1,3.5\nS2,2,1.5\nS3,3,2.2\n", "line 2: no node is named 'S1'"),
        ("site,month,zinc\n1.0,1,3.5\n3.0,2,1.5\n", "line 2: no node is named '1.0'"),
        ("site,zinc\nP1,3\nP2,1\nP3,2\n", "line 2: no node is named 'P1'"),
        ("site,zinc\n1,3\n2,1\n6,2\n", "line 4: no node is named '6'"),
        ("well,zinc\n1,1\n2,2\n33,3\n", "line 4: no node is named '33'"),
        # What is called neither as sites are nor as anything known, and fits by chance perhaps.
        ("depth,zinc\n1,3.5\n3,1.5\n", "line 1: .*'depth'.*--name-column"),
        ("rank,zinc\n3,3.5\n1,1.5\n", "line 1: .*'rank'.*--name-column"),
        ("id,pt,zinc\n1,5,3.5\n2,3,1.5\n", "line 1: .*'id' and 'pt'.*--name-column"),
        ("sample,sampling_site,zinc\n1,5,3\n2,3,1\n", "line 1: .*'sample' and 'sampling_site'"),
        ("site,plot,zinc\n1,5,3.5\n2,3,1.5\n", "line 1: .*'site' and 'plot'.*--name-column"),
    ],
)
def test_a_slip_in_a_name_is_refused_and_a_tie_is_asked_about(put, numbered, text, said):
    path = put(text)
    with pytest.raises(ParameterError, match=said):
        rows(path, numbered)
    with pytest.raises(ParameterError, match=said):
        rows(put(text.replace("zinc", "value")), numbered, None)


def test_what_the_user_says_goes_first(put, numbered):
    path = put("site,plot,zinc\n1,5,3.5\n2,3,1.5\n")
    assert rows(path, numbered, names="plot") == [(4, 3.5), (2, 1.5)]
    assert rows(path, numbered, names="site") == [(0, 3.5), (1, 1.5)]
    path = put("site,plot,value\n1,5,3.5\n2,3,1.5\n")
    assert rows(path, numbered, None, names="plot") == [(4, 3.5), (2, 1.5)]
    path = put("depth,zinc\n2,1\n1,2\n3,3\n5,4\n4,5\n")
    assert rows(path, numbered, names=False) == [(k, k + 1.0) for k in range(5)]
    assert read_values(path, numbered, "zinc", names="depth").tolist() == [2, 1, 3, 5, 4]


def test_a_column_of_names_may_be_called_anything_where_they_are_no_numbers(put):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["P1", "P2", "P3"])
    assert rows(put("tag,zinc\nP3,1\nP1,2\n"), graph) == [(2, 1.0), (0, 2.0)]
    assert rows(put('"",zinc\n"P3",1\n"P1",2\n'), graph) == [(2, 1.0), (0, 2.0)]
    assert rows(put("id,tag,zinc\n1,P3,1\n2,P1,2\n"), graph) == [(2, 1.0), (0, 2.0)]
    with pytest.raises(ParameterError, match=r"'tag' and 'beside'.*--name-column"):
        rows(put("tag,beside,zinc\nP3,P1,1\nP1,P2,2\n"), graph)


PAIRS = '"","station","x","y","zinc"\n1,2,5,0,20\n2,1,0,0,10\n3,4,105,60,40\n4,3,100,60,30\n'


def test_readings_of_the_very_file_belong_to_their_rows(put):
    for text in (PAIRS, PAIRS.replace("station", "s"), PAIRS.replace('"x","y"', '"a","b"')):
        path = put(text)
        graph = read_graph(path, **({} if '"x"' in text else {"x": "a", "y": "b"}))
        same = [(0, 20.0), (1, 10.0), (2, 40.0), (3, 30.0)]
        assert rows(path, graph, own=True) == same
        assert read_values(path, graph, "zinc", own=True).tolist() == [20, 10, 40, 30]
    path = put(PAIRS)
    assert rows(path, read_graph(path)) == same  # and by name


def test_edges_have_no_readings_of_their_own(put):
    path = put("source,target,weight\na,b,1\nb,c,2\nc,a,3\n")
    with pytest.raises(ParameterError, match="edges"):
        rows(path, read_graph(path), "weight", own=True)


def test_a_graph_without_names_goes_by_its_indices(put):
    ring = read_graph(put("source,target\n0,1\n1,2\n2,3\n3,4\n4,0\n"))
    assert ring.names is None
    shuffled = "node,zinc\n4,40\n2,20\n0,0\n3,30\n1,10\n"
    assert read_values(put(shuffled), ring, "zinc").tolist() == [0, 10, 20, 30, 40]
    assert rows(put(shuffled), ring)[0] == (4, 40.0)
    with pytest.raises(ParameterError, match=r"line 2: no node is named '5'.*0 to 4"):
        rows(put("node,zinc\n5,40\n2,20\n1,0\n3,30\n4,10\n"), ring)
    with pytest.raises(ParameterError, match=r"line 2: no node is named '4\.0'"):
        rows(put(table("node,zinc", (4.0, 2.0, 0.0, 3.0, 1.0), range(5))), ring)
    for names in (range(11, 16), range(5), "abcde"):  # which the graph has not
        with pytest.raises(ParameterError, match=r"line 1: the nodes have no names.*'plot'"):
            rows(put(table("plot,zinc", names, range(5))), ring)


def test_shares_under_another_name_are_asked_about(put, numbered):
    with pytest.raises(ParameterError, match=r"line 2: .*'weight'.*weights"):
        rows(put("nodes,reading,weight\n1;2,10,0.9;0.1\n3,5,2\n"), numbered, None, names="nodes")
    heavy = put("nodes,reading,weight\n1,10,0.9\n3,5,2\n")
    assert rows(heavy, numbered, None, names="nodes") == [(0, 10.0), (2, 5.0)]


def test_a_number_of_rows_does_not_hide_a_slip_nor_a_name(put):
    graph = read_graph(put("id,plot_no,x,y\n1,7,1,1\n2,5,2,2\n3,9,3,4\n"))
    assert graph.names == ("7", "5", "9")
    with pytest.raises(GraphFileError, match=r"line 4: '7' is the name of the site in line 2 too"):
        read_graph(put("id,station,x,y\n1,7,1,1\n2,5,2,2\n3,7,3,4\n"))


def test_features_have_names_as_rows_have(put):
    places = [{"type": "Point", "coordinates": [k, 50]} for k in range(3)]
    found = [{"id": k + 1, "station": 5 - k, "zinc": k} for k in range(3)]
    features = [
        {"type": "Feature", "geometry": place, "properties": one}
        for place, one in zip(places, found, strict=True)
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    graph = read_graph(put(text, "t.geojson"))
    assert graph.names == ("5", "4", "3")
    assert rows(put(text, "t.geojson"), graph) == [(0, 0.0), (1, 1.0), (2, 2.0)]


SPELT = ["xcoord,ycoord", "POINT_X,POINT_Y", "utm_x,utm_y", "coords.x1,coords.x2"]


@pytest.mark.parametrize("pair", SPELT)
def test_a_number_of_rows_called_x_is_no_coordinate(put, pair):
    text = f"X,plot,{pair},zinc\n1,A,181072,333611,9\n2,B,181025,333558,8\n3,C,181165,333537,7\n"
    graph = read_graph(put(text))
    assert graph.coordinates[:, 0].tolist() == [181072, 181025, 181165]
    frame = pd.read_csv(put(text))
    assert Graph.from_frame(frame).coordinates.tolist() == graph.coordinates.tolist()


TWO_PAIRS = [
    "site,x,y,east,north\nA,181072,333611,0,1\nB,181025,333558,1,0\nC,181165,333537,1,1\n",
    "site,xm,ym,x,y\nA,1,2,50,5.1\nB,2,3,50.1,5.2\nC,3,4,50.2,5.3\n",
    "site,lat,lon,latitude,longitude\nA,1,2,50,5.1\nB,2,3,50.1,5.2\nC,3,4,50.2,5.3\n",
    "site,long,lat,longitude\nA,1,50,5.1\nB,2,50.1,5.2\nC,3,50.2,5.3\n",
    "X,site,easting,Y\n1,A,50,5.1\n2,B,50.1,5.2\n3,C,50.2,5.3\n",
    "X,site,x,y\n1,A,50,5.1\n2,B,50.1,5.2\n3,C,50.2,5.3\n",
]


@pytest.mark.parametrize("text", TWO_PAIRS, ids=lambda text: text.split("\n")[0])
def test_two_pairs_of_coordinates_are_asked_about(put, text):
    with pytest.raises(GraphFileError, match=r"line 1: '.*' and '.*--x COLUMN --y COLUMN"):
        read_graph(put(text))
    with pytest.raises(GraphError, match=r"'.*' and '.*--x COLUMN --y COLUMN"):
        Graph.from_frame(pd.read_csv(put(text)))


def test_two_pairs_that_agree_or_are_of_two_kinds_are_not(put):
    graph = read_graph(put("site,x,y,lon,lat\nA,1,2,5.1,50\nB,2,3,5.2,50\nC,3,3,5.3,50.1\n"))
    assert graph.crs == "EPSG:4326"
    graph = read_graph(put("site,x,y,easting,northing\nA,1,2,1,2\nB,2,3,2,3\nC,3,3,3,3\n"))
    assert graph.coordinates[:, 0].tolist() == [1, 2, 3]
    graph = read_graph(put("site,Long,Latitude\nA,1,2\nB,2,3\nC,3,3\n"))
    assert graph.crs == "EPSG:4326"


HEADLESS = {
    "name,x,y": "P1,181072.5,333611.2\nP2,181025.1,333558.4\nP3,181165.3,333537.8\n",
    "degrees": "Alpha,5.72,50.99\nBeta,5.73,50.98\nGamma,5.75,50.96\n",
    "west": "Alpha,-5.72,50.99\nBeta,-5.73,50.98\nGamma,-5.75,50.96\n",
    "whole": "Alpha,5,50\nBeta,6,51\nGamma,7,52\n",
    "grid": "P1,181072,333611\nP2,181025,333558\nP3,181165,333537\n",
    "id,x,y": "1,181072,333611\n2,181025,333558\n3,181165,333537\n",
    "id,lon,lat": "1,5.72,50.99\n2,5.73,50.98\n3,5.75,50.96\n",
    "dates": "P1,2020-01-01,12\nP2,2020-01-02,13\nP3,2020-01-03,9\n",
    "day and value": "2020-01-01,5.5\n2020-01-02,6.5\n2020-01-03,7\n",
    "name and value": "Alpha,5.72\nBeta,5.73\nGamma,5.75\n",
    "under letters": "a,b,w\nP1,1.5,1\nP2,1.7,2\nP3,2.1,1\n",
}


@pytest.mark.parametrize("kind", HEADLESS)
def test_sites_without_a_header_are_no_edges(put, kind):
    path = put(HEADLESS[kind])
    with pytest.raises(GraphFileError, match="--table edges") as refused:
        read_graph(path)
    assert read_graph(path, table="edges").n_edges == 3
    # What is advised does not lead astray, nor does what is advised elsewhere.
    if kind not in ("dates", "day and value", "name and value", "under letters"):
        assert "--x 2 --y 3 --name-column 1" in str(refused.value)
        with pytest.raises(GraphFileError, match="--x 2 --y 3"):
            read_graph(path, table="points")
        sites = read_graph(path, x="2", y="3", names="1")
        assert sites.n_nodes == 3
        assert abs(sites.coordinates[0, 1]) > 40


def test_two_columns_of_coordinates_need_no_header(put):
    path = put("50.1,5.1\n50.2,5.2\n50.3,5.3\n")
    assert read_graph(path, table="points").coordinates[0].tolist() == [50.1, 5.1]
    path = put("181072,333611,1022\n181025,333558,1141\n181165,333537,640\n")
    assert read_graph(path, table="points").coordinates[0].tolist() == [181072, 333611]


def test_errors_are_of_the_house(put, numbered):
    for text in ("", "\n", "site\n1\n", "zinc\n\n", ",,\n,,\n"):
        with pytest.raises(CheapBanditsError):
            rows(put(text), numbered)
    assert cb.grid(2, 2).names is None
