"""Tables of sites: what looks like coordinates is never taken for edges."""

from __future__ import annotations

import json
import math

import numpy as np
import openpyxl
import pandas as pd
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphError, GraphFileError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph, write_graph
from cheapbandits.graphs.globe import EARTH
from cheapbandits.graphs.remarks import remarks
from cheapbandits.text import number_hint


def survey(n=40):
    """Return places in metres of a national grid, and what was found there, by a formula."""
    k = np.arange(n)
    x = np.round(178_600 + 2_800 * (0.5 + 0.5 * np.sin(1.7 * k)))
    y = np.round(329_700 + 3_900 * (0.5 + 0.5 * np.cos(2.3 * k + 1)))
    zinc = np.round(400 + 300 * np.sin(x / 900) * np.cos(y / 1_100))
    return x, y, zinc


def lines(header, columns, divider=","):
    rows = [
        divider.join(f"{cell:g}" if not isinstance(cell, str) else cell for cell in row)
        for row in zip(*columns, strict=True)
    ]
    return "\n".join([*([header] if header else []), *rows, ""])


def expected(n_neighbors=10):
    x, y, _ = survey()
    return Graph.from_points(np.column_stack([x, y]), n_neighbors)


@pytest.mark.parametrize(
    "header",
    ["x,y,zinc", "X,Y,zinc", "easting,northing,zinc", "X (m),Y [m],zinc", "coords.x1,coords.x2,z"],
)
def test_a_soil_survey_is_a_table_of_sites(put, header):
    graph = read_graph(put(lines(header, survey())))
    assert graph == expected()
    assert graph.crs is None


def test_columns_stand_anywhere_and_names_are_found(put):
    x, y, zinc = survey()
    names = [f"plot {k}" for k in range(len(x))]
    path = put(lines("zinc;plot;Northing;Easting", [zinc, names, y, x], ";"))
    graph = read_graph(path, n_neighbors=4)
    np.testing.assert_array_equal(graph.coordinates, np.column_stack([x, y]))
    assert graph.names == tuple(names)
    assert graph.weights.nnz == expected(4).weights.nnz


def test_columns_that_are_named_by_the_user(put):
    x, y, zinc = survey()
    path = put(lines("a,b,c", [zinc, y, x]))
    graph = read_graph(path, x="c", y="b", names=None)
    assert graph == expected()
    with pytest.raises(GraphFileError, match="no column is called 'd'; there are 'a', 'b', 'c'"):
        read_graph(path, x="d", y="b")
    with pytest.raises(GraphFileError, match="x and y go together"):
        read_graph(path, x="c")


@pytest.mark.parametrize("header", ["x,y,X,Y", "x,y,x (m),y (m)", "lon,lat,LON,z"])
def test_two_columns_of_one_coordinate_are_asked_about(put, header):
    path = put(f"{header}\n1,2,10,20\n3,4,30,40\n5,9,50,90\n")
    with pytest.raises(GraphFileError, match=r"are called alike; say which are meant.*--x COLUMN"):
        read_graph(path)
    _, _, x, y = header.split(",")
    assert read_graph(path, x=x, y=y).coordinates.tolist()[0] == [10, 20]


def test_decimal_commas(put):
    path = put("x;y;zinc\n181072,5;333611,25;1022\n181025,5;333558;1141\n181165;333537;640,5\n")
    graph = read_graph(path)
    assert graph.coordinates.tolist()[0] == [181072.5, 333611.25]


@pytest.mark.parametrize(
    "text",
    [
        lines(None, survey()),  # metres without a header
        lines("a,b,c", survey()),  # a header that says nothing
        "4.89,52.37,3\n4.48,51.92,5\n",
        "-4,52\n-5,51\n",
        "lon,value\n4.9,3\n4.4,5\n",
        "x,y,u,v\n1,2,3,4\n5,6,7,8\n",
    ],
)
def test_what_may_be_edges_or_sites_is_asked(put, text):
    path = put(text)
    with pytest.raises(
        GraphFileError, match=r"--(table points|x COLUMN) .*--table edges"
    ) as caught:
        read_graph(path)
    assert "line 1" in str(caught.value) or "line 2" in str(caught.value)


def test_the_answer_is_taken(put):
    path = put(lines(None, survey()))
    assert read_graph(path, table="points") == expected()
    assert read_graph(path, x="1", y="2") == expected()
    assert read_graph(path, table="edges").n_edges == 40
    with pytest.raises(ParameterError, match="x is no option for table='edges'"):
        read_graph(path, table="edges", x="1", y="2")
    with pytest.raises(ParameterError, match="radius is for a table of sites and weight for edges"):
        read_graph(path, radius=3.0, weight="w")
    with pytest.raises(ParameterError, match="table must be"):
        read_graph(path, table="sites")


@pytest.mark.parametrize(
    "text",
    [
        "x,y\ny,z\n",  # nodes that are called so
        "1000001,1000002\n1000002,1000003\n",  # long numbers, as in a map of roads
        "0,1,0.5\n1,2,0.7\n",
        "u,v\n0,1\n1,2\n",
        "Oslo,Bergen,3\nBergen,Rome,4\n",
    ],
)
def test_edges_stay_edges(put, text):
    graph = read_graph(put(text))
    assert graph.coordinates is None
    assert graph.n_edges in (2, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n1,2\n3,\n5,6\n", "line 3: the site has no 'y'"),
        ("x,y\n1,2\n3,4 m\n", "line 3: must be a finite decimal number, got '4 m' in 'y'"),
        ("x,y\n1,2\n3,1e999\n", "line 3: must be a finite"),
        ("x,y\n", "no line under the header"),
        ("x,y\n1,2\n", "at least 2 nodes"),
        ("lon,lat\n181072,333611\n181025,333558\n", "are they in another order, or metres"),
        ("x;y\n181,072;333,611\n181,025;333,558\n", "decimals or thousands"),
        ("a,b,c,d\n1,2,3,4\n5,6,7,8\n", "--x COLUMN --y COLUMN"),
    ],
)
def test_bad_tables_name_the_line_and_the_remedy(put, text, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(put(text))


def test_a_name_given_twice_names_both_lines(put):
    path = put("x,y,plot\n1,2,a\n3,4,b\n5,6,a\n")
    for names in (None, "plot"):
        with pytest.raises(GraphFileError, match="line 4: 'a' is the name of the site in line 2"):
            read_graph(path, names=names)
    assert read_graph(path, names=False).names is None
    with pytest.raises(GraphFileError, match="line 3: no name in 'site'; add one, or name another"):
        read_graph(put("x,y,site\n1,2,a\n3,4,\n5,6,c\n"))
    # Another column tells them apart; or there are kinds of sites, and no names.
    assert read_graph(put("x,y,plot,id\n1,2,a,7\n3,4,b,8\n5,6,a,9\n")).names == ("7", "8", "9")
    assert read_graph(put("x,y,code\n1,2,a\n3,4,b\n5,6,a\n7,8,b\n")).names is None


def test_a_name_given_twice_in_a_frame():
    frame = pd.DataFrame({"x": [1, 2, 3], "y": [1, 2, 4], "plot": ["a", "b", "a"]})
    with pytest.raises(GraphError, match="a"):
        Graph.from_frame(frame)
    assert Graph.from_frame(frame, names=False).names is None


def test_longitudes_and_latitudes_are_joined_on_the_globe(put, tmp_path):
    # At 60 degrees north a degree of longitude is half as long as one of latitude.
    text = "lat,lon\n60,10\n60,11.5\n61,10\n"
    graph = read_graph(put(text), n_neighbors=1)
    assert graph.crs == "EPSG:4326"
    assert graph.neighbors(0).tolist() == [1, 2]
    assert graph.coordinates.tolist()[0] == [10, 60]
    assert "longitude and latitude" in repr(graph)
    flat = read_graph(put("y,x\n60,10\n60,11.5\n61,10\n"), n_neighbors=1)
    assert flat.neighbors(0).tolist() == [1, 2]
    assert flat.neighbors(1).tolist() == [0]
    assert flat.crs is None
    write_graph(graph, tmp_path / "g.npz")
    assert read_graph(tmp_path / "g.npz") == graph
    assert graph != Graph(graph.weights, coordinates=graph.coordinates)


def test_a_radius_is_in_metres_on_the_globe():
    degree = math.radians(1) * EARTH
    points = [(179.5, 0.0), (-179.5, 0.0), (-178.0, 0.0)]
    near = Graph.from_points(points, radius=1.001 * degree, crs="EPSG:4326")
    assert near.n_edges == 1
    assert near.neighbors(0).tolist() == [1]
    assert Graph.from_points(points, radius=0.999 * degree, crs="EPSG:4326").n_edges == 0


def test_a_radius_joins_what_a_double_loop_joins():
    x, y, _ = survey()
    points = np.column_stack([x, y])
    graph = Graph.from_points(points, radius=700.0)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.testing.assert_array_equal(graph.weights.toarray() > 0, (apart <= 700) & (apart > 0))
    soft = Graph.from_points(points, radius=700.0, weights="gaussian").weights.toarray()
    near = soft > 0
    np.testing.assert_allclose(soft[near], np.exp(-((apart[near] / 700) ** 2)))


def test_what_stands_for_no_name_is_none_unless_its_column_is_asked_for(put):
    path = put("sample,x,y\nNA,1,2\nB,2,3\nC,4,5\n")
    with pytest.raises(GraphFileError, match=r"line 2: no name in 'sample', but 'NA'"):
        read_graph(path)
    assert read_graph(path, names="sample").names == ("NA", "B", "C")


def test_a_radius_that_joins_everything_is_refused_before_it_takes_memory():
    points = np.random.default_rng(0).random((10_000, 2))
    with pytest.raises(GraphError, match=r"joins 49,995,000 pairs.*give a smaller one"):
        Graph.from_points(points, radius=2.0)
    with pytest.raises(GraphError, match="not both"):
        Graph.from_points(points, 3, radius=0.1)


def test_so_are_as_many_neighbors():
    points = np.random.default_rng(0).uniform(size=(5_000, 2))
    with pytest.raises(GraphError, match=r"22,500,000 pairs; give fewer .*--neighbors.* to 4,000"):
        Graph.from_points(points, 4_500)


def test_values_by_name_lie_where_the_names_are(put, tmp_path):
    x, y, zinc = survey()
    names = [f"P{k}" for k in range(40)]
    graph = read_graph(put(lines("plot,x,y,zinc", [names, x, y, zinc])))

    def values(header, *columns):
        return read_values(put(lines(header, columns), "v.csv"), graph, "zinc").tolist()

    assert (
        values("plot,x,y,zinc", names[::-1], x[::-1] + 3, y[::-1] - 2, zinc[::-1]) == zinc.tolist()
    )
    assert values("plot,zinc", names[::-1], zinc[::-1]) == zinc.tolist()
    # Of another survey, with two names exchanged, with x and y exchanged.
    other = [names[1], names[0], *names[2:]]
    for columns in ([names, x + 90_000, y], [other, x, y], [names, y, x]):
        with pytest.raises(ParameterError, match=r"v\.csv: line 2: 'P\d' is at .*--name-column"):
            values("plot,x,y,zinc", *columns, zinc)
    # Degrees, and the graph is of a plane that nobody named: names alone tell.
    assert values("plot,lon,lat,zinc", names, x / 1e5, y / 1e5, zinc) == zinc.tolist()


def test_features_by_name_lie_where_the_names_are(tmp_path):
    def collection(path, shift):
        features = [
            {
                "type": "Feature",
                "properties": {"name": f"P{k}", "zinc": k},
                "geometry": {"type": "Point", "coordinates": [k * 0.1 + shift, 52.0]},
            }
            for k in range(4)
        ]
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return path

    graph = read_graph(collection(tmp_path / "a.geojson", 5.0))
    near, far = (collection(tmp_path / f"{s}.geojson", s) for s in (5.001, 9.0))
    assert read_values(near, graph, "zinc").tolist() == [0, 1, 2, 3]
    with pytest.raises(
        ParameterError, match=r"9\.0\.geojson: feature 0: 'P0' is at \(9, 52\) here"
    ):
        read_values(far, graph, "zinc")


def test_points_beside_decimal_commas_may_part_thousands(put):
    rows = "".join(f"P{k};181.1{k}0;333.6{k}1;0,{k}5\n" for k in range(4))
    with pytest.raises(GraphFileError, match=r"decimals or thousands.*'181.100'"):
        read_graph(put("plot;x;y;zinc\n" + rows, "eu.csv"))
    plain = "".join(f"P{k};181{k}.5;333{k}.25;0,{k}5\n" for k in range(4))
    assert read_graph(put("plot;x;y;zinc\n" + plain, "eu.csv")).n_nodes == 4
    graph = Graph.from_points(np.arange(8.0).reshape(4, 2), 2, names=["P0", "P1", "P2", "P3"])
    readings = "".join(f"P{k};1.06{k};3,5\n" for k in range(4))
    with pytest.raises(ParameterError, match="decimals or thousands"):
        read_values(put("nodes;reading;other\n" + readings, "r.csv"), graph, "reading")


@pytest.mark.parametrize(
    ("header", "crs", "word"),
    [
        ("x (km),y (m)", None, "two units"),
        ("easting (ft),northing (m)", None, "two units"),
        ("lon (m),lat (m)", None, "as degrees are"),
        ("lon (rad),lat (rad)", None, "as degrees are"),
        ("easting (km),northing (km)", "EPSG:32631", "no unit of"),
    ],
)
def test_units_that_contradict_are_refused(put, header, crs, word):
    rows = "".join(f"{5 + k},{50 + k * k}\n" for k in range(5))
    with pytest.raises(GraphFileError, match=word):
        read_graph(put(f"{header}\n{rows}", "u.csv"), crs=crs)
    for fine in ("x (m),y (m)", "lon (deg),lat (deg)", "x (km),y (km)"):
        assert read_graph(put(f"{fine}\n{rows}", "u.csv")).n_nodes == 5


@pytest.mark.parametrize("spelt", ["p{}", "{}", "P-{}"])
def test_rows_with_names_of_their_own_do_not_go_by_order(put, spelt):
    """No name is a node's, and nothing else says where a row belongs."""
    graph = Graph.from_points(np.arange(8.0).reshape(4, 2), 2, names=["P0", "P1", "P2", "P3"])
    rows = "".join(f"{spelt.format(k)},{k}\n" for k in (2, 0, 3, 1))
    with pytest.raises(ParameterError, match=r"no node is named .* write names as the graph"):
        read_values(put("plot,zinc\n" + rows, "v.csv"), graph, "zinc")
    assert read_values(put("zinc\n5\n6\n7\n8\n", "w.csv"), graph, "zinc").tolist() == [5, 6, 7, 8]


def test_frames():
    x, y, zinc = survey()
    frame = pd.DataFrame({"Lon": x / 1e5, "LAT": y / 1e5, "zinc": zinc})
    graph = Graph.from_frame(frame, 5)
    assert graph == Graph.from_points(frame[["Lon", "LAT"]], 5, crs="EPSG:4326")
    named = frame.assign(site=[f"s{k}" for k in range(len(x))])
    assert Graph.from_frame(named, 5).names[3] == "s3"
    assert Graph.from_frame(named, radius=900.0, x="zinc", y="LAT").crs is None
    with pytest.raises(GraphError, match="row 2 has no coordinate in 'Lon'"):
        Graph.from_frame(frame.assign(Lon=frame["Lon"].where(frame.index != 2)))
    with pytest.raises(GraphError, match="no columns are called"):
        Graph.from_frame(frame[["zinc"]])
    with pytest.raises(GraphError, match="'Lon' must be numbers, got 'west'"):
        Graph.from_frame(frame.assign(Lon="west"))
    with pytest.raises(GraphError, match="DataFrame; got list"):
        Graph.from_frame([1, 2])


def test_only_known_systems():
    with pytest.raises(GraphError, match="EPSG:28992"):
        Graph.from_points([(0, 0), (1, 1)], crs="the usual one")
    with pytest.raises(GraphError, match="there are none"):
        Graph(np.ones((2, 2)), crs="EPSG:4326")


def test_the_nearest_of_a_group_are_nearest_on_the_globe():
    from cheapbandits.probes import Nearest

    points = [(10.0, 60.0), (11.5, 60.0), (10.0, 61.0), (0.0, 0.0)]
    assert Nearest(Graph.from_points(points)).at(2).members[0].tolist() == [0, 2]
    globe = Graph.from_points(points, crs="EPSG:4326")
    assert Nearest(globe).at(2).members[0].tolist() == [0, 1]


def test_a_frame_of_weights_keeps_its_labels_and_their_order():
    weights = np.array([[0, 1, 0], [1, 0, 2], [0, 2, 0.0]])
    frame = pd.DataFrame(weights, index=list("abc"), columns=list("abc"))
    assert Graph(frame).names == ("a", "b", "c")
    assert Graph(pd.DataFrame(weights)).names is None
    with pytest.raises(GraphError, match="labelled differently"):
        Graph(pd.DataFrame(weights, index=list("abc"), columns=list("cba")))


@pytest.mark.parametrize(
    "head", ["name,lon,lat", "lon,lat", "name,easting,northing,zinc", "name,x,y"]
)
@pytest.mark.parametrize("cell", ["5.1W", "\u22125.1", "5°10'W", "-5.1°", "?", "N/A "])
def test_a_first_coordinate_gone_wrong_makes_no_edges(tmp_path, head, cell):
    """A table of sites stays one, whatever stands in its first row."""
    path = tmp_path / "a.csv"
    names = head.split(",")
    first = {"lon": cell, "easting": cell, "x": cell}
    rows = [[first.get(name, "52") for name in names]] + [["1"] * len(names)] * 2
    path.write_text("\n".join([head, *(",".join(row) for row in rows)]), encoding="utf-8")
    with pytest.raises(GraphError, match="line 2: "):
        read_graph(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5.1W", "write -5.1"),
        ("5.1 S", "write -5.1"),
        ("5.1E", "write 5.1"),
        ("\u22125.1", "write -5.1 with a plain minus"),
        ("5.1°", "write 5.1"),
        ("50%", "write 50"),
        ("1D5", "write 1e5"),
        ("1.5d-3", "write 1.5e-3"),
    ],
)
def test_numbers_as_people_write_them_get_a_hint(text, said):
    assert said in number_hint(text)


@pytest.mark.parametrize("value", [[1], {"a": 2}, [], True])
def test_a_property_that_is_no_number_is_not_taken_for_none(tmp_path, value):
    places = [[5.1, 50.1], [5.2, 50.2], [5.3, 50.4]]
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": place},
            "properties": {"name": f"P{k}", "z": value if k == 1 else 2.5},
        }
        for k, place in enumerate(places)
    ]
    path = tmp_path / "a.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    graph = read_graph(path)
    for read in (read_values, read_import):
        with pytest.raises(ParameterError, match="feature 1: must be a finite decimal number"):
            read(path, graph, column="z")


@pytest.mark.parametrize(
    "pair",
    [
        "Längengrad;Breitengrad",
        "longitud;latitud",
        "Longitudine;Latitudine",
        "Geogr. Länge;Geogr. Breite",
        "lengtegraad;breedtegraad",
        "LÄNGENGRAD (°E);BREITENGRAD (°N)",
        "Długość geograficzna;Szerokość geograficzna",
        "dlugosc_geograficzna;szerokosc_geograficzna",
        "zeměpisná délka;zeměpisná šířka",
        "Længdegrad;Breddegrad",
        "längdgrad;breddgrad",
        "Долгота;Широта",
        "経度;緯度",
        "INTPTLONG;INTPTLAT",
        "INTPTLON;INTPTLAT",
        "Länge (°);Breite (°)",
    ],
)
def test_degrees_are_known_in_other_languages(tmp_path, pair):
    path = tmp_path / "t.csv"
    path.write_text(
        f"Station;{pair}\nKöln;6,9571;50,9413\nBonn;7,0982;50,7374\nAachen;6,0839;50,7753\n"
    )
    graph = read_graph(path)
    assert (graph.crs, graph.names) == ("EPSG:4326", ("Köln", "Bonn", "Aachen"))
    assert graph.coordinates[0].tolist() == [6.9571, 50.9413]
    x, y = pair.split(";")
    assert read_graph(path, x=x, y=y).crs == "EPSG:4326"


@pytest.mark.parametrize(
    ("x", "y"),
    [("Länge", "Breite"), ("Laenge", "Breite"), ("lengte", "breedte"), ("Długość", "Szerokość")],
)
def test_a_length_and_a_width_may_be_degrees(tmp_path, x, y):
    path = tmp_path / "t.csv"
    path.write_text(f"Stationsname;{x};{y}\nKöln;6,9;50,9\nBonn;7,1;50,7\nAachen;6,1;50,8\n")
    with pytest.raises(GraphFileError, match=f"line 1: .*longitude.*--x '{x}' --y '{y}' --crs"):
        read_graph(path)
    graph = read_graph(path, x=x, y=y, crs="EPSG:4326", names="Stationsname")
    assert graph.coordinates[0].tolist() == [6.9, 50.9]
    book = openpyxl.Workbook()
    for row in (["Stationsname", x, y], ["Köln", 6.9, 50.9], ["Bonn", 7.1, 50.7]):
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    with pytest.raises(GraphFileError, match=f"row 1: .*longitude.*--x '{x}' --y '{y}' --crs"):
        read_graph(tmp_path / "t.xlsx")
    # Beside coordinates they are the length and width of something.
    path.write_text(f"name,x,y,{x},{y}\na,100,200,5,3\nb,110,210,6,3\nc,120,230,5,2\n")
    assert read_graph(path).coordinates[0].tolist() == [100, 200]


@pytest.mark.parametrize("end", [",,,,\n,,,,\n", ",,,,", ",,,,\n\n , ,,,\n"])
def test_rows_that_were_cleared_are_none(tmp_path, end):
    path = tmp_path / "t.csv"
    path.write_text("id,lon,lat,zn,\n1,5.1,50.1,4,\n2,5.2,50.2,5,\n3,5.3,50.3,,\n" + end)
    assert read_graph(path).names == ("1", "2", "3")
    path.write_text("source,target,weight,,\na,b,1,,\nb,c,2,,\n" + end)
    assert read_graph(path).names == ("a", "b", "c")
    path.write_text("id,lon,lat,zn,\n1,5.1,50.1,4,\n,,,,\n2,5.2,50.2,5,\n")
    with pytest.raises(GraphFileError, match="line 3"):
        read_graph(path)


def test_sites_without_links_are_told(put):
    """Seen: a radius of 0.15 for sites in degrees, where metres are meant, and no word of it."""
    rows = "".join(f"s{k},{5 + 0.1 * (k % 5):.1f},{50 + 0.1 * (k // 5):.1f}\n" for k in range(30))
    path = put("name,lon,lat\n" + rows)
    (said,) = remarks(read_graph(path, radius=0.15))
    assert said.startswith("30 of 30 sites have no link to any other")
    assert "in metres, as these are degrees" in said
    assert remarks(read_graph(path, radius=20_000)) == []
    assert remarks(read_graph(path)) == []
